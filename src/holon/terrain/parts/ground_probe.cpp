// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/ground_probe.h"

#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/ground.h"

namespace holon {

void GroundProbe::describe(Descriptor<GroundProbe>& d) {
  d.type("GroundProbe", "The surface of a ground below a frame.");
  d.role(PartRole::sensor);
  d.frame("on", &GroundProbe::on, "the frame").required();
  d.text("ground", &GroundProbe::ground, "a Terrain or DesignSurface").required().names_parts();
  d.output("height", "m", "height of the surface below the frame").main();
  d.output("slope_x", "", "slope of the surface along x");
  d.output("slope_y", "", "slope of the surface along y");
  d.output("clearance", "m", "height of the frame above the surface, along z").main();
}

void GroundProbe::build(PartBuilder& b) const {
  const detail::FrameMotion motion(b.assembly().symbols(), on.path);
  const Vector3<Expr> p = motion.vector(FrameOutput::position);
  const GroundPoint point =
      GroundSurfaces::of(b.assembly()).request(b, "ground", ground, "below", p[0], p[1]);
  b.define_output("height", point.height);
  b.define_output("slope_x", point.slope_x);
  b.define_output("slope_y", point.slope_y);
  b.define_output("clearance", p[2] - point.height);
}

}  // namespace holon
