# That an editor with clangd shows exercises without red lines: clang accepts skeletons and solutions
# with the compile_flags.txt that stands beside lessons, and test programs that include libraries with
# that of the tests. And that what the course prints becomes
# marks in Visual Studio Code.
function(course_editor_tests)
  if(PYTHON AND EXISTS ${PROJECT_SOURCE_DIR}/.vscode)
    add_test(NAME editor/vscode
      COMMAND ${PYTHON} -B ${PROJECT_SOURCE_DIR}/autograder/course/testing/editor_test.py
              ${PROJECT_SOURCE_DIR} $<TARGET_FILE:emucc>)
  endif()
  find_program(COURSE_CLANG clang++)
  if(NOT COURSE_CLANG)
    return()
  endif()
  foreach(program libraries/occupancy_calculator libraries/curand_monte_carlo libraries/cub_blocks
          libraries/thrust_algorithms libraries/wmma_fragments)
    get_filename_component(name ${program} NAME)
    add_test(NAME editor/tests/${name}
      COMMAND ${COURSE_CLANG} @compile_flags.txt -fsyntax-only programs/${program}.cu
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/autograder/emulator/tests)
    if(NOT name STREQUAL occupancy_calculator)  # every day one does
      set_tests_properties(editor/tests/${name} PROPERTIES LABELS waits)
    endif()
  endforeach()
  file(GLOB lessons RELATIVE ${PROJECT_SOURCE_DIR}/lessons CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/lessons/*/exercise.h)
  foreach(header IN LISTS lessons)
    get_filename_component(lesson ${header} DIRECTORY)
    set(lessons_source ${lesson}/skeleton.cu)
    set(solutions_source ${PROJECT_BINARY_DIR}/solutions/${lesson}/exercise.cu)
    foreach(folder lessons solutions)
      add_test(NAME editor/${folder}/${lesson}
        COMMAND ${COURSE_CLANG} @compile_flags.txt -I${lesson} -Werror -fsyntax-only
                ${${folder}_source}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/lessons)
      if(NOT lesson MATCHES "^(01|16|24)-")  # every day three do
        set_tests_properties(editor/${folder}/${lesson} PROPERTIES LABELS waits)
      endif()
    endforeach()
  endforeach()
endfunction()
