// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "holon/analyse/linearise/linear_rounding_errors.h"
#include "holon/analyse/linearise/sampled_model.h"

namespace holon::detail {

/// Linearised ticks of a System: the discrete states after them as functions of the values before.
class TickSlopes {
 public:
  /// `others`: indices of inputs of the System's functions, whose columns follow those of the
  /// tangent coordinates; from column `first_discrete` on those of all discrete states.
  TickSlopes(const System& system, const std::vector<double>& in, const std::vector<int>& others,
             Eigen::Index first_discrete);

  /// The relevant ticks, for the columns of discrete states of f (rates) and g (outputs); nothing
  /// if there are none.
  std::optional<LinearTicks> find(const Eigen::MatrixXd& f, const Eigen::MatrixXd& g) const;
  /// Rows of some discrete states after a tick of these clocks.
  Eigen::MatrixXd calc(const std::vector<bool>& clocks, const std::vector<int>& discrete) const;

 private:
  Eigen::MatrixXd calc_all(const std::vector<bool>& clocks) const;

  const System& system_;
  const std::vector<double> in_;
  const Eigen::Index first_discrete_;
  FunctionJacobian slopes_;
};

}  // namespace holon::detail
