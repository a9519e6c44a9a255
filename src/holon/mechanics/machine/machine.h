// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/formulations/formulation.h"
#include "holon/mechanics/formulations/loops.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/loads.h"
#include "holon/mechanics/machine/cut_joint_motions.h"
#include "holon/mechanics/machine/equation_share.h"
#include "holon/mechanics/machine/inner_parts.h"
#include "holon/mechanics/machine/line_share.h"
#include "holon/mechanics/machine/loop_closures.h"
#include "holon/mechanics/machine/machine_energy.h"
#include "holon/mechanics/machine/modal_share.h"
#include "holon/mechanics/machine/tree_states.h"
#include "holon/mechanics/tree/placed_frames.h"
#include "holon/model/assembly/part.h"
#include "holon/model/assembly/surroundings.h"

namespace holon {

/// The mechanical share of an Assembly. Its parts fill the mechanism; when all are there,
/// `formulate` chooses the tree, adds the states with their derivatives, and everything else is
/// made when it is first needed. The states of the tree, the closures of its loops, the motions of
/// cut joints, elastic modes, bodies on lines, equations and energies have types of their own.
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

  void formulate(Assembly& assembly);

  // Known once `formulate` has run.
  Kinematics& kinematics();
  /// As joint_info counts them, of the child side against the parent side.
  std::vector<Expr> joint_coordinates(int joint);
  std::vector<Expr> joint_rates(int joint);
  std::vector<Expr> joint_accelerations(int joint);
  /// Force and torque of the parent side on the child side at the child's joint frame, in world
  /// axes.
  std::array<std::vector<Expr>, 2> joint_reaction(int joint);
  Expr rod_tension(std::size_t rod);  ///< [N]
  /// The multiplier of an equation of `mechanism.equations`: the effort along a coordinate that
  /// stands in it alone.
  Expr equation_multiplier(int equation);
  const Tree& tree() const { return tree_states_.tree(); }
  const std::vector<LinkState>& states() const { return tree_states_.links(); }
  const detail::TreeStates& tree_states() const { return tree_states_; }
  const std::vector<Closure>& closures() const { return closures_.list(); }
  Loops* loops() { return loops_ ? &*loops_ : nullptr; }  ///< nullptr where none is closed

  detail::ModalShare& modes() { return modes_; }
  detail::LineShare& lines() { return lines_; }
  const detail::EquationShare& equations() const { return equations_; }
  detail::MachineEnergy& energy() { return energy_; }

 private:
  bool make_spanning_tree(Assembly& assembly);
  void choose_tree(Assembly& assembly);
  void close_loops(Assembly& assembly);
  Loops& closed_loops();  ///< throws NotKnownYet where none is closed yet

  std::shared_ptr<Symbols> symbols_;
  const detail::Surroundings* surroundings_ = nullptr;
  const MachineFormulation* formulation_ = nullptr;  ///< known once `formulate` has begun
  detail::TreeStates tree_states_{mechanism};
  std::optional<Kinematics> kinematics_;
  detail::LoopClosures closures_;
  detail::CutJointMotions cut_motions_{mechanism, closures_};
  std::optional<Loops> loops_;

  detail::ModalShare modes_{*this};
  detail::LineShare lines_{*this};
  detail::EquationShare equations_{*this};
  detail::MachineEnergy energy_{*this};
};

}  // namespace holon
