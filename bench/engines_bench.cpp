// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The engines beside each other: how soon each is ready (wall time), and nanoseconds per body of
// processor time (one sample; one sample of eight lanes) for one forward dynamics of chains, a
// tree, a chain of different bodies and windows of closed loops.
//
//   engines_bench [--no-native] [NAME…]    machines whose names contain one of the words

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "holon/expr/program/program.h"
#include "holon/mechanics/formulations/recursive.h"
#include "machines.h"
#include "peers.h"

namespace holon::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Processor time of this thread [s]: other load on the machine counts little.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The least over batches of about 20 ms of the seconds of one call.
template <class Call>
double time_of(Call&& call) {
  constexpr double kBatch = 0.02;
  constexpr int kBatches = 15;
  int calls = 1;
  const auto batch = [&] {
    const double begin = thread_seconds();
    for (int k = 0; k < calls; ++k) call();
    return thread_seconds() - begin;
  };
  while (batch() < kBatch) calls *= 2;
  double least = batch();
  for (int b = 1; b < kBatches; ++b) least = std::min(least, batch());
  return least / calls;
}

struct Machine {
  std::string name;
  Mechanism mechanism;
  int bodies;
};

std::vector<Machine> make_machines() {
  std::vector<Machine> machines;
  for (int n : {7, 30, 100, 1000, 10000}) {
    machines.push_back({"chain " + std::to_string(n), make_mechanism(Tree::chain(n)), n});
  }
  const Tree tree = Tree::binary(10);
  machines.push_back({"tree 1023", make_mechanism(tree), tree.size()});
  machines.push_back({"varied 30", make_varied_chain(30), 30});
  for (int n : {10, 200}) {
    machines.push_back({"windows " + std::to_string(n), make_n_four_bar(n), 2 * n + 1});
  }
  return machines;
}

/// Returns the outputs: all engines give the same bits.
std::vector<double> measure(const Machine& machine, const FunctionRef& f, Engine engine,
                            const char* name) {
  constexpr std::size_t kLanes = Program::kLanes;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<double> in(f->input_scalars().size());
  for (double& x : in) x = uniform(random);
  std::vector<double> wide;
  for (double x : in) wide.insert(wide.end(), kLanes, x);
  std::vector<double> out(f->output_scalars().size()), wide_out(out.size() * kLanes);
  Workspace workspace;
  const auto begin = Clock::now();
  const Program program(*f, {engine});
  program.run(in.data(), out.data(), workspace);
  const double ready = seconds_since(begin);
  const auto per_body = 1e9 / machine.bodies;
  const double one = time_of([&] { program.run(in.data(), out.data(), workspace); });
  program.run_lanes(wide.data(), wide_out.data(), workspace);
  const double eight =
      time_of([&] { program.run_lanes(wide.data(), wide_out.data(), workspace); }) /
      static_cast<double>(kLanes);
  std::printf("%-12s %-7s %8zu %10.2f %10.1f %10.1f\n", machine.name.c_str(), name,
              program.operation_count() / static_cast<std::size_t>(machine.bodies), ready * 1e3,
              one * per_body, eight * per_body);
  std::fflush(stdout);
  return out;
}

/// False where an engine gives other bits than the tape.
bool measure_all(const Machine& machine, bool native) {
  const FunctionRef f = make_forward_dynamics(machine.mechanism);
  const std::vector<double> tape = measure(machine, f, Engine::tape, "tape");
  bool same = measure(machine, f, Engine::jit, "jit") == tape;
  if (native) same = measure(machine, f, Engine::native, "native") == tape && same;
  if (!same) std::fprintf(stderr, "%s: the engines disagree\n", machine.name.c_str());
  return same;
}

}  // namespace
}  // namespace holon::bench

int main(int argc, char** argv) {
  using namespace holon;
  bool native = true;
  std::vector<std::string> wanted;
  for (int k = 1; k < argc; ++k) {
    if (std::strcmp(argv[k], "--no-native") == 0) {
      native = false;
    } else {
      wanted.emplace_back(argv[k]);
    }
  }
  std::printf("%-12s %-7s %8s %10s %10s %10s\n", "machine", "engine", "ops/body", "ready [ms]",
              "ns/body", "x8");
  for (const bench::Machine& m : bench::make_machines()) {
    const bool is_wanted =
        wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& w) {
          return m.name.find(w) != std::string::npos;
        });
    if (!is_wanted) continue;
    if (!bench::measure_all(m, native)) return 1;
  }
}
