# find_package(CudaEmulator): a CUDA device in software, with checks for data races.
#
#   CudaEmulator_TOOLCHAIN_FILE   for CMAKE_TOOLCHAIN_FILE: projects with the language CUDA
#   CudaEmulator_EMUCC            the compiler driver, which takes nvcc's options
#   CudaEmulator_TOOLKIT_ROOT     for CUDAToolkit_ROOT
#   CudaEmulator::emucc           the compiler driver as a target
#   CudaEmulator::runtime         headers and library, for C++ that calls the CUDA runtime
#   cuda_emulator_add_executable(NAME FILE.cu … [OPTIONS option …])
#                                 a program whose sources emucc compiles, with these options; a target to
#                                 which other libraries can be linked. It needs the language C++ only
#   cuda_emulator_add_test(NAME name COMMAND program [argument …] [SCHEDULES late eager random:1 …])
#                                 one CTest test for each schedule; it fails if the emulator finds an error
get_filename_component(CudaEmulator_TOOLKIT_ROOT ${CMAKE_CURRENT_LIST_DIR}/../../cuda-emulator ABSOLUTE)
set(CudaEmulator_TOOLCHAIN_FILE ${CudaEmulator_TOOLKIT_ROOT}/toolchain.cmake)
set(CudaEmulator_EMUCC ${CudaEmulator_TOOLKIT_ROOT}/bin/emucc)

if(NOT TARGET CudaEmulator::emucc)
  add_executable(CudaEmulator::emucc IMPORTED)
  set_target_properties(CudaEmulator::emucc PROPERTIES IMPORTED_LOCATION ${CudaEmulator_EMUCC})
  add_library(CudaEmulator::runtime UNKNOWN IMPORTED)
  set_target_properties(CudaEmulator::runtime PROPERTIES
    IMPORTED_LOCATION ${CudaEmulator_TOOLKIT_ROOT}/lib/libemulator.so
    INTERFACE_INCLUDE_DIRECTORIES ${CudaEmulator_TOOLKIT_ROOT}/include)
endif()

function(cuda_emulator_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  set(objects "")
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(path ${source} ABSOLUTE)
    string(MAKE_C_IDENTIFIER ${source} object)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.${object}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND CudaEmulator::emucc ${arg_OPTIONS} -c ${path} -o ${object} -MD -MF ${object}.d
      DEPENDS ${path}
      DEPFILE ${object}.d
      COMMENT "emucc ${source}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_executable(${name} ${objects})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PRIVATE CudaEmulator::runtime)
endfunction()

function(cuda_emulator_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "COMMAND;SCHEDULES")
  if(NOT arg_SCHEDULES)
    set(arg_SCHEDULES late)
  endif()
  foreach(schedule IN LISTS arg_SCHEDULES)
    string(REGEX MATCH "^([a-z]+):?([0-9]*)$" parts ${schedule})
    if(NOT parts)
      message(FATAL_ERROR "SCHEDULES takes late, eager and random:N, not ${schedule}")
    endif()
    set(environment EMULATOR_SCHEDULE=${CMAKE_MATCH_1})
    if(NOT CMAKE_MATCH_2 STREQUAL "")
      list(APPEND environment EMULATOR_SEED=${CMAKE_MATCH_2})
    endif()
    string(REPLACE ":" "_" suffix ${schedule})
    add_test(NAME ${arg_NAME}/${suffix} COMMAND ${arg_COMMAND})
    set_tests_properties(${arg_NAME}/${suffix} PROPERTIES ENVIRONMENT "${environment}")
  endforeach()
endfunction()
