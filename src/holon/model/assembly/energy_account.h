// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/assembly/assembly.h"

namespace holon {

/// Where the energy of a model is, and what comes in and goes: each domain tells its share, and the
/// sums are the outputs `system.energy.kinetic`, `.potential`, `.stored`, `.total`, `.dissipated`,
/// `.supplied`, `system.power` and `system.dissipated_power`. At every instant
///
///   d/dt energy.total = power − dissipated_power
///
/// What flows from one domain into another (a bond at a joint) is no share of anyone's.
class EnergyAccount : public std::enable_shared_from_this<EnergyAccount> {
 public:
  /// What a domain tells; asked once everything is formulated, for outputs that somebody asks for.
  /// Empty: it has nothing of the kind.
  struct Share {
    std::function<Expr()> kinetic{}, potential{};  ///< [J]
    std::function<Expr()> stored{};                ///< [J] of other kinds, a function of the state
    /// [W] into storage of which no function of the state tells the energy: its integral counts as
    /// stored.
    std::function<Expr()> storing{};
    std::function<Expr()> power{};       ///< [W] that comes in from outside
    std::function<Expr()> dissipated{};  ///< [W] that is lost
  };

  /// That of an assembly; made, with its outputs, by who first asks.
  static std::shared_ptr<EnergyAccount> of(Assembly& assembly);

  void add(Share share) { shares_.push_back(std::move(share)); }

  /// The state `system.energy.dissipated` [J]: for who adds losses at an instant, as impacts are.
  /// Before everything is formulated.
  Expr dissipated(Assembly& assembly);

  /// Whether a formula, the model's `outputs` or a plot names an output. Integrals have a state,
  /// and only those have one that somebody asks for.
  static bool is_requested(Assembly& assembly, std::string_view output);
  /// The integral of a power [W] from the start on: a state and an output of this name [J].
  static Expr add_integral(Assembly& assembly, const std::string& name, Expr power,
                           const std::string& description);

 private:
  void define_outputs(Assembly& assembly);
  void add_integrals(Assembly& assembly);
  Expr sum(std::function<Expr()> Share::*part) const;

  std::vector<Share> shares_;
  std::optional<Expr> dissipated_;
};

}  // namespace holon
