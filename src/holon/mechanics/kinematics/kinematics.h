// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "holon/mechanics/kernels/kinematic_kernels.h"
#include "holon/mechanics/kernels/link_sums.h"

namespace holon {

class Loads;

/// Motion, energies and reactions of a mechanism in a given state, whatever the formulation. All of
/// it is made when it is first requested, by calls of a few Functions, and kept.
class Kinematics {
 public:
  /// All must live as long as this. Accelerations need `set_accelerations` first.
  Kinematics(const Mechanism& mechanism, const Tree& tree, const std::vector<LinkState>& states);
  ~Kinematics();

  /// vdot of every link, as calc_recursive gives it (of prescribed ones LinkState::vdot counts).
  /// The links' loads must be known by now.
  void set_accelerations(std::vector<std::vector<Expr>> vdot);

  /// A force and a torque on a body, about a place of some link, in world axes.
  struct BodyWrench {
    int body = Mechanism::kWorld;
    bool negative = false;
    Tree::BodyPlace at;
    std::array<std::vector<Expr>, 2> wrench;
  };
  /// What acts on bodies besides joints of the tree and force elements: requested once, with the
  /// first reaction of a Fixed joint.
  void set_body_wrenches(std::function<std::vector<BodyWrench>()> wrenches) {
    calc_body_wrenches_ = std::move(wrenches);
  }

  /// Components of poses and velocities that are constant stay nodes of the graph (that name this
  /// symbol), so that formulas can be differentiated by them: call it before they are made.
  void keep_constants(Expr symbol) { kept_by_ = symbol; }

  /// One of frame_outputs() of a frame (by index; Mechanism::kWorld for the world): components.
  std::vector<Expr> calc_frame_output(int frame, FrameOutput which);

  /// Force and torque [N, N m] that the parent side of a joint exerts on its child side, at the
  /// child's joint frame, in world axes.
  std::array<std::vector<Expr>, 2> calc_reaction(int joint);

  Expr calc_kinetic_energy();         ///< [J]
  Expr calc_potential_energy();       ///< [J] of gravity (0 at the world's origin) and springs
  Expr calc_damping_power();          ///< [W] that dampers take
  std::vector<Expr> calc_momentum();  ///< [kg m/s] in world axes
  std::vector<Expr> calc_angular_momentum();  ///< [kg m²/s] about the world's origin
  /// Largest violation of the constraints that the coordinates keep: |q| − 1 of quaternions.
  Expr calc_constraint_drift();

  /// What force elements do to the links.
  Loads& loads() { return *loads_; }

  const std::vector<Expr>& pose(std::size_t link);         ///< R (9, by rows), p (3) in the world
  const std::vector<Expr>& velocity(std::size_t link);     ///< omega, v in link axes at its origin
  const std::vector<Expr>& orientation(std::size_t link);  ///< quaternion, in the world
  /// alpha, and a of a point of the link, in link axes.
  std::vector<Expr> calc_point_acceleration(std::size_t link, const Vector3<Expr>& point);

 private:
  using Values = std::vector<std::vector<Expr>>;  // by link; empty: not made yet
  using Make = std::function<FunctionRef(std::size_t link, const detail::Kinds&)>;

  /// Fills `values` for a link and all that lie between it and the world.
  const std::vector<Expr>& outward(
      std::size_t link, Values& values, detail::Kinds& kinds, const Make& make,
      const std::function<void(std::size_t, std::vector<Expr>&)>& more);
  std::vector<Expr> keep(std::vector<Expr> values) const;
  const std::vector<Expr>& attitude(std::size_t link);
  const std::vector<Expr>& acceleration(std::size_t link);  // alpha, a
  const std::vector<Expr>& reaction(std::size_t link);      // own (6), handed to the parent (6)
  std::vector<Expr> link_rates(std::size_t link) const;
  std::vector<Expr> link_changes(std::size_t link) const;
  std::vector<Expr> calc_sum(detail::LinkSum which);
  void make_kinds();
  void make_frame_kinds();
  int link_of_body(int body) const;
  void find_fixed_paths();
  void calc_fixed_wrenches(const std::vector<int>& group);
  std::array<std::vector<Expr>, 2> calc_fixed_reaction(int joint);
  std::vector<Expr> calc_load(const BodyWrench& wrench);

  void make_reaction_kinds();

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<LinkState>& states_;
  std::unique_ptr<Loads> loads_;
  std::vector<int> link_of_joint_;  ///< kWorld for Fixed joints
  std::vector<detail::LinkShape> shapes_;
  std::vector<std::vector<Expr>> vdot_;
  std::optional<Expr> kept_by_{};
  detail::Kinds pose_kinds_, orientation_kinds_, velocity_kinds_, acceleration_kinds_,
      reaction_kinds_;
  std::map<detail::LinkSum, std::vector<Expr>> sums_;
  Values attitude_, pose_, orientation_, velocity_, acceleration_, reaction_;
  // Of rigid groups, by body + 1 (0: the world), once a Fixed joint's reaction is requested.
  std::vector<int> held_by_;                       ///< a Fixed joint; -1: the group's own joint
  std::vector<std::vector<std::size_t>> hung_on_;  ///< links
  std::vector<std::vector<int>> fixed_groups_;     ///< bodies, holders first
  std::vector<std::size_t> group_of_;
  std::function<std::vector<BodyWrench>()> calc_body_wrenches_;
  std::vector<BodyWrench> body_wrenches_;
  Values fixed_wrenches_;
  detail::Kinds body_kinds_;
  std::vector<Tree::BodyPlace> frame_places_;
  detail::Kinds frame_kinds_;                                   // by frame
  std::map<std::pair<int, int>, FunctionRef> frame_functions_;  // by kind and output
};

}  // namespace holon
