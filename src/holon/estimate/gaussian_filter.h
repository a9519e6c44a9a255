// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/estimate/estimation_models.h"

namespace holon {

enum class FilterMethod : std::uint8_t {
  ekf,  ///< exact derivatives about the estimate; with a linear model the Kalman filter. Errors of
        ///< quaternions are rotation vectors, reset by their Jacobian: also the error-state filter
  ukf,  ///< sigma points, drawn anew before each update
};
enum class CovarianceForm : std::uint8_t {
  joseph,       ///< P, updated by (I − K H) P (I − K H)ᵀ + K R Kᵀ
  square_root,  ///< S with P = S Sᵀ, by QR decompositions: P stays positive semidefinite
};

/// The scaled unscented transformation (S. J. Julier, Proc. ACC 2002, 4555; E. A. Wan, R. van der
/// Merwe, 2000). β ≥ α² is required, so that no covariance is subtracted.
struct UnscentedOptions {
  double alpha = 1e-3, beta = 2, kappa = 0;
};

struct FilterOptions {
  FilterMethod method = FilterMethod::ekf;
  CovarianceForm form = CovarianceForm::square_root;
  UnscentedOptions ukf;
};

/// Noise of a model, in tangent coordinates (n x n); empty matrices: none.
struct ProcessNoise {
  Eigen::MatrixXd density;   ///< of continuous noise: covariance per second
  Eigen::MatrixXd per_step;  ///< added at each prediction, whatever its length
  bool exact = false;  ///< the density by the matrix exponential, else by its equation of order 4
};

/// One measurement as a filter processed it.
struct Innovation {
  Eigen::VectorXd residual;  ///< z ⊟ h(x) (m)
  Eigen::MatrixXd S;         ///< its covariance (m x m)
  double nis = 0;            ///< residualᵀ S⁻¹ residual
  double gate = 0;           ///< nis above it is rejected; 0: no gate
  bool accepted = true;
  double log_likelihood = 0;  ///< of the residual, Gaussian
  Eigen::MatrixXd K;          ///< gain (n x m); empty where it was rejected
};

/// All that a filter remembers from one step to the next.
struct FilterState {
  double time = 0;
  std::int64_t predictions = 0;
  Eigen::VectorXd x;
  Eigen::MatrixXd covariance;   ///< P, or S of the square-root form
  std::vector<double> noise{};  ///< of sensors whose noise is estimated, by ReplayEstimator
};

/// State and covariance after a prediction, for smoothing.
struct PredictionRecord {
  Eigen::VectorXd x;  ///< predicted
  Eigen::MatrixXd P;  ///< its covariance
  Eigen::MatrixXd C;  ///< covariance of the errors before (rows) and after the prediction
  /// With derivatives and without constraints: P = F P₀ Fᵀ + Q. Else empty.
  Eigen::MatrixXd F, Q;
};

/// An estimate of a state on a manifold and its error covariance, with the recursions of Kalman
/// filters. It knows neither clocks nor delays: see ReplayEstimator. Methods throw RunError when
/// the covariance is not positive semidefinite any more: the message names the state, the sensor,
/// the time and the likely cause.
class GaussianFilter {
 public:
  /// Throws InputError for options that cannot be.
  GaussianFilter(Manifold manifold, const FilterOptions& options = {});

  /// Throws InputError where P (n x n) is not symmetric and positive semidefinite.
  void reset(double t, const Eigen::VectorXd& x, const Eigen::MatrixXd& P);

  /// From time() to time() + h. `record`, if any, gets what a smoother needs.
  void predict(TransitionModel& f, double h, const ProcessNoise& noise,
               PredictionRecord* record = nullptr);
  /// The same to the time t, exactly; nothing where it is time().
  void predict_to(TransitionModel& f, double t, const ProcessNoise& noise,
                  PredictionRecord* record = nullptr);
  /// Takes in z with covariance R (m x m), unless its NIS is above the gate (0: none).
  Innovation update(MeasurementModel& h, const Eigen::VectorXd& z, const Eigen::MatrixXd& R,
                    double gate = 0);
  /// The innovation without an update.
  Innovation preview(MeasurementModel& h, const Eigen::VectorXd& z, const Eigen::MatrixXd& R);

