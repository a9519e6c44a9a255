// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/analyse/checks/check.h"
#include "holon/analyse/checks/samples.h"

namespace holon {

/// The same bits on the tape, with machine code and natively, on one lane and eight: all functions
/// of the run, and these outputs.
Check check_engines(const System& system, const std::vector<std::string>& outputs,
                    const std::vector<Sample>& samples);

/// The facts on which a machine's energy and momentum depend, supplied by the caller, who knows its
/// parts.
struct MachineFacts {
  bool has_bodies = false;
  bool has_bonds = false;
  double gravity = 0;  ///< [m/s²] its magnitude, if it is a number
  /// Causes of work that is not in system.power: "gravity, which changes".
  std::vector<std::string> sources{};
  /// External forces on the machine: "gravity", "pin (on the world)". Empty: it is free.
  std::vector<std::string> outer_forces{};
  /// Outputs of the speeds that joints prescribe. If one jumps, so does the energy.
  std::vector<std::string> prescribed_speeds{};
  bool has_energies = false;  ///< parts described by their energies
  /// Outputs that the equations of motion keep constant.
  std::vector<std::string> conserved{};
  /// Outputs of the loads that joints and rods transmit: reactions, tensions.
  std::vector<std::string> reactions{};
  /// Nodes of hydraulic circuits: "P", with an output `P.mass`.
  std::vector<std::string> fluid_nodes{};

  /// Why the energy balance does not apply; empty: it does.
  std::string why_no_energy() const;
};
/// The outputs that the energy checks require, requested from a model.
const std::vector<std::string>& energy_outputs();

/// The rate of system.energy.total along f, with dissipated and supplied power.
Check check_power(const System& system, const MachineFacts& facts,
                  const std::vector<Sample>& samples);

/// The mass of hydraulic circuits: the mass that follows from each node's pressure, and whether the
/// flows between nodes balance.
std::vector<Check> check_fluid(const System& system, const MachineFacts& facts,
                               const std::vector<Sample>& samples);

}  // namespace holon
