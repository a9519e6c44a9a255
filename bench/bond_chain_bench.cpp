// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// How long a bond graph takes from its text to a program that runs: a chain of n masses with
// springs and dampers between them, pulled at one end and held at the other, 2 n states. Reading,
// causality, equations and the tape of the derivative.

#include <benchmark/benchmark.h>

#include <string>

#include "holon/catalogue/builtin.h"
#include "holon/expr/program/program.h"
#include "holon/model/assembly/model.h"
#include "holon/reader/load.h"

namespace {

std::string chain(int n) {
  std::string elements = "      drive: {Se: 1 N}\n      wall: {Sf: 0}\n", bonds;
  for (int k = 0; k < n; ++k) {
    const std::string i = std::to_string(k);
    elements += "      v" + i + ": 1\n      m" + i + ": {I: 1 kg}\n      f" + i + ": 0\n      d" +
                i + ": 1\n      k" + i + ": {C: {stiffness: 100 N/m}}\n      r" + i +
                ": {R: 0.1 N s/m}\n";
    bonds += "      - v" + i + " -> m" + i + "\n      - v" + i + " -> f" + i + "\n      - f" + i +
             " -> d" + i + "\n      - d" + i + " -> k" + i + "\n      - d" + i + " -> r" + i + "\n";
    if (k + 1 < n) bonds += "      - f" + i + " -> v" + std::to_string(k + 1) + "\n";
  }
  bonds += "      - f" + std::to_string(n - 1) + " -> wall\n      - drive -> v0\n";
  return "holon: 1\nparts:\n  chain:\n    type: BondGraph\n    domain: translation\n    "
         "elements:\n" +
         elements + "    bonds:\n" + bonds;
}

void compile_chain(benchmark::State& state) {
  const std::string text = chain(static_cast<int>(state.range(0)) / 2);
  for (auto _ : state) {
    holon::Diagnostics diagnostics;
    const holon::Model model =
        holon::load_model_text(text, holon::builtin_catalogue(), {}, diagnostics);
    const holon::System system = holon::make_system(model);
    holon::ProgramOptions options;
    options.engine = holon::Engine::tape;
    const holon::Program program(*system.derivative, options);
    benchmark::DoNotOptimize(program.input_count());
    state.counters["states"] = system.state_count();
  }
}

}  // namespace

BENCHMARK(compile_chain)->Arg(64)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
