# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

holon_require_external(json)
target_link_libraries(holon PRIVATE holon_external_json)

# Pages for man(1) and the shells' completions, written by the program from its own description.
set(holon_pages ${PROJECT_BINARY_DIR}/generated/share)
add_custom_command(OUTPUT ${holon_pages}/man/man1/holon.1
  COMMAND holon pages ${holon_pages} DEPENDS holon
  COMMENT "Writing pages for man and shells" VERBATIM)
add_custom_target(holon_pages ALL DEPENDS ${holon_pages}/man/man1/holon.1)
install(DIRECTORY ${holon_pages}/ DESTINATION ${CMAKE_INSTALL_DATADIR})
