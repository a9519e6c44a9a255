// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/tape_run.h"

namespace holon::detail {

extern const TapeMachine tape_machine_1_base, tape_machine_8_base;
#ifdef HOLON_TAPE_LEVELS
extern const TapeMachine tape_machine_1_v3, tape_machine_8_v3;
extern const TapeMachine tape_machine_1_v4, tape_machine_8_v4;
#endif

const TapeMachine& find_tape_machine(int lanes) {
#ifdef HOLON_TAPE_LEVELS
  // Wider instructions of the same rounding: the bits are the same on every level.
  static const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512vl");
  static const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                         __builtin_cpu_supports("bmi2");
  if (v4) return lanes == 1 ? tape_machine_1_v4 : tape_machine_8_v4;
  if (v3) return lanes == 1 ? tape_machine_1_v3 : tape_machine_8_v3;
#endif
  return lanes == 1 ? tape_machine_1_base : tape_machine_8_base;
}

}  // namespace holon::detail
