// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/formulations/closure_state.h"
#include "holon/mechanics/formulations/equation_rows.h"
#include "holon/mechanics/formulations/part_response.h"
#include "holon/system/system_builder.h"

namespace holon {

/// The rows of all closures of a tree, whether they are needed or not: values, rates, what is known
/// of their second derivatives, and the wrenches of their multipliers on the links.
class ConstraintRows {
 public:
  /// As SystemBuilder::put_in_outputs.
  using PutInOutputs = EquationRows::PutInOutputs;
  /// A value at the default values of parameters; NaN where it depends on more.
  using ValueAtParameters = std::function<double(const Expr&)>;
  /// All must live as long as this. `kinematics`: in its symbols equations and coordinates
  /// of closures are written, and `put_in_outputs` replaces these by values; nothing where there
  /// are none. `parts`: on whose connections closures may stand.
  ConstraintRows(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states,
                 std::vector<Closure> closures, Kinematics* kinematics, PutInOutputs put_in_outputs,
                 std::vector<PartResponse> parts, ValueAtParameters value_at_parameters);
  ConstraintRows(const ConstraintRows&) = delete;
  ConstraintRows& operator=(const ConstraintRows&) = delete;

  const Mechanism& mechanism() const { return mechanism_; }
  const Tree& tree() const { return tree_; }
  const std::vector<LinkState>& states() const { return states_; }
  const std::vector<Closure>& closures() const { return closures_; }
  const std::vector<PartResponse>& parts() const { return parts_; }
  detail::RecursivePasses& passes() { return passes_; }
  const detail::RecursivePasses& passes() const { return passes_; }
  Kinematics& kinematics() const { return kinematics_; }
  EquationRows& equations() { return equations_; }

  /// Of all constraints, those that hold whatever the coordinates are included.
  const std::vector<ClosureRow>& list() const { return list_; }
  std::string name(std::size_t row) const;  ///< "pin: translation along [1, 0, 0]"
  ConstraintLabel label(std::size_t row) const;
  /// g of all of `list` [m, or 1 for turns], and their rates.
  std::vector<Expr> calc_positions() const;
  std::vector<Expr> calc_velocities() const;
  /// The same of rows that hold only at times (0 where they do not), which are not in `list`.
  std::vector<Expr> calc_conditional_positions() const;
  std::vector<Expr> calc_conditional_velocities() const;

  /// By closure, with all rows.
  const std::vector<ConstraintPath>& all() const { return all_; }
  /// These rows of a closure; `kinds`: of sort_closures.
  ConstraintPath make_path(std::size_t closure, std::vector<bool> kept, detail::Kinds& kinds);
  /// Adds what the rows of a closure do to the links that carry parts with inner states, and to a
  /// row of an equation what the accelerations of such parts have of its second derivative.
  void add_carried(ConstraintPath& path, std::size_t closure);
  /// Adds what they do to the parts themselves.
  void find_inner(ConstraintPath& path, std::size_t closure);
  /// Whether one of them acts on a part with inner states.
  bool acts_on_parts(const ConstraintPath& path, std::size_t closure);
  /// Closures of one kind, with these of their rows, share a Function.
  detail::Kinds sort_closures(const std::vector<std::vector<bool>>& kept) const;
  /// What is known of the motion of one side (kCutSideInputs); empty where it is at rest.
  std::vector<Expr> calc_side(std::size_t closure, int side, MotionLevel level);
  double find_mean_mass() const;  ///< [kg] of the bodies; 1 where it is not known
  /// At parameters, or, where it depends on more, at an arbitrary place: see evaluate_somewhere.
  std::vector<double> calc_typical_values(const std::vector<Expr>& list) const;

 private:
  std::vector<detail::RecursivePasses::Interest> find_interests();
  void make_all();
  ConstraintPath make_rolling_path(std::size_t closure, detail::Kinds& kinds);
  ConstraintPath::Inner find_inner_of(std::size_t part, const ConstraintPath& path,
                                      std::size_t closure);
  std::vector<Expr> call_rows(std::size_t closure, const detail::CutShape& shape, std::size_t part,
                              MotionLevel level, detail::Kinds& kinds);
  std::vector<Expr> collect(std::vector<Expr> ConstraintPath::*which, bool conditional) const;

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<LinkState>& states_;
  const std::vector<Closure> closures_;
  const std::vector<PartResponse> parts_;
  const ValueAtParameters value_at_parameters_;
  std::vector<std::array<int, 2>> points_;  ///< by closure and side: point of interest of its link
  detail::RecursivePasses passes_;
  std::optional<Kinematics> own_kinematics_;
  Kinematics& kinematics_;
  EquationRows equations_;
  std::vector<ClosureRow> list_;
  std::vector<ConstraintPath> all_;
};

}  // namespace holon
