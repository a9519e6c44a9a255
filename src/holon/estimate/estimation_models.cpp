// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/estimation_models.h"

#include "holon/base/errors.h"

namespace holon {

using Eigen::MatrixXd;
using Eigen::VectorXd;

LinearTransition::LinearTransition(MatrixXd F, MatrixXd B)
    : F_(std::move(F)),
      B_(std::move(B)),
      u_(VectorXd::Zero(B_.cols())),
      manifold_(Manifold::euclidean(static_cast<int>(F_.rows()))) {
  HOLON_CHECK(F_.rows() == F_.cols() && (B_.size() == 0 || B_.rows() == F_.rows()),
              "F is square, and B has as many rows");
}

void LinearTransition::advance(double /*t*/, double /*h*/, const VectorXd& x, VectorXd& next,
                               MatrixXd* F) {
  VectorXd result = F_ * x;
  if (B_.size() > 0) result += B_ * u_;
  next = result;
  if (F) *F = F_;
}

LinearMeasurement::LinearMeasurement(std::string name, MatrixXd H)
    : name_(std::move(name)),
      H_(std::move(H)),
      manifold_(Manifold::euclidean(static_cast<int>(H_.rows()))) {}

void LinearMeasurement::measure(double /*t*/, const VectorXd& x, VectorXd& z, MatrixXd* H) {
  z.noalias() = H_ * x;
  if (H) *H = H_;
}

}  // namespace holon
