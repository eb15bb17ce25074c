# course_shared_headers(target <header>…): the standard library's headers are most of what a small
# file is to a compiler. Those that most files of the target include are parsed once.
function(course_shared_headers target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# course_quick_build(target <header>…): for programs that mostly wait for others. What counts is that
# they are built soon: little optimization, and their heavy headers parsed once.
function(course_quick_build target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  course_together(${target})
endfunction()

# course_quick_build_like(target other): the same, with the headers that `other` has parsed already.
function(course_quick_build_like target other)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  get_target_property(built_elsewhere ${other} IMPORTED)
  if(NOT built_elsewhere)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

# course_together(target): the compiler reads ten files of the target as one. What a heavy header makes
# of itself, such as all of CLI11 and of JSON, is then made once for all ten. Names in anonymous
# namespaces must differ within a target, and from those of its headers, which they would hide without a
# word.
function(course_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
  # g++ takes the files that are read together for headers, and warns of their own classes.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
