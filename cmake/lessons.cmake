# course_lesson_tests(): what must hold for every lesson, as CTest tests named lesson/NN-name/PART.
# The folders under lessons/ are the list, so that a new lesson touches no build file.
function(course_lesson_tests)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lessons)
  file(GLOB solutions ${PROJECT_SOURCE_DIR}/solutions/[0-9]*)  # others/ may come to be there
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${solutions})
  file(GLOB lessons RELATIVE ${PROJECT_SOURCE_DIR}/lessons ${PROJECT_SOURCE_DIR}/lessons/[0-9]*)

  set(parts folder skeleton mistakes nvcc)
  if(COURSE_GPU)
    list(APPEND parts gpu)
  endif()
  foreach(lesson IN LISTS lessons)
    foreach(part IN LISTS parts)
      course_lesson_test(${lesson} ${part})
    endforeach()
    # Under all schedules, as students' exercises are checked: ./course test --long.
    course_lesson_test(${lesson} mistakes-in-every-order CONFIGURATIONS Long LongSanitize)
    # A lesson whose survivors have been looked at says so in this file: see docs/mutants.md.
    if(EXISTS ${PROJECT_SOURCE_DIR}/solutions/${lesson}/mutants.toml)
      course_lesson_test(${lesson} mutants)
    endif()
    if(EXISTS ${PROJECT_SOURCE_DIR}/solutions/${lesson}/others)
      course_lesson_test(${lesson} others)
    endif()
    if(TARGET exercise_runner)
      course_test_without_a_report(${lesson})
    endif()
  endforeach()

  course_ptx_tests()
  course_whole_solutions()

  # All at once, as a student checks; it takes all cores. Under all schedules: ./course test --long.
  set(check course_program check --from ${PROJECT_SOURCE_DIR}/solutions --device emulator)
  add_test(NAME course_check_solutions COMMAND ${check} --seeds 4)
  add_test(NAME course_check_solutions_in_every_order CONFIGURATIONS Long LongSanitize COMMAND ${check})
  set_tests_properties(course_check_solutions PROPERTIES TIMEOUT 900 COST 1000 PROCESSORS 2)
  set_tests_properties(course_check_solutions_in_every_order PROPERTIES TIMEOUT 2400 PROCESSORS 2)
endfunction()

function(course_test_without_a_report lesson)
  add_test(NAME lesson/${lesson}/without-a-report
    COMMAND ${PROJECT_SOURCE_DIR}/autograder/checks/without_a_report.sh
            $<TARGET_FILE:emucc> $<TARGET_FILE_DIR:exercise_runner> ${lesson}
            ${PROJECT_SOURCE_DIR}/lessons/${lesson}
            ${PROJECT_BINARY_DIR}/solutions/${lesson}/exercise.cu)
  set_tests_properties(lesson/${lesson}/without-a-report PROPERTIES TIMEOUT 300)
endfunction()

# solutions/NN-name/exercise.cu has regions only. With the rest, the skeleton's, it is in
# BUILD/solutions/NN-name/exercise.cu, for what is not part of the course program.
function(course_whole_solutions)
  file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/solutions/[0-9]*/exercise.cu
       ${PROJECT_SOURCE_DIR}/lessons/[0-9]*/skeleton.cu)
  set(made ${PROJECT_BINARY_DIR}/solutions/made)
  add_custom_command(OUTPUT ${made}
    COMMAND course_program whole-solutions
    COMMAND ${CMAKE_COMMAND} -E touch ${made}
    DEPENDS course_program ${parts}
    COMMENT "Putting solutions together" VERBATIM)
  add_custom_target(whole_solutions ALL DEPENDS ${made})
endfunction()

# Exit 77 says that the part cannot run here, such as nvcc where there is none.
function(course_lesson_test lesson part)
  set(name lesson/${lesson}/${part})
  add_test(NAME ${name} ${ARGN} COMMAND course_program test-lesson ${lesson} --part ${part} --jobs 1)
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  if(part MATCHES "^(mistakes|others|nvcc)$")
    set_tests_properties(${name} PROPERTIES LABELS samples)
  endif()
  if(part STREQUAL gpu)
    set_tests_properties(${name} PROPERTIES LABELS gpu RESOURCE_LOCK gpu)
  endif()
endfunction()

# PTX that lessons give to read, X.ptx beside X.cu, is kept in the tree for those who have no nvcc.
# Where there is one it makes another, and what the quiz asks for must be in both.
function(course_ptx_tests)
  find_program(COURSE_NVCC nvcc PATHS /usr/local/cuda/bin)
  file(GLOB texts RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lessons/[0-9]*/*.ptx)
  foreach(text IN LISTS texts)
    cmake_path(REMOVE_EXTENSION text OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH lesson)
    cmake_path(GET lesson FILENAME lesson)
    set(facts ${PROJECT_SOURCE_DIR}/solutions/${lesson}/ptx_facts.sh)
    add_test(NAME ptx/${lesson}/shipped COMMAND ${facts} ${PROJECT_SOURCE_DIR}/${text})
    if(COURSE_NVCC)
      set(made ${PROJECT_BINARY_DIR}/${text})
      cmake_path(GET made PARENT_PATH folder)
      file(MAKE_DIRECTORY ${folder})
      add_custom_command(OUTPUT ${made}
        COMMAND ${COURSE_NVCC} -std=c++17 -rdc=true -arch=sm_75 -ptx
                ${PROJECT_SOURCE_DIR}/${name}.cu -o ${made}
        DEPENDS ${PROJECT_SOURCE_DIR}/${name}.cu
        COMMENT "Making ${text} with nvcc" VERBATIM)
      list(APPEND all_made ${made})
      add_test(NAME ptx/${lesson}/made COMMAND ${facts} ${made})
    endif()
  endforeach()
  add_custom_target(ptx ALL DEPENDS ${all_made})
endfunction()
