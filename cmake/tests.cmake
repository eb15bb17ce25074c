# Builds all unit tests, and nothing else.
add_custom_target(unit_tests)

# course_unit_test(NAME SOURCES a_test.cpp … LIBS target …): one GoogleTest program, one CTest test.
function(course_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_options(${name} PRIVATE -O0)  # they run for a moment and are built often
  course_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  add_dependencies(unit_tests ${name})
endfunction()
