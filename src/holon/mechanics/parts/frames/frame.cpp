// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/frame.h"

#include "holon/mechanics/machine/frame_outputs.h"
#include "holon/mechanics/machine/machine.h"

namespace holon {

void Frame::describe(Descriptor<Frame>& d) {
  d.type("Frame", "A frame whose pose in another one is given by formulas.");
  d.own_frame();
  d.frame("in", &Frame::in, "the frame in which the pose is given");
  d.vector("position", &Frame::position, "m", "of its origin, in the axes of 'in'").varying();
  d.orientation("orientation", &Frame::orientation, "orientation relative to 'in'").varying();
  d.objects("shapes", &Frame::shapes, "shapes to draw");
}

void Frame::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const auto& q = orientation.quaternion;
  machine->frames.add(b.assembly(), b.name(), in.path, {position, {q[0], q[1], q[2], q[3]}},
                      b.error_reporter());
  detail::define_placed_frame(b, b.name(), own_frame_outputs(), shapes);
}

}  // namespace holon
