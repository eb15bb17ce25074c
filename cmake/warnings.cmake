# The warnings that our own code is held to; they are errors with the compilers that our tests run with.
# A later compiler finds more to warn of, which must not keep a student from building the course.
# -Wrestrict is off for GCC 12, which sees overlapping copies in `"a" + std::string` (GCC bug 105651).
function(course_warnings target)
  set(is_gcc_12 $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>)
  set(is_clang_14 $<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,15>>)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic
    $<$<OR:${is_gcc_12},${is_clang_14}>:-Werror>
    $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>
    $<${is_gcc_12}:-Wno-restrict>)
endfunction()
