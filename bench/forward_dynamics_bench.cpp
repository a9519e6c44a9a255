// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One forward dynamics of chains and a tree, by Holon's engines and by MuJoCo and Simbody, in one
// run: thread time of one call (one sample for eight lanes), median of the repetitions, over random
// states. Accelerations are compared with the peers' before anything is timed.
//
//   forward_dynamics_bench [--benchmark_filter=…] [--benchmark_repetitions=9]

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>

#include "holon/expr/program/program.h"
#include "holon/mechanics/formulations/recursive.h"
#include "machines.h"
#include "peers.h"

namespace holon::bench {
namespace {

constexpr std::size_t kStates = 16;
constexpr std::size_t kLanes = Program::kLanes;

struct States {
  std::vector<std::vector<double>> angle, rate;

  States(int n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> turn(-3.0, 3.0), spin(-1.0, 1.0);
    for (std::size_t k = 0; k < kStates; ++k) {
      angle.emplace_back();
      rate.emplace_back();
      for (int i = 0; i < n; ++i) {
        angle.back().push_back(turn(random));
        rate.back().push_back(spin(random));
      }
    }
  }

  /// q, v, tau = 0 of one state.
  std::vector<double> input(std::size_t k) const {
    std::vector<double> in = angle[k];
    in.insert(in.end(), rate[k].begin(), rate[k].end());
    in.resize(3 * angle[k].size(), 0.0);
    return in;
  }
};

struct Case {
  std::string name;
  Mechanism mechanism;
  std::shared_ptr<Tree> tree;  ///< what the peers build; nullptr where they are not asked
  int bodies = 0;
};

std::map<std::string, std::map<std::string, double>> results;  // machine -> engine -> ns per body
std::map<std::string, std::string> remarks;

/// Largest difference relative to the largest acceleration. Both sides are good to about the
/// rounding errors of a hundred operations per body.
constexpr double kAgreement = 1e-11;
void compare(const std::string& name, const std::vector<double>& ours,
             const std::vector<double>& peer) {
  double difference = 0, scale = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    difference = std::max(difference, std::abs(ours[i] - peer[i]));
    scale = std::max(scale, std::abs(peer[i]));
  }
  if (!(difference <= kAgreement * scale)) {
    std::fprintf(stderr, "%s: accelerations differ by %.2g of %.2g\n", name.c_str(), difference,
                 scale);
    std::exit(1);
  }
  char text[80];
  std::snprintf(text, sizeof text, "  differs from the peer by %.1e of the largest acceleration\n",
                difference / scale);
  remarks[name.substr(0, name.find('/'))] += text;
}

template <class Calc>
void add(const std::string& machine, const std::string& engine, int bodies, int samples,
         Calc calc) {
  benchmark::RegisterBenchmark(
      (machine + "/" + engine).c_str(), [=](benchmark::State& state) mutable {
        std::size_t k = 0;
        for (auto _ : state) calc(k++ % kStates);
        state.counters["bodies/s"] = benchmark::Counter(
            static_cast<double>(bodies) * samples, benchmark::Counter::kIsIterationInvariantRate);
      });
}

void add_holon(const Case& c, const FunctionRef& function, Engine engine, const std::string& name) {
  const auto begin = std::chrono::steady_clock::now();
  auto program = std::make_shared<Program>(*function, ProgramOptions{engine});
  const double ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  remarks[c.name] +=
      "  " + name + ": ready in " + std::to_string(static_cast<int>(ms + 0.5)) + " ms, " +
      std::to_string(program->operation_count() / static_cast<std::size_t>(c.bodies)) +
      " operations per body; " + program->provenance() + "\n";
  auto states = std::make_shared<States>(c.bodies, 1);
  auto inputs = std::make_shared<std::vector<std::vector<double>>>();
  for (std::size_t k = 0; k < kStates; ++k) inputs->push_back(states->input(k));
  auto workspace = std::make_shared<Workspace>();
  auto out = std::make_shared<std::vector<double>>(static_cast<std::size_t>(c.bodies));
  if (c.tree) {
    program->run((*inputs)[0].data(), out->data(), *workspace);
    for (const auto& make : {make_simbody, make_mujoco}) {
      const bool too_deep = make == make_mujoco && c.bodies > 90 && c.name.find("chain") == 0;
      const auto peer = too_deep ? nullptr : make(*c.tree);
      if (!peer) continue;
      peer->set_state(states->angle[0], states->rate[0]);
      peer->calc();
      compare(c.name + "/" + name, *out, peer->accelerations());
    }
  }
  add(c.name, name, c.bodies, 1, [=](std::size_t k) {
    program->run((*inputs)[k].data(), out->data(), *workspace);
    benchmark::DoNotOptimize(out->data());
  });
  if (c.bodies > 5000) return;
  auto wide = std::make_shared<std::vector<double>>((*inputs)[0].size() * kLanes);
  auto wide_out = std::make_shared<std::vector<double>>(out->size() * kLanes);
  for (std::size_t i = 0; i < (*inputs)[0].size(); ++i) {
    for (std::size_t l = 0; l < kLanes; ++l) (*wide)[i * kLanes + l] = (*inputs)[l][i];
  }
  program->run_lanes(wide->data(), wide_out->data(), *workspace);  // compiles where it must
  add(c.name, name + " x8", c.bodies, static_cast<int>(kLanes), [=](std::size_t) {
    program->run_lanes(wide->data(), wide_out->data(), *workspace);
    benchmark::DoNotOptimize(wide_out->data());
  });
}

void add_peer(const Case& c, const std::string& name, std::shared_ptr<Peer> peer) {
  if (!peer) return;
  auto states = std::make_shared<States>(c.bodies, 1);
  add(c.name, name, c.bodies, 1, [=](std::size_t k) {
    peer->set_state(states->angle[k], states->rate[k]);
    peer->calc();
  });
}

/// Prints as usual and keeps the medians.
class Reporter : public benchmark::ConsoleReporter {
 public:
  using benchmark::ConsoleReporter::ConsoleReporter;
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Aggregate || run.aggregate_name != "median") continue;
      const std::string name = run.run_name.function_name;
      const std::size_t slash = name.find('/');
      results[name.substr(0, slash)][name.substr(slash + 1)] =
          1e9 / run.counters.at("bodies/s").value;
    }
    benchmark::ConsoleReporter::ReportRuns(runs);
  }
};

