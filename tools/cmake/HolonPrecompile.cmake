# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# Headers that many sources include, read once: half of what a source costs is reading headers.
# A source still includes what it uses; the preset `tidy` builds without and so finds what is missing.

option(HOLON_PRECOMPILE "Precompile the headers that all sources share" ON)
# Of the library, Eigen alone: whoever changes a header of ours would build everything anew.
set(HOLON_SHARED_HEADERS <Eigen/Core> <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory>
  <optional> <span> <sstream> <string> <string_view> <unordered_map> <unordered_set> <utility> <variant> <vector>)

# What is run once for a command, and so compiled with -O1, a quarter quicker than with -O2.
set(HOLON_LIGHTLY_OPTIMISED analyse catalogue equations export hydraulics report serve signals view)
set(HOLON_LIGHT_OPTIONS $<$<CONFIG:Release>:-O1>)

# holon_precompile(<name> <pic|pie> <libraries> <headers>...) reads them; whoever takes them has to be
# compiled alike.
function(holon_precompile name position libraries)
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${libraries})
  if(position STREQUAL "pie")
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIE)
  endif()
  target_precompile_headers(${name} PRIVATE ${ARGN})
  holon_cache_precompiled(${name})
endfunction()

# holon_use_precompiled(<target> <name>): does nothing where the headers have not been precompiled.
function(holon_use_precompiled target name)
  if(TARGET ${name})
    target_precompile_headers(${target} REUSE_FROM ${name})
    # gcc forgets that these headers are a system's: what macros there guard against, and the
    # overflows that gcc 12 sees in std::string where there are none (GCC bug 105651).
    target_compile_options(${target} PRIVATE
      -Wno-dangling-else $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
      $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow> $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>)
    holon_cache_precompiled(${target})
  endif()
endfunction()

# ccache keeps what was compiled with such headers only when told so.
function(holon_cache_precompiled target)
  if(HOLON_CCACHE)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${HOLON_CCACHE}")
  endif()
endfunction()
