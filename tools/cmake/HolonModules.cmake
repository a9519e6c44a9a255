# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# Makes one library per module folder from tools/layers.txt. Any subset of the folders may exist.

# Reads the table into HOLON_MODULES and, per module, HOLON_LAYER_<m>, HOLON_EXTERNAL_<m>,
# HOLON_TEST_LAYER_<m>.
function(holon_read_layers path)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(STRINGS ${path} lines)
  set(modules)
  foreach(line IN LISTS lines)
    if(line MATCHES "^#" OR line MATCHES "^ *$" OR line MATCHES "^  ")  # rooms: lint.layers
      continue()
    endif()
    if(NOT line MATCHES "^([a-z_0-9]+) *:([a-z_0-9 ]*)\\|([a-z_0-9 ]*)\\|([a-z_0-9 ]*)$")
      message(FATAL_ERROR "${path}: cannot read this line: '${line}'")
    endif()
    set(name ${CMAKE_MATCH_1})
    # All three first: the next regular expression clears them.
    set(allowed "${CMAKE_MATCH_2}")
    set(externals "${CMAKE_MATCH_3}")
    set(in_tests "${CMAKE_MATCH_4}")
    foreach(list IN ITEMS allowed externals in_tests)
      string(REGEX MATCHALL "[a-z_0-9]+" ${list} "${${list}}")
    endforeach()
    foreach(other IN LISTS allowed)
      if(NOT other IN_LIST modules)
        message(FATAL_ERROR "${path}: '${name}' may use only what stands above it, not '${other}'")
      endif()
    endforeach()
    list(APPEND modules ${name})
    set(HOLON_LAYER_${name} "${allowed}" PARENT_SCOPE)
    set(HOLON_EXTERNAL_${name} "${externals}" PARENT_SCOPE)
    set(HOLON_TEST_LAYER_${name} "${in_tests}" PARENT_SCOPE)
  endforeach()
  set(HOLON_MODULES "${modules}" PARENT_SCOPE)
endfunction()

# Where the module has parts, appends the source that registers them, made anew where a header in
# parts/ or in a room of it comes, goes or changes.
function(holon_list_parts name result)
  set(parts ${PROJECT_SOURCE_DIR}/src/holon/${name}/parts)
  file(GLOB headers CONFIGURE_DEPENDS ${parts}/*.h ${parts}/*/*.h)
  if(NOT headers)
    return()
  endif()
  set(script ${PROJECT_SOURCE_DIR}/tools/cmake/ListParts.cmake)
  set(list ${PROJECT_BINARY_DIR}/generated/register_${name}_parts.cpp)
  # A list of the headers' names, so that one that goes is noticed, too.
  file(CONFIGURE OUTPUT ${list}.txt CONTENT "${headers}\n" @ONLY)
  add_custom_command(OUTPUT ${list}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DMODULE=${name} -DOUTPUT=${list}
      -P ${script}
    DEPENDS ${headers} ${script} ${list}.txt
    COMMENT "Listing the parts of ${name}" VERBATIM)
  # A command waits for what all targets that list its output depend on: with this one, for nothing,
  # and not for the libraries of all modules below.
  add_custom_target(holon_${name}_parts DEPENDS ${list})
  set(${result} ${${result}} ${list} PARENT_SCOPE)
endfunction()

