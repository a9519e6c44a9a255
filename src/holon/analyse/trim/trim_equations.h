// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "holon/analyse/trim/steady_turn.h"
#include "holon/analyse/trim/trim.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Uniform in [0, 1): the same on every machine.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : bits_(seed) {}
  double operator()() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double between(double a, double b) { return a + (b - a) * (*this)(); }

 private:
  std::mt19937_64 bits_;
};

/// A point of the search: all inputs of the System's functions, and the equations there.
struct TrimPoint {
  std::vector<double> in;
  double turn = 0;    ///< [rad/s]
  Eigen::VectorXd r;  ///< rates (n), conditions of loops, given outputs
  Eigen::MatrixXd J;  ///< ∂r/∂(tangents, unknown parameters, turn rate)
};

/// Rows that must vanish and columns of the unknowns, in nominal values; each row divided by its
/// largest term.
struct ScaledTrimEquations {
  Eigen::VectorXd r;
  Eigen::MatrixXd J;
  std::vector<Eigen::Index> rows, columns;  ///< of TrimPoint::J
};

/// The equations of steady states (trim.h), their unknowns and the scales of both.
class TrimEquations {
 public:
  /// Throws as find_steady_states. Keeps references to all three.
  TrimEquations(const System& system, const std::vector<double>& parameters,
                const TrimProblem& problem);

  const System& system() const { return system_; }
  const TrimProblem& problem() const { return problem_; }
  const SystemPrograms& programs() const { return programs_; }
  const HeadingSymmetry& symmetry() const { return symmetry_; }
  int tangent_count() const { return n_; }
  /// The column of the turn rate, behind those of tangent coordinates and unknown parameters.
  int turn_column() const { return n_ + np_; }
  const std::vector<double>& start() const { return start_; }  ///< state
  /// A coordinate on which no rate depends but those of such coordinates.
  bool is_free(int tangent) const { return is_free_[static_cast<std::size_t>(tangent)]; }
  /// Free, and not an integral that Holon adds.
  bool is_shown_free(int tangent) const;

  TrimPoint evaluate(const std::vector<double>& x, const std::vector<double>& p, double turn);
  std::vector<double> states_of(const TrimPoint& trial) const;
  /// Values of the unknown parameters, and all parameters with them.
  std::vector<double> start_parameters() const { return take_parameters(parameters_); }
  std::vector<double> parameters_of(const TrimPoint& trial) const;
  std::vector<double> all_parameters(const std::vector<double>& unknown) const;

  /// x moved by tangent coordinates.
  std::vector<double> move(std::vector<double> x, const Eigen::VectorXd& delta) const;
  /// The point moved by factor * y, y in the scale and order of the columns.
  TrimPoint step_along(const TrimPoint& trial, const std::vector<Eigen::Index>& columns,
                       const Eigen::VectorXd& y, double factor);
  /// The same solution in the heading of the start.
  TrimPoint turn_to_start(const TrimPoint& trial);
  /// Unknowns at random: the start of another search.
  void scatter(Uniform& uniform, std::vector<double>& x, std::vector<double>& p,
               double& turn) const;

  ScaledTrimEquations scale(const TrimPoint& trial) const;
  /// Of large speeds and parameters steps may be long.
  double column_size(const TrimPoint& trial, Eigen::Index j) const;
  double row_size(const TrimPoint& trial, Eigen::Index row,
                  const std::vector<Eigen::Index>& columns) const;
  /// The equation of a row, for messages.
  std::string describe(Eigen::Index row) const;

 private:
  void check_symmetry();
  void find_sizes();
  void find_free();
  Eigen::VectorXd draw_probe(Uniform& uniform, int probe) const;
  std::vector<double> take_parameters(const std::vector<double>& all) const;
  /// What no unknown changes keeps its size. In a turn the accelerations that constraints
  /// determine are of second order: by their own slopes, which vanish with them, they would seem
  /// half solved by every step.
  double size_of_terms(double largest, Eigen::Index row) const;

  const System& system_;
  const std::vector<double>& parameters_;
  const TrimProblem& problem_;
  SystemPrograms programs_;
  SystemInputs inputs_;
  Workspace workspace_;
  const int n_, np_, columns_;  ///< tangents, unknown parameters, all columns
  const HeadingSymmetry symmetry_;
  std::vector<int> others_;  // unknown parameters among the inputs of the functions
  FunctionJacobian slopes_, output_slopes_, gap_slopes_;
  Program slope_program_;
  FunctionRef outputs_, gaps_;
  std::vector<double> start_, nominal_;
  std::vector<double> sizes_;  // nominal_, or those of find_typical_sizes
  std::vector<bool> is_free_, is_unknown_;
};

}  // namespace holon::detail
