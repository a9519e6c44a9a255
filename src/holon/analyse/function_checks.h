// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/analyse/check.h"
#include "holon/analyse/samples.h"

namespace holon {

/// The same bits on the tape and natively, on one lane and eight: all functions of the run, and
/// these outputs.
Check check_engines(const System& system, const std::vector<std::string>& outputs,
                    const std::vector<Sample>& samples);

/// What of the outside a machine's momentum and energy depend on; told by who knows its parts.
struct MachineFacts {
  bool has_bodies = false;
  /// Who does work that no output tells: drives, prescribed motions, moving frames.
  std::vector<std::string> sources{};
  /// Outputs of power that come in by forces and torques: "push.power".
  std::vector<std::string> powers{};
  /// What acts on the machine from outside: "gravity", "pin (on the world)". Empty: it is free.
  std::vector<std::string> outer_forces{};
};

/// The change of system.energy.total along f, with what is dissipated and what comes in.
Check check_power(const System& system, const MachineFacts& facts,
                  const std::vector<Sample>& samples);

}  // namespace holon
