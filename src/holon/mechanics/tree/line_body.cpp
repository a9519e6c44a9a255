// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/line_body.h"

#include "holon/mechanics/tree/link_axes.h"

namespace holon::detail {

LineTerms calc_line_terms(const Mechanism::LineBody& body) {
  const Expr moment = body.mass * body.center;
  const Expr reach = sqrt(body.inertia + moment * body.center);
  // Without reach all of it is at its pin, and the moment is 0, too.
  const Expr lever = moment / select(less(0.0, reach), reach, 1.0);
  return {body.mass - square(lever), lever, reach};
}

void add_pin_masses(Link& link, const Mechanism& mechanism, int body, const FramePlace& place) {
  for (const Mechanism::LineBody& line : mechanism.line_bodies) {
    if (mechanism.find_body(line.between[0]) != body) continue;
    const int frame = mechanism.find_frame(line.between[0]);
    Mechanism::Body point;
    point.mass = calc_line_terms(line).pin_mass;
    add_mass(link, point, compose(place, mechanism.frames[static_cast<std::size_t>(frame)].place));
  }
}

}  // namespace holon::detail
