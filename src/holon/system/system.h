// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/base/units.h"
#include "holon/expr/function.h"

namespace holon {

/// A block of continuous states that belong together.
struct StateBlock {
  enum class Kind : std::uint8_t {
    euclidean,   ///< plain numbers
    quaternion,  ///< w, x, y, z with unit norm; a tangent of three
  };
  std::string name;                    ///< "pin.angle", "body.orientation"
  std::vector<std::string> components; ///< "" for a scalar; "x", "y", "z"; "w", "x", "y", "z"
  Kind kind = Kind::euclidean;
  Dimension dimension;                 ///< of every component
  int offset = 0;                      ///< of the first component in x
  int size = 1;
};

/// A quantity that can be recorded, plotted or named in a formula.
struct SystemOutput {
  std::string name;                    ///< "link.position"
  std::vector<std::string> components; ///< as in StateBlock
  Dimension dimension;
  std::string description;
  bool is_main = false;                ///< recorded where the model names no outputs
  int offset = 0;                      ///< of the first component among all outputs
  int size = 1;
};

/// A number that stays free in the equations: `tunable`, swept or estimated.
struct SystemParameter {
  std::string name;
  Dimension dimension;
  double value = 0;  ///< the model's own value
};

/// The contract between physics and numerics: an explicit initial value problem
///   x' = f(t, x, u, p, m),  y = h(t, x, u, p, m),  x(t0) = start(t0, p)
/// with modes m = [indicator > 0] and invariants of the state (unit quaternions). Everything is SI
/// and radians. Immutable; shared by threads.
///
/// All functions take the same inputs in this order: t (1), x (nx), u (nu), p (np), m (nm).
struct System {
  std::string title;
  std::vector<StateBlock> states;
  std::vector<SystemOutput> outputs;
  std::vector<std::string> inputs;
  std::vector<SystemParameter> parameters;
  std::vector<std::string> modes;  ///< a description of each relation

  FunctionRef derivative;  ///< -> x' (nx)
  FunctionRef output;      ///< -> y (ny), all outputs in order
  FunctionRef start;       ///< inputs t, p -> x (nx)
  FunctionRef indicators;  ///< -> one number per mode; > 0 means the mode is 1

  int state_count() const;
  int output_count() const;
  int input_count() const { return static_cast<int>(inputs.size()); }
  int parameter_count() const { return static_cast<int>(parameters.size()); }
  int mode_count() const { return static_cast<int>(modes.size()); }
  /// Number of inputs of the functions: 1 + nx + nu + np + nm.
  int function_input_count() const;

  /// "pin.angle", "body.orientation.w": the name of one component of the state, or output.
  std::string state_name(int index) const;
  std::string output_name(int index) const;
  /// The output of that name ("link.position", not a component); nullptr where there is none.
  const SystemOutput* find_output(const std::string& name) const;

  /// The functions f and h for a choice of outputs only (by name; throws InputError naming the
  /// nearest for an unknown one): what is not recorded is not computed.
  FunctionRef select_outputs(const std::vector<std::string>& names) const;

  /// Restores the invariants of the state in place: unit quaternions. Returns the largest
  /// violation found (dimensionless).
  double project(double* x) const;
};

}  // namespace holon
