// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/frame_outputs.h"

#include "holon/earth/ellipsoid.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/frame_motion.h"

namespace holon::detail {

void define_earth_outputs(Assembly& assembly, const std::string& frame) {
  if (!assembly.world().earth) return;
  const FrameMotion motion(assembly.symbols(), frame);
  assembly.define_outputs(
      frame, earth_frame_outputs(),
      [motion, place = assembly.world().earth->frame()](int which) -> std::vector<Expr> {
        const Vector3<Expr> r = place.to_ecef(motion.vector(FrameOutput::position));
        if (which == static_cast<int>(EarthOutput::ecef)) return {r[0], r[1], r[2]};
        const earth::Geodetic<Expr> g = earth::to_geodetic(r);
        switch (static_cast<EarthOutput>(which)) {
          case EarthOutput::latitude: return {g.latitude};
          case EarthOutput::longitude: return {g.longitude};
          default: return {g.height};
        }
      });
}

void define_placed_frame(PartBuilder& b, const std::string& frame,
                         const std::vector<OutputType>& outputs, const std::vector<Shape>& shapes) {
  b.assembly().define_outputs(frame, outputs, [machine = Machine::of(b), frame](int index) {
    const auto which = static_cast<FrameOutput>(index);
    machine->frames.check_output(frame, which);
    return machine->calc_frame_output(frame, which);
  });
  define_earth_outputs(b.assembly(), frame);
  draw_frame(b.assembly(), frame, shapes);
}

void draw_frame(Assembly& assembly, const std::string& frame, const std::vector<Shape>& shapes) {
  assembly.scene().bodies.push_back({frame, shapes, {0.0, 0.0, 0.0}, {}, true});
}

}  // namespace holon::detail
