# Two kinds of tests need no lesson. Each has a label, for ctest, and a target that builds all that its
# tests need and nothing else: `unit_tests`, our own code piece by piece, and `emulated_programs`,
# CUDA programs on the emulated device. They are what the preset `asan` builds and runs.
add_custom_target(unit_tests)
add_custom_target(emulated_programs)

# They run for a moment and are built often. UndefinedBehaviorSanitizer is for what they test: it would
# double the time that they take to compile.
function(course_unit_test_flags target)
  target_compile_options(${target} PRIVATE -O0 $<$<BOOL:${COURSE_SANITIZE}>:-fno-sanitize=undefined>)
  course_warnings(${target})
endfunction()

# GoogleTest's headers are large: they are parsed once for all unit tests.
find_package(GTest REQUIRED)
file(CONFIGURE OUTPUT unit_test_headers.cpp CONTENT "")
add_library(unit_test_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/unit_test_headers.cpp)
target_link_libraries(unit_test_headers PRIVATE GTest::gmock)
course_unit_test_flags(unit_test_headers)
target_precompile_headers(unit_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)

# course_unit_test(NAME SOURCES a_test.cpp … LIBS target … [FLAGS flag …])
# One GoogleTest program, one CTest test. With flags of its own it parses the headers itself. Its files are
# read together, for what GoogleTest makes of a file costs most: half of the time of all unit tests.
function(course_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS;FLAGS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gmock GTest::gtest_main)
  course_unit_test_flags(${name})
  course_together(${name})
  if(arg_FLAGS)
    target_compile_options(${name} PRIVATE ${arg_FLAGS})
  else()
    target_precompile_headers(${name} REUSE_FROM unit_test_headers)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS unit)
  add_dependencies(unit_tests ${name})
endfunction()

# course_emulated_test(NAME …): what these tests, which add_test has made, have in common.
function(course_emulated_test)
  set_property(TEST ${ARGN} PROPERTY LABELS emulated)
  course_no_leak_check(${ARGN})
endfunction()

# course_workflow_test(NAME PRESET CONFIGURATION …): the workflow preset, which configures, builds and
# tests another build of the course with all processors. Only `ctest -C CONFIGURATION` runs it.
function(course_workflow_test name preset)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  add_test(NAME ${name} CONFIGURATIONS ${ARGN}
           COMMAND ${CMAKE_COMMAND} --workflow --preset ${preset}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT CTEST_PARALLEL_LEVEL=${cores} PROCESSORS ${cores} COST 2000 TIMEOUT 2400)
endfunction()
