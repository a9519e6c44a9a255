// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The runtime's functions as machine code calls them, compiled for each level of the instruction
/// set and width of a register (jit_functions.inc). Plain structs only: these sources must not
/// share inline code with others.
namespace holon::detail {

constexpr int kJitFunctions = 64;

struct JitFunctions {
  /// By Code. Arguments and results are numbers or vectors in registers; a sincos of one number
  /// returns both in registers, one of vectors stores them where its two further arguments point.
  const void* of[kJitFunctions];
};

extern const JitFunctions jit_functions_1_base;
#ifdef HOLON_TAPE_LEVELS
extern const JitFunctions jit_functions_1_v3, jit_functions_8_v3;
extern const JitFunctions jit_functions_1_v4, jit_functions_8_v4;
#endif

}  // namespace holon::detail
