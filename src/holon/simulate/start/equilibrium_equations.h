// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "holon/expr/derive/jacobian.h"
#include "holon/simulate/events/event_handler.h"
#include "holon/simulate/rhs/projection.h"
#include "holon/simulate/rhs/system_rhs.h"

namespace holon {

/// (n) Magnitudes by which the tangent coordinates and the terms of rates are judged: the nominal
/// values, but other ones for states that have the nominal value 1 (usually since the model names
/// none) where the terms of a rate would then differ by many orders of magnitude (a spool in m
/// beside a pressure in Pa). From the slopes A (rows of n rates at least, columns of the
/// coordinates at least), which are entries of `J` (make_state_jacobian).
Eigen::VectorXd find_typical_sizes(const System& system, const FunctionJacobian& J,
                                   const Eigen::MatrixXd& A);

/// The equations of an equilibrium at a state, with their slopes: rates r of the tangent
/// coordinates (system/tangent.h), and the conditions g of closed loops; what is discrete stands as
/// the last `settle` found it. A motion that changes no rate and keeps the conditions is free (the
/// angle of a shaft, all bodies of a cart along its rail): its part of r is left out.
class EquilibriumEquations {
 public:
  /// The system and the programs must outlive this.
  EquilibriumEquations(const System& system, const SystemPrograms& programs,
                       const std::vector<double>& parameters);

  /// Takes the discrete states and modes of a run that begins at x. False where none can: it lies
  /// beyond a limit, or comparisons contradict each other.
  bool settle(const std::vector<double>& x);
  /// Onto what holds at times, as the last `settle` found it: limits, friction at rest.
  void project(std::vector<double>& x);
  /// Whether a run can begin at x, what is discrete left as it is.
  bool is_admissible(const std::vector<double>& x);
  /// Evaluates everything at x.
  void set_state(const std::vector<double>& x);
  /// The same without the slopes: rates, g and modes alone.
  void set_trial(const std::vector<double>& x);

  int count() const { return n_; }
  const std::vector<double>& x() const { return x_; }
  bool has_constraints() const { return residual_.has_value(); }
  bool has_events() const { return !system_.events.empty(); }
  /// (n) rates, without the free motions; with them.
  const Eigen::VectorXd& rates() const { return rates_; }
  const Eigen::VectorXd& motion() const { return motion_; }
  const Eigen::VectorXd& gaps() const { return gaps_; }     ///< g (m)
  const Eigen::MatrixXd& slopes() const { return A_; }      ///< ∂motion/∂δ (n x n)
  const Eigen::MatrixXd& gap_slopes() const { return G_; }  ///< ∂g/∂δ (m x n)
  /// (n) Magnitude of the terms that a rate is the sum of, at least kLeastRate [SI].
  const Eigen::VectorXd& scale() const { return scale_; }
  static constexpr double kLeastRate = 1e-2;
  /// (n) Magnitudes of the tangent coordinates, see find_typical_sizes.
  const Eigen::VectorXd& nominal() const { return nominal_; }
  /// (n) A vector or matrix of n rows of rates without its part along the free motions.
  Eigen::MatrixXd remove_free(const Eigen::MatrixXd& rates) const;
  /// Whether a tangent coordinate takes part in a free motion.
  bool is_free(int tangent) const;
  /// |rates| in `scale`; infinite where something is not finite.
  Eigen::VectorXd calc_scaled(const Eigen::VectorXd& scale) const;

  /// x moved by tangent coordinates δ (n).
  std::vector<double> move(const std::vector<double>& x, const Eigen::VectorXd& delta) const;
  /// Speeds zero; onto the constraints.
  std::vector<double> rest(std::vector<double> x);
  /// Onto the constraints, by steps of least length in which coordinate j counts 1/ease_j; those of
  /// ease 0 stay. False where it does not get there.
  bool close(std::vector<double>& x, const Eigen::VectorXd& ease);

  const std::vector<double>& discrete() const { return discrete_; }
  std::vector<double> modes() const;

 private:
  /// Inputs that stand still.
  struct HeldInputs final : InputSource {
    std::vector<double> values;
    void read(double, double* u) const override { std::copy(values.begin(), values.end(), u); }
  };

  void fill(const std::vector<double>& x);
  std::vector<double> run(const Program& program);
  double size_of(int tangent, const std::vector<double>& x) const;
  void find_free();

  const System& system_;
  const SystemPrograms& programs_;
  FunctionJacobian slopes_, gap_slopes_;
  Program slope_program_;
  std::optional<Program> residual_, gap_slope_program_, delayed_;
  SystemInputs inputs_, trial_inputs_;
  HeldInputs held_;
  EventHandler events_;
  SystemRhs rhs_;
  Projection projection_;
  Workspace workspace_;
  const int n_;
  std::vector<double> x_, discrete_;
  Eigen::VectorXd nominal_;
  bool has_sizes_ = false;     // nominal_ as find_typical_sizes found it
  Eigen::Index most_free_;     ///< as many motions are free at all states met so far
  Eigen::MatrixXd A_, G_, K_;  // K: the free motions in nominal values, orthonormal (n x k)
  Eigen::VectorXd rates_, motion_, gaps_, scale_;
};

}  // namespace holon
