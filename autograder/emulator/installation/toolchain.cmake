# For CMake: the emulator as CUDA's compiler and toolkit. No GPU and nothing of NVIDIA's is needed.
#   cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=PREFIX/lib/cuda-emulator/toolchain.cmake
# A toolchain file of your own may include it.
set(CMAKE_CUDA_COMPILER ${CMAKE_CURRENT_LIST_DIR}/bin/nvcc)
set(CUDAToolkit_ROOT ${CMAKE_CURRENT_LIST_DIR})
set(CUDA_TOOLKIT_ROOT_DIR ${CMAKE_CURRENT_LIST_DIR})  # of find_package(CUDA)

# Projects may ask, to leave out what only a GPU can do.
set(CUDA_EMULATOR TRUE)
