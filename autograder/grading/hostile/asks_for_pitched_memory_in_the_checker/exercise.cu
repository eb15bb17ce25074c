// Has `cudaMalloc3D` return a pitched pointer over the checker's on/off switch; its width is 0.

// Asks cudaMalloc3D to hand back a pitched pointer that lies over the switch of the checker: its
// width, 0, is stored before the place is looked at.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  auto* const place = reinterpret_cast<cudaPitchedPtr*>(switch_of_the_checker() -
                                                        offsetof(cudaPitchedPtr, xsize));
  cudaMalloc3D(place, make_cudaExtent(0, 0, 0));
}
