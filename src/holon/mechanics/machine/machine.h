// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "holon/mechanics/formulations/formulation.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/loads.h"
#include "holon/mechanics/machine/equation_share.h"
#include "holon/mechanics/machine/inner_parts.h"
#include "holon/mechanics/machine/line_share.h"
#include "holon/mechanics/machine/machine_energy.h"
#include "holon/mechanics/machine/modal_share.h"
#include "holon/mechanics/tree/placed_frames.h"
#include "holon/model/assembly/part.h"
#include "holon/model/assembly/surroundings.h"

namespace holon {

/// The mechanical share of an Assembly. Its parts fill the mechanism; when all are there,
/// `formulate` chooses the tree, adds the states with their derivatives, and everything else is
/// made when it is first needed. Elastic modes, bodies on lines, equations and energies have types
/// of their own.
class Machine : public std::enable_shared_from_this<Machine> {
 public:
  /// The machine of a part's assembly; made, with the outputs of the system, by the first part.
  static std::shared_ptr<Machine> of(PartBuilder& builder);
  /// The machine of an assembly; nullptr where it has no mechanical parts.
  static std::shared_ptr<Machine> find(Assembly& assembly);

  Mechanism mechanism;
  detail::PlacedFrames frames;  ///< of Frame parts
  InnerParts inner_parts;       ///< with coordinates of their own, see aggregate_part.h
  bool has_gravity = false;     ///< a Gravity part has replaced the world's

  /// Declares the frame and its outputs. `is_body`: the part's own frame, whose position is a main
  /// output.
  void define_frame_outputs(Assembly& assembly, const std::string& frame, bool is_body);
  /// One of frame_outputs() of a frame; known once `formulate` has run.
  std::vector<Expr> calc_frame_output(const std::string& frame, FrameOutput which);

  /// In a model with `world: {earth: …}`, the frame's outputs of its place on the Earth.
  static void define_earth_outputs(Assembly& assembly, const std::string& frame);

  /// Adds a force or a torque as the part that gives it says, with the part's outputs `power` and
  /// `world_force` or `world_torque`.
  static void add_wrench(PartBuilder& builder, Mechanism::Wrench wrench, SceneArrow::Kind kind);

  void formulate(Assembly& assembly);

  // Known once `formulate` has run.
  Kinematics& kinematics();
  /// As joint_info counts them, of the child side against the parent side.
  std::vector<Expr> joint_coordinates(int joint) const;
  std::vector<Expr> joint_rates(int joint) const;
  std::vector<Expr> joint_accelerations(int joint) const;
  /// Force and torque of the parent side on the child side at the child's joint frame, in world
  /// axes.
  std::array<std::vector<Expr>, 2> joint_reaction(int joint);
  Expr rod_tension(std::size_t rod);  ///< [N]
  /// What keeps an equation of `mechanism.equations`: the effort along a coordinate that stands in
  /// it alone.
  Expr equation_multiplier(int equation);
  const Tree& tree() const { return tree_; }
  const std::vector<LinkState>& states() const { return states_; }
  const std::vector<Closure>& closures() const { return closures_; }
  /// Of a joint, in the tree; empty: it is cut.
  const std::vector<int>& links_of_joint(int joint) const {
    return links_of_joint_.at(static_cast<std::size_t>(joint));
  }
  /// Rates of the coordinates of a link for these rates of its freedoms.
  std::vector<Expr> coordinate_rates(std::size_t link, const std::vector<Expr>& rates) const;
  Loops* loops() { return loops_ ? &*loops_ : nullptr; }  ///< nullptr where none is closed
  Loops& closed_loops();  ///< throws NotKnownYet where none is closed yet

  detail::ModalShare& modes() { return modes_; }
  detail::LineShare& lines() { return lines_; }
  const detail::EquationShare& equations() const { return equations_; }
  detail::MachineEnergy& energy() { return energy_; }

 private:
  void choose_tree(Assembly& assembly);
  void find_body_starts(const Tree& start);
  std::vector<Expr> start_of_link(std::size_t link, bool rates) const;
  void add_states(Assembly& assembly);
  void add_joint_state(Assembly& assembly, std::size_t link, bool rates);
  void check_start_position(Assembly& assembly);
  void check_lines(Assembly& assembly);
  void set_derivatives(Assembly& assembly);
  // machine_loops.cpp
  void add_closures(Assembly& assembly);
  void find_needed_rows(Assembly& assembly);
  void add_rods();
  void note_known_motions();
  void add_closure_efforts();
  void close_loops(Assembly& assembly);
  void set_constraints(Assembly& assembly);
  bool is_on_connection(const Mechanism::Joint& joint) const;
  /// The closure that a cut joint is, or -1.
  int closure_of(int joint) const;
  /// Coordinates, rates or accelerations of a cut joint. Coordinates are always the same
  /// expressions: so an equation shows that it names them.
  std::vector<Expr> closure_coordinates(int joint) const;
  std::vector<Expr> closure_rates(int joint) const;  ///< likewise
  std::vector<Expr> calc_closure_part(int joint, MotionLevel level) const;
  /// A Free joint of which no link has the coordinates: it is no constraint, and is measured.
  bool is_open(int joint) const;
  std::vector<Expr> calc_relative_motion(const Mechanism::Joint& joint, MotionLevel level) const;
  void define_system_outputs(Assembly& assembly);
  std::vector<Expr> calc_system_output(const std::string& name);

  std::shared_ptr<Symbols> symbols_;
  const detail::Surroundings* surroundings_ = nullptr;
  const MachineFormulation* formulation_ = nullptr;  ///< known once `formulate` has begun
  Tree tree_;
  std::vector<LinkState> states_;
  std::vector<std::vector<Expr>> vdot_;
  std::vector<std::vector<int>> links_of_joint_;
  // Mutable: what they calculate they keep.
  mutable std::optional<Kinematics> kinematics_;
  /// Where links begin that are free although joints hold their bodies: coordinates and rates;
  /// empty: where their joint or body says.
  std::vector<std::array<std::vector<Expr>, 2>> body_starts_;
  std::vector<Closure> closures_;
  std::vector<int> closure_of_joint_;
  mutable std::map<int, std::vector<Expr>> closure_coordinates_, closure_rates_;  ///< by closure
  std::vector<std::size_t> closure_of_rod_;
  std::map<int, std::vector<bool>> needed_rows_;  ///< of joints that the spanning tree cuts
  mutable std::optional<Loops> loops_;

  detail::ModalShare modes_{*this};
  detail::LineShare lines_{*this};
  detail::EquationShare equations_{*this};
  detail::MachineEnergy energy_{*this};
};

}  // namespace holon
