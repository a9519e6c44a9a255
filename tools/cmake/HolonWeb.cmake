# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The front ends in web/, one npm workspace, built in the build folder and embedded in the program:
#   HOLON_WEB_REPORT_FILES   report.js, report.css: the report's script and style sheet
#   HOLON_WEB_DESKTOP_FILE   desktop.pack: all files of the desktop (web/packages/desktop/pack.ts)
# Without node and npm these files are empty, and the program says so when it is asked for a page.
include_guard()

set(HOLON_WEB_SOURCE "${PROJECT_SOURCE_DIR}/web")
set(HOLON_WEB_BUILD "${PROJECT_BINARY_DIR}/web")
set(HOLON_WEB_REPORT_FILES
  "${HOLON_WEB_BUILD}/packages/report/dist/report.js"
  "${HOLON_WEB_BUILD}/packages/report/dist/report.css")
set(HOLON_WEB_DESKTOP_FILE "${HOLON_WEB_BUILD}/packages/desktop/dist/desktop.pack")
set(holon_web_files ${HOLON_WEB_REPORT_FILES} "${HOLON_WEB_DESKTOP_FILE}")

find_program(HOLON_NPM npm)
find_program(HOLON_NODE NAMES node nodejs)
if(HOLON_NPM AND HOLON_NODE AND EXISTS "${HOLON_WEB_SOURCE}/package.json")
  file(GLOB_RECURSE holon_web_sources CONFIGURE_DEPENDS
    "${HOLON_WEB_SOURCE}/packages/*/src/*" "${HOLON_WEB_SOURCE}/packages/*.json"
    "${HOLON_WEB_SOURCE}/packages/*.html")
  list(FILTER holon_web_sources EXCLUDE REGEX "/(node_modules|dist|test)/")
  file(GLOB holon_web_tools CONFIGURE_DEPENDS
    "${HOLON_WEB_SOURCE}/*.json" "${HOLON_WEB_SOURCE}/packages/*/*.ts")
  # Where the packages could not be had last time, this is another try.
  if(EXISTS "${HOLON_WEB_BUILD}/left_out.txt")
    file(REMOVE ${holon_web_files} "${HOLON_WEB_BUILD}/left_out.txt")
  endif()
  # One command for both: they share the installed packages. A front end whose sources have not
  # changed keeps its files, and what embeds it is not built again.
  add_custom_command(
    OUTPUT ${holon_web_files}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${HOLON_WEB_SOURCE} -DBUILD=${HOLON_WEB_BUILD}
      -DNPM=${HOLON_NPM} -P "${PROJECT_SOURCE_DIR}/tools/cmake/BuildFrontEnd.cmake"
    DEPENDS ${holon_web_sources} ${holon_web_tools}
      "${PROJECT_SOURCE_DIR}/tools/cmake/BuildFrontEnd.cmake"
    COMMENT "Building the front ends"
    VERBATIM)
  add_custom_target(holon_web DEPENDS ${holon_web_files})  # waits for no library, see holon_list_parts
else()
  message(STATUS "No npm: reports for the browser and the desktop are left out (Debian: nodejs, npm)")
  foreach(file ${holon_web_files})
    if(NOT EXISTS "${file}")
      file(WRITE "${file}" "")
    endif()
  endforeach()
endif()

# holon_embed(TARGET SOURCE FILE...): a generated source of a target takes files in by the
# assembler's include, which is no #include; ccache would not see it change.
function(holon_embed target source)
  target_sources(${target} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON  # whose objects know nothing of OBJECT_DEPENDS
    OBJECT_DEPENDS "${ARGN}")
endfunction()
