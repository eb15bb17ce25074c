# COURSE_SANITIZE: our own programs, those that emucc links included, under AddressSanitizer and
# UndefinedBehaviorSanitizer. The preset `asan` sets it; `./course test --sanitize` builds and runs it.
option(COURSE_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

set(COURSE_SANITIZER_LIBRARY "")
if(COURSE_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "COURSE_SANITIZE needs g++: programs of clang++ would bring a second runtime")
  endif()
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  add_compile_options(${sanitizers} -fno-omit-frame-pointer)
  add_link_options(${sanitizers})
  # Programs that use libemulator.so have to load this one before it.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
                  OUTPUT_VARIABLE COURSE_SANITIZER_LIBRARY OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

# course_no_leak_check(TEST …): where grids run, leaks cannot be told. The stacks of device threads,
# which hold the pointers, and the record of the run lie in the emulator's arenas, where LeakSanitizer
# does not look; and what the checker knows of a grid it keeps as long as the process lives.
function(course_no_leak_check)
  if(NOT COURSE_SANITIZE)
    return()
  endif()
  set_property(TEST ${ARGN} APPEND PROPERTY
    ENVIRONMENT_MODIFICATION ASAN_OPTIONS=string_append:,detect_leaks=0)
endfunction()

# course_sanitized_test(): the test `sanitized` is such a build with its own tests. Only
# `ctest -C Sanitize` runs it, which is what `./course test --sanitize` does.
function(course_sanitized_test)
  if(COURSE_SANITIZE)
    return()
  endif()
  course_workflow_test(sanitized asan Sanitize LongSanitize)
endfunction()
