// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Eigenmodes of a System near an equilibrium or a steady motion. With the linear model x' = A x of
// the tangent coordinates within the constraints (linear_model.h) a mode is
//
//   δx(t) = Re(a v exp(s t)),   A v = s v,
//
// with the eigenvalue s [1/s], the complex shape v and a free amplitude a. A is that of the damped,
// gyroscopic, constrained machine itself, so nothing is assumed about its damping.
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "holon/analyse/linear/poles.h"
#include "holon/analyse/linearise/linear_model.h"

namespace holon {

/// The direction in which points of spinning bodies circle, as seen along the spin.
enum class Whirl { none, forward, backward };

/// One mode; of a complex pair the one with positive imaginary part.
struct Eigenmode {
  Pole pole;
  /// (coordinates) The shape, the largest component (in nominal values) 1.
  std::vector<std::complex<double>> shape;
  std::size_t largest = 0;  ///< that component
  /// -1 … 1: area of the orbits of spinning bodies, positive in the direction of the spin, as part
  /// of that of circles.
  double circularity = 0;
  bool oscillates() const { return pole.continuous().imag() != 0; }
  /// [Hz] Im s/2π, the frequency of the oscillation with its damping; 0 if there is none.
  double damped_frequency() const;
  Whirl whirl() const;
};

/// The modes of a System at an operating point.
struct ModalModel {
  LinearModel model;
  /// Of the shapes: coordinates and other states that are no speeds, independent ones first, then
  /// those that follow by closed loops, as far as they are outputs.
  std::vector<LinearVariable> coordinates;
  std::vector<double> nominal;   ///< (coordinates) [SI unit] magnitude of ordinary values
  std::vector<Eigenmode> modes;  ///< by ascending |s|, undamped and unstable ones included
};

/// Throws as `linearize` does.
ModalModel find_modes(const System& system, const OperatingPoint& point);

/// (0 … 1) The modal assurance criterion of two shapes, |aᴴ b|²/(aᴴ a bᴴ b): 1 for equal shapes (R.
/// J. Allemang, Sound and Vibration 37 (2003) 8, 14). `nominal`: divisors of the components.
double calc_mac(const std::vector<std::complex<double>>& a,
                const std::vector<std::complex<double>>& b, const std::vector<double>& nominal);

/// One mode followed along a parameter.
struct ModeBranch {
  /// (points) Its index in `modes` of each point, or -1 where it is not there.
  std::vector<int> at;
  double least_mac = 1;      ///< of neighbouring points
  std::size_t least_at = 0;  ///< the second of those
};

/// Follows modes from point to point: pairs of modes whose shapes agree most (MAC) and whose
/// eigenvalues differ least belong together. A pair that becomes two real modes, or the reverse,
/// ends a branch and begins others.
std::vector<ModeBranch> track_modes(const std::vector<ModalModel>& points);

}  // namespace holon
