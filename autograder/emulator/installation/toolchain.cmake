# For CMake: the emulator as CUDA's compiler and toolkit. No GPU and nothing of NVIDIA's is needed.
#   cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=PREFIX/lib/cuda-emulator/toolchain.cmake
# A toolchain file of your own may include it.
set(CMAKE_CUDA_COMPILER ${CMAKE_CURRENT_LIST_DIR}/bin/nvcc)
set(CUDAToolkit_ROOT ${CMAKE_CURRENT_LIST_DIR})
set(CUDA_TOOLKIT_ROOT_DIR ${CMAKE_CURRENT_LIST_DIR})  # of find_package(CUDA)

# CMake before 3.26 does not know that nvcc has C++20.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()

# Projects may ask, to leave out what only a GPU can do.
set(CUDA_EMULATOR TRUE)
