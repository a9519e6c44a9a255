// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What holds a joint at times: dry friction at rest, and end stops. Each is an equation of the
// joint's coordinate that a discrete state switches on and off, and events that set that state.
// Their indicators are of no account (kNever) in states that they do not leave, so that a joint at
// rest, whose rate is what rounding has left, switches nothing.
#include "holon/mechanics/joint_limits.h"

#include "holon/base/errors.h"
#include "holon/mechanics/stops.h"

namespace holon {

namespace {

// Of `stribeck`: slower than this against its direction a joint no longer slides.
constexpr double kStopped = 1e-6;

template <class T>
void describe_friction(Fields<T>& f, const char* effort, const char* rate) {
  using Value = Expr T::*;
  using Optional = std::optional<Expr> T::*;
  f.value("coulomb", Value(&T::coulomb), effort, "friction while it slides")
      .varying()
      .non_negative();
  f.bare();
  f.value("static", Optional(&T::static_friction), effort,
          "what breaks it away at rest; where not given, that while it slides")
      .varying()
      .non_negative();
  f.value("stribeck", Value(&T::stribeck), rate,
          "rate over which static friction falls to the other")
      .positive();
}

template <class T>
void describe_limits(Fields<T>& f, const char* unit) {
  using Value = Expr T::*;
  using Values = std::vector<Expr> T::*;
  f.numbers("range", Values(&T::range), unit, "least and greatest").required().sizes({2});
  f.bare();
  f.value("restitution", Value(&T::restitution), "", "how much of its rate an impact gives back")
      .at_least(0)
      .at_most(1);
}

Expr discrete(PartBuilder& b, const std::string& local, const Dimension& dimension, Expr initial) {
  return b.assembly().add_discrete({b.member(local), {}, dimension}, {initial})[0];
}

/// A freedom of a joint under construction, by its names.
struct Freedom {
  Freedom(PartBuilder& builder, int joint, std::size_t index)
      : b(builder),
        machine(Machine::of(builder)),
        values(machine->mechanism.joints[static_cast<std::size_t>(joint)].freedoms[index]),
        info(joint_info(machine->mechanism.joints[static_cast<std::size_t>(joint)].type)
                 .freedoms[index]),
        q(b.assembly().output(b.member(info.coordinate))),
        v(b.assembly().output(b.member(info.rate))) {}

  void add_event(const std::string& what, Expr indicator, SystemBuilder::Resets resets) const {
    decide(what, relation(indicator), std::move(resets));
  }
  /// At an instant at which something has happened.
  void decide(const std::string& what, Expr condition, SystemBuilder::Resets resets) const {
    b.assembly().add_event(
        {SystemEvent::Kind::reset, b.name() + ": " + what, SystemEvent::Start::counts}, condition,
        std::move(resets));
  }
  Dimension dimension() const { return info.turns ? dimensions::kAngle : dimensions::kLength; }

