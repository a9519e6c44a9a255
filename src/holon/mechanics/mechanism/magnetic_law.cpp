// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/magnetic_law.h"

#include "holon/mechanics/mechanism/frame_motion.h"

namespace holon::detail {

Vector3<Expr> define_flux_density(PartBuilder& b, const FrameName& frame) {
  const Surroundings& surroundings = Surroundings::of(b.assembly());
  const FrameMotion motion(b.assembly().symbols(), frame.path);
  b.define_output("field", [&surroundings, motion]() -> std::vector<Expr> {
    const Vector3<Expr> B = motion.orientation().inverse() *
                            surroundings.magnetic_field(motion.vector(FrameOutput::position));
    return {B[0], B[1], B[2]};
  });
  b.assembly().on_connect(
      b.name() + ": magnetic field", [&surroundings, report = b.error_reporter()](Assembly&) {
        if (surroundings.magnetic_field) return;
        report("", "the model has no magnetic field", "add a part of type MagneticField");
      });
  const auto component = [&](const char* axis) {
    return b.assembly().output(b.member("field") + axis);
  };
  return {component(".x"), component(".y"), component(".z")};
}

}  // namespace holon::detail
