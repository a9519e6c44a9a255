# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# bench/<name>_bench.cpp becomes the program bench/<name>_bench. `bench/module.cmake`, where present,
# adds what single benchmarks need (peers to compare with).

find_package(benchmark)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cpp)
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE holon_holon)
  if(benchmark_FOUND)
    target_link_libraries(${name} PRIVATE benchmark::benchmark)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
endforeach()
if(EXISTS ${PROJECT_SOURCE_DIR}/bench/module.cmake)
  include(${PROJECT_SOURCE_DIR}/bench/module.cmake)
endif()
