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

# A part type from outside: all formulations agree, and the motion is that of Holon's own bodies.
function(expect_failure text)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nsucceeds")
  endif()
  string(REGEX REPLACE "[ \n]+" " " flat "${out}")
  string(FIND "${flat}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${ARGN}\nsays\n${out}\ninstead of\n${text}")
  endif()
endfunction()

set(holon ${work}/prefix/bin/holon)
set(models ${SOURCE}/tools/consumer/plugin)
set(cart --plugin ${work}/build/libsprung_cart.so)
step(${holon} run ${models}/hanging_from_bodies.yaml -o ${work}/bodies.csv)
foreach(formulation recursive augmented aggregate)
  step(${holon} run ${models}/hanging.yaml ${cart} --formulation ${formulation}
    -o ${work}/${formulation}.csv)
  step(${holon} compare ${work}/${formulation}.csv ${work}/bodies.csv --tolerance 1e-9)
endforeach()
step(${holon} parts SprungCart ${cart})

file(WRITE ${work}/faulty.yaml "holon: 1\nparts:\n  a: {type: Faulty}\n  \
b: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}\n  \
j: {type: Revolute, between: [a.hook, b]}\nsimulate: {until: 1 s}\n")
function(expect_refusal fault text)
  expect_failure("${text}" ${holon} run ${work}/faulty.yaml
    --plugin ${work}/build/libbad_plugin_${fault}.so)
endfunction()
expect_failure("--plugin: there is no plugin 'none.so'" ${holon} check ${work}/faulty.yaml
  --plugin none.so)
expect_failure("cannot be loaded" ${holon} check ${work}/faulty.yaml --plugin ${work}/faulty.yaml)
expect_refusal(1 "is not a plugin: it has no symbol 'holon_plugin'")
expect_refusal(2 "was compiled for version 2 of the interface of plugins, not 1")
expect_refusal(3 "throws while it adds its part types: nothing to add")
expect_refusal(4 "throws in build(): no such luck")
expect_refusal(5 "adds a part type 'RigidBody', which exists already")
expect_refusal(6 "D v of the connection 'a.hook' is not the derivative of its place")
