# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# fuzz/<name>_fuzz.cpp becomes, with HOLON_FUZZ (preset `fuzz`, clang), the fuzzer build/fuzz/fuzz/fuzz_<name>,
# and in every build with tests `fuzz_<name>`, which reads the corpus once: ctest -R fuzz\.

# holon_add_fuzzer(<name> <libraries> [<sources>...]); FILES are other folders of seeds.
function(holon_add_fuzzer name libraries)
  cmake_parse_arguments(PARSE_ARGV 2 FUZZ "" "" "SOURCES;SEEDS")
  set(folder ${PROJECT_SOURCE_DIR}/fuzz)
  set(engine ${folder}/replay.cpp)
  if(HOLON_FUZZ)
    set(engine ${folder}/engine.cpp)
  endif()
  add_executable(fuzz_${name} ${folder}/${name}_fuzz.cpp ${engine} ${FUZZ_SOURCES})
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(fuzz_${name} PRIVATE ${libraries})
  target_compile_definitions(fuzz_${name} PRIVATE HOLON_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  if(HOLON_FUZZ)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    add_test(NAME fuzz.${name} COMMAND fuzz_${name} ${folder}/corpus/${name} ${FUZZ_SEEDS})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fast TIMEOUT 120)
  endif()
endfunction()

if(HOLON_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "fuzzers need clang: cmake --preset fuzz")
endif()
# A little fuzzing in every full test where clang is installed: of what needs `base` alone to be
# built for it, and the same texts in each run, so that a test never fails by chance. `tools/check`
# lets all run with seeds of their own.
if(NOT HOLON_FUZZ)
  add_test(NAME fuzz.run COMMAND ${PROJECT_SOURCE_DIR}/fuzz/run --runs 10000 units escape)
  set_tests_properties(fuzz.run PROPERTIES LABELS slow SKIP_RETURN_CODE 77 TIMEOUT 300 COST 40)
endif()
holon_require_external(json)
if(HOLON_FUZZ)
  # The quick fuzzers need what `base` has for texts, compiled at once. Eigen's decompositions took nine
  # tenths of their build; elsewhere they are compiled without sanitizers, as the preset `asan` watches them.
  file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/holon/base/*.cpp)
  set(decompositions ${texts})
  list(FILTER texts EXCLUDE REGEX "/(matrices|sparse_rows)\\.cpp$")
  list(FILTER decompositions INCLUDE REGEX "/(matrices|sparse_rows)\\.cpp$")
  set_source_files_properties(${decompositions}
    PROPERTIES COMPILE_OPTIONS -fno-sanitize=all SKIP_PRECOMPILE_HEADERS ON)
  add_library(holon_base_texts STATIC ${texts})
  target_link_libraries(holon_base_texts PUBLIC holon_external_fmt holon_external_eigen)
  target_include_directories(holon_base_texts PUBLIC
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
  set_target_properties(holon_base_texts PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 20)
  holon_add_fuzzer(units holon_base_texts)
  holon_add_fuzzer(escape holon_base_texts)
else()
  holon_add_fuzzer(units holon_base)
  holon_add_fuzzer(escape holon_base)
endif()
holon_add_fuzzer(formula holon_expr)
holon_add_fuzzer(reader "holon_reader;holon_signals" SEEDS ${PROJECT_SOURCE_DIR}/examples)
holon_add_fuzzer(editor holon_reader)
holon_add_fuzzer(data "holon_model;holon_record")
if(HOLON_FUZZ)
  # The readers of meshes alone: all of view is not needed.
  holon_add_fuzzer(mesh "holon_spatial;holon_external_json"
    SOURCES ${PROJECT_SOURCE_DIR}/src/holon/view/scene/mesh.cpp
            ${PROJECT_SOURCE_DIR}/src/holon/view/scene/mesh_stl.cpp
            ${PROJECT_SOURCE_DIR}/src/holon/view/scene/mesh_glb.cpp)
else()
  holon_add_fuzzer(mesh holon_view)
endif()
holon_add_fuzzer(model "holon_catalogue;holon_reader"
  SEEDS ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/apps/holon/test/broken)
