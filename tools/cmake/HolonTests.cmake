# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# One test binary per module from its *_test.cpp files (label fast), a second one from its
# *_slow_test.cpp files (label slow); likewise for apps/holon/test and validation. The lints and
# the consumer test are plain commands.

find_package(GTest)
set(HOLON_TESTS_FOUND ${GTest_FOUND} CACHE INTERNAL "GoogleTest was found")

find_path(HOLON_RAPIDCHECK_INCLUDE rapidcheck.h)
find_library(HOLON_RAPIDCHECK_LIBRARY rapidcheck)
find_library(HOLON_MPFR_LIBRARY mpfr)
find_library(HOLON_GMP_LIBRARY gmp)
find_path(HOLON_MPFR_INCLUDE mpfr.h)

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/test/tmp)
add_library(holon_test_support INTERFACE)
if(GTest_FOUND)
  target_link_libraries(holon_test_support INTERFACE GTest::gtest GTest::gtest_main)
endif()
if(HOLON_RAPIDCHECK_INCLUDE AND HOLON_RAPIDCHECK_LIBRARY)
  target_include_directories(holon_test_support SYSTEM INTERFACE ${HOLON_RAPIDCHECK_INCLUDE})
  target_link_libraries(holon_test_support INTERFACE ${HOLON_RAPIDCHECK_LIBRARY})
  target_compile_definitions(holon_test_support INTERFACE HOLON_HAVE_RAPIDCHECK)
endif()
if(HOLON_MPFR_INCLUDE AND HOLON_MPFR_LIBRARY AND HOLON_GMP_LIBRARY)
  target_link_libraries(holon_test_support INTERFACE ${HOLON_MPFR_LIBRARY} ${HOLON_GMP_LIBRARY})
  target_compile_definitions(holon_test_support INTERFACE HOLON_HAVE_MPFR)
endif()
# What is tested is optimised; to optimise the tests takes nearly half of their compile time.
target_compile_options(holon_test_support INTERFACE $<$<CONFIG:Release>:-Og>)
target_compile_definitions(holon_test_support INTERFACE
  HOLON_SOURCE_DIR="${PROJECT_SOURCE_DIR}" HOLON_BINARY_DIR="${PROJECT_BINARY_DIR}")

if(GTest_FOUND AND HOLON_PRECOMPILE)
  holon_precompile(holon_test_headers pie <gtest/gtest.h> ${HOLON_SHARED_HEADERS})
  target_link_libraries(holon_test_headers PRIVATE holon_test_support)
endif()

# Test programs whose sources do not share batches (HOLON_UNITY).
set(HOLON_TESTS_ALONE)

# holon_add_test_binary(<name> <label> <libraries> <sources>...)
function(holon_add_test_binary name label libraries)
  if(NOT ARGN)
    return()
  endif()
  include(GoogleTest)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE ${libraries} holon_test_support)
  holon_use_precompiled(${name} holon_test_headers)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test UNITY_BUILD_BATCH_SIZE 10)
  if(name IN_LIST HOLON_TESTS_ALONE)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    # A folder of its own for what tests write: two checkouts may be tested at once.
    PROPERTIES LABELS ${label} TIMEOUT 300 ENVIRONMENT TEST_TMPDIR=${PROJECT_BINARY_DIR}/test/tmp/)
endfunction()

# Splits `sources` into slow and other ones and adds both binaries; sources that are no tests belong
# to both.
function(holon_add_tests prefix libraries)
  set(slow ${ARGN})
  set(fast ${ARGN})
  set(helpers ${ARGN})
  list(FILTER helpers EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER slow INCLUDE REGEX "_slow_test\\.cpp$")
  list(FILTER fast EXCLUDE REGEX "_slow_test\\.cpp$")
  holon_add_test_binary(${prefix}_test fast "${libraries}" ${fast})
  if(slow)
    holon_add_test_binary(${prefix}_slow_test slow "${libraries}" ${slow} ${helpers})
  endif()
endfunction()

