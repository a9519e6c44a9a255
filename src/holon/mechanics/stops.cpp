// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/stops.h"

namespace holon::detail {

namespace {

// [N, N m] What holds with less than this pull does not let go: it is rounding.
constexpr double kPulls = 1e-9;
// [m, rad] What may be beyond at the start.
constexpr double kBeyond = 1e-9;

}  // namespace

int add_conditional_equation(PartBuilder& b, const std::string& what, Expr g, Expr activity) {
  std::vector<Mechanism::Equation>& equations = Machine::of(b)->mechanism.equations;
  equations.push_back({b.name() + ": " + what, g, b.error_reporter(), activity});
  return static_cast<int>(equations.size()) - 1;
}

int add_one_sided(PartBuilder& b, const OneSided& condition, const std::string& violated) {
  const Expr rests =
      logical_and(less(abs(condition.beyond), kBeyond), less(abs(condition.rate), kMoves));
  const Expr contact = b.assembly().add_discrete({b.member(condition.state), {}, {}}, {rests})[0];
  const int equation = add_conditional_equation(b, condition.what, condition.g, contact);
  // The passage alone is a mode too, so that a visit within a step is found by its parabola, which
  // the least of two numbers has not.
  const Expr passed = relation(select(contact, kNever, condition.beyond));
  const Expr moves_on =
      relation(min(select(contact, 1.0, condition.beyond), condition.rate - kMoves));
  const Expr hit = max(moves_on, moves_on * passed);
  Machine::of(b)->mechanism.stops.push_back({equation, contact, hit, condition.restitution});
  b.assembly().add_event({SystemEvent::Kind::reset, b.name() + ": leaves its " + condition.what,
                          SystemEvent::Start::counts},
                         relation(select(contact, condition.pull - kPulls, kNever)),
                         {{contact, 0.0}});
  b.assembly().add_event({SystemEvent::Kind::fail, violated, SystemEvent::Start::only_there},
                         less(kBeyond, condition.beyond));
  return equation;
}

}  // namespace holon::detail
