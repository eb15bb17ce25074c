# The warnings that our own code is held to; they are errors.
function(course_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Werror -Wno-unknown-warning-option)
endfunction()
