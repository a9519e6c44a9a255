# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The report's front end: web/report, built by npm in the build folder and taken into the program as
# it is. Without node and npm the program is built without it, and says so when it is asked for a
# report.
set(holon_report_source "${CMAKE_CURRENT_SOURCE_DIR}/web/report")
set(holon_report_build "${CMAKE_CURRENT_BINARY_DIR}/web/report")
find_program(HOLON_NPM npm)
find_program(HOLON_NODE NAMES node nodejs)
if(HOLON_NPM AND HOLON_NODE AND EXISTS "${holon_report_source}/package.json")
  file(GLOB_RECURSE holon_report_files CONFIGURE_DEPENDS "${holon_report_source}/src/*")
  # Where the packages could not be had last time, this is another try.
  if(EXISTS "${holon_report_build}/left_out.txt")
    file(REMOVE "${holon_report_build}/dist/report.js" "${holon_report_build}/left_out.txt")
  endif()
  list(APPEND holon_report_files
    "${holon_report_source}/package.json" "${holon_report_source}/package-lock.json"
    "${holon_report_source}/tsconfig.json" "${holon_report_source}/vite.config.ts")
  add_custom_command(
    OUTPUT "${holon_report_build}/dist/report.js" "${holon_report_build}/dist/report.css"
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${holon_report_source} -DBUILD=${holon_report_build}
      -DNPM=${HOLON_NPM} -P "${CMAKE_CURRENT_SOURCE_DIR}/tools/cmake/BuildFrontEnd.cmake"
    DEPENDS ${holon_report_files} "${CMAKE_CURRENT_SOURCE_DIR}/tools/cmake/BuildFrontEnd.cmake"
    COMMENT "Building the front end of reports"
    VERBATIM)
else()
  message(STATUS "No npm: reports for the browser are left out (Debian: nodejs, npm)")
  file(MAKE_DIRECTORY "${holon_report_build}/dist")
  foreach(file report.js report.css)
    if(NOT EXISTS "${holon_report_build}/dist/${file}")
      file(TOUCH "${holon_report_build}/dist/${file}")
    endif()
  endforeach()
endif()

set(holon_report_text "${CMAKE_CURRENT_BINARY_DIR}/generated/report_front_end.cpp")
file(CONFIGURE OUTPUT "${holon_report_text}" CONTENT [[
#include "holon/report/page/report_front_end.h"

#define HOLON_TAKE_IN(name, file)                                                            \
  __asm__(".section .rodata\n.balign 16\n" #name "_begin:\n.incbin \"" file "\"\n" #name     \
          "_end:\n.byte 0\n.text\n");                                                        \
  extern "C" __attribute__((visibility("hidden"))) const char name##_begin[], name##_end[];

HOLON_TAKE_IN(holon_report_script, "@holon_report_build@/dist/report.js")
HOLON_TAKE_IN(holon_report_style, "@holon_report_build@/dist/report.css")

namespace holon::detail {

std::string_view report_script() {
  return {holon_report_script_begin,
          static_cast<std::size_t>(holon_report_script_end - holon_report_script_begin)};
}
std::string_view report_style() {
  return {holon_report_style_begin,
          static_cast<std::size_t>(holon_report_style_end - holon_report_style_begin)};
}

}  // namespace holon::detail
]] @ONLY)
target_sources(holon_report PRIVATE "${holon_report_text}")
# The assembler's include is no #include; ccache would not see it change.
set_source_files_properties("${holon_report_text}" PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON  # whose objects know nothing of OBJECT_DEPENDS
  OBJECT_DEPENDS "${holon_report_build}/dist/report.js;${holon_report_build}/dist/report.css")
