// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/impact_share.h"

#include <algorithm>
#include <map>

#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/machine/stops.h"
#include "holon/model/assembly/energy_account.h"

namespace holon::detail {
namespace {

// Of the fastest impact: what comes back slower than this stays at its stop.
constexpr double kSettled = 2e-4;

}  // namespace

int ImpactShare::closure_of(int equation) const {
  return machine_.equations().closure_of(static_cast<std::size_t>(equation));
}

/// [J] What the drives of prescribed tree joints do where the free rates jump by Δv:
///
///   v_p·(M_pf Δv) = ½ (T(Δv) − T(−Δv)),     T = ½ v·M v of the free rates v and the prescribed v_p
Expr ImpactShare::calc_carried_work(const std::vector<Expr>& rates, const std::vector<Expr>& step) {
  const bool is_carried =
      std::any_of(machine_.tree().links.begin(), machine_.tree().links.end(),
                  [&](const Link& l) { return is_prescribed(machine_.mechanism, l); });
  if (!is_carried) return 0.0;
  std::vector<Expr> back;
  for (const Expr& e : step) back.push_back(-e);
  const Expr T = machine_.energy().calc_kinetic_energy();
  return 0.5 * (substitute(std::span(&T, 1), rates, step)[0] -
                substitute(std::span(&T, 1), rates, back)[0]);
}

/// Grips of contacts that begin by an impact.
std::vector<ImpactGrip> ImpactShare::find_grips() const {
  std::vector<ImpactGrip> grips;
  for (const Mechanism::Grip& grip : machine_.mechanism.grips) {
    if (grip.stop < 0) continue;
    const int hit =
        closure_of(machine_.mechanism.stops[static_cast<std::size_t>(grip.stop)].equation);
    const std::array<int, 2> rows{closure_of(grip.equations[0]), closure_of(grip.equations[1])};
    if (hit < 0 || rows[0] < 0 || rows[1] < 0) continue;
    grips.push_back({static_cast<std::size_t>(hit),
                     {static_cast<std::size_t>(rows[0]), static_cast<std::size_t>(rows[1])},
                     grip.friction});
  }
  return grips;
}

/// The friction of what an impact makes slide starts again. Returns what the impulses of grips take
/// [J]: −Λ (u⁻ + u⁺)/2.
Expr ImpactShare::release_grips(const Impact& impact,
                                const std::function<Expr(const Expr&)>& find_after,
                                SystemBuilder::Resets& resets) const {
  Expr loss = 0.0;
  for (const Mechanism::Grip& grip : machine_.mechanism.grips) {
    Expr after = 0.0;
    for (const int equation : grip.equations) {
      const int closure = closure_of(equation);
      if (closure < 0) continue;
      const Expr rate =
          machine_.closures()[static_cast<std::size_t>(closure)].equation()->motion.rate;
      const Expr rate_after = find_after(rate);
      after += square(rate_after);
      const auto impulse = impact.impulses.find(static_cast<std::size_t>(closure));
      if (impulse != impact.impulses.end()) loss -= 0.5 * impulse->second * (rate + rate_after);
    }
    const Expr torn = logical_and(grip.sticks, less(square(grip.stopped), after));
    resets.emplace_back(grip.sticks, select(torn, 0.0, grip.sticks));
    resets.emplace_back(grip.landed, select(torn, 0.0, grip.landed));
  }
  return loss;
}

/// One event for all stops, so that those that are hit at the same instant share one impulse
/// problem.
void ImpactShare::add_events(Assembly& assembly) {
  std::map<std::size_t, std::pair<Expr, Expr>> hits;
  Expr any = 0.0;
  SystemBuilder::Resets resets;
  std::string names;
  for (const Mechanism::Stop& stop : machine_.mechanism.stops) {
    const int closure = closure_of(stop.equation);
    if (closure < 0) continue;
    const Expr rate =
        machine_.closures()[static_cast<std::size_t>(closure)].equation()->motion.rate;
    const Expr fastest = max(stop.fastest, abs(rate));
    const Expr settles = less(abs(stop.restitution * rate), max(stop.slowest, kSettled * fastest));
    hits[static_cast<std::size_t>(closure)] = {less(0.0, stop.hit),
                                               select(settles, 0.0, stop.restitution)};
    any = max(any, less(kTakesPart, stop.hit));
    names += (names.empty() ? "impact: " : ", ") +
             machine_.closures()[static_cast<std::size_t>(closure)].name;
  }
  if (hits.empty()) return;
  const Impact impact = machine_.loops()->calc_impact(hits, find_grips());
  std::vector<Expr> before, step, after;
  for (std::size_t k = 0; k < machine_.tree().links.size(); ++k) {
    if (is_prescribed(machine_.mechanism, machine_.tree().links[k])) continue;
    for (std::size_t i = 0; i < machine_.states()[k].v.size(); ++i) {
      before.push_back(machine_.states()[k].v[i]);
      step.push_back(impact.step.rates[k][i]);
      after.push_back(before.back() + step.back());
      resets.emplace_back(before.back(), after.back());
    }
  }
  const std::size_t inner_count = machine_.inner_parts.responses().size();
  const auto modal_steps =
      machine_.modes().calc_steps(before, step, std::span(impact.step.parts).subspan(inner_count));
  std::size_t part = 0;
  for (const auto& [rate, change] : modal_steps) {
    before.push_back(rate);
    step.push_back(change);
    after.push_back(rate + change);
    resets.emplace_back(rate, after.back());
  }
  for (const InnerPart& inner : machine_.inner_parts) {
    for (std::size_t a = 0; a < inner.size(); ++a) {
      before.push_back(inner.v[a]);
      step.push_back(impact.step.parts[part][a]);
      after.push_back(before.back() + step.back());
      resets.emplace_back(before.back(), after.back());
    }
    ++part;
  }
  std::string motions;
  for (const Mechanism::Joint& joint : machine_.mechanism.joints) {
    const bool is_driven =
        std::any_of(joint.freedoms.begin(), joint.freedoms.end(),
                    [](const Mechanism::Freedom& freedom) { return freedom.motion.has_value(); });
    if (is_driven) motions += (motions.empty() ? "'" : ", '") + joint.name + "'";
  }
  const auto find_after = [&](const Expr& rate) {
    return substitute(std::span(&rate, 1), before, after)[0];
  };
  // What lay at a limit and is moved by the impact of another one arrives there again; what stuck,
  // with a force that is bounded, slides.
  for (const Mechanism::Stop& stop : machine_.mechanism.stops) {
    const int closure = closure_of(stop.equation);
    if (closure < 0) continue;
    const Expr hit = impact.acts.at(static_cast<std::size_t>(closure));
    const Expr restitution = hits.at(static_cast<std::size_t>(closure)).second;
    const Expr settles = logical_and(hit, equal(restitution, 0.0));
    const Expr rate =
        machine_.closures()[static_cast<std::size_t>(closure)].equation()->motion.rate;
    const Expr rate_after = find_after(rate);
    if (!motions.empty()) {
      // An impulse that changes nothing: no constraint yields.
      const Expr goes_on = less(0.5 * square(rate), rate * rate_after);
      assembly.add_event(
          {SystemEvent::Kind::fail,
           machine_.closures()[static_cast<std::size_t>(closure)].name +
               " is reached, and nothing is compliant: the motion of " + motions + " continues",
           SystemEvent::Start::counts},
          logical_and(hit, goes_on));
    }
    const Expr rests = less(abs(rate_after), kMoves * stop.slowest);
    resets.emplace_back(stop.contact, select(settles, 1.0, select(rests, stop.contact, 0.0)));
    const Expr impulse = impact.impulses.at(static_cast<std::size_t>(closure));
    resets.emplace_back(stop.fastest, max(stop.fastest, select(hit, abs(rate), 0.0)));
    resets.emplace_back(stop.impulse, max(stop.impulse, select(hit, abs(impulse), 0.0)));
  }
  for (const Mechanism::Sticking& sticking : machine_.mechanism.stickings) {
    const int closure = closure_of(sticking.equation);
    if (closure < 0) continue;
    const Expr rate =
        find_after(machine_.closures()[static_cast<std::size_t>(closure)].equation()->motion.rate);
    const Expr torn =
        logical_and(equal(sticking.direction, 0.0), less(sticking.stopped, abs(rate)));
    resets.emplace_back(sticking.direction, select(torn, sign(rate), sticking.direction));
  }
  const Expr loss = impact.loss + release_grips(impact, find_after, resets);
  const Expr dissipated = EnergyAccount::of(assembly)->dissipated(assembly);
  resets.emplace_back(dissipated, dissipated + loss);
  if (const std::optional<Expr> supplied = EnergyAccount::of(assembly)->supplied(assembly)) {
    const Expr supply = impact.supply + calc_carried_work(before, step);
    if (!supply.is_constant(0.0)) resets.emplace_back(*supplied, *supplied + supply);
  }
  assembly.add_event({SystemEvent::Kind::reset, names, SystemEvent::Start::counts, true}, any,
                     std::move(resets));
}

}  // namespace holon::detail
