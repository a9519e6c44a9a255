# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The tape's machine is compiled for each level of the instruction set, 1 and 8 lanes; the right one
# is chosen when the program starts.
set(holon_tape_levels base)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND holon_tape_levels v3 v4)
  target_compile_definitions(holon_expr PRIVATE HOLON_TAPE_LEVELS)
endif()
# holon_add_for_level(<name> <file> <level> <definitions>…): a source that is the .inc file, compiled
# for a level.
function(holon_add_for_level name file level)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/generated/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"holon/expr/program/${file}.inc\"\n")
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
    COMPILE_DEFINITIONS "${ARGN}"
    OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/program/${file}.inc")
endfunction()
foreach(level IN LISTS holon_tape_levels)
  foreach(lanes 1 8)
    holon_add_for_level(tape_${lanes}_${level} tape_run ${level}
      HOLON_LANES=${lanes} HOLON_TAPE_MACHINE=tape_machine_${lanes}_${level})
  endforeach()
  holon_add_for_level(block_functions_${level} block_functions ${level}
    HOLON_BLOCK_FUNCTIONS=block_functions_${level})
endforeach()

# Machine code is made by asmjit, for x86-64; without it the tape runs.
if(HOLON_ASMJIT_INCLUDE AND HOLON_ASMJIT_LIBRARY AND v3 IN_LIST holon_tape_levels)
  file(GLOB holon_jit_sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/program/jit_*.cpp)
  set_source_files_properties(${holon_jit_sources} PROPERTIES
    COMPILE_DEFINITIONS "HOLON_JIT;ASMJIT_STATIC")
  foreach(variant 1_base 1_v3 1_v4 8_v3 8_v4)
    string(SUBSTRING "${variant}" 0 1 lanes)
    string(SUBSTRING "${variant}" 2 -1 level)
    holon_add_for_level(jit_functions_${variant} jit_functions ${level}
      HOLON_LANES=${lanes} HOLON_NARROW HOLON_TAPE_LEVELS
      HOLON_JIT_FUNCTIONS=jit_functions_${variant})
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
