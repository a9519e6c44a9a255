// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "holon/mechanics/formulations/formulation.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/loads.h"
#include "holon/mechanics/machine/inner_parts.h"
#include "holon/mechanics/tree/placed_frames.h"
#include "holon/model/assembly/part.h"
#include "holon/model/assembly/surroundings.h"

namespace holon {

/// The mechanical share of an Assembly. Its parts fill the mechanism; when all are there,
/// `formulate` chooses the tree, adds the states with their derivatives, and everything else is
/// made when somebody asks for it.
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
  /// [N] in world axes, of a line body on the bodies at its ends.
  std::array<std::vector<Expr>, 2> line_body_forces(std::size_t line_body);
  /// [m/s²] of a body's mode.
  Expr mode_acceleration(std::size_t body, std::size_t mode);
  /// What keeps an equation of `mechanism.equations`: the effort along a coordinate that stands in
  /// it alone.
  Expr equation_multiplier(int equation);
  /// [N m] or [N] that the drive of a prescribed freedom gives along it, beside what bonds do
  /// there; 0 where none is prescribed.
  Expr calc_motion_effort(int joint, int freedom);
  /// Counts the effort of a coupling [N m, N] along a freedom: the drive of a motion that is
  /// prescribed there has to overcome it.
  void add_coupling_effort(int joint, int freedom, std::function<Expr()> effort) {
    coupling_efforts_[{joint, freedom}].push_back(std::move(effort));
  }
  /// [J] counted as potential energy.
  void add_stored_energy(Expr energy) { closure_springs_ += energy; }
  /// [W] what friction takes, counted as dissipated.
  void add_friction_power(Expr power) { closure_dampers_ += power; }
  const Tree& tree() const { return tree_; }
  const std::vector<LinkState>& states() const { return states_; }
  const std::vector<Closure>& closures() const { return closures_; }
  Loops* loops() { return loops_ ? &*loops_ : nullptr; }  ///< nullptr where none is closed

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
  // machine_lines.cpp
  void add_line_bodies();
  std::array<std::vector<Expr>, 2> line_forces(std::size_t line_body);
  Expr calc_resting_line_energy();
  void append_line_wrenches(std::vector<Kinematics::BodyWrench>& wrenches);
  void add_closure_efforts();
  void close_loops(Assembly& assembly);
  void set_constraints(Assembly& assembly);
  void add_impacts(Assembly& assembly);
  std::vector<ImpactGrip> find_grips() const;
  Expr release_grips(const Impact& impact, const std::function<Expr(const Expr&)>& find_after,
                     SystemBuilder::Resets& resets) const;
  Expr calc_carried_work(const std::vector<Expr>& rates, const std::vector<Expr>& step);
  bool is_on_connection(const Mechanism::Joint& joint) const;
  Loops& closed_loops();
  // machine_equations.cpp
  struct Motions;
  Motions find_motions() const;
  void add_equations(Assembly& assembly);
  std::optional<Expr> put_in_equation(Assembly& assembly, const Mechanism::Equation& equation,
                                      const Motions& motions);
  static bool check_places(const Mechanism::Equation& equation, const Expr& g,
                           const Motions& motions);
  static bool check_speeds(const Mechanism::Equation& equation, const Expr& r,
                           const Motions& motions);
  Expr differentiate_at_constant_speeds(Assembly& assembly, const Expr& formula,
                                        const Motions& motions) const;
  std::optional<Closure> make_equation_closure(Assembly& assembly,
                                               const Mechanism::Equation& equation,
                                               const Motions& motions);
  std::optional<EquationConstraint::Flow> find_flow(Assembly& assembly,
                                                    const Mechanism::Equation& equation,
                                                    const Motions& motions);
  void note_unresolved_flow(const Mechanism::Equation& equation);
  void take_off_flow_efforts();
  // machine_modes.cpp
  void add_mode_unknowns(Assembly& assembly);
  void add_mode_loads(Assembly& assembly);
  void check_modal_frames(const Mechanism::Body& body) const;
  void set_mode_equations(Assembly& assembly);
  Expr calc_mode_acceleration(std::size_t body, const Mechanism::Mode& mode);
  Expr calc_frame_force(const Mechanism::Body& body, const Mechanism::Mode& mode);
  Expr calc_mode_kinetic_energy();
  Expr calc_mode_potential_energy();
  std::vector<Expr> calc_mode_momentum(bool is_angular);
  /// Modes and the changes of their rates where the joints' free rates change by `step`.
  std::vector<std::pair<Expr, Expr>> calc_mode_steps(const std::vector<Expr>& rates,
                                                     const std::vector<Expr>& step);
  // machine_start.cpp
  void add_start_conditions(SystemBuilder::Constraints& c);
  void add_freedom_starts(SystemBuilder::Constraints& c, const Closure& closure);
  void add_attitude_starts(SystemBuilder::Constraints& c, int joint);
  /// The closure that a cut joint is, or -1.
  int closure_of(int joint) const;
  /// Coordinates, rates or accelerations of a cut joint. Coordinates are always the same
  /// expressions: so an equation shows that it names them.
  std::vector<Expr> closure_coordinates(int joint) const;
  std::vector<Expr> closure_rates(int joint) const;  ///< likewise
  std::vector<Expr> calc_closure_part(int joint, MotionLevel level) const;
  std::vector<Expr> coordinate_rates(std::size_t link, const std::vector<Expr>& rates) const;

  // machine_power.cpp
  void add_to_account(Assembly& assembly);
  Expr calc_kinetic_energy();
  Expr calc_potential_energy();
  Expr calc_dissipated_power() { return kinematics().calc_damping_power() + closure_dampers_; }
  Expr calc_power(Symbols& symbols);
  Expr calc_joint_power(std::size_t joint, Symbols& symbols);
  Expr calc_motion_power(std::size_t joint);
  Expr calc_bare_motion_effort(int joint, int freedom);
  Expr calc_drive_power(std::size_t joint);
  Expr calc_pull_supply(std::size_t pull, Symbols& symbols);
  Expr calc_bushing_supply(std::size_t bushing, Symbols& symbols);
  Expr calc_gravity_power(Symbols& symbols);
  Expr calc_closure_power(std::size_t closure, Symbols& symbols);

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
  std::string unresolved_flow_{};  ///< the last one, see note_unresolved_flow
  std::vector<int> closure_of_joint_;
  mutable std::map<int, std::vector<Expr>> closure_coordinates_, closure_rates_;  ///< by closure
  std::vector<std::size_t> closure_of_rod_;
  std::vector<int> closure_of_line_;              ///< -1: nothing moves its ends
  std::vector<int> closure_of_equation_;          ///< -1: it was refused
  std::map<int, std::vector<bool>> needed_rows_;  ///< of joints that the spanning tree cuts
  mutable std::optional<Loops> loops_;
  std::map<std::pair<int, int>, std::vector<std::function<Expr()>>> coupling_efforts_;
  Expr closure_springs_ = 0.0;  ///< [J] in springs of cut joints, and what parts add
  Expr closure_dampers_ = 0.0;  ///< [W] that their dampers take, likewise
};

}  // namespace holon
