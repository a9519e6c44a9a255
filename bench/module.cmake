# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The peers that Holon is timed against. Debian built Simbody with its checks on, which its headers
# must be told, and its headers want C++17.
if(TARGET forward_dynamics_bench)
  add_library(holon_bench_simbody STATIC bench/peer_simbody.cpp)
  target_include_directories(holon_bench_simbody SYSTEM PRIVATE /usr/include/simbody)
  set_target_properties(holon_bench_simbody PROPERTIES CXX_STANDARD 17)
  target_compile_options(holon_bench_simbody PRIVATE -UNDEBUG -w)
  target_link_libraries(holon_bench_simbody PUBLIC SimTKsimbody SimTKmath SimTKcommon)
  target_sources(forward_dynamics_bench PRIVATE
    bench/machines.cpp bench/peers.cpp bench/peer_mujoco.cpp)
  target_link_libraries(forward_dynamics_bench PRIVATE holon_bench_simbody mujoco)
endif()
target_sources(engines_bench PRIVATE bench/machines.cpp bench/peers.cpp)
if(TARGET n_four_bar_bench AND TARGET holon_bench_simbody)
  target_sources(n_four_bar_bench PRIVATE bench/machines.cpp bench/peers.cpp)
  target_link_libraries(n_four_bar_bench PRIVATE holon_bench_simbody)
endif()
if(TARGET startup_bench AND TARGET holon)
  target_compile_definitions(startup_bench PRIVATE HOLON_PROGRAM="$<TARGET_FILE:holon>")
  add_dependencies(startup_bench holon)
endif()
