# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The desktop's front end, taken into the program as one pack of files: docs/design/desktop.md, "The
# bundle". web/packages/desktop builds it where node and npm are there (see desktop_pack.cmake);
# without it the pack is empty, and the server explains how to build it.
set(holon_desktop_pack "${CMAKE_CURRENT_BINARY_DIR}/web/desktop.pack")
if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/src/holon/serve/desktop_pack.cmake")
  include("${CMAKE_CURRENT_SOURCE_DIR}/src/holon/serve/desktop_pack.cmake")
elseif(NOT EXISTS "${holon_desktop_pack}")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/web")
  file(TOUCH "${holon_desktop_pack}")
endif()

set(holon_desktop_text "${CMAKE_CURRENT_BINARY_DIR}/generated/desktop_pack.cpp")
file(CONFIGURE OUTPUT "${holon_desktop_text}" CONTENT [[
#include "holon/serve/web/bundle.h"

__asm__(".section .rodata\n.balign 16\nholon_desktop_pack_begin:\n.incbin \"@holon_desktop_pack@\"\n"
        "holon_desktop_pack_end:\n.byte 0\n.text\n");
extern "C" __attribute__((visibility("hidden"))) const char holon_desktop_pack_begin[],
    holon_desktop_pack_end[];

namespace holon::serve::embedded {

std::string_view desktop_pack() {
  return {holon_desktop_pack_begin,
          static_cast<std::size_t>(holon_desktop_pack_end - holon_desktop_pack_begin)};
}

}  // namespace holon::serve::embedded
]] @ONLY)
target_sources(holon_serve PRIVATE "${holon_desktop_text}")
# The assembler's include is no #include; ccache would not see it change.
set_source_files_properties("${holon_desktop_text}" PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${holon_desktop_pack}")
# Boost.Beast's templates are read once each, and not in batches.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/src/holon/serve/web/web_server.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
