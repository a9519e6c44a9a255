// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "holon/mechanics/formulations/part_response.h"
#include "holon/mechanics/kinematics/kinematics.h"
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
  /// Finds the bodies whose modes move what is attached to a frame: joints there are rows of
  /// constraints, or the modes' accelerations unknowns of the System.
  void couple(Assembly& assembly, bool has_body_states);
  /// Forces and torques on the bodies: once the tree is known.
  void add_loads(Assembly& assembly);
  /// Modes behind rows: the links of their frames.
  void find_links();
  /// What forces at such frames do to modes and bodies, and the accelerations of the frames without
  /// any rows.
  void apply_loads(std::vector<LinkState>& states);
  /// Of the bodies whose modes are behind rows, as parts with inner states.
  const std::vector<PartResponse>& responses() const { return responses_; }
  /// What rows add to their modes' accelerations, by part.
  void set_added(std::vector<std::vector<Expr>> added) { added_ = std::move(added); }
  /// Once the machine's accelerations are known.
  void set_equations(Assembly& assembly, std::vector<LinkState>& states);

  /// Whether the modes of some body are behind rows; their states with what they begin with.
  bool has_rows() const { return !carried_.empty(); }
  void append_starts(std::vector<Expr>& states, std::vector<Expr>& starts) const;
  std::vector<Mechanism::Mode> list_behind_rows() const;

  /// [m/s²] of a body's mode.
  Expr acceleration(std::size_t body, std::size_t mode);
  Expr calc_kinetic_energy();    ///< [J] beside that of the links
  Expr calc_potential_energy();  ///< [J] likewise
  /// About the world's origin, in world axes.
  std::vector<Expr> calc_momentum(bool is_angular);
  /// Modes' rates and their changes where the joints' free rates change by `step`; `parts`: by body
  /// with modes behind rows, what the rows add.
  std::vector<std::pair<Expr, Expr>> calc_steps(const std::vector<Expr>& rates,
                                                const std::vector<Expr>& step,
                                                std::span<const std::vector<Expr>> parts);
  /// The same of the displacements of modes behind rows.
  std::vector<std::pair<Expr, Expr>> calc_position_steps(const std::vector<Expr>& rates,
                                                         const std::vector<Expr>& step,
                                                         std::span<const std::vector<Expr>> parts);

 private:
  /// A body whose modes are behind rows.
  struct Carried {
    struct Frame {
      int joint = -1;                          ///< that drives it
      std::size_t link = 0;                    ///< that stands for it
      std::vector<Expr> rest;                  ///< LinkState::vdot for η'' = 0
      std::vector<std::vector<Expr>> slopes;   ///< its change with η'', by mode
      std::vector<std::vector<Expr>> efforts;  ///< of a unit wrench on the link (6), by mode
    };
    std::size_t body = 0;
    std::vector<Frame> frames;
    std::vector<Expr> loads;  ///< [N] of forces at the frames, by mode
  };
  bool needs_rows(Assembly& assembly) const;
  void put_behind_rows(std::size_t body);
  void set_frames(const Carried& carried, const std::vector<Expr>& accelerations,
                  std::vector<LinkState>& states) const;
  /// The place of a body in `carried_`; its size: none.
  std::size_t find_carried(std::size_t body) const;
  Expr calc_free_acceleration(Kinematics& kinematics, std::size_t body, const Mechanism::Mode& mode,
                              const Expr& force) const;
  std::vector<Expr> calc_changes(const std::vector<Expr>& rates, const std::vector<Expr>& step,
                                 std::size_t body) const;
  Expr calc_acceleration(std::size_t body, const Mechanism::Mode& mode);
  Expr calc_frame_force(const Mechanism::Body& body, const Mechanism::Mode& mode);

  Machine& machine_;
  std::vector<Carried> carried_;
  std::vector<PartResponse> responses_;
  std::vector<std::vector<Expr>> added_;
};

}  // namespace detail
}  // namespace holon
