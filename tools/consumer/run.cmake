# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# Installs Holon into a scratch prefix and builds and runs this small project against it, as a
# stranger would.
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})

function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
  set(step_output "${out}" PARENT_SCOPE)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE}/tools/consumer -B ${work}/build -G ${GENERATOR}
  -DCMAKE_BUILD_TYPE=${TYPE} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${C}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_PREFIX_PATH=${work}/prefix)
step(${CMAKE_COMMAND} --build ${work}/build)
foreach(program consumer study)
  step(${CMAKE_COMMAND} -E chdir ${work} ${work}/build/${program})
  message(STATUS "${step_output}")
endforeach()
