// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// When the rate passes zero the friction reverses, and the resulting acceleration determines
// whether the motion continues in the new direction or is driven back from both sides and sticks
// (A. F. Filippov, Differential Equations with Discontinuous Righthand Sides, 1988, §4). The force
// that would hold it is no criterion: at a dead centre of a moving mechanism no force could.
//
// Indicators are disabled (kNever) in states to which they do not apply, so that a joint at rest,
// whose rate is rounding error, switches nothing.
#include "holon/model/assembly/stick_slip.h"

namespace holon {

namespace {

// Of `scale`.
constexpr double kStopped = 1e-6;

}  // namespace

StickSlip StickSlip::add(PartBuilder& b, const std::string& state, const Dimension& dimension,
                         Expr place, Expr rate, Expr scale) {
  const auto discrete = [&](const char* name, const Dimension& of, Expr initial) {
    return b.assembly().add_discrete({b.member(state + name), {}, of}, {initial})[0];
  };
  StickSlip s;
  s.stopped = kStopped * scale;
  s.direction = discrete(".direction", {}, select(less(abs(rate), s.stopped), 0.0, sign(rate)));
  s.place = discrete(".place", dimension, place);
  s.turned = discrete(".turned", {}, 0.0);
  s.sticks = 1.0 - square(s.direction);
  return s;
}

void StickSlip::add_events(PartBuilder& b, const Motion& m) const {
  using Start = SystemEvent::Start;
  const auto add_event = [&](const char* what, Expr condition, SystemBuilder::Resets resets,
                             Start start = Start::counts, bool repeats = false) {
    SystemEvent event;
    event.name = b.name() + ": " + what;
    event.start = start;
    event.repeats = repeats;
    event.yields = true;
    b.assembly().add_event(std::move(event), condition, std::move(resets));
  };
  // If it cannot be held (at a dead centre of a moving mechanism) it slides through.
  add_event("slides through", relation(select(sticks, abs(m.rate) - 0.5 * stopped, kNever)),
            {{direction, sign(m.rate)}});
  // Once more where a further impact of the same round has reversed the rate again: the condition
  // has then been true before, and still is.
  add_event("reverses", relation(select(sticks, kNever, -direction * m.rate - stopped)),
            {{direction, sign(m.rate)}, {turned, less(abs(m.rate), 2.0 * stopped)}}, Start::counts,
            true);
  // In the next round of the same instant; if an impact has reversed it, no decision is necessary.
  const Expr driven_back = less(direction * m.acceleration, 0.0);
  add_event("sticks", logical_and(turned, driven_back),
            {{direction, 0.0}, {place, m.place}, {turned, 0.0}});
  const Expr moves = relation(select(turned, direction * m.rate - 0.5 * stopped, kNever));
  add_event("keeps sliding", logical_and(moves, 1.0 - driven_back), {{turned, 0.0}});
  const Expr breaks_away = relation(select(sticks, abs(m.holding) - m.most, kNever));
  const Expr pulled = select(less(0.0, m.holding), -1.0, 1.0);
  add_event("breaks away", breaks_away, {{direction, pulled}, {turned, 1.0}}, Start::only_there);
  add_event("slides", breaks_away, {{direction, pulled}});
}

}  // namespace holon
