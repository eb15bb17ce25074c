// An image pipeline with a C interface: blur, sharpen, threshold, connected components, frames in two streams.
// Expected: two lines "frame ... ok", then "PASSED"
#include "reference.h"
#include "stages.cuh"

int verbose = 1;

int main(int argc, char **argv)
{
    const int w = 200, h = 90, frames = 2;
    (void)argc, (void)argv;
    int bad = 0;
    for (int f = 0; f < frames; f++) {
        Bytes src(w * h), got(w * h);
        unsigned r = 77 + f;
        for (int i = 0; i < w * h; i++) {
            r = r * 1664525u + 1013904223u;
            int x = i % w, y = i / w;
            src[i] = (unsigned char)((r >> 24) / 2 + ((x / 20 + y / 15) % 2 ? 110 : 10));
        }
        image_t a, b;
        int *labels, *count, n = -1;
        cudaStream_t st;
        if (image_new(&a, w, h) || image_new(&b, w, h) || cudaStreamCreate(&st)) return 1;
        cudaMalloc((void **)&labels, sizeof(int) * w * h);
        cudaMalloc((void **)&count, sizeof(int));
        cudaMemcpy2DAsync(a.px, a.pitch, src.data(), w, w, h, cudaMemcpyHostToDevice, st);
        int rc = stage_blur(&a, &b, st) | stage_sharpen(&b, &a, st) | stage_threshold(&a, &b, 118, st) | label_components(&b, labels, count, st);
        std::vector<int> gotLabels(w * h), wantLabels;
        cudaMemcpy2DAsync(got.data(), w, b.px, b.pitch, w, h, cudaMemcpyDeviceToHost, st);
        cudaMemcpyAsync(gotLabels.data(), labels, sizeof(int) * w * h, cudaMemcpyDeviceToHost, st);
        cudaMemcpyAsync(&n, count, sizeof n, cudaMemcpyDeviceToHost, st);
        cudaStreamSynchronize(st);
        Bytes want = filter(filter(src, w, h, {1, 2, 1, 2, 4, 2, 1, 2, 1}, 4), w, h, {0, -1, 0, -1, 5, -1, 0, -1, 0}, 0);
        for (auto &p : want) p = p > 118 ? 255 : 0;
        int components_ = components(want, w, h, wantLabels);
        bool ok = !rc && got == want && n == components_ && gotLabels == wantLabels;
        printf("frame %d: %s\n", f, ok ? "ok" : "wrong");
        bad += !ok;
        image_delete(&a);
        image_delete(&b);
        cudaFree(labels);
        cudaFree(count);
        cudaStreamDestroy(st);
    }
    puts(bad ? "FAILED" : "PASSED");
    return bad;
}
