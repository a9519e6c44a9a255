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

/// The energy balance of a model: each domain contributes its share, and the sums are the outputs
/// `system.energy.kinetic`, `.potential`, `.stored`, `.total`, `.dissipated`, `.supplied`,
/// `system.power` and `system.dissipated_power`. At every instant
///
///   d/dt energy.total = power − dissipated_power
///
/// The power from one domain into another (a bond at a joint) belongs to no share.
class EnergyAccount : public std::enable_shared_from_this<EnergyAccount> {
 public:
  /// The share of a domain; called after everything is formulated, for requested outputs. Empty:
  /// the domain has no such energy or power.
  struct Share {
    std::function<Expr()> kinetic{}, potential{};  ///< [J]
    std::function<Expr()> stored{};                ///< [J] of other kinds, a function of the state
    /// [W] into storage whose energy is not a function of the state: its integral counts as stored
    /// energy.
    std::function<Expr()> storing{};
    std::function<Expr()> power{};  ///< [W] supplied from outside
    /// [J] of what stores energy with coefficients that change, perhaps at events: their work is
    /// its change less the rest of the power.
    std::function<Expr()> changing{};
    std::function<Expr()> dissipated{};  ///< [W] dissipated
  };

  /// The account of an assembly; created, with its outputs, on first use.
  static std::shared_ptr<EnergyAccount> of(Assembly& assembly);

  void add(Share share) { shares_.push_back(std::move(share)); }

  /// The state `system.energy.dissipated` [J]: for parts that add instantaneous losses, such as
  /// impacts. To be called before formulation is complete.
  Expr dissipated(Assembly& assembly);
  /// Adds that state where a model has losses, so that its output is always there. Not in a model
  /// inside a filter, whose states are estimated: there only where it is requested.
  void expect_losses(Assembly& assembly);
  /// Likewise `system.energy.supplied` [J]; nothing where it is not requested.
  std::optional<Expr> supplied(Assembly& assembly);

  /// Whether a formula, the model's `outputs` or a plot names an output. Integrals have a state,
  /// and exist only if requested.
  static bool is_requested(Assembly& assembly, std::string_view output);
  /// The integral of a power [W] from the start on: a state and an output of this name [J].
  static Expr add_integral(Assembly& assembly, const std::string& name, Expr power,
                           const std::string& description);

 private:
  void define_outputs(Assembly& assembly);
  void add_integrals(Assembly& assembly);
  Expr sum(std::function<Expr()> Share::*part) const;

  std::vector<Share> shares_;
  std::optional<Expr> dissipated_, supplied_;
};

}  // namespace holon
