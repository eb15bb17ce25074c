# cmake -DEMUCC=… -DSOURCES=… -DINCLUDE=… -DDEVICES=… -DPICTURE=… -DWRITTEN=… -DFOLDER=… -P current.cmake
# Draws a picture anew, into FOLDER, and compares it with PICTURE, the one that is kept in the tree.
get_filename_component(name ${PICTURE} NAME)
file(MAKE_DIRECTORY ${FOLDER})
set(include)
if(INCLUDE)
  set(include -I${INCLUDE})
endif()
execute_process(COMMAND ${EMUCC} ${include} -o ${FOLDER}/${name}.program ${SOURCES}
                COMMAND_ERROR_IS_FATAL ANY)
if(WRITTEN)
  set(draw ${FOLDER}/${name}.program ${FOLDER}/${name})
else()
  set(draw EMULATOR_TRACE=${FOLDER}/${name} ${FOLDER}/${name}.program)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E env EMULATOR_DEVICES=${DEVICES} ${draw}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${FOLDER}/${name} ${PICTURE}
                RESULT_VARIABLE differs)
if(differs)
  message(FATAL_ERROR "${PICTURE} is not what the emulator draws today. If the new picture is right, "
                      "look at ${FOLDER}/${name}, then: cmake --build BUILD --target pictures")
endif()
