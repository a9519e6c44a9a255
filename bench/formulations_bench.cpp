// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One evaluation of the derivative of a model in each formulation, with its states: a chain of
// bodies on revolute joints about x, y, z in turn; the same with every second body made of two that
// a Fixed joint holds together, which `aggregate` keeps apart; N four-bar windows in a row. Number
// of operations, and thread time of one call by each engine, the least of several repetitions.
//
//   formulations_bench
//   formulations_bench functions    also the Functions that a derivative calls, with their shares

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <string>

#include "holon/expr/graph/traverse.h"
#include "holon/expr/program/program.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/model/assembly/model.h"
#include "holon/simulate/run/run_settings.h"

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

/// N windows in a row in the plane xz, links of 1 m and 1 kg, upright and leaning by 30 degrees.
Model make_windows(int windows) {
  Model model;
  const auto add_rod = [&](const std::string& name) {
    model.add<RigidBody>(name, {.mass = 1.0,
                                .inertia = InertiaMatrix{{0.0, 1.0 / 12, 1.0 / 12}},
                                .center_of_mass = {0.5, 0.0, 0.0},
                                .frames = {{"tip", {.at = {1.0, 0.0, 0.0}}}}});
  };
  const auto add_pin = [&](const std::string& name, const std::string& a, const std::string& b,
                           double x, double angle) {
    Revolute pin{.between = {a, b}, .axis = "y", .origin = {.at = {x, 0.0, 0.0}}};
    if (angle != 0) pin.initial.angle = angle;
    model.add<Revolute>(name, pin);
  };
  for (int k = 0; k <= windows; ++k) {
    const std::string number = std::to_string(k);
    add_rod("crank" + number);
    add_pin("ground" + number, "world", "crank" + number, k, -1.0);
    if (k == 0) continue;
    const std::string before = "crank" + std::to_string(k - 1) + ".tip";
    add_rod("coupler" + number);
    add_pin("left" + number, before, "coupler" + number, 0.0, 1.0);
    add_pin("right" + number, "coupler" + number + ".tip", "crank" + number + ".tip", 0.0, 0.0);
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

/// How many operations each Function has in all of its calls, the largest first; solves counted by
/// their unknowns.
void list_functions(const Function& function) {
  struct Share {
    std::size_t calls = 0, operations = 0;
  };
  std::map<std::string, Share> shares;
  const Graph& graph = *function.graph();
  std::size_t own = 0;
  for (const std::uint32_t id : detail::find_reachable(graph, function.output_scalars())) {
    const Node& node = graph.node(id);
    if (node.op == Op::call) {
      const FunctionRef& called = graph.payload(node).function;
      Share& share = shares[called->name()];
      ++share.calls;
      share.operations += called->operation_count();
    } else if (node.op == Op::solve) {
      ++shares["solve of " + std::to_string(graph.payload(node).size)].calls;
    } else if (node.op != Op::symbol && node.op != Op::constant && node.op != Op::output) {
      ++own;
    }
  }
  shares["(outside of calls)"].operations = own;
  std::vector<std::pair<std::string, Share>> sorted(shares.begin(), shares.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second.operations > b.second.operations;
  });
  for (const auto& [name, share] : sorted)
    std::printf("    %7zu operations in %4zu calls of %s\n", share.operations, share.calls,
                name.c_str());
}

void report(const std::string& machine, const Model& given, bool lists_functions) {
  std::printf("%s\n", machine.c_str());
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    Model model = given;
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    std::printf("  %-10s %6d states %7zu operations  tape %8.1f µs  jit %8.1f µs",
                name_of(formulation), system.state_count(), system.derivative->operation_count(),
                measure(system, Engine::tape), measure(system, Engine::jit));
    std::printf("  native %8.1f µs\n", measure(system, Engine::native));
    if (lists_functions) list_functions(*system.derivative);
  }
}

}  // namespace
}  // namespace holon::bench

int main(int argc, char** argv) {
  using namespace holon::bench;
  const bool lists_functions = argc > 1 && std::string(argv[1]) == "functions";
  for (const int bodies : {20, 100}) {
    report("chain of " + std::to_string(bodies), make_chain(bodies, false), lists_functions);
    report("chain of " + std::to_string(bodies) + ", pairs fixed to each other",
           make_chain(bodies, true), lists_functions);
  }
  report("40 windows", make_windows(40), lists_functions);
}
