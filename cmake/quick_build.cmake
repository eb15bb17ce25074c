# course_quick_build(target <header>…): for programs that mostly wait for others. What counts is that
# they are built soon: little optimisation, and their heavy headers parsed once.
function(course_quick_build target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()
