# That an editor with clangd shows exercises without red lines: clang accepts each of them with the
# compile_flags.txt that stands beside lessons and solutions.
function(course_editor_tests)
  find_program(COURSE_CLANG clang++)
  if(NOT COURSE_CLANG)
    return()
  endif()
  file(GLOB lessons RELATIVE ${PROJECT_SOURCE_DIR}/lessons CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/lessons/*/exercise.h)
  foreach(header IN LISTS lessons)
    get_filename_component(lesson ${header} DIRECTORY)
    foreach(folder lessons solutions)
      add_test(NAME editor/${folder}/${lesson}
        COMMAND ${COURSE_CLANG} @compile_flags.txt -I../lessons/${lesson} -Werror -fsyntax-only
                ${lesson}/exercise.cu
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder})
    endforeach()
  endforeach()
endfunction()
