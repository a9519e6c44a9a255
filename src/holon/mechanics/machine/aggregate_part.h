// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// A part with coordinates of its own, for the `build` of a part type: rigid, elastic or anything
/// else whose accelerations are linear in the wrenches at its connections,
///
///   v' = A(q, v, t) + Σ B W                                                                    (1)
///   w  = C(q, v) + D(q) v'                                                                     (2)
///
///   q, v   coordinates and their rates: the part's inner states
///   W      (force [N], moment [N m]) on the part at a connection, in world axes, the moment about
///          the origin of the connection's frame
///   w      (acceleration [m/s²], angular acceleration [rad/s²]) of the connection, inertial, in
///          world axes; its velocity is D v
///
/// Joints, springs, forces and bonds hold on to a connection as to a frame of a body, in every
/// formulation: W are unknowns of the linear system of the whole machine. A holds all that acts on
/// the part but W, its weight too.
///
/// P. R. Ivankov, N. P. Ivankov, The framework for simulation of dynamics of mechanical aggregates,
/// 2007, (1)–(6). What a part gives is checked when the model is compiled: D v and C against exact
/// derivatives of the frame's pose, B by reciprocity, D_i B_j = (D_j B_i)ᵀ.
class AggregatePart {
 public:
  /// Begins a part of the builder's name.
  explicit AggregatePart(PartBuilder& builder);

  struct Coordinate {
    std::string name;  ///< local, of the state: "position"
    std::string rate;  ///< local, of its rate: "speed"
    Dimension dimension;
    Expr initial = 0.0, initial_rate = 0.0;
    bool holds_initial = false, holds_rate = false;  ///< else they are guesses
  };
  struct Variable {
    Expr q, v;
  };
  /// Adds a coordinate; its rate is v.
  Variable add_coordinate(const Coordinate& coordinate);

  struct Pose {
    Rotation<Expr> orientation;      ///< body axes -> world axes
    Vector3<Expr> position;          ///< [m]
    Vector3<Expr> angular_velocity;  ///< [rad/s] in body axes: three of v
    Vector3<Expr> velocity;          ///< [m/s] in world axes: the next three
  };
  /// Adds the pose of a body that moves freely, with the states orientation, position,
  /// angular_velocity and velocity.
  Pose add_pose(const Mechanism::FreeStart& start);

  const std::vector<Expr>& coordinates() const { return part().q; }
  const std::vector<Expr>& rates() const { return part().v; }
  /// [m/s²] of the model's world.
  Vector3<Expr> gravity() const { return machine_->mechanism.gravity; }

  /// (1) and (2) by matrices: A (n); of a connection B (n x 6), C (6), D (6 x n), by rows.
  void set_accelerations(std::vector<Expr> A);
  struct Matrices {
    std::vector<Expr> B, C, D;
  };
  /// `frame`: local name of a frame that describe() declares; `place`: in the world, a function of
  /// q.
  void connect(const std::string& frame, const FramePlace& place, Matrices matrices);

  /// The same by the mass matrix M (n x n, by rows, positive definite) and the generalized forces f
  /// of M v' = f: A = M⁻¹ f, B = M⁻¹ Dᵀ, C and D by differentiating the place.
  void set_equations(std::vector<Expr> M, std::vector<Expr> f);
  void connect(const std::string& frame, const FramePlace& place);

  struct Energies {
    Expr kinetic = 0.0, potential = 0.0;  ///< [J]
    Expr dissipated = 0.0;                ///< [W] taken by friction within the part
    Expr power = 0.0;                     ///< [W] supplied from outside, but by W
  };
  /// For system.energy; `holon verify` checks that they balance.
  void set_energies(const Energies& energies);

  /// [kg m/s], and [kg m²/s] about the world's origin, in world axes: for system.momentum and
  /// system.angular_momentum, in which a part without them is not.
  void set_momenta(const Vector3<Expr>& momentum, const Vector3<Expr>& angular_momentum);

  /// v' of a rate, by its place in rates(); known when everything is: for define_output.
  std::function<std::vector<Expr>()> acceleration(std::size_t rate) const;

 private:
  InnerPart& part() const { return machine_->inner_parts[index_]; }
  PartBuilder builder_;
  std::shared_ptr<Machine> machine_;
  std::size_t index_ = 0;
};

}  // namespace holon
