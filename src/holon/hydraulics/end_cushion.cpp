// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/end_cushion.h"

#include "holon/hydraulics/laws.h"

namespace holon {

void EndCushion::describe(Fields<EndCushion>& f) {
  using C = EndCushion;
  f.value("length", &C::length, "m", "length of the stroke over which the cushion closes")
      .required()
      .positive();
  f.value("throttle", &C::throttle, "m^2", "open area at the end").required().positive();
  f.value("opening", &C::opening, "m^2", "open area where the cushion begins")
      .positive()
      .default_text("ten times 'throttle'");
  f.value("share", &C::share, "", "fraction of the chamber's area that acts on the trapped fluid")
      .above(0)
      .at_most(1);
}

namespace hydraulics {

Expr calc_cushion_pressure(const EndCushion& cushion, const Fluid& fluid, Expr area, Expr depth,
                           Expr speed) {
  const Expr pressing = cushion.share * area;
  const Expr widest = cushion.opening.value_or(10.0 * cushion.throttle);
  const Expr part = min(max(depth / cushion.length, 0.0), 1.0);
  const Expr open = widest - (widest - cushion.throttle) * part;
  const Expr flow = pressing * max(speed, 0.0) / kSharpEdge;
  return 0.5 * fluid.density() * square(flow) * (1.0 / square(open) - 1.0 / square(widest));
}

}  // namespace hydraulics
}  // namespace holon