  PartBuilder& b;
  std::shared_ptr<Machine> machine;
  Mechanism::Freedom& values;
  const FreedomInfo& info;
  Expr q, v;
};

/// Refuses what a prescribed motion makes meaningless.
bool is_free(const Freedom& f, const std::string& parameter) {
  if (!f.values.motion) return true;
  f.b.error(parameter,
            "'" + parameter + "' has no effect: '" + "motion" + f.info.suffix +
                "' prescribes the " + f.info.coordinate,
            "leave out one of them");
  return false;
}

}  // namespace

void TurnFriction::describe(Fields<TurnFriction>& f) { describe_friction(f, "N m", "rad/s"); }
void SlideFriction::describe(Fields<SlideFriction>& f) { describe_friction(f, "N", "m/s"); }
void TurnLimits::describe(Fields<TurnLimits>& f) { describe_limits(f, "rad"); }
void SlideLimits::describe(Fields<SlideLimits>& f) { describe_limits(f, "m"); }

namespace detail {

void add_dry_friction(PartBuilder& b, int joint, std::size_t index,
                      const std::optional<DryFriction>& friction) {
  const Freedom f(b, joint, index);
  const std::string output = std::string("friction_") + f.info.effort;
  if (!friction || !is_free(f, std::string("friction") + f.info.suffix)) {
    b.define_output(output, Expr(0.0));
    return;
  }
  const Expr most = friction->static_friction.value_or(friction->coulomb);
  if (most.is_constant() && friction->coulomb.is_constant() &&
      most.value() < friction->coulomb.value()) {
    b.error(std::string("friction") + f.info.suffix + ".static",
            "'static' is less than 'coulomb': what breaks the joint away could not keep it sliding",
            "give at least as much, or leave it out");
  }
  const Expr stopped = kStopped * friction->stribeck;
  // 1 or −1: it slides that way; 0: it sticks at `place`. `turned`: it has just begun to slide that
  // way, and whether it stays so is open.
  const std::string state = std::string("friction") + f.info.suffix;
  const Expr direction =
      discrete(b, state + ".direction", {}, select(less(abs(f.v), stopped), 0.0, sign(f.v)));
  const Expr place = discrete(b, state + ".place", f.dimension(), f.q);
  const Expr turned = discrete(b, state + ".turned", {}, 0.0);
  const Expr sticks = 1.0 - square(direction);
  const Expr sliding =
      friction->coulomb + (most - friction->coulomb) * exp(-square(f.v / friction->stribeck));
  f.values.effort -= direction * sliding;
  f.machine->add_friction_power(direction * sliding * f.v);
  const int equation = add_conditional_equation(b, "friction", f.q - place, sticks);
  f.machine->mechanism.stickings.push_back({equation, direction, stopped});
  const Expr slides = -direction * sliding;
  b.define_output(output, [machine = f.machine, equation, slides]() -> std::vector<Expr> {
    return {slides + machine->equation_multiplier(equation)};
  });
  const Expr effort = b.assembly().output(b.member(output));
  // Where it cannot be held (a dead point of the mechanism, which moves on) it slides through.
  f.add_event("slides through", select(sticks, abs(f.v) - 0.5 * stopped, kNever),
              {{direction, sign(f.v)}});
  f.add_event("turns", select(sticks, kNever, -direction * f.v - stopped),
              {{direction, sign(f.v)}, {turned, less(abs(f.v), 2.0 * stopped)}});
  // With the friction of its new direction it either goes on that way (it passes a dead point of
  // the mechanism, which moves on, or an impact has turned it round), or is driven back from both
  // sides: then it sticks.
  const Expr acceleration = b.assembly().output(b.member(f.info.acceleration));
  const Expr driven_back = less(direction * acceleration, 0.0);
  f.decide("sticks", logical_and(turned, driven_back),
           {{direction, 0.0}, {place, f.q}, {turned, 0.0}});
  f.decide("slides on", logical_and(turned, 1.0 - driven_back), {{turned, 0.0}});
  f.add_event("slides", select(sticks, abs(effort) - most, kNever),
              {{direction, select(less(0.0, effort), -1.0, 1.0)}});
}

void add_end_stops(PartBuilder& b, int joint, std::size_t index,
                   const std::optional<EndStops>& limits) {
  const Freedom f(b, joint, index);
  const std::string parameter = std::string("limits") + f.info.suffix;
  const std::string output = std::string("stop_") + f.info.effort;
  if (!limits || limits->range.size() != 2 || !is_free(f, parameter)) {
    b.define_output(output, Expr(0.0));
    return;
  }
  if (limits->range[0].is_constant() && limits->range[1].is_constant() &&
      !(limits->range[0].value() < limits->range[1].value())) {
    b.error(parameter, "the least of the 'limits' is not below the greatest",
            "write them as [least, greatest]");
  }
  const Expr effort = b.assembly().output(b.member(output));
  std::array<int, 2> equations{};
  for (const bool upper : {false, true}) {
    const double side = upper ? 1.0 : -1.0;
    const Expr past = f.q - limits->range[upper ? 1 : 0];
    OneSided stop;
    stop.what = upper ? "upper limit" : "lower limit";
    stop.state = parameter + (upper ? ".at_upper" : ".at_lower");
    stop.g = past;
    stop.beyond = side * past;
    stop.rate = side * f.v;
    stop.pull = side * effort;
    stop.length = limits->range[1] - limits->range[0];
    stop.shows = b.member(f.info.coordinate);
    stop.restitution = limits->restitution;
    equations[upper ? 1 : 0] = add_one_sided(
        b, stop, "'" + b.member(f.info.coordinate) + "' begins beyond its " + stop.what);
  }
  b.define_output(output, [machine = f.machine, equations]() -> std::vector<Expr> {
    return {machine->equation_multiplier(equations[0]) +
            machine->equation_multiplier(equations[1])};
  });
}

}  // namespace detail
}  // namespace holon
