# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# holon/base/version.h: version, compiler and flags, for --version and the provenance of results.
string(TOUPPER "${CMAKE_BUILD_TYPE}" holon_build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${holon_build_type}}" HOLON_COMPILE_FLAGS)
string(APPEND HOLON_COMPILE_FLAGS " -ffp-contract=off -fno-math-errno")
configure_file(${PROJECT_SOURCE_DIR}/src/holon/base/version.h.in
  ${PROJECT_BINARY_DIR}/generated/holon/base/version.h @ONLY)
