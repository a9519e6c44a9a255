# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The tape's machine is compiled for each level of the instruction set, 1 and 8 lanes; the right one
# is chosen when the program starts.
set(holon_tape_levels base)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND holon_tape_levels v3 v4)
  target_compile_definitions(holon_expr PRIVATE HOLON_TAPE_LEVELS)
endif()
foreach(level IN LISTS holon_tape_levels)
  foreach(lanes 1 8)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/generated/tape_${lanes}_${level}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"holon/expr/program/tape_run.inc\"\n")
    target_sources(holon_expr PRIVATE "${source}")
    set(options -O2 -fno-math-errno -Wno-pedantic -Wno-psabi)
    if(level STREQUAL "v3")
      list(APPEND options -march=x86-64-v3)
    elseif(level STREQUAL "v4")
      list(APPEND options -march=x86-64-v4 -mprefer-vector-width=512)
    endif()
    set_source_files_properties("${source}" PROPERTIES
      COMPILE_OPTIONS "${options}"
      SKIP_PRECOMPILE_HEADERS ON
      COMPILE_DEFINITIONS "HOLON_LANES=${lanes};HOLON_TAPE_MACHINE=tape_machine_${lanes}_${level}"
      OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/program/tape_run.inc")
  endforeach()
endforeach()

# Machine code is made by asmjit, for x86-64; without it the tape runs.
if(HOLON_ASMJIT_INCLUDE AND HOLON_ASMJIT_LIBRARY AND v3 IN_LIST holon_tape_levels)
  file(GLOB holon_jit_sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/program/jit_*.cpp)
  set_source_files_properties(${holon_jit_sources} PROPERTIES
    COMPILE_DEFINITIONS "HOLON_JIT;ASMJIT_STATIC")
  foreach(variant 1_base 1_v3 1_v4 8_v3 8_v4)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/generated/jit_functions_${variant}.cpp")
    file(CONFIGURE OUTPUT "${source}"
      CONTENT "#include \"holon/expr/program/jit_functions.inc\"\n")
    target_sources(holon_expr PRIVATE "${source}")
    set(options -O2 -fno-math-errno -Wno-pedantic -Wno-psabi)
    if(variant MATCHES "v3")
      list(APPEND options -march=x86-64-v3)
    elseif(variant MATCHES "v4")
      list(APPEND options -march=x86-64-v4 -mprefer-vector-width=512)
    endif()
    string(SUBSTRING "${variant}" 0 1 lanes)
    set_source_files_properties("${source}" PROPERTIES
      COMPILE_OPTIONS "${options}"
      SKIP_PRECOMPILE_HEADERS ON
      COMPILE_DEFINITIONS
        "HOLON_LANES=${lanes};HOLON_NARROW;HOLON_TAPE_LEVELS;HOLON_JIT_FUNCTIONS=jit_functions_${variant}"
      OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/program/jit_functions.inc")
  endforeach()
endif()

# The runtime's text, which generated C code begins with.
set(holon_runtime_headers
  lanes sums trigonometric exponential logarithm inverse elementary table linear sparse saddle
  minimum_norm nested newton)
set(holon_runtime_text "")
foreach(header IN LISTS holon_runtime_headers)
  set(path "${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/runtime/${header}.h")
  if(EXISTS "${path}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(READ "${path}" text)
    string(REGEX REPLACE "#include \"holon/[^\n]*\n" "" text "${text}")
    string(APPEND holon_runtime_text "    R\"holon(${text})holon\"\n")
  endif()
endforeach()
set(holon_runtime_source "${CMAKE_CURRENT_BINARY_DIR}/generated/runtime_text.cpp")
file(GENERATE OUTPUT "${holon_runtime_source}" CONTENT
"#include \"holon/expr/program/runtime_text.h\"

namespace holon::detail {

std::string_view runtime_source() {
  static const char text[] =
${holon_runtime_text};
  return text;
}

}  // namespace holon::detail
")
target_sources(holon_expr PRIVATE "${holon_runtime_source}")

# Each of these takes in the runtime's headers with definitions of its own.
file(GLOB holon_runtime_tests CONFIGURE_DEPENDS src/holon/expr/test/runtime_*_test.cpp)
set_source_files_properties(${holon_runtime_tests} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
