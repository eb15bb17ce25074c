#ifndef STAGES_CUH
#define STAGES_CUH
/* stages of an image pipeline: what the files share */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct image {
    int w, h;
    size_t pitch;      /* bytes */
    uint8_t *px;       /* device */
} image_t;

#ifdef __cplusplus
extern "C" {
#endif
extern int verbose;
int  image_new(image_t *im, int w, int h);
void image_delete(image_t *im);
int  stage_blur(const image_t *in, image_t *out, cudaStream_t st);
int  stage_sharpen(const image_t *in, image_t *out, cudaStream_t st);
int  stage_threshold(const image_t *in, image_t *out, int level, cudaStream_t st);
int  label_components(const image_t *in, int *labels, int *count, cudaStream_t st);
#ifdef __cplusplus
}
#endif

#define CUDA_CALL(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    if (verbose) fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); return -(int)e_; } } while (0)

#ifdef __CUDACC__
static __device__ __forceinline__ uint8_t at(const image_t &im, int x, int y)
{
    x = max(0, min(x, im.w - 1));
    y = max(0, min(y, im.h - 1));
    return im.px[y * im.pitch + x];
}
#endif
#endif
