# Two kinds of tests need no lesson. Each has a label, for ctest, and a target that builds all that its
# tests need and nothing else: `unit_tests`, our own code piece by piece, and `emulated_programs`,
# CUDA programs on the emulated device. They are what the preset `asan` builds and runs.
add_custom_target(unit_tests)
add_custom_target(emulated_programs)

# course_unit_test(NAME SOURCES a_test.cpp … LIBS target …): one GoogleTest program, one CTest test.
function(course_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_options(${name} PRIVATE -O0)  # they run for a moment and are built often
  course_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS unit)
  add_dependencies(unit_tests ${name})
endfunction()

# course_emulated_test(NAME …): what these tests, which add_test has made, have in common.
function(course_emulated_test)
  set_property(TEST ${ARGN} PROPERTY LABELS emulated)
  course_no_leak_check(${ARGN})
endfunction()
