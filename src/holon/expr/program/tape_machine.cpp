// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>

#include "holon/expr/program/block_functions.h"
#include "holon/expr/program/tape_run.h"

namespace holon::detail {

extern const TapeMachine tape_machine_1_base, tape_machine_8_base;
extern const BlockFunctions block_functions_base;
#ifdef HOLON_TAPE_LEVELS
extern const BlockFunctions block_functions_v3, block_functions_v4;
extern const TapeMachine tape_machine_1_v3, tape_machine_8_v3;
extern const TapeMachine tape_machine_1_v4, tape_machine_8_v4;
#endif

const TapeMachine* find_tape_machine(int lanes, TapeLevel level) {
  const bool one = lanes == 1;
#ifdef HOLON_TAPE_LEVELS
  static const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512vl");
  static const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                         __builtin_cpu_supports("bmi2");
  if (level == TapeLevel::v4 && v4) return one ? &tape_machine_1_v4 : &tape_machine_8_v4;
  if (level == TapeLevel::v3 && v3) return one ? &tape_machine_1_v3 : &tape_machine_8_v3;
#endif
  if (level != TapeLevel::base) return nullptr;
  return one ? &tape_machine_1_base : &tape_machine_8_base;
}

const TapeMachine& find_tape_machine(int lanes) {
  // Wider instructions with the same rounding: the bits are the same on every level.
  for (TapeLevel level : {TapeLevel::v4, TapeLevel::v3}) {
    if (const TapeMachine* machine = find_tape_machine(lanes, level)) return *machine;
  }
  return *find_tape_machine(lanes, TapeLevel::base);
}

const BlockFunctions& find_block_functions() {
  static const BlockFunctions& best = []() -> const BlockFunctions& {
#ifdef HOLON_TAPE_LEVELS
    if (find_tape_machine(1, TapeLevel::v4)) return block_functions_v4;
    if (find_tape_machine(1, TapeLevel::v3)) return block_functions_v3;
#endif
    return block_functions_base;
  }();
  return best;
}

}  // namespace holon::detail
