// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One evaluation of the derivative of a model in each formulation, with its states: a chain of
// bodies on revolute joints about x, y, z in turn; the same with every second body made of two that
// a Fixed joint holds together, which `aggregate` keeps apart. Thread time of one call on the tape
// and in native code, the least of several repetitions.
//
//   formulations_bench

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <string>

#include "holon/expr/program/program.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/model/assembly/model.h"
#include "holon/simulate/run_settings.h"

namespace holon::bench {
namespace {

Model make_chain(int bodies, bool is_welded) {
  Model model;
  const char* const axes[] = {"x", "y", "z"};
  std::string last = "world";
  const auto add_body = [&](const std::string& name) {
    model.add<RigidBody>(name, {.mass = 1.0,
                                .inertia = InertiaMatrix{{0.02, 0.09, 0.08}},
                                .center_of_mass = {0.5, 0.0, 0.0},
                                .frames = {{"tip", {.at = {1.0, 0.0, 0.0}}}}});
  };
  for (int k = 0; k < bodies; ++k) {
    const std::string name = "body" + std::to_string(k);
    add_body(name);
    if (is_welded && k % 2 == 1) {
      model.add<Fixed>("weld" + std::to_string(k), {.between = {last, name}});
    } else {
      Revolute pin{.between = {last, name}, .axis = axes[k % 3]};
      pin.initial.angle = 0.3 + 0.01 * k;
      pin.initial.rate = 0.2;
      model.add<Revolute>("pin" + std::to_string(k), pin);
    }
    last = name + ".tip";
  }
  return model;
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// [µs] of one call.
double measure(const System& system, Engine engine) {
  const Program program(*system.derivative, ProgramOptions{engine});
  std::vector<double> start_in{0.0};
  for (const SystemParameter& p : system.parameters) start_in.push_back(p.value);
  const std::vector<double> x = system.start->evaluate(start_in);
  std::vector<double> in(static_cast<std::size_t>(system.function_input_count())),
      out(system.derivative->output_scalars().size());
  std::copy(x.begin(), x.end(), in.begin() + 1);
  Workspace workspace;
  program.run(in.data(), out.data(), workspace);
  constexpr int kRepetitions = 9;
  constexpr double kShare = 0.05;  // [s] of a repetition
  double least = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    int calls = 0;
    const double begin = thread_seconds();
    double now = begin;
    for (; now - begin < kShare; now = thread_seconds(), ++calls)
      program.run(in.data(), out.data(), workspace);
    least = std::min(least, (now - begin) / calls);
  }
  return 1e6 * least;
}

void report(const std::string& machine, const Model& given, bool has_native) {
  std::printf("%s\n", machine.c_str());
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    Model model = given;
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    std::printf("  %-10s %6d states  tape %8.1f µs", name_of(formulation), system.state_count(),
                measure(system, Engine::tape));
    if (has_native) std::printf("  native %8.1f µs", measure(system, Engine::native));
    std::printf("\n");
  }
}

}  // namespace
}  // namespace holon::bench

int main() {
  using namespace holon::bench;
  for (const int bodies : {20, 100}) {
    report("chain of " + std::to_string(bodies), make_chain(bodies, false), true);
    report("chain of " + std::to_string(bodies) + ", pairs fixed to each other",
           make_chain(bodies, true), true);
  }
}
