// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/model/assembly/assembly.h"

namespace holon {

class Machine;

namespace detail {

/// The modes of a machine's elastic bodies, their equations and their share of its sums; the laws
/// stand in the source.
class ModalShare {
 public:
  explicit ModalShare(Machine& machine) : machine_(machine) {}

  // While the machine is formulated, in this order.
  /// Unknowns for the modes that move what is attached to a frame. Throws ModelError.
  void add_unknowns(Assembly& assembly);
  /// Forces and torques on the bodies: once the tree is known.
  void add_loads(Assembly& assembly);
  /// Once the machine's accelerations are known.
  void set_equations(Assembly& assembly);

  /// [m/s²] of a body's mode.
  Expr acceleration(std::size_t body, std::size_t mode);
  Expr calc_kinetic_energy();    ///< [J] beside that of the links
  Expr calc_potential_energy();  ///< [J] likewise
  /// About the world's origin, in world axes.
  std::vector<Expr> calc_momentum(bool is_angular);
  /// Modes and the changes of their rates where the joints' free rates change by `step`.
  std::vector<std::pair<Expr, Expr>> calc_steps(const std::vector<Expr>& rates,
                                                const std::vector<Expr>& step);

 private:
  void check_frames(const Mechanism::Body& body) const;
  Expr calc_acceleration(std::size_t body, const Mechanism::Mode& mode);
  Expr calc_frame_force(const Mechanism::Body& body, const Mechanism::Mode& mode);

  Machine& machine_;
};

}  // namespace detail
}  // namespace holon
