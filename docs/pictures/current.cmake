# cmake -DEMUCC=… -DSOURCES=… -DINCLUDE=… -DDEVICES=… -DWRITTEN=… -DPICTURE=… -DFOLDER=… -P current.cmake
# cmake -DDRAW=COMMAND… -DPICTURE=… -DFOLDER=… -P current.cmake
# Draws a picture again, into FOLDER, and compares it with PICTURE, the one that is kept in the tree.
# DRAW is a command that draws into the file that is its last argument.
get_filename_component(name ${PICTURE} NAME)
file(MAKE_DIRECTORY ${FOLDER})
if(DRAW)
  list(APPEND DRAW ${FOLDER}/${name})
else()
  set(include)
  if(INCLUDE)
    set(include -I${INCLUDE})
  endif()
  execute_process(COMMAND ${EMUCC} -std=c++20 -rdc=true ${include} -o ${FOLDER}/${name}.program ${SOURCES}
                  COMMAND_ERROR_IS_FATAL ANY)
  if(WRITTEN)
    set(run ${FOLDER}/${name}.program ${FOLDER}/${name})
  else()
    set(run EMULATOR_TRACE=${FOLDER}/${name} ${FOLDER}/${name}.program)
  endif()
  set(DRAW ${CMAKE_COMMAND} -E env EMULATOR_DEVICES=${DEVICES} ${run})
endif()
execute_process(COMMAND ${DRAW} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${FOLDER}/${name} ${PICTURE}
                RESULT_VARIABLE differs)
if(differs)
  message(FATAL_ERROR "${PICTURE} is not what the course draws today. If the new picture is right, "
                      "look at ${FOLDER}/${name}, then: cmake --build BUILD --target pictures")
endif()
