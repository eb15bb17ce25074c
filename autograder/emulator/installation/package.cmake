# `cpack -G DEB` in the build folder makes a Debian package of the component `emulator` alone.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON PARENT_SCOPE)
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL emulator)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_NAME cuda-emulator)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_EMULATOR_PACKAGE_NAME cuda-emulator)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
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

# Who makes the package says so as Debian's own tools want it; the course has no address.
set(maker "CUDA Dynamic Parallelism course")
set(address maintainers@localhost)
if(DEFINED ENV{DEBEMAIL})
  set(address $ENV{DEBEMAIL})
  if(DEFINED ENV{DEBFULLNAME})
    set(maker $ENV{DEBFULLNAME})
  endif()
endif()
set(CPACK_PACKAGE_CONTACT "${maker} <${address}>")

# What only Debian wants of the files that are installed: package_files.cmake.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(changelog.Debian.in changelog.Debian @ONLY)
configure_file(lintian-overrides.in lintian-overrides @ONLY)
configure_file(package_files.cmake.in package_files.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_BINARY_DIR}/package_files.cmake)
include(CPack)
