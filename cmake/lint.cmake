# That sources are written as those beside them: C++ as clang-format 14 writes it, shell as shellcheck
# wants it, Python and JavaScript without what their linters find, texts in the words of docs/words. And
# what clang-tidy 14 finds in our C++.
function(course_lint_tests)
  find_program(COURSE_CLANG_FORMAT NAMES clang-format-14 clang-format)
  if(COURSE_CLANG_FORMAT)
    execute_process(COMMAND ${COURSE_CLANG_FORMAT} --version OUTPUT_VARIABLE version)
  endif()
  # Another version breaks lines elsewhere.
  if("${version}" MATCHES "version 14[.]")
    add_test(NAME lint/cpp
      COMMAND sh -c "git -c safe.directory='*' ls-files -z 'autograder/*.cpp' 'autograder/*.h' | \
xargs -0 '${COURSE_CLANG_FORMAT}' --dry-run -Werror"
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(lint/cpp PROPERTIES LABELS lint)
  endif()
  find_program(COURSE_SHELLCHECK shellcheck)
  if(COURSE_SHELLCHECK)
    # SC2016: single quotes around what is not to be expanded are meant.
    add_test(NAME lint/shell
      COMMAND sh -c "git -c safe.directory='*' grep -nE '^#!.*[ /](ba)?sh$' | sed -n 's/:1:.*//p' | \
xargs '${COURSE_SHELLCHECK}' -e SC2016"
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(lint/shell PROPERTIES LABELS lint)
  endif()
  course_tidy_test()
  if(COMMAND course_web_test)
    course_web_test(lint/python_and_javascript lint.mjs)
    course_web_test(lint/words words.mjs)
    set_tests_properties(lint/python_and_javascript lint/words PROPERTIES LABELS lint)
  endif()
endfunction()

# course_tidy_test(): the test `lint/tidy`, about ten minutes on two cores, so only
# `./course test --long` runs it. It reads ten sources at a time (the preset `tidy`), since most of the
# time is spent on what they include. Not the fixtures of the harness: those do wrong on purpose.
function(course_tidy_test)
  find_program(COURSE_CLANG_TIDY NAMES clang-tidy-14 clang-tidy)
  find_program(COURSE_RUN_CLANG_TIDY NAMES run-clang-tidy-14 run-clang-tidy)
  find_program(COURSE_CLANG clang++)
  if(NOT COURSE_CLANG_TIDY OR NOT COURSE_RUN_CLANG_TIDY OR NOT COURSE_CLANG OR COURSE_SANITIZE)
    return()
  endif()
  execute_process(COMMAND ${COURSE_CLANG_TIDY} --version OUTPUT_VARIABLE version)
  if(NOT "${version}" MATCHES "version 14[.]")  # another one finds other things
    return()
  endif()
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  add_test(NAME lint/tidy CONFIGURATIONS Long LongSanitize
    COMMAND sh -c "'${CMAKE_COMMAND}' --preset tidy > /dev/null && '${COURSE_RUN_CLANG_TIDY}' -quiet \
-clang-tidy-binary '${COURSE_CLANG_TIDY}' -p build/tidy -j ${cores} '/autograder/(?!harness/tests/.*fixture)'"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(lint/tidy PROPERTIES
    LABELS lint PROCESSORS ${cores} COST 1500 TIMEOUT 3600)
endfunction()
