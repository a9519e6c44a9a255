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

/// What a machine's energy and momentum depend on; told by who knows its parts.
struct MachineFacts {
  bool has_bodies = false;
  bool has_bonds = false;
  double gravity = 0;  ///< [m/s²] its magnitude, where it is a number
  /// Who does work that system.power does not tell: "gravity, which changes".
  std::vector<std::string> sources{};
  /// What acts on the machine from outside: "gravity", "pin (on the world)". Empty: it is free.
  std::vector<std::string> outer_forces{};
  /// Outputs of the speeds that joints prescribe. Where one jumps, the energy does.
  std::vector<std::string> prescribed_speeds{};
  /// Nodes of hydraulic circuits that hold a mass: "P", with an output `P.mass`.
  std::vector<std::string> fluid_nodes{};

  /// Why there is no energy to balance; empty: there is.
  std::string why_no_energy() const;
};
/// The outputs that the checks of energies need, of a model that asks for them.
const std::vector<std::string>& energy_outputs();

/// The change of system.energy.total along f, with what is dissipated and what comes in.
Check check_power(const System& system, const MachineFacts& facts,
                  const std::vector<Sample>& samples);

/// The mass of hydraulic circuits: what each node's pressure says of it, and whether all that flows
/// leaves one node for another.
std::vector<Check> check_fluid(const System& system, const MachineFacts& facts,
                               const std::vector<Sample>& samples);

}  // namespace holon