if(GTest_FOUND)
  set(above)
  foreach(name IN LISTS HOLON_PRESENT)
    list(APPEND above ${name})
    set(folder ${PROJECT_SOURCE_DIR}/src/holon/${name})
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/test/*.cpp ${folder}/test/*/*.cpp
      ${folder}/*/test/*.cpp)
    set(libraries)
    foreach(other IN LISTS above HOLON_TEST_LAYER_${name})
      if(other IN_LIST HOLON_PRESENT)
        list(APPEND libraries holon_${other})
      endif()
    endforeach()
    holon_add_tests(${name} "${libraries}" ${sources})
  endforeach()

  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/holon/test/*_test.cpp)
  holon_add_tests(app holon_holon ${sources})
  if(TARGET app_test AND TARGET holon)
    add_dependencies(app_test holon)
    target_compile_definitions(app_test PRIVATE HOLON_EXECUTABLE="$<TARGET_FILE:holon>")
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/validation/*_test.cpp)
  holon_add_tests(validation holon_holon ${sources})
else()
  message(STATUS "GoogleTest not found (Debian: libgtest-dev): only the lints are tested")
endif()

foreach(lint IN ITEMS layers parts format)
  add_test(NAME lint.${lint} COMMAND ${PROJECT_SOURCE_DIR}/tools/lint/${lint}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(lint.${lint} PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 120)
endforeach()

if(TARGET holon)
  add_test(NAME lint.install COMMAND ${PROJECT_SOURCE_DIR}/tools/lint/install ${PROJECT_BINARY_DIR})
  set_tests_properties(lint.install PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 120)
  add_test(NAME validation.cases COMMAND holon validate)
  set_tests_properties(validation.cases PROPERTIES LABELS slow TIMEOUT 300)
  add_test(NAME docs.readme
    COMMAND ${PROJECT_SOURCE_DIR}/tools/lint/readme $<TARGET_FILE:holon>)
  set_tests_properties(docs.readme PROPERTIES LABELS fast TIMEOUT 120 COST 40)
endif()

# The front end of reports: its modules, and the pages of all examples in a browser, in two parts
# that run side by side; what does not depend on the model is tried once in each.
if(TARGET holon AND HOLON_NPM AND HOLON_NODE)
  set(test_reports ${PROJECT_SOURCE_DIR}/tools/test_reports ${PROJECT_BINARY_DIR})
  add_test(NAME report.unit COMMAND ${test_reports} unit)
  set_tests_properties(report.unit PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 120 COST 30)
  foreach(part 0 1)
    add_test(NAME report.pages_${part} COMMAND ${test_reports} pages ${part} 2 $<TARGET_FILE:holon>)
    set_tests_properties(report.pages_${part} PROPERTIES
      LABELS slow SKIP_RETURN_CODE 77 TIMEOUT 1800 COST 100)  # the longest first
  endforeach()
endif()

# The desktop: its modules, its pages against a server of made-up physics, and against the program.
if(TARGET holon AND HOLON_NPM AND HOLON_NODE)
  set(test_desktop ${PROJECT_SOURCE_DIR}/tools/test_desktop ${PROJECT_BINARY_DIR})
  add_test(NAME desktop.unit COMMAND ${test_desktop} unit)
  set_tests_properties(desktop.unit PROPERTIES LABELS fast SKIP_RETURN_CODE 77 TIMEOUT 600 COST 40)
  add_test(NAME desktop.page COMMAND ${test_desktop} page)
  foreach(kind program examples workshop)
    add_test(NAME desktop.${kind} COMMAND ${test_desktop} ${kind} $<TARGET_FILE:holon>)
  endforeach()
  set_tests_properties(desktop.page desktop.program desktop.examples desktop.workshop PROPERTIES
    LABELS slow SKIP_RETURN_CODE 77 TIMEOUT 1800 COST 50)
endif()

# Sanitized libraries cannot be linked by a plain consumer.
if(NOT "${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize" AND EXISTS ${PROJECT_SOURCE_DIR}/src/holon/base)
  add_test(NAME consumer COMMAND ${CMAKE_COMMAND}
    -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR} -DTYPE=${CMAKE_BUILD_TYPE}
    -DGENERATOR=${CMAKE_GENERATOR} -DCXX=${CMAKE_CXX_COMPILER} -DC=${CMAKE_C_COMPILER}
    -DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    -P ${PROJECT_SOURCE_DIR}/tools/consumer/run.cmake)
  set_tests_properties(consumer PROPERTIES LABELS slow TIMEOUT 180 COST 50)
endif()
