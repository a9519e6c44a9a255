// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/ground.h"

/// What tests of grounds need.
namespace holon::test {

/// Measures the ground below a frame.
struct Plumb {
  std::string ground;
  FrameName on{};
  static void describe(Descriptor<Plumb>& d) {
    d.type("Plumb", "Of tests: measures the ground below a frame.");
    d.text("ground", &Plumb::ground, "the ground").required().names_parts();
    d.frame("on", &Plumb::on, "the frame");
    d.output("height", "m", "of the ground below");
    d.output("slope_x", "", "of the ground below");
    d.output("slope_y", "", "of the ground below");
    d.output("cohesion", "Pa", "of the soil");
  }
  void build(PartBuilder& b) const {
    const detail::FrameMotion motion(b.assembly().symbols(), on.path);
    const Vector3<Expr> p = motion.vector(FrameOutput::position);
    auto& surfaces = GroundSurfaces::of(b.assembly());
    const GroundPoint point = surfaces.request(b, "ground", ground, "below", p[0], p[1]);
    b.define_output("height", point.height);
    b.define_output("slope_x", point.slope_x);
    b.define_output("slope_y", point.slope_y);
    b.define_output("cohesion", surfaces.soil_of(b, "ground", ground).cohesion);
  }
};

}  // namespace holon::test
