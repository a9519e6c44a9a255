// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/frame_motion.h"

namespace holon::detail {

Vector3<Expr> FrameMotion::vector(FrameOutput which) const {
  if (frame_ == "world") return {0.0, 0.0, 0.0};
  const std::string name = frame_ + "." + frame_outputs()[static_cast<std::size_t>(which)].name;
  return {symbols_->output(name + ".x"), symbols_->output(name + ".y"),
          symbols_->output(name + ".z")};
}

Rotation<Expr> FrameMotion::orientation() const {
  if (frame_ == "world") return {};
  const std::string name = frame_ + ".orientation";
  return {symbols_->output(name + ".w"), symbols_->output(name + ".x"),
          symbols_->output(name + ".y"), symbols_->output(name + ".z")};
}

}  // namespace holon::detail