  double time() const { return t_; }
  const Manifold& manifold() const { return manifold_; }
  const FilterOptions& options() const { return options_; }
  const Eigen::VectorXd& x() const { return x_; }
  Eigen::MatrixXd P() const;      ///< (n x n), symmetric
  Eigen::VectorXd sigma() const;  ///< square roots of its diagonal
  std::int64_t predictions() const { return predictions_; }

  /// Replaces the state, keeping the covariance: after a projection onto constraints.
  void set_state(const Eigen::VectorXd& x) { x_ = x; }
  /// Brings the estimate onto the constraints of closed loops, and its covariance into their
  /// tangent space: after an update. Nothing for a model without constraints.
  void constrain(TransitionModel& f);
  FilterState save() const;
  void restore(const FilterState& state);
  void archive(Archive& a);

 private:
  struct Prior;  // of an update: linearisation about the estimate
  Prior linearise(MeasurementModel& h, const Eigen::VectorXd& z, const Eigen::MatrixXd& R,
                  Innovation& innovation);
  void linearise_by_points(MeasurementModel& h, Eigen::VectorXd& predicted, Prior& prior);
  void correct(const Prior& prior, const Innovation& innovation, const std::string& sensor);
  void linearise_factor(Innovation& innovation);
  void correct_factor(const Prior& prior, Innovation& innovation, const std::string& sensor);
  Eigen::MatrixXd factor_measured(const Eigen::MatrixXd& V, const std::string& sensor);
  void propagate_factor(PredictionRecord* record);
  void transform_covariance(const Eigen::MatrixXd& M);
  void symmetrise();
  void predict_by_derivatives(TransitionModel& f, double h, PredictionRecord* record);
  void predict_by_points(TransitionModel& f, double h, PredictionRecord* record);
  void find_noise(TransitionModel& f, double h, const ProcessNoise& noise);
  void spread_noise(TransitionModel& f);  // over the tangent space of the constraints
  void factor_noise(TransitionModel& f, double h, Eigen::VectorXd& x);
  void find_factor();  // S from P
  void set_factor_from(Eigen::MatrixXd& rows);
  [[noreturn]] void fail(const std::string& doing, int worst, const std::string& cause,
                         const std::string& advice) const;
  void check_covariance(const std::string& sensor);
  /// Whether updates compute by rows (row_kernels.h).
  bool has_rows() const {
    return options_.method == FilterMethod::ekf && options_.form == CovarianceForm::square_root;
  }
  double* S_columns() { return work_.data(); }        // (n)
  double* D_rows() { return measured_rows_.data(); }  // (m), then C, then the gain
  double* C_rows() { return D_rows() + measured_rows_.size() / 3; }

  Manifold manifold_;
  FilterOptions options_;
  double t_ = 0;
  std::int64_t predictions_ = 0;
  Eigen::VectorXd x_;
  Eigen::MatrixXd P_;  // joseph
  Eigen::MatrixXd S_;  // square_root; with joseph that of the last find_factor
  // Work space.
  Eigen::MatrixXd F_, A_, H_, FS_, rows_;
  Eigen::VectorXd next_, z_, delta_;
  std::vector<double> work_, measured_rows_;
  // Of the last prediction: noise, its factor, and what they were made from.
  Eigen::MatrixXd T_, density_, per_step_;  // with constraints
  Eigen::MatrixXd Q_, Q_factor_, noise_density_, noise_per_step_;
  double noise_h_ = -1;
  bool noise_is_kept_ = false;
};

/// The chi-square bound of a gate that a consistent measurement of m numbers passes with this
/// probability: 0.999 and m = 3 → 16.27.
double find_gate(double probability, int m);

}  // namespace holon
