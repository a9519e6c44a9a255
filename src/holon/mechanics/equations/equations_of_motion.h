// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/expr/print/trig_sum.h"

namespace holon {

class Assembly;

/// The equations of motion of a machine as they stand in books, for reading:
///
///   M(q) v' + h(q, v) + G(q) + C_qᵀ λ = Q,   C(q, t) = 0
///
/// (of a condition on speeds, C = A(q, t) v + b(q, t), Aᵀ λ in the place of C_qᵀ λ)
/// by Lagrange's equations (Hamel's for the angular velocities of spherical and free joints),
///
///   d/dt ∂T/∂v + ω × ∂T/∂ω − ∂T/∂q = Q,
///
/// with exact derivatives. G is the weight, Q what springs, dampers, drives and force elements do,
/// λ what closes the loops. What acts between two frames has symbols of its own: a pull T along a
/// line of the length L gives Q = −T ∂L/∂q, a bushing F·∂p'/∂v + M·∂ω/∂v. SI and radians. The
/// symbols are those of the assembly's states and parameters, and of the definitions; of
/// everything else `algebra` has the formulas.
struct EquationsOfMotion {
  /// One rate v, and what its equation says.
  struct Row {
    std::string rate;  ///< the state's name: "hip.rate", "body.angular_velocity.x"
    Expr v;
    std::string coordinate;  ///< "hip.angle"; empty where v is no coordinate's derivative
    std::optional<Expr> q;
    bool turns = true;          ///< [rad], else [m]
    std::string unit{};         ///< of a generalized coordinate, whose own name is its symbol
    std::vector<TrigSum> mass;  ///< by column
    TrigSum bias, weight, force;
    std::vector<TrigSum> constraint;  ///< C_qᵀ, by multiplier
    std::vector<TrigSum> action;      ///< what stands before `actions` in Q
  };
  /// A force or torque of an element between two frames; of a pull its share in a direction, T/L.
  struct Action {
    Expr effort;
    std::optional<Expr> length{};
  };
  /// What the symbol of an output stands for, each after those that it needs. Rates have the symbol
  /// of what they are the rate of, with a dot.
  struct Definition {
    enum class Form {
      root,   ///< √sum
      sum,    ///< sum, over `divisor` where there is one
      law,    ///< `law`, as it was written
      named,  ///< no readable formula: the output by its name
    };
    enum class Quantity {
      length,
      length_rate,
      force,
      position,
      velocity,
      rotation,
      angular_velocity,
      torque,
    };
    std::string output;  ///< "s.length"
    Quantity quantity = Quantity::length;
    std::string element;    ///< "s", of which it is
    std::string component;  ///< "x", "y" or "z"; empty for a scalar
    std::string unit;
    Expr symbol;
    Form form = Form::named;
    TrigSum sum{};
    std::optional<Expr> divisor{};
    Expr law = 0.0;
    std::string remark{};  ///< behind the unit
  };
  struct Constraint {
    std::string name;        ///< "C: shift along [1, 0, 0]"
    std::string multiplier;  ///< the output that λ is: "C.reaction.force.x"; may be empty
    TrigSum equation;        ///< = 0
    bool at_times = false;   ///< only while something sticks or lies at a stop; else λ = 0
    bool of_speeds = false;  ///< A(q, t) v + b(q, t): λ acts along Aᵀ
  };
  /// q' of what is no rate: quaternions.
  struct Kinematic {
    std::string name;
    Expr q;
    TrigSum rate;
  };
  std::shared_ptr<TrigSums> algebra;
  std::vector<Row> rows;
  std::vector<Constraint> constraints;
  std::vector<Kinematic> kinematics;
  std::vector<Action> actions;
  std::vector<Definition> definitions;
  Expr g = 0.0;          ///< the symbol of the acceleration of gravity; 0 where there is none
  double g_value = 0.0;  ///< [m/s²]
  std::size_t term_count() const;
};

/// Nothing where the assembly has no machine that moves freely. Throws ModelError where the
/// equations are too long to be read (see TrigSums), or name what only the solution determines,
/// such as reactions, or where there are line bodies. The assembly must have been formulated.
std::optional<EquationsOfMotion> make_equations_of_motion(Assembly& assembly);

}  // namespace holon
