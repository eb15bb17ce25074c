# course_clang_test(): the test `clang` builds all of the course with clang++, as on the machine of a
# student who has no g++, and runs the lessons' tests there. Only `ctest -C Long` runs it, which is
# what `./course test --long` does.
function(course_clang_test)
  find_program(COURSE_CLANG clang++)
  if(NOT COURSE_CLANG OR COURSE_SANITIZE OR CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    return()
  endif()
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  add_test(NAME clang CONFIGURATIONS Long LongSanitize
           COMMAND ${CMAKE_COMMAND} --workflow --preset clang
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(clang PROPERTIES
    ENVIRONMENT CTEST_PARALLEL_LEVEL=${cores} PROCESSORS ${cores} COST 2000 TIMEOUT 2400)
endfunction()
