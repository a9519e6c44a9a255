// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "holon/analyse/linear_rounding_errors.h"
#include "holon/analyse/sampled_model.h"

namespace holon::detail {

/// Ticks of a System about a point: how the discrete states behind them follow from what is before.
class TickSlopes {
 public:
  /// `others`: places among the inputs of the System's functions, whose columns stand behind those
  /// of the tangent coordinates; from column `first_discrete` on those of all discrete states.
  TickSlopes(const System& system, const std::vector<double>& in, const std::vector<int>& others,
             Eigen::Index first_discrete);

  /// The ticks that matter where the discrete states of the columns of f (rates) and g (outputs)
  /// count; nothing where none does.
  std::optional<LinearTicks> find(const Eigen::MatrixXd& f, const Eigen::MatrixXd& g) const;
  /// Rows of some discrete states behind a tick of these clocks.
  Eigen::MatrixXd calc(const std::vector<bool>& clocks, const std::vector<int>& discrete) const;

 private:
  Eigen::MatrixXd calc_all(const std::vector<bool>& clocks) const;

  const System& system_;
  const std::vector<double> in_;
  const Eigen::Index first_discrete_;
  FunctionJacobian slopes_;
};

}  // namespace holon::detail
