# `cpack -G DEB` in the build folder makes a Debian package of the component `emulator` alone.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON PARENT_SCOPE)
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL emulator)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_NAME cuda-emulator)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "CUDA Dynamic Parallelism course <maintainers@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_EMULATOR_PACKAGE_NAME cuda-emulator)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# emucc calls a compiler, its linker, and objcopy of binutils.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ (>= 4:12) | clang (>= 1:14), binutils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake (>= 3.25), gdb")
set(CPACK_COMPONENT_EMULATOR_DESCRIPTION "CUDA device in software that finds data races
Compiles CUDA C++ programs for an emulated device and runs them without a GPU.
It checks every memory access: it reports data races with both lines, accesses
outside of allocations, and launches that were silently dropped. Kernels may
launch kernels. CMake projects use it as their CUDA compiler.")
include(CPack)