# Sources of a module that are lightly optimised, with what the module's library is compiled with.
function(holon_add_light_sources name)
  set(target holon_${name}_light)
  add_library(${target} OBJECT ${ARGN})
  target_compile_features(${target} PRIVATE cxx_std_20)
  get_target_property(libraries holon_${name} LINK_LIBRARIES)
  target_link_libraries(${target} PRIVATE ${libraries})
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
  target_compile_options(${target} PRIVATE ${HOLON_LIGHT_OPTIONS})
  holon_use_precompiled(${target} holon_light_headers)
  target_sources(holon_${name} PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

# Libraries holon_<m> (alias holon::<m>) for every module folder that exists, and holon::holon.
# `src/holon/<m>/module.cmake`, where present, is included afterwards: source properties, generated
# files, extra links of that module.
macro(holon_add_modules)
  set(HOLON_PRESENT)
  # Only to configure anew when a module folder or a module.cmake appears or goes.
  file(GLOB watched CONFIGURE_DEPENDS LIST_DIRECTORIES true
    ${PROJECT_SOURCE_DIR}/src/holon/* ${PROJECT_SOURCE_DIR}/src/holon/*/module.cmake)
  foreach(name IN LISTS HOLON_MODULES)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/holon/${name})
      list(APPEND HOLON_PRESENT ${name})
    endif()
  endforeach()
  set(HOLON_EXTERNALS_USED)
  if(HOLON_PRECOMPILE)
    holon_require_external(eigen)
    holon_require_external(fmt)
    holon_precompile(holon_module_headers pic ${HOLON_SHARED_HEADERS} ${HOLON_OWN_HEADERS})
    holon_precompile(holon_light_headers pic ${HOLON_SHARED_HEADERS} ${HOLON_OWN_HEADERS})
    target_compile_options(holon_light_headers PRIVATE ${HOLON_LIGHT_OPTIONS})
    holon_precompile(holon_bare_headers pic ${HOLON_SHARED_HEADERS} ${HOLON_OWN_HEADERS})
    target_compile_options(holon_bare_headers PRIVATE ${HOLON_BARE_OPTIONS})
  endif()
  foreach(name IN LISTS HOLON_PRESENT)
    set(folder ${PROJECT_SOURCE_DIR}/src/holon/${name})
    # Its own and those of its rooms and parts, but not the tests.
    file(GLOB_RECURSE sources RELATIVE ${folder} CONFIGURE_DEPENDS
      ${folder}/*.cpp ${folder}/*.c)
    list(FILTER sources EXCLUDE REGEX "^(.*/)?test/")
    list(TRANSFORM sources PREPEND "${folder}/")
    holon_list_parts(${name} sources)
    set(light)
    if(HOLON_LIGHT_SOURCES_${name})
      set(light ${sources})
      list(FILTER light INCLUDE REGEX "/${name}/(${HOLON_LIGHT_SOURCES_${name}})")
      list(FILTER sources EXCLUDE REGEX "/${name}/(${HOLON_LIGHT_SOURCES_${name}})")
    endif()
    if(sources)
      add_library(holon_${name} STATIC ${sources})
      if(name IN_LIST HOLON_BARELY_OPTIMISED)
        target_compile_options(holon_${name} PRIVATE ${HOLON_BARE_OPTIONS})
        holon_use_precompiled(holon_${name} holon_bare_headers)
      elseif(name IN_LIST HOLON_LIGHTLY_OPTIMISED)
        target_compile_options(holon_${name} PRIVATE ${HOLON_LIGHT_OPTIONS})
        holon_use_precompiled(holon_${name} holon_light_headers)
      else()
        holon_use_precompiled(holon_${name} holon_module_headers)
      endif()
      set(access PUBLIC)
    else()
      add_library(holon_${name} INTERFACE)
      set(access INTERFACE)
    endif()
    add_library(holon::${name} ALIAS holon_${name})
    set_target_properties(holon_${name} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(holon_${name} ${access} cxx_std_20)
    target_include_directories(holon_${name} ${access}
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
      $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    foreach(other IN LISTS HOLON_LAYER_${name})
      if(other IN_LIST HOLON_PRESENT)
        target_link_libraries(holon_${name} ${access} holon_${other})
      endif()
    endforeach()
    foreach(external IN LISTS HOLON_EXTERNAL_${name})
      holon_require_external(${external})
      target_link_libraries(holon_${name} ${access} holon_external_${external})
      list(APPEND HOLON_EXTERNALS_USED ${external})
    endforeach()
    if(light)
      holon_add_light_sources(${name} ${light})
    endif()
    if(EXISTS ${folder}/module.cmake)
      include(${folder}/module.cmake)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES HOLON_EXTERNALS_USED)

  add_library(holon_holon INTERFACE)
  add_library(holon::holon ALIAS holon_holon)
  set_target_properties(holon_holon PROPERTIES EXPORT_NAME holon)
  foreach(name IN LISTS HOLON_PRESENT)
    target_link_libraries(holon_holon INTERFACE holon_${name})
  endforeach()
endmacro()
