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
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"holon/expr/tape_run.inc\"\n")
    target_sources(holon_expr PRIVATE "${source}")
    set(options -O2 -fno-math-errno -Wno-pedantic -Wno-psabi)
    if(level STREQUAL "v3")
      list(APPEND options -march=x86-64-v3)
    elseif(level STREQUAL "v4")
      list(APPEND options -march=x86-64-v4 -mprefer-vector-width=512)
    endif()
    set_source_files_properties("${source}" PROPERTIES
      COMPILE_OPTIONS "${options}"
      COMPILE_DEFINITIONS "HOLON_LANES=${lanes};HOLON_TAPE_MACHINE=tape_machine_${lanes}_${level}"
      OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/holon/expr/tape_run.inc")
  endforeach()
endforeach()
