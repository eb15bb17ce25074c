/* hotspot-like: heat of a chip with pyramidal blocking, two steps per launch, redundant borders.
 * Expected: "max difference below 1e-4", "PASSED" */
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <math.h>
#include <cuda.h>

#define BLOCK_SIZE 16
#define STR_SIZE 256
#define IN_RANGE(x, min, max)   ((x)>=(min) && (x)<=(max))
#define CLAMP_RANGE(x, min, max) x = (x<(min)) ? min : ((x>(max)) ? max : x )
#define MIN(a, b) ((a)<=(b) ? (a) : (b))
#define MAX(a, b) ((a)>=(b) ? (a) : (b))
#define EXPAND_RATE 2

float t_chip = 0.0005f; float chip_height = 0.016f; float chip_width = 0.016f;
float amb_temp = 80.0f;

__global__ void calculate_temp(int iteration, float *power, float *temp_src, float *temp_dst, int grid_cols, int grid_rows,
                               int border_cols, int border_rows, float step_div_Cap, float Rx_1, float Ry_1, float Rz_1){
        __shared__ float temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float temp_t[BLOCK_SIZE][BLOCK_SIZE]; // saving temporary temperature result
	float amb_temp = 80.0f;
	int bx = blockIdx.x, by = blockIdx.y;
	int tx=threadIdx.x, ty=threadIdx.y;
	int small_block_rows = BLOCK_SIZE-iteration*2;
	int small_block_cols = BLOCK_SIZE-iteration*2;
        int blkY = small_block_rows*by-border_rows;
        int blkX = small_block_cols*bx-border_cols;
        int blkYmax = blkY+BLOCK_SIZE-1;
        int blkXmax = blkX+BLOCK_SIZE-1;
	int yidx = blkY+ty;
	int xidx = blkX+tx;
        int loadYidx=yidx, loadXidx=xidx;
        int index = grid_cols*loadYidx+loadXidx;
	if(IN_RANGE(loadYidx, 0, grid_rows-1) && IN_RANGE(loadXidx, 0, grid_cols-1)){
            temp_on_cuda[ty][tx] = temp_src[index];
            power_on_cuda[ty][tx] = power[index];
	}
	__syncthreads();
        int validYmin = (blkY < 0) ? -blkY : 0;
        int validYmax = (blkYmax > grid_rows-1) ? BLOCK_SIZE-1-(blkYmax-grid_rows+1) : BLOCK_SIZE-1;
        int validXmin = (blkX < 0) ? -blkX : 0;
        int validXmax = (blkXmax > grid_cols-1) ? BLOCK_SIZE-1-(blkXmax-grid_cols+1) : BLOCK_SIZE-1;
        int N = ty-1, S = ty+1, W = tx-1, E = tx+1;
        N = (N < validYmin) ? validYmin : N;
        S = (S > validYmax) ? validYmax : S;
        W = (W < validXmin) ? validXmin : W;
        E = (E > validXmax) ? validXmax : E;
        bool computed;
        for (int i=0; i<iteration ; i++){
            computed = false;
            if( IN_RANGE(tx, i+1, BLOCK_SIZE-i-2) && IN_RANGE(ty, i+1, BLOCK_SIZE-i-2) &&
                  IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax) ) {
                  computed = true;
                  temp_t[ty][tx] =   temp_on_cuda[ty][tx] + step_div_Cap * (power_on_cuda[ty][tx] +
		       	 (temp_on_cuda[S][tx] + temp_on_cuda[N][tx] - 2.0f*temp_on_cuda[ty][tx]) * Ry_1 +
		             (temp_on_cuda[ty][E] + temp_on_cuda[ty][W] - 2.0f*temp_on_cuda[ty][tx]) * Rx_1 +
		             (amb_temp - temp_on_cuda[ty][tx]) * Rz_1);
            }
            __syncthreads();
            if(i==iteration-1)
                break;
            if(computed)
                temp_on_cuda[ty][tx]= temp_t[ty][tx];
            __syncthreads();
          }
      if (computed){
          temp_dst[index]= temp_t[ty][tx];
      }
}

