# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

holon_require_external(json)
target_link_libraries(holon PRIVATE holon_external_json)

# The pages of docs/ that `holon help` shows, taken in as they are.
file(GLOB holon_doc_pages RELATIVE ${PROJECT_SOURCE_DIR}/docs CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/docs/*.md ${PROJECT_SOURCE_DIR}/docs/how-to/*.md)
set(holon_doc_texts)
set(holon_doc_names)
set(holon_doc_depends)
foreach(page IN LISTS holon_doc_pages)
  string(MAKE_C_IDENTIFIER "holon_doc_${page}" symbol)
  string(APPEND holon_doc_texts
    "HOLON_TAKE_IN(${symbol}, \"${PROJECT_SOURCE_DIR}/docs/${page}\")\n")
  string(APPEND holon_doc_names
    "  if (path == \"${page}\") return text_between(${symbol}_begin, ${symbol}_end);\n")
  list(APPEND holon_doc_depends ${PROJECT_SOURCE_DIR}/docs/${page})
endforeach()
set(holon_doc_source ${PROJECT_BINARY_DIR}/generated/pages_of_docs.cpp)
file(CONFIGURE OUTPUT ${holon_doc_source} CONTENT [[
#include "holon/shell/pages_of_docs.h"

#define HOLON_TAKE_IN(name, file)                                                            \
  __asm__(".section .rodata\n" #name "_begin:\n.incbin \"" file "\"\n" #name "_end:\n"      \
          ".byte 0\n.text\n");                                                               \
  extern "C" __attribute__((visibility("hidden"))) const char name##_begin[], name##_end[];

@holon_doc_texts@
namespace holon::app {
namespace {
std::string_view text_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}
}  // namespace

std::string_view page_of_docs(std::string_view path) {
@holon_doc_names@  return {};
}

}  // namespace holon::app
]] @ONLY)
target_sources(holon PRIVATE ${holon_doc_source})
# The assembler's include is no #include; ccache would not see it change.
set_source_files_properties(${holon_doc_source} PROPERTIES OBJECT_DEPENDS "${holon_doc_depends}")

# Pages for man(1) and the shells' completions, written by the program from its own description.
set(holon_pages ${PROJECT_BINARY_DIR}/generated/share)
add_custom_command(OUTPUT ${holon_pages}/man/man1/holon.1
  COMMAND holon pages ${holon_pages} DEPENDS holon
  COMMENT "Writing pages for man and shells" VERBATIM)
add_custom_target(holon_pages ALL DEPENDS ${holon_pages}/man/man1/holon.1)
# All that is installed, and no test: what ./run builds.
add_custom_target(holon_installed)
add_dependencies(holon_installed holon holon_pages)
install(DIRECTORY ${holon_pages}/ DESTINATION ${CMAKE_INSTALL_DATADIR})
