// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/sky.h"

#include "holon/expr/graph/graph.h"

namespace holon::detail {

FunctionRef SkySlot::make_function() {
  const auto graph = std::make_shared<Graph>();
  std::vector<Expr> numbers;
  for (int k = 0; k < kOrbitNumbers; ++k) {
    numbers.push_back(graph->symbol("orbit " + std::to_string(k)));
  }
  const SatelliteState<Expr> s = calc_satellite(to_orbit_numbers(numbers));
  return Function::make("satellite", graph, {{"numbers", numbers}},
                        {{"state",
                          {s.position[0], s.position[1], s.position[2], s.velocity[0],
                           s.velocity[1], s.velocity[2], s.clock}}});
}

SatelliteState<Expr> SkySlot::satellite(std::size_t k, Expr time, Expr before) const {
  const std::vector<BroadcastOrbit>& sets = satellites[k].sets;
  std::vector<Expr> numbers(kOrbitNumbers);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const auto own = orbit_numbers(sets[i], epoch);
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
  for (std::size_t n : {0u, 1u}) numbers[n] = numbers[n] + (time - before);
  const std::vector<Expr> s = call(calc, numbers);
  return {{s[0], s[1], s[2]}, {s[3], s[4], s[5]}, s[6]};
}

}  // namespace holon::detail
