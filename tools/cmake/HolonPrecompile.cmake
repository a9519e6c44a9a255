# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# Headers that many sources include, read once: half of what a source costs is reading headers.
# A source still includes what it uses; the preset `tidy` builds without and so finds what is missing.

option(HOLON_PRECOMPILE "Precompile the headers that all sources share" ON)
set(HOLON_SHARED_HEADERS <Eigen/Core> <fmt/format.h> <algorithm> <array> <cmath> <chrono> <cstdint>
  <filesystem> <functional> <map> <memory> <optional> <span> <sstream> <string> <string_view>
  <unordered_map> <unordered_set> <utility> <variant> <vector>)
# Of ours, in batches alone, which are for building everything once: elsewhere whoever changes such
# a header would build everything anew.
set(HOLON_OWN_HEADERS)
if(HOLON_UNITY GREATER 1)
  set(HOLON_OWN_HEADERS <holon/model/assembly/part.h>)
endif()

# Three levels, each with its own precompiled headers, since gcc takes options of optimisation from them:
# - what is run once for a command, and hardly counts in its time (docs/design/house.md): -Og;
# - what counts in the time from a model to its system, or computes with matrices: -O1;
# - what runs at each step of a simulation, and expressions: -O2.
set(HOLON_BARELY_OPTIMISED batch bond catalogue equations export hydraulics mechanics navigation reader
  report serve signals study view)
set(HOLON_LIGHTLY_OPTIMISED analyse earth model spatial system)
# Sources of other modules with -O1, too: regular expressions of their paths in the module.
set(HOLON_LIGHT_SOURCES_base "matrices")
set(HOLON_LIGHT_SOURCES_expr "(formula|print)/")
set(HOLON_LIGHT_SOURCES_estimate
  "parts/|filter_(connector|log|model|output|planner|plots|shape)|pole_placement|riccati|regulator|observability|consistency|estimation_models")
set(HOLON_LIGHT_SOURCES_mechanics "(tree|kernels|kinematics|mechanism|formulations)/")
set(HOLON_LIGHT_SOURCES_terrain "parts/")
set(HOLON_LIGHT_OPTIONS $<$<CONFIG:Release>:-O1>)
set(HOLON_BARE_OPTIONS $<$<CONFIG:Release>:-Og>)

# holon_precompile(<name> <pic|pie> <headers>...) reads them; whoever takes them has to be compiled
# alike.
function(holon_precompile name position)
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/${name}.cpp)
  holon_require_external(eigen)
  holon_require_external(fmt)
  target_link_libraries(${name} PRIVATE holon_external_eigen holon_external_fmt)
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
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
