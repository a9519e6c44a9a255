// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/stops.h"

#include <algorithm>

#include "holon/model/assembly/stick_slip.h"

namespace holon::detail {

namespace {

// [1/s] A pull of less than this times the impulse of the hardest impact releases nothing: it is a
// rounding error. A mass that came at 1 m/s would leave with 1e-9 m/s².
constexpr double kPulls = 1e-9;
// Of the length of the range: what may be beyond at the start …
constexpr double kBeyond = 1e-9;
// … how far beyond is rounding error, so that a point beside others that hold a body does not
// switch …
constexpr double kNoise = 1e-12;
// [1/s] … and what does not bounce in a second.
constexpr double kCreeps = 1e-6;
// [m, rad] Longer ranges count as this.
constexpr double kLongest = 1.0;

}  // namespace

double most_beyond(double length) { return kBeyond * std::min(length, kLongest); }

int add_conditional_equation(PartBuilder& b, const std::string& what, Expr g, Expr activity,
                             std::optional<Expr> rate) {
  std::vector<Mechanism::Equation>& equations = Machine::of(b)->mechanism.equations;
  equations.push_back({b.name() + ": " + what, g, b.error_reporter(), activity, rate});
  return static_cast<int>(equations.size()) - 1;
}

int add_one_sided(PartBuilder& b, const OneSided& condition, const std::string& violated) {
  const Expr length = min(condition.length, kLongest);
  const Expr slowest = kCreeps * length, rounding = kMoves * slowest;
  const bool is_always = condition.applies.is_constant();
  const Expr is_valid = is_always ? Expr(1.0) : relation(condition.applies);
  const Expr is_valid_first = is_always ? Expr(1.0) : less(0.0, condition.applies);
  const Expr rests =
      logical_and(is_valid_first, logical_and(less(abs(condition.beyond), kBeyond * length),
                                              less(abs(condition.rate), rounding)));
  const auto discrete = [&](const std::string& name, Expr initial) {
    return b.assembly().add_discrete({b.member(condition.state + name), {}, {}}, {initial})[0];
  };
  const Expr contact = discrete("", rests);
  const Expr fastest = discrete(".fastest", 0.0), impulse = discrete(".impulse", 0.0);
  const int equation =
      add_conditional_equation(b, condition.what, condition.g, contact, condition.g_rate);
  const auto where_valid = [&](const Expr& indicator) {
    return is_always ? indicator : min(indicator, condition.applies);
  };
  // The passage alone is a mode too, so that a visit within a step is found by its parabola, which
  // the least of two numbers has not.
  const Expr passed =
      relation(where_valid(select(contact, kNever, condition.beyond - kNoise * length)));
  const Expr moves_on =
      relation(where_valid(min(select(contact, 1.0, condition.beyond), condition.rate - rounding)));
  b.assembly().describe_relation(passed, b.name() + ": passes its " + condition.what);
  b.assembly().describe_relation(moves_on, b.name() + ": hits its " + condition.what);
  // What will be there within rounding error takes part in the impact of another one.
  const Expr is_near = logical_and(logical_and(is_valid, less(-kNoise * length, condition.beyond)),
                                   logical_and(less(rounding, condition.rate), 1.0 - contact));
  const Expr hit = max(max(moves_on, moves_on * passed), kTakesPart * is_near);
  Machine::of(b)->mechanism.stops.push_back(
      {equation, contact, hit, condition.restitution, slowest, fastest, impulse});
  if (!condition.leaves_later)
    add_leaving(b, condition, Machine::of(b)->mechanism.stops.back(), 0.0);
  // What gets there without moving on, as a point beside others on which the load moves to it,
  // rests there. Else rounding errors would switch it back and forth.
  b.assembly().add_event({SystemEvent::Kind::reset, b.name() + ": rests at its " + condition.what,
                          SystemEvent::Start::counts},
                         logical_and(passed, less(abs(condition.rate), rounding)),
                         {{contact, 1.0}});
  if (!is_always) {
    b.assembly().describe_relation(is_valid, b.name() + ": range of its " + condition.what);
    b.assembly().add_event({SystemEvent::Kind::reset,
                            b.name() + ": passes the end of the range of its " + condition.what,
                            SystemEvent::Start::counts},
                           logical_and(contact, 1.0 - is_valid), {{contact, 0.0}});
  }
  SystemEvent begins_beyond{SystemEvent::Kind::fail, violated, SystemEvent::Start::only_there};
  begins_beyond.shows = {condition.shows};
  b.assembly().add_event(std::move(begins_beyond),
                         logical_and(is_valid_first, less(kBeyond * length, condition.beyond)));
  return equation;
}

void add_leaving(PartBuilder& b, const OneSided& condition, const Mechanism::Stop& stop,
                 Expr held) {
  const Expr may_leave = stop.contact * (1.0 - held);
  b.assembly().add_event(
      {SystemEvent::Kind::reset, b.name() + ": leaves its " + condition.what,
       SystemEvent::Start::counts},
      relation(select(may_leave, condition.pull - kPulls * stop.impulse, kNever)),
      {{stop.contact, 0.0}});
}

}  // namespace holon::detail
