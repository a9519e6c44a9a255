// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>

#include "holon/estimate/manifold.h"

namespace holon {

/// How the state of a model proceeds, as filters take it: x(t + h) = f(t, h, x). `make_transition`
/// makes one of a System; others may be written by hand. Objects hold work space: one per thread.
class TransitionModel {
 public:
  virtual ~TransitionModel() = default;
  virtual const Manifold& manifold() const = 0;
  /// `next` (size) from x (size), which may be the same; and, unless nullptr, F (n x n), the exact
  /// derivative of that map in tangent coordinates.
  virtual void advance(double t, double h, const Eigen::VectorXd& x, Eigen::VectorXd& next,
                       Eigen::MatrixXd* F) = 0;
  /// A (n x n): tangent errors obey δ' = A δ near x, for the covariance of continuous noise.
  /// Default: nothing is known, so that noise of density W adds W h.
  virtual bool find_rates(double /*t*/, const Eigen::VectorXd& /*x*/, Eigen::MatrixXd& /*A*/) {
    return false;
  }
  /// Whether A is the same everywhere, so that noise is discretised once for each h.
  virtual bool has_constant_rates() const { return false; }
  /// Whether closed loops restrict the states, so that their errors lie in a tangent space.
  virtual bool has_constraints() const { return false; }
  /// Restores the constraints in place and gives T (n x n), which projects errors onto their
  /// tangent space there.
  virtual void constrain(double /*t*/, Eigen::VectorXd& /*x*/, Eigen::MatrixXd& T) {
    T.setIdentity(manifold().tangent_size(), manifold().tangent_size());
  }
};

/// What a sensor measures: z = h(t, x) + v.
class MeasurementModel {
 public:
  virtual ~MeasurementModel() = default;
  virtual const std::string& name() const = 0;  ///< "gps": of the sensor
  /// The space of z: angles and quaternions among the measured values have their own residuals.
  virtual const Manifold& manifold() const = 0;
  /// z (size) predicted for x, and, unless nullptr, H (m x n) in tangent coordinates of both.
  virtual void measure(double t, const Eigen::VectorXd& x, Eigen::VectorXd& z,
                       Eigen::MatrixXd* H) = 0;
};

/// x(t + h) = F x + B u, with u as set: for models given by matrices.
class LinearTransition final : public TransitionModel {
 public:
  /// Discrete: each call of `advance` is one step, whatever h.
  LinearTransition(Eigen::MatrixXd F, Eigen::MatrixXd B = {});
  void set_input(const Eigen::VectorXd& u) { u_ = u; }
  const Manifold& manifold() const override { return manifold_; }
  void advance(double t, double h, const Eigen::VectorXd& x, Eigen::VectorXd& next,
               Eigen::MatrixXd* F) override;

 private:
  Eigen::MatrixXd F_, B_;
  Eigen::VectorXd u_;
  Manifold manifold_;
};

/// z = H x.
class LinearMeasurement final : public MeasurementModel {
 public:
  LinearMeasurement(std::string name, Eigen::MatrixXd H);
  const std::string& name() const override { return name_; }
  const Manifold& manifold() const override { return manifold_; }
  void measure(double t, const Eigen::VectorXd& x, Eigen::VectorXd& z, Eigen::MatrixXd* H) override;

 private:
  std::string name_;
  Eigen::MatrixXd H_;
  Manifold manifold_;
};

}  // namespace holon
