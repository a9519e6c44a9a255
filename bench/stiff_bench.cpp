// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Whole runs of stiff problems by dopri5, cvode, ida and auto at a tolerance of 1e-6: wall time,
// with steps and evaluations as counters. The tape, one thread, no rows between start and end.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "holon/simulate/simulation.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"

namespace {

using namespace holon;

/// A problem and how long it runs.
struct Problem {
  System system;
  double until = 0;  ///< [s]
};

// x'' = mu (1 - x²) x' - x over one period and more.
Problem make_van_der_pol(double mu) {
  SystemBuilder builder(std::make_shared<Symbols>());
  const Expr x = builder.add_state({.name = "x"}, {2.0})[0];
  const Expr v = builder.add_state({.name = "v"}, {0.0})[0];
  builder.set_derivative(x, v);
  builder.set_derivative(v, mu * (1 - x * x) * v - x);
  builder.define_output({.name = "x", .is_main = true}, std::vector<Expr>{x});
  return {builder.build("van der Pol"), 2 * mu};
}

// A rod of n cells that is heated at one end: θ' = n² (θ left - 2 θ + θ right).
Problem make_rod(int n) {
  SystemBuilder builder(std::make_shared<Symbols>());
  std::vector<Expr> x;
  for (int i = 0; i < n; ++i)
    x.push_back(builder.add_state({.name = "x" + std::to_string(i)}, {0.0})[0]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Expr left = i > 0 ? x[i - 1] : Expr(1.0);
    const Expr right = i + 1 < x.size() ? x[i + 1] : Expr(0.0);
    builder.set_derivative(x[i], double(n) * double(n) * (left - 2 * x[i] + right));
  }
  builder.define_output({.name = "middle", .is_main = true},
                        std::vector<Expr>{x[static_cast<std::size_t>(n / 2)]});
  return {builder.build("rod"), 1};
}

void run(benchmark::State& state, const Problem& problem, SolverMethod solver) {
  const SimulateSettings settings{.until = problem.until,
                                  .interval = problem.until,
                                  .solver = solver,
                                  .tolerance = 1e-6,
                                  .engine = EngineChoice::tape};
  RunSummary summary;
  for (auto _ : state) {
    Results rows;
    Simulation simulation(problem.system, settings);
    simulation.record(rows, {}, RowSchedule::from(settings));
    summary = simulation.run();
  }
  state.counters["steps"] = static_cast<double>(summary.status.steps.steps);
  state.counters["evaluations"] = static_cast<double>(summary.status.steps.evaluations);
  state.counters["jacobians"] = static_cast<double>(summary.status.steps.jacobians);
}

void add(const std::string& name, const std::shared_ptr<const Problem>& problem) {
  const std::pair<const char*, SolverMethod> solvers[] = {{"dopri5", SolverMethod::dopri5},
                                                          {"cvode", SolverMethod::cvode},
                                                          {"ida", SolverMethod::ida},
                                                          {"auto", SolverMethod::automatic}};
  for (const auto& [solver, method] : solvers)
    benchmark::RegisterBenchmark((name + "/" + solver).c_str(), [problem, method = method](
                                                                    benchmark::State& state) {
      run(state, *problem, method);
    })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const double mu : {10.0, 100.0, 1000.0})
    add("van_der_pol/" + std::to_string(static_cast<int>(mu)),
        std::make_shared<const Problem>(make_van_der_pol(mu)));
  for (const int n : {20, 80, 320})
    add("rod/" + std::to_string(n), std::make_shared<const Problem>(make_rod(n)));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
