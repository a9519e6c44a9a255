// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/undetermined.h"

#include <Eigen/Geometry>
#include <array>

#include "holon/base/matrices.h"

namespace holon {

namespace {

using Wrenches = Eigen::Matrix<double, 6, Eigen::Dynamic>;

constexpr double kNothing =
    1e-7;  // of the largest force or moment: below the accuracy of the start

/// " .x .y .z": appends complete vectors by their name, else their components.
void append_open(const std::string& name, const Eigen::Array<bool, 3, 1>& open,
                 std::vector<std::string>& list) {
  constexpr std::array<const char*, 3> kComponents{".x", ".y", ".z"};
  if (open.all()) {
    list.push_back(name);
    return;
  }
  for (int k = 0; k < 3; ++k) {
    if (open[k]) list.push_back(name + kComponents[static_cast<std::size_t>(k)]);
  }
}

}  // namespace

Eigen::MatrixXd find_left_null_space(const Eigen::MatrixXd& J, double threshold) {
  if (J.size() == 0) return Eigen::MatrixXd::Identity(J.rows(), J.rows());
  // Rows of zeros (of joints of planar loops) are free by themselves. What is far below the least
  // pivot that counts is zero, too.
  constexpr double kFar = 1e-3;
  const Eigen::VectorXd sizes = J.rowwise().lpNorm<Eigen::Infinity>();
  std::vector<Eigen::Index> idle, others;
  for (Eigen::Index row = 0; row < J.rows(); ++row)
    (sizes[row] <= kFar * threshold * sizes.maxCoeff() ? idle : others).push_back(row);
  if (others.empty()) return Eigen::MatrixXd::Identity(J.rows(), J.rows());
  const PivotedQr qr(J(others, Eigen::all));
  const auto count = static_cast<Eigen::Index>(others.size());
  const Eigen::Index more = count - qr.rank(threshold);
  const auto zeros = static_cast<Eigen::Index>(idle.size());
  Eigen::MatrixXd null = Eigen::MatrixXd::Zero(J.rows(), zeros + more);
  for (Eigen::Index k = 0; k < zeros; ++k) null(idle[static_cast<std::size_t>(k)], k) = 1.0;
  null(others, Eigen::seqN(zeros, more)) = qr.Q().rightCols(more);
  return null;
}

std::vector<std::string> find_undetermined(const SystemConstraints& constraints,
                                           const SparseRows& jacobian,
                                           const Eigen::VectorXd& scales,
                                           std::span<const double> inputs) {
  std::vector<std::string> list;
  if (jacobian.rows == 0 || jacobian.columns == 0) return list;
  const std::vector<double> carried =
      constraints.carried->evaluate(std::vector<double>(inputs.begin(), inputs.end()));
  const auto points = 3 * constraints.carriers.size();
  const auto count = static_cast<Eigen::Index>((carried.size() - points) / 6);
  Wrenches wrenches = Eigen::Map<const Wrenches>(carried.data(), 6, count);
  const Eigen::Map<const Eigen::Matrix3Xd> places(carried.data() + 6 * count, 3,
                                                  static_cast<Eigen::Index>(points / 3));
  std::vector<double> scale_of(static_cast<std::size_t>(count), 1.0);  // of the multiplier's row
  for (const SystemConstraints::Carrier& carrier : constraints.carriers)
    for (const auto& [row, wrench] : carrier.loads)
      scale_of[static_cast<std::size_t>(wrench)] = scales[row];
  for (Eigen::Index k = 0; k < count; ++k) wrenches.col(k) *= scale_of[static_cast<std::size_t>(k)];
  Wrenches sizes;  // the largest that internal loads put on each carrier
  const auto forget = [&] {
    sizes = Wrenches::Zero(6, static_cast<Eigen::Index>(constraints.carriers.size()));
  };
  const auto add = [&](const Eigen::VectorXd& idle) {
    for (std::size_t c = 0; c < constraints.carriers.size(); ++c) {
      const auto at = static_cast<Eigen::Index>(c);
      Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
      for (const auto& [row, wrench] : constraints.carriers[c].loads)
        sum += wrenches.col(wrench) * idle[row];
      const Eigen::Vector3d f = sum.head<3>();
      sum.tail<3>() -= places.col(at).cross(f);
      sizes.col(at) = sizes.col(at).cwiseMax(sum.cwiseAbs());
    }
  };
  forget();
  constexpr double kRank = 1e-9;          // of the largest pivot
  constexpr Eigen::Index kManyRows = 60;  // from these on sparse, where there is no doubt
  if (jacobian.rows < kManyRows || !visit_left_null_space(jacobian, kRank, add)) {
    forget();
    const Eigen::MatrixXd idle = find_left_null_space(jacobian.to_dense(), kRank);
    for (Eigen::Index k = 0; k < idle.cols(); ++k) add(idle.col(k));
  }
  const double force = wrenches.topRows<3>().lpNorm<Eigen::Infinity>();
  const double moment = wrenches.bottomRows<3>().lpNorm<Eigen::Infinity>();
  for (std::size_t c = 0; c < constraints.carriers.size(); ++c) {
    const SystemConstraints::Carrier& carrier = constraints.carriers[c];
    const auto size = sizes.col(static_cast<Eigen::Index>(c)).array();
    const Eigen::Array<bool, 3, 1> pushes = size.head<3>() > kNothing * force;
    const Eigen::Array<bool, 3, 1> turns = size.tail<3>() > kNothing * std::max(force, moment);
    if (carrier.is_rod) {
      if (pushes.any()) list.push_back(carrier.name + ".tension");
      continue;
    }
    append_open(carrier.name + ".reaction.force", pushes, list);
    append_open(carrier.name + ".reaction.torque", turns, list);
  }
  return list;
}

std::vector<std::string> find_undetermined(const SystemConstraints& constraints,
                                           const Eigen::MatrixXd& jacobian,
                                           const Eigen::VectorXd& scales,
                                           std::span<const double> inputs) {
  return find_undetermined(constraints, SparseRows::of(jacobian), scales, inputs);
}

}  // namespace holon
