// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/sky.h"

#include "holon/expr/graph/graph.h"
#include "holon/navigation/glonass_orbit.h"

namespace holon::detail {
namespace {

FunctionRef make_satellite(const std::string& name, int count,
                           SatelliteState<Expr> (*calc_state)(const std::vector<Expr>&)) {
  const auto graph = std::make_shared<Graph>();
  std::vector<Expr> numbers;
  for (int k = 0; k < count; ++k) numbers.push_back(graph->symbol("orbit " + std::to_string(k)));
  const SatelliteState<Expr> s = calc_state(numbers);
  return Function::make(name, graph, {{"numbers", numbers}},
                        {{"state",
                          {s.position[0], s.position[1], s.position[2], s.velocity[0],
                           s.velocity[1], s.velocity[2], s.clock}}});
}

/// The numbers of the set that is nearest to the instant: each holds from halfway to the one
/// before.
template <class Numbers>
std::vector<Expr> select_set(const std::vector<BroadcastOrbit>& sets, const GpsTime& epoch,
                             Expr time, const Numbers& numbers_of) {
  std::vector<Expr> numbers;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const auto own = numbers_of(sets[i]);
    if (i == 0) {
      numbers.assign(own.begin(), own.end());
      continue;
    }
    const double middle = 0.5 * (sets[i - 1].toe.since(epoch) + sets[i].toe.since(epoch));
    const Expr is_later = less(middle, time);
    for (std::size_t n = 0; n < own.size(); ++n) {
      if (!numbers[n].is_constant(own[n])) numbers[n] = select(is_later, own[n], numbers[n]);
    }
  }
  return numbers;
}

}  // namespace

FunctionRef SkySlot::make_function() {
  return make_satellite("satellite", kOrbitNumbers, [](const std::vector<Expr>& numbers) {
    return calc_satellite(to_orbit_numbers(numbers));
  });
}

FunctionRef SkySlot::make_glonass_function() {
  return make_satellite("glonass", kGlonassNumbers, [](const std::vector<Expr>& numbers) {
    return holon::calc_glonass(numbers);
  });
}

SatelliteState<Expr> SkySlot::satellite(std::size_t k, Expr time, Expr before) const {
  const std::vector<BroadcastOrbit>& sets = satellites[k].sets;
  const bool is_glonass = sets.front().state.has_value();
  std::vector<Expr> numbers =
      is_glonass ? select_set(sets, epoch, time,
                              [this](const BroadcastOrbit& o) { return glonass_numbers(o, epoch); })
                 : select_set(sets, epoch, time,
                              [this](const BroadcastOrbit& o) { return orbit_numbers(o, epoch); });
  const std::size_t times = is_glonass ? 1 : 2;
  for (std::size_t n = 0; n < times; ++n) numbers[n] = numbers[n] + (time - before);
  const std::vector<Expr> s = call(is_glonass ? calc_glonass : calc, numbers);
  return {{s[0], s[1], s[2]}, {s[3], s[4], s[5]}, s[6]};
}

}  // namespace holon::detail
