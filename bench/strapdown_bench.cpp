// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Time of one step of the strapdown mechanisation: increments with coning and sculling by N
// samples, and attitude, velocity and position.

#include <benchmark/benchmark.h>

#include <cmath>

#include "holon/navigation/strapdown_step.h"

namespace holon {
namespace {

template <int N>
void step(benchmark::State& state) {
  constexpr double kPeriod = 0.01;
  constexpr std::size_t kCount = 64;
  std::array<InertialSample<double>, kCount> data;
  for (std::size_t k = 0; k < kCount; ++k) {
    const double t = kPeriod * static_cast<double>(k);
    data[k] = {{1e-3 * std::sin(t), 2e-3 * std::cos(t), 1e-3}, {1e-3 * t, 1e-2, 0.0980665}};
  }
  StrapdownState<double> navigated;
  const StrapdownWorld<double> world({0, 5e-5, 5e-5}, kPeriod);
  const Vector3<double> gravity(0, 0, -9.80665);
  std::array<InertialSample<double>, N> samples{};
  std::size_t k = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i + 1 < N; ++i) samples[i] = samples[i + 1];
    samples[N - 1] = data[k++ % kCount];
    const auto increment = calc_strapdown_increment<N, double>(samples, kPeriod);
    navigated = calc_strapdown_step(navigated, increment, world,
                                    [&](const Vector3<double>&) { return gravity; });
    benchmark::DoNotOptimize(navigated);
  }
}
BENCHMARK(step<1>);
BENCHMARK(step<2>);
BENCHMARK(step<3>);
BENCHMARK(step<4>);

}  // namespace
}  // namespace holon

BENCHMARK_MAIN();
