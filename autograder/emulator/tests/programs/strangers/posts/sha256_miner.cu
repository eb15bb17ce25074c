// SHA-256 on the device: test vectors, then the first nonce whose digest begins with 12 zero bits.
// prints: ba7816bf... for "abc", the nonce (same as the host's), PASSED
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <memory.h>

#define ROTRIGHT(a,b) (((a) >> (b)) | ((a) << (32-(b))))
#define CH(x,y,z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x,y,z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define EP0(x) (ROTRIGHT(x,2) ^ ROTRIGHT(x,13) ^ ROTRIGHT(x,22))
#define EP1(x) (ROTRIGHT(x,6) ^ ROTRIGHT(x,11) ^ ROTRIGHT(x,25))
#define SIG0(x) (ROTRIGHT(x,7) ^ ROTRIGHT(x,18) ^ ((x) >> 3))
#define SIG1(x) (ROTRIGHT(x,17) ^ ROTRIGHT(x,19) ^ ((x) >> 10))
#define checkCudaErrors(x) { cudaError_t e_ = (x); if (e_) { printf("%s\n", cudaGetErrorString(e_)); return 1; } }

typedef unsigned char BYTE;
typedef uint32_t WORD;
typedef struct { BYTE data[64]; WORD datalen; unsigned long long bitlen; WORD state[8]; } SHA256_CTX;

#define K_TABLE { \
	0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5, \
	0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174, \
	0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da, \
	0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967, \
	0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85, \
	0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070, \
	0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3, \
	0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 }
__constant__ WORD dev_k[64] = K_TABLE;
static const WORD host_k[64] = K_TABLE;

__host__ __device__ __forceinline__ WORD k_of(int i)
{
#ifdef __CUDA_ARCH__
	return dev_k[i];
#else
	return host_k[i];
#endif
}

__host__ __device__ void sha256_transform(SHA256_CTX *ctx, const BYTE data[])
{
	WORD a, b, c, d, e, f, g, h, i, j, t1, t2, m[64];
	for (i = 0, j = 0; i < 16; ++i, j += 4)
		m[i] = ((WORD)data[j] << 24) | (data[j + 1] << 16) | (data[j + 2] << 8) | (data[j + 3]);
	#pragma unroll
	for ( ; i < 64; ++i)
		m[i] = SIG1(m[i - 2]) + m[i - 7] + SIG0(m[i - 15]) + m[i - 16];
	a = ctx->state[0]; b = ctx->state[1]; c = ctx->state[2]; d = ctx->state[3];
	e = ctx->state[4]; f = ctx->state[5]; g = ctx->state[6]; h = ctx->state[7];
	#pragma unroll 64
	for (i = 0; i < 64; ++i) {
		t1 = h + EP1(e) + CH(e,f,g) + k_of(i) + m[i];
		t2 = EP0(a) + MAJ(a,b,c);
		h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
	}
	ctx->state[0] += a; ctx->state[1] += b; ctx->state[2] += c; ctx->state[3] += d;
	ctx->state[4] += e; ctx->state[5] += f; ctx->state[6] += g; ctx->state[7] += h;
}

__host__ __device__ void sha256_init(SHA256_CTX *ctx)
{
	ctx->datalen = 0; ctx->bitlen = 0;
	const WORD init[8] = {0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19};
	for (int i = 0; i < 8; i++) ctx->state[i] = init[i];
}

__host__ __device__ void sha256_update(SHA256_CTX *ctx, const BYTE data[], size_t len)
{
	for (WORD i = 0; i < len; ++i) {
		ctx->data[ctx->datalen] = data[i];
		if (++ctx->datalen == 64) {
			sha256_transform(ctx, ctx->data);
			ctx->bitlen += 512;
			ctx->datalen = 0;
		}
	}
}

__host__ __device__ void sha256_final(SHA256_CTX *ctx, BYTE hash[])
{
	WORD i = ctx->datalen;
	if (ctx->datalen < 56) {
		ctx->data[i++] = 0x80;
		while (i < 56) ctx->data[i++] = 0x00;
	} else {
		ctx->data[i++] = 0x80;
		while (i < 64) ctx->data[i++] = 0x00;
		sha256_transform(ctx, ctx->data);
		memset(ctx->data, 0, 56);
	}
	ctx->bitlen += ctx->datalen * 8;
	for (int b = 0; b < 8; b++) ctx->data[63 - b] = (BYTE)(ctx->bitlen >> (8 * b));
	sha256_transform(ctx, ctx->data);
	for (i = 0; i < 4; ++i)
		for (int s = 0; s < 8; s++) hash[i + 4 * s] = (ctx->state[s] >> (24 - i * 8)) & 0x000000ff;
}

__host__ __device__ bool good(WORD nonce)
{
	SHA256_CTX ctx;
	BYTE header[12] = {'b','l','o','c','k',' ','0','1'}, digest[32];
	memcpy(header + 8, &nonce, 4);
	sha256_init(&ctx);
	sha256_update(&ctx, header, sizeof header);
	sha256_final(&ctx, digest);
	return digest[0] == 0 && digest[1] < 16;
}

__global__ void hashes(const char *text, const int *begin, BYTE *out, int n)
{
	int t = threadIdx.x;
	if (t >= n) return;
	SHA256_CTX ctx;
	sha256_init(&ctx);
	sha256_update(&ctx, (const BYTE *)text + begin[t], begin[t + 1] - begin[t]);
	sha256_final(&ctx, out + 32 * t);
}

__global__ void mine(WORD first, WORD *found)
{
	WORD nonce = first + blockIdx.x * blockDim.x + threadIdx.x;
	if (good(nonce)) atomicMin(found, nonce);
}

int main()
{
	// "abc", "", and 56 bytes (two blocks)
	const char text[] = "abc" "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	const int begin[4] = {0, 3, 3, 59};
	const char *want[3] = {"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	                       "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	                       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"};
	char *d_text; int *d_begin; BYTE *d_out, out[96]; WORD *d_found, found = ~0u, expected = 0;
	checkCudaErrors(cudaMalloc(&d_text, sizeof text));
	checkCudaErrors(cudaMalloc(&d_begin, sizeof begin));
	checkCudaErrors(cudaMalloc(&d_out, sizeof out));
	checkCudaErrors(cudaMalloc(&d_found, sizeof found));
	checkCudaErrors(cudaMemcpy(d_text, text, sizeof text, cudaMemcpyHostToDevice));
	checkCudaErrors(cudaMemcpy(d_begin, begin, sizeof begin, cudaMemcpyHostToDevice));
	checkCudaErrors(cudaMemcpy(d_found, &found, sizeof found, cudaMemcpyHostToDevice));
	hashes<<<1, 32>>>(d_text, d_begin, d_out, 3);
	checkCudaErrors(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
	bool ok = true;
	for (int t = 0; t < 3; t++) {
		char hex[65];
		for (int i = 0; i < 32; i++) sprintf(hex + 2 * i, "%02x", out[32 * t + i]);
		puts(hex);
		ok = ok && !strcmp(hex, want[t]);
	}
	while (!good(expected)) expected++;
	for (WORD first = 0; found == ~0u && first < 1 << 20; first += 4096) {
		mine<<<32, 128>>>(first, d_found);
		checkCudaErrors(cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost));
	}
	printf("nonce %u\n", found);
	ok = ok && found == expected;
	cudaFree(d_text); cudaFree(d_begin); cudaFree(d_out); cudaFree(d_found);
	puts(ok ? "PASSED" : "FAILED");
	return !ok;
}
