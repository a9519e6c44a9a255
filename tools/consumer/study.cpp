// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A program of a stranger with a model in a file: the rod of main.cpp, started from
// 30 degrees by settings, runs for a quarter of its period; its results file and its page are left
// in the working folder. docs/library.md explains this program.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>

#include "holon/record/open_results.h"
#include "holon/report/run/run_page.h"
#include "holon/study/loading.h"
#include "holon/study/model_view.h"
#include "holon/study/run_table.h"

namespace {

constexpr const char* kModel = R"(holon: 1
title: A rod swings
parts:
  rod:
    type: RigidBody
    mass: 1 kg
    inertia: {rod: {length: 1 m, axis: z}}
    center_of_mass: [0, 0, -0.5 m]
  pin:
    type: Revolute
    between: [world, rod]
    axis: y
    initial: {angle: 10 deg}
simulate: {until: 1 s, tolerance: 1e-11}
outputs: [pin.angle, pin.rate]
plots: [{y: [pin.angle]}]
)";

/// A wrong setting is an error with its place and a suggestion.
bool refuses_wrong_setting() {
  using namespace holon;  // NOLINT: as a stranger would
  try {
    load_or_throw("rod.yaml", {.settings = {{"pin.dampin", "1 N*m*s"}}});
  } catch (const InputError& e) {
    std::printf("%s", e.diagnostics().to_string().c_str());
    return e.diagnostics().to_string().find("damping") != std::string::npos;
  }
  return false;
}

}  // namespace

int main() {
  using namespace holon;  // NOLINT: as a stranger would
  std::ofstream("rod.yaml") << kModel;
  const double start = std::numbers::pi / 6;
  const double quarter =
      std::comp_ellint_1(std::sin(start / 2)) * std::sqrt(2 * 1.0 / (3 * 9.80665));

  char until[32];
  std::snprintf(until, sizeof until, "%.17g", quarter);
  const LoadedModel model = load_or_throw(
      "rod.yaml", {.settings = {{"pin.initial.angle", "30 deg"}, {"simulate.until", until}}});
  const ModelView view = make_view(model);

  Simulation simulation(model.system, model.model.simulate);
  RunTable table(model, "rod.csv");
  RunCurves curves(model, view);
  RunPage page(model, view, curves);
  table.record(simulation);
  curves.record(simulation);
  page.record(simulation);
  const RunSummary& summary = simulation.run();
  table.conclude(summary);
  if (has_report_front_end()) std::ofstream("rod.html") << page.write(summary);

  const double angle = read_results("rod.csv").values("pin.angle").back();
  std::printf("%s: %lld rows, angle %.1e rad after a quarter of the period\n",
              model.system.title.c_str(), static_cast<long long>(summary.rows), angle);
  // 1000 times the tolerance of a step.
  return std::abs(angle) < 1e-8 && refuses_wrong_setting() ? 0 : 1;
}
