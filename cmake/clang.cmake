# course_clang_test(): the test `clang` builds all of the course with clang++, as on the machine of a
# student who has no g++, and runs the lessons' tests there. Only `ctest -C Long` runs it, which is
# what `./course test --long` does.
function(course_clang_test)
  find_program(COURSE_CLANG clang++)
  if(NOT COURSE_CLANG OR COURSE_SANITIZE OR CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    return()
  endif()
  course_workflow_test(clang clang Long LongSanitize)
endfunction()
