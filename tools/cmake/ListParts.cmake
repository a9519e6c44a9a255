# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DSOURCE=… -DMODULE=mechanics -DOUTPUT=… -P ListParts.cmake: writes the source that adds all
# parts of a module to a catalogue, in the order of their headers' names. Each header in
# src/holon/MODULE/parts, or in a room of that folder, has one part, the type of its
# `describe(Descriptor<Type>& d)`.

set(folder "${SOURCE}/src/holon/${MODULE}/parts")
file(GLOB headers "${folder}/*.h" "${folder}/*/*.h")
list(SORT headers COMPARE FILE_BASENAME)
set(includes "")
set(adds "")
foreach(header IN LISTS headers)
  file(READ "${header}" text)
  file(RELATIVE_PATH header "${SOURCE}/src" "${header}")
  string(REGEX MATCHALL "static void describe\\(Descriptor<[A-Za-z0-9_]+>" types "${text}")
  list(LENGTH types count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "src/${header}: a header in parts/ describes one part, "
      "by 'static void describe(Descriptor<Type>& d)'; this one describes ${count}")
  endif()
  string(REGEX REPLACE ".*<(.*)>" "\\1" type "${types}")
  # A part may stand in a namespace of its domain, holon::signals.
  string(REGEX MATCH "\nnamespace (holon(::[a-z_]+)*) {" namespace "${text}")
  string(APPEND includes "#include \"${header}\"\n")
  string(APPEND adds "  catalogue.add<${CMAKE_MATCH_1}::${type}>();\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by tools/cmake/ListParts.cmake from the headers in src/holon/${MODULE}/parts.
#include \"holon/${MODULE}/register.h\"

${includes}#include \"holon/model/describe/catalogue.h\"

namespace holon {

void register_${MODULE}_parts(Catalogue& catalogue) {
${adds}}

}  // namespace holon
")
