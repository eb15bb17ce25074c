# course_front_door(): the target `course_runtime`, all that every lesson needs and nothing more (no
# unit tests, no benchmarks), which is what ./course builds before it hands over to the program. Of
# checks it builds again what was built once; see autograder/checks.
function(course_front_door)
  add_custom_target(course_runtime)
  add_dependencies(course_runtime
    emucc emulator emulator_prefix_checked emulator_prefix_unchecked exercise_runner harness course_program)
  if(TARGET course_sandbox)
    add_dependencies(course_runtime course_sandbox)
  endif()
endfunction()
