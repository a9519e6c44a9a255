# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The report's front end: web/packages/report, built by npm in the build folder and taken into the
# program as it is. Without node and npm the program is built without it, and says so when it is asked
# for a report.
include(HolonWeb)
list(GET HOLON_WEB_REPORT_FILES 0 holon_report_js)
list(GET HOLON_WEB_REPORT_FILES 1 holon_report_css)

set(holon_report_text "${CMAKE_CURRENT_BINARY_DIR}/generated/report_front_end.cpp")
file(CONFIGURE OUTPUT "${holon_report_text}" CONTENT [[
#include "holon/report/page/report_front_end.h"

#define HOLON_TAKE_IN(name, file)                                                            \
  __asm__(".section .rodata\n.balign 16\n" #name "_begin:\n.incbin \"" file "\"\n" #name     \
          "_end:\n.byte 0\n.text\n");                                                        \
  extern "C" __attribute__((visibility("hidden"))) const char name##_begin[], name##_end[];

HOLON_TAKE_IN(holon_report_script, "@holon_report_js@")
HOLON_TAKE_IN(holon_report_style, "@holon_report_css@")

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
holon_embed(holon_report "${holon_report_text}" ${HOLON_WEB_REPORT_FILES})
