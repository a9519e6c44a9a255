// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "holon/model/assembly/part.h"
#include "holon/model/assembly/surroundings.h"
#include "holon/spatial/rotation.h"

namespace holon::detail {

/// The motion of any frame by its outputs, whichever part moves it; the world rests. By it a domain
/// that does not know mechanics names a frame of a machine.
class FrameMotion {
 public:
  FrameMotion(std::shared_ptr<Symbols> symbols, std::string frame)
      : symbols_(std::move(symbols)), frame_(std::move(frame)) {}

  /// One of frame_outputs() but orientation and specific force: in world axes.
  Vector3<Expr> vector(FrameOutput which) const;
  /// Turns the frame's axes into the world's.
  Rotation<Expr> orientation() const;

 private:
  std::shared_ptr<Symbols> symbols_;
  std::string frame_;
};

/// What inertial sensors measure at a point that moves with a frame, `arm` [m] from its origin, in
/// the frame's axes. With the frame's velocity v, acceleration a, angular velocity ω and angular
/// acceleration α in world axes, the world's rotation Ω and gravity g (Surroundings):
///   angular rate    ω_ib = Rᵀ (ω + Ω)
///   specific force  f    = Rᵀ (a_P + 2 Ω × v_P − g(p_P)),
///   with r = R arm, p_P = p + r, v_P = v + ω × r, a_P = a + α × r + ω × (ω × r).
/// P. D. Groves, Principles of GNSS, Inertial, and Multisensor Integrated Navigation Systems, 2nd
/// ed. (2013), sections 2.3.5 and 5.3.
class InertialMotion {
 public:
  InertialMotion(const std::shared_ptr<Symbols>& symbols, const Surroundings& surroundings,
                 const std::string& frame, const Vector3<Expr>& arm = {0.0, 0.0, 0.0})
      : motion_(symbols, frame), arm_(arm), surroundings_(&surroundings) {}

  Vector3<Expr> angular_rate() const;    ///< [rad/s] in the frame's axes
  Vector3<Expr> specific_force() const;  ///< [m/s²] in the frame's axes

 private:
  FrameMotion motion_;
  Vector3<Expr> arm_;
  const Surroundings* surroundings_;
};

}  // namespace holon::detail
