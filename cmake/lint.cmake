# That sources are written as those beside them: C++ as clang-format 14 writes it, shell as shellcheck
# wants it, Python and JavaScript without what their linters find.
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
  if(COMMAND course_web_test)
    course_web_test(lint/python_and_javascript lint.mjs)
    set_tests_properties(lint/python_and_javascript PROPERTIES LABELS lint)
  endif()
endfunction()
