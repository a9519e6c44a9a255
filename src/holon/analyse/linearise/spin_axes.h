// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "holon/analyse/linearise/operating_point.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Matrices of deviations δ of the tangent coordinates: δ' = f δ, y = g δ, 0 = c δ.
struct TangentSlopes {
  Eigen::MatrixXd f, g, c;
};
using CalcTangentSlopes = std::function<TangentSlopes(const std::vector<double>& in)>;

/// In which axes a linear model has the deviations of bodies that turn steadily at its operating
/// point. Tangent coordinates are along the axes of the body, which turn with it. Of a wheel on a
/// carriage that rolls straight, all that acts on it stands still while these axes turn, so that
/// the slopes vary with time and are no linear model. In axes that coincide with those of the body
/// at the operating point and do not turn they are constant. Of a body of three different moments
/// of inertia that spins freely it is the other way round. What is constant is found by trial: at
/// the operating point and a little later on the same motion.
struct SpinAxes {
  std::vector<std::string> turning;  ///< bodies, in axes that turn with them
  std::vector<std::string> resting;  ///< bodies, in axes that do not turn
  /// Deviations in the chosen axes are T δ, and these axes change by T'; empty: T = 1.
  Eigen::MatrixXd T, inverse, T_rate;
  bool is_constant = true;           ///< the slopes, in the chosen axes
  bool outputs_are_constant = true;  ///< likewise
  bool is_steady = false;            ///< the motion itself is one, in the chosen axes

  bool is_changed() const { return T.size() > 0; }
  /// What a reader of the linear model must know.
  std::vector<std::string> list_notes() const;
};

SpinAxes find_spin_axes(const System& system, const OperatingPoint& point,
                        const CalcTangentSlopes& calc);

}  // namespace holon::detail
