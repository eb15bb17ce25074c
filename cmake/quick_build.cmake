# course_quick_build(target <header>…): for programs that mostly wait for others. What counts is that
# they are built soon: little optimisation, and their heavy headers parsed once.
function(course_quick_build target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# course_quick_build_like(target other): the same, with the headers that `other` has parsed already.
function(course_quick_build_like target other)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  get_target_property(built_elsewhere ${other} IMPORTED)
  if(NOT built_elsewhere)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
