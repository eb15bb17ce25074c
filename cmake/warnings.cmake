# The warnings that our own code is held to; they are errors.
# -Wrestrict is off for GCC 12, which sees overlapping copies in `"a" + std::string` (GCC bug 105651).
function(course_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Werror
    $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
endfunction()