void print_table(const std::vector<Case>& cases) {
  std::printf("\n%-14s %-12s %10s %14s %14s\n", "machine", "engine", "ns/body", "of MuJoCo",
              "of Simbody");
  for (const Case& c : cases) {
    const auto& row = results[c.name];
    const auto ratio = [&](const char* peer, double ns) {
      const auto it = row.find(peer);
      char text[32] = "–";
      if (it != row.end()) std::snprintf(text, sizeof text, "%.4f", ns / it->second);
      return std::string(text);
    };
    for (const auto& [engine, ns] : row) {
      std::printf("%-14s %-12s %10.1f %14s %14s\n", c.name.c_str(), engine.c_str(), ns,
                  ratio("MuJoCo", ns).c_str(), ratio("Simbody", ns).c_str());
    }
  }
  for (const auto& [name, text] : remarks) std::printf("\n%s\n%s", name.c_str(), text.c_str());
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  for (int n : {7, 30, 100, 1000, 10000}) {
    auto tree = std::make_shared<Tree>(Tree::chain(n));
    cases.push_back({"chain " + std::to_string(n), make_mechanism(*tree), tree, n});
  }
  auto tree = std::make_shared<Tree>(Tree::binary(10));
  cases.push_back({"tree 1023", make_mechanism(*tree), tree, tree->size()});
  constexpr int kVaried = 30;
  cases.push_back({"varied 30", make_varied_chain(kVaried), nullptr, kVaried});
  return cases;
}

}  // namespace
}  // namespace holon::bench

int main(int argc, char** argv) {
  using namespace holon::bench;
  std::vector<char*> arguments(argv, argv + argc);
  char repetitions[] = "--benchmark_repetitions=9",
       aggregates[] = "--benchmark_report_aggregates_only=true",
       least[] = "--benchmark_min_time=0.1";
  arguments.insert(arguments.begin() + 1, {repetitions, aggregates, least});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  const std::vector<Case> cases = make_cases();
  for (const Case& c : cases) {
    const holon::FunctionRef f = holon::make_forward_dynamics(c.mechanism);
    add_holon(c, f, holon::Engine::tape, "tape");
    add_holon(c, f, holon::Engine::jit, "jit");
    add_holon(c, f, holon::Engine::native, "native");
    if (!c.tree) continue;
    const bool chain = c.name.find("chain") == 0;
    if (!chain || c.bodies <= 30) add_peer(c, "MuJoCo", make_mujoco(*c.tree));
    add_peer(c, "Simbody", make_simbody(*c.tree));
  }
  Reporter reporter;
  std::printf("%s, %s\n", mujoco_version().c_str(), simbody_version().c_str());
  benchmark::RunSpecifiedBenchmarks(&reporter);
  print_table(cases);
}
