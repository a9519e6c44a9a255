// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/model/assembly/part.h"

namespace holon::detail {

/// The motion of any frame by its outputs, whichever part moves it; the world rests.
class FrameMotion {
 public:
  FrameMotion(std::shared_ptr<Symbols> symbols, std::string frame)
      : symbols_(std::move(symbols)), frame_(std::move(frame)) {}

  /// One of frame_outputs() but orientation: in world axes.
  Vector3<Expr> vector(FrameOutput which) const;
  /// Turns the frame's axes into the world's.
  Rotation<Expr> orientation() const;

 private:
  std::shared_ptr<Symbols> symbols_;
  std::string frame_;
};

}  // namespace holon::detail
