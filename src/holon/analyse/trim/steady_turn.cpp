// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim/steady_turn.h"

#include <cmath>

#include "holon/system/tangent.h"

namespace holon::detail {

namespace {

/// Of a free body or a point mass: its position or velocity, in world axes.
bool is_spatial_vector(const StateBlock& block) {
  using Role = StateBlock::Role;
  return block.size == 3 &&
         ((block.role == Role::coordinate && block.dimension == dimensions::kLength) ||
          (block.role == Role::rate && block.dimension == dimensions::kSpeed));
}

}  // namespace

HeadingSymmetry::HeadingSymmetry(const System& system) : count_(tangent_count(system)) {
  int j = 0;
  for (const StateBlock& block : system.states) {
    const bool is_quaternion = block.kind == StateBlock::Kind::quaternion;
    if (is_quaternion) {
      quaternions_.push_back(j);
      orientations_.push_back(block.offset);
    } else if (is_spatial_vector(block)) {
      vectors_.push_back(j);
      vector_places_.push_back(block.offset);
    }
    j += is_quaternion ? 3 : block.size;
  }
}

std::vector<double> HeadingSymmetry::turn(std::vector<double> x, double angle) const {
  const double c = std::cos(angle), s = std::sin(angle);
  for (const int at : vector_places_) {
    double* v = x.data() + at;
    const double first = v[0];
    v[0] = c * first - s * v[1];
    v[1] = s * first + c * v[1];
  }
  const double w = std::cos(angle / 2), z = std::sin(angle / 2);
  for (const int at : orientations_) {
    double* q = x.data() + at;
    const double a = q[0], b = q[1], d = q[2], e = q[3];
    q[0] = w * a - z * e;
    q[1] = w * b - z * d;
    q[2] = w * d + z * b;
    q[3] = w * e + z * a;
  }
  return x;
}

Eigen::VectorXd HeadingSymmetry::turn_rates(Eigen::VectorXd rates, double angle) const {
  const double c = std::cos(angle), s = std::sin(angle);
  for (const int j : vectors_) {
    const double first = rates[j];
    rates[j] = c * first - s * rates[j + 1];
    rates[j + 1] = s * first + c * rates[j + 1];
  }
  return rates;  // those of orientations are in axes of the bodies
}

double HeadingSymmetry::find_heading(const std::vector<double>& x) const {
  // Of an orientation, twice the angle of its turn about the vertical (swing and twist).
  if (!orientations_.empty()) {
    const double* q = x.data() + orientations_[0];
    if (std::hypot(q[0], q[3]) > 1e-3) return 2 * std::atan2(q[3], q[0]);
    return 2 * std::atan2(q[2], q[1]);
  }
  for (const int at : vector_places_) {
    const double* v = x.data() + at;
    if (std::hypot(v[0], v[1]) > 0) return std::atan2(v[1], v[0]);
  }
  return 0;
}

Eigen::Vector3d HeadingSymmetry::find_vertical(const double* q) {
  // The third row of R(q).
  return {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
          q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]};
}

Eigen::Matrix3d HeadingSymmetry::make_cross_matrix(const Eigen::Vector3d& u) {
  Eigen::Matrix3d M;
  M << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return M;
}

Eigen::VectorXd HeadingSymmetry::calc_change(const std::vector<double>& x) const {
  Eigen::VectorXd G = Eigen::VectorXd::Zero(count_);
  for (std::size_t k = 0; k < vectors_.size(); ++k) {
    const double* v = x.data() + vector_places_[k];
    G[vectors_[k]] = -v[1];
    G[vectors_[k] + 1] = v[0];
  }
  for (std::size_t k = 0; k < quaternions_.size(); ++k)
    G.segment<3>(quaternions_[k]) = find_vertical(x.data() + orientations_[k]);
  return G;
}

Eigen::MatrixXd HeadingSymmetry::calc_slopes(const std::vector<double>& x) const {
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(count_, count_);
  for (const int j : vectors_) {
    S(j, j + 1) = -1;
    S(j + 1, j) = 1;
  }
  // δ turns the axes of the body: u = Rᵀ z changes by u × δ.
  for (std::size_t k = 0; k < quaternions_.size(); ++k) {
    const Eigen::Vector3d u = find_vertical(x.data() + orientations_[k]);
    S.block<3, 3>(quaternions_[k], quaternions_[k]) = make_cross_matrix(u);
  }
  return S;
}

void HeadingSymmetry::add_spin(const std::vector<double>& rates, Eigen::MatrixXd& J) const {
  for (const int j : quaternions_)
    J.block<3, 3>(j, j) += make_cross_matrix(
        Eigen::Map<const Eigen::Vector3d>(rates.data() + static_cast<std::ptrdiff_t>(j)));
}

}  // namespace holon::detail