int compute_tran_temp(float *MatrixPower,float *MatrixTemp[2], int col, int row, int total_iterations, int num_iterations,
                      int blockCols, int blockRows, int borderCols, int borderRows, float cap, float rx, float ry, float rz)
{
        dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
        dim3 dimGrid(blockCols, blockRows);
	int src = 1, dst = 0;
	for (int t = 0; t < total_iterations; t+=num_iterations) {
            int temp = src;
            src = dst;
            dst = temp;
            calculate_temp<<<dimGrid, dimBlock>>>(MIN(num_iterations, total_iterations-t), MatrixPower,MatrixTemp[src],MatrixTemp[dst],
		col,row,borderCols, borderRows, cap,rx,ry,rz);
	}
        return dst;
}

int main(int argc, char** argv)
{
    int grid_rows = 64, grid_cols = 64, total_iterations = argc >= 2 ? atoi(argv[1]) : 10, pyramid_height = 2;
    int size = grid_cols*grid_rows;
    int borderCols = (pyramid_height)*EXPAND_RATE/2;
    int borderRows = (pyramid_height)*EXPAND_RATE/2;
    int smallBlockCol = BLOCK_SIZE-(pyramid_height)*EXPAND_RATE;
    int smallBlockRow = BLOCK_SIZE-(pyramid_height)*EXPAND_RATE;
    int blockCols = grid_cols/smallBlockCol+((grid_cols%smallBlockCol==0)?0:1);
    int blockRows = grid_rows/smallBlockRow+((grid_rows%smallBlockRow==0)?0:1);
    float *FilesavingTemp = (float *) malloc(size*sizeof(float)), *FilesavingPower = (float *) malloc(size*sizeof(float));
    float *MatrixOut = (float *) calloc (size, sizeof(float)), *next = (float *) calloc (size, sizeof(float));
    if( !FilesavingPower || !FilesavingTemp || !MatrixOut) { printf("unable to allocate memory\n"); exit(1); }
    for (int i = 0; i < size; i++) { FilesavingTemp[i] = 323 + (i * 13 % 17); FilesavingPower[i] = (i * 7 % 11) * 1e-3f; }
    float step = 0.05f, cap = 0.5f, Rx_1 = 0.9f, Ry_1 = 1.1f, Rz_1 = 0.02f;
    float *MatrixTemp[2], *MatrixPower;
    cudaMalloc((void**)&MatrixTemp[0], sizeof(float)*size);
    cudaMalloc((void**)&MatrixTemp[1], sizeof(float)*size);
    cudaMemcpy(MatrixTemp[0], FilesavingTemp, sizeof(float)*size, cudaMemcpyHostToDevice);
    cudaMalloc((void**)&MatrixPower, sizeof(float)*size);
    cudaMemcpy(MatrixPower, FilesavingPower, sizeof(float)*size, cudaMemcpyHostToDevice);
    int ret = compute_tran_temp(MatrixPower,MatrixTemp,grid_cols,grid_rows, total_iterations,pyramid_height, blockCols, blockRows,
                                borderCols, borderRows, step / cap, Rx_1, Ry_1, Rz_1);
    cudaMemcpy(MatrixOut, MatrixTemp[ret], sizeof(float)*size, cudaMemcpyDeviceToHost);
    for (int t = 0; t < total_iterations; t++) {
        for (int y = 0; y < grid_rows; y++) for (int x = 0; x < grid_cols; x++) {
            #define T(yy, xx) FilesavingTemp[MIN(MAX(yy, 0), grid_rows-1) * grid_cols + MIN(MAX(xx, 0), grid_cols-1)]
            float c = T(y, x);
            next[y*grid_cols+x] = c + step / cap * (FilesavingPower[y*grid_cols+x] + (T(y+1, x) + T(y-1, x) - 2.0f*c) * Ry_1 +
                                  (T(y, x+1) + T(y, x-1) - 2.0f*c) * Rx_1 + (amb_temp - c) * Rz_1);
        }
        float *s = FilesavingTemp; FilesavingTemp = next; next = s;
    }
    float worst = 0;
    for (int i = 0; i < size; i++) worst = fmaxf(worst, fabsf(MatrixOut[i] - FilesavingTemp[i]) / 323);
    cudaFree(MatrixPower); cudaFree(MatrixTemp[0]); cudaFree(MatrixTemp[1]);
    free(MatrixOut); free(next); free(FilesavingTemp); free(FilesavingPower);
    printf("max difference %s 1e-4\n%s\n", worst < 1e-4 ? "below" : "above", worst < 1e-4 ? "PASSED" : "FAILED");
    return worst < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
