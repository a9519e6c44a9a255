// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One evaluation of the accelerations of N four-bar windows in a row (make_n_four_bar in
// machines.h), constraints exact, by Holon's engines and by Simbody in one run: thread time of one
// call, median of the repetitions, over random consistent states. Before anything is timed the
// accelerations are compared with the closed form and with Simbody's, and the constraints' second
// derivatives with zero.
//
//   n_four_bar_bench [--benchmark_filter=…] [--benchmark_repetitions=9]

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>

#include "holon/expr/program/program.h"
#include "holon/mechanics/formulations/recursive.h"
#include "holon/mechanics/tree/tree.h"
#include "machines.h"
#include "peers.h"

namespace holon::bench {
namespace {

constexpr int kStates = 16;

/// Where all cranks stand and how fast they turn.
struct State {
  double angle, rate;  ///< [rad], [rad/s]
};

/// Upright within 70 degrees: in line the constraints lose rank, and the cases would differ in
/// kind.
std::vector<State> make_states() {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> turn(-1.2, 1.2), spin(-2.0, 2.0);
  std::vector<State> states;
  for (int k = 0; k < kStates; ++k) {
    const double angle = turn(random);
    states.push_back({angle, spin(random)});
  }
  return states;
}

/// The cranks stay parallel and the couplers level: J theta'' = ((N + 1)/2 + N) m g l sin theta
/// with J = ((N + 1)/3 + N) m l².
double closed_form(int windows, double angle) {
  return ((windows + 1) / 2.0 + windows) * kGravity * std::sin(angle) /
         ((windows + 1) / 3.0 + windows);
}

/// Turns the joints' numbers into those of the bodies and back.
class Layout {
 public:
  explicit Layout(const Mechanism& mechanism) : body_count_(mechanism.bodies.size()) {
    std::vector<std::string> errors;
    const holon::Tree tree = make_tree(mechanism, errors);
    for (const Link& link : tree.links) {
      const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
      const int parent = mechanism.find_body(joint.parent),
                child = mechanism.find_body(joint.child);
      joints_.push_back({parent, child, child == link.body});
    }
    for (const Mechanism::Body& body : mechanism.bodies) {
      is_crank_.push_back(body.name.rfind("crank", 0) == 0);
    }
  }

  std::size_t count() const { return joints_.size(); }
  /// Of cranks that all have the value x, couplers 0: what the joints have.
  std::vector<double> of_joints(double x) const {
    std::vector<double> values;
    const auto of_body = [&](int body) {
      return body >= 0 && is_crank_[static_cast<std::size_t>(body)] ? x : 0.0;
    };
    for (const JointSides& j : joints_) values.push_back(of_body(j.child) - of_body(j.parent));
    return values;
  }
  /// Sums along the tree: of cranks from the left, then of couplers.
  std::vector<double> of_bodies(const std::vector<double>& values, bool cranks) const {
    std::vector<double> all(body_count_, 0.0), result;
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const JointSides& j = joints_[k];
      const auto of = [&](int body) {
        return body < 0 ? 0.0 : all[static_cast<std::size_t>(body)];
      };
      if (j.child_is_outer) {
        all[static_cast<std::size_t>(j.child)] = of(j.parent) + values[k];
      } else {
        all[static_cast<std::size_t>(j.parent)] = of(j.child) - values[k];
      }
    }
    for (std::size_t b = 0; b < body_count_; ++b) {
      if (is_crank_[b] == cranks) result.push_back(all[b]);
    }
    return result;
  }

 private:
  struct JointSides {
    int parent, child;
    bool child_is_outer;  ///< in the tree
  };
  std::vector<JointSides> joints_;
  std::vector<bool> is_crank_;
  std::size_t body_count_;
};

/// Largest second derivative of tip + coupler − next tip, where all angles and rates are
/// consistent.
double constraint_error(const State& s, const std::vector<double>& cranks,
                        const std::vector<double>& couplers) {
  const double sine = std::sin(s.angle), cosine = std::cos(s.angle);
  double largest = 0;
  for (std::size_t k = 0; k < couplers.size(); ++k) {
    // Of (sin, cos) of the cranks; of (cos, −sin) of a coupler at 0, which does not turn.
    const double difference = cranks[k] - cranks[k + 1];
    largest = std::max(
        {largest, std::abs(cosine * difference), std::abs(-sine * difference - couplers[k])});
  }
  return largest;
}

constexpr double kConstraintError = 1e-9;  // [m/s²]
constexpr double kAgreement = 1e-9;        // of the acceleration; S is squared in condition

[[noreturn]] void fail(const std::string& name, const char* what, double value) {
  std::fprintf(stderr, "%s: %s %.2g\n", name.c_str(), what, value);
  std::exit(1);
}

std::map<std::string, std::map<std::string, double>> results;  // windows -> engine -> µs
std::map<std::string, std::string> remarks;

struct Worst {
  double closed = 0, constraint = 0, peer = 0;
};

void check(const std::string& name, int windows, const Layout& layout, const State& state,
           const std::vector<double>& vdot, Peer& peer, Worst& worst) {
  const std::vector<double> cranks = layout.of_bodies(vdot, true);
  const std::vector<double> couplers = layout.of_bodies(vdot, false);
  const double expected = closed_form(windows, state.angle), scale = kGravity;
  std::vector<double> angle(cranks.size(), state.angle), rate(cranks.size(), state.rate);
  angle.resize(layout.count(), -state.angle);
  rate.resize(layout.count(), -state.rate);
  peer.set_state(angle, rate);
  peer.calc();
  const std::vector<double> theirs = peer.accelerations();
  for (std::size_t k = 0; k < cranks.size(); ++k) {
    worst.closed = std::max(worst.closed, std::abs(cranks[k] - expected) / scale);
    worst.peer = std::max(worst.peer, std::abs(cranks[k] - theirs[k]) / scale);
  }
  for (std::size_t k = 0; k < couplers.size(); ++k) {
    worst.closed = std::max(worst.closed, std::abs(couplers[k]) / scale);
    const double their_coupler = theirs[k] + theirs[cranks.size() + k];
    worst.peer = std::max(worst.peer, std::abs(couplers[k] - their_coupler) / scale);
  }
  worst.constraint = std::max(worst.constraint, constraint_error(state, cranks, couplers));
  if (!(worst.closed <= kAgreement)) fail(name, "differs from the closed form by", worst.closed);
  if (!(worst.peer <= kAgreement)) fail(name, "differs from the peer by", worst.peer);
  if (!(worst.constraint <= kConstraintError)) fail(name, "constraint error", worst.constraint);
}

template <class Calc>
void add(const std::string& machine, const std::string& engine, Calc calc) {
  benchmark::RegisterBenchmark((machine + "/" + engine).c_str(),
                               [=](benchmark::State& state) mutable {
                                 std::size_t k = 0;
                                 for (auto _ : state) calc(k++ % kStates);
                               });
}

double ms_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

void add_windows(int windows) {
  const std::string name = std::to_string(windows) + (windows == 1 ? " window" : " windows");
  const auto begin = std::chrono::steady_clock::now();
  const Mechanism mechanism = make_n_four_bar(windows);
  const FunctionRef function = make_forward_dynamics(mechanism);
  char text[200];
  std::snprintf(text, sizeof text, "  equations in %.0f ms\n", ms_since(begin));
  remarks[name] = text;
  const Layout layout(mechanism);
  const std::vector<State> states = make_states();
  const std::shared_ptr<Peer> peer = make_simbody_n_four_bar(windows);
  for (const Engine engine : {Engine::native, Engine::tape}) {
    const std::string engine_name = engine == Engine::native ? "native" : "tape";
    const auto start = std::chrono::steady_clock::now();
    auto program = std::make_shared<Program>(*function, ProgramOptions{engine});
    const double ready = ms_since(start);
    auto inputs = std::make_shared<std::vector<std::vector<double>>>();
    auto out = std::make_shared<std::vector<double>>(layout.count());
    auto workspace = std::make_shared<Workspace>();
    Worst worst;
    for (const State& state : states) {
      inputs->push_back(layout.of_joints(state.angle));
      const std::vector<double> rates = layout.of_joints(state.rate);
      inputs->back().insert(inputs->back().end(), rates.begin(), rates.end());
      inputs->back().resize(3 * layout.count(), 0.0);
      program->run(inputs->back().data(), out->data(), *workspace);
      check(name + "/" + engine_name, windows, layout, state, *out, *peer, worst);
    }
    std::snprintf(text, sizeof text,
                  "  %s: ready in %.0f ms, %zu operations per window; of g it differs from the "
                  "closed form by %.1e, from Simbody by %.1e; constraint error %.1e m/s²\n",
                  engine_name.c_str(), ready,
                  program->operation_count() / static_cast<std::size_t>(windows), worst.closed,
                  worst.peer, worst.constraint);
    remarks[name] += text + ("    " + program->provenance()) + "\n";
    add(name, engine_name, [=](std::size_t k) {
      program->run((*inputs)[k].data(), out->data(), *workspace);
      benchmark::DoNotOptimize(out->data());
    });
  }
  auto angles = std::make_shared<std::vector<std::vector<double>>>();
  auto rates = std::make_shared<std::vector<std::vector<double>>>();
  for (const State& state : states) {
    for (const auto& [list, x] : {std::pair(angles, state.angle), std::pair(rates, state.rate)}) {
      list->emplace_back(static_cast<std::size_t>(windows) + 1, x);
      list->back().resize(layout.count(), -x);
    }
  }
  add(name, "Simbody", [=](std::size_t k) {
    peer->set_state((*angles)[k], (*rates)[k]);
    peer->calc();
  });
}

/// Prints as usual and keeps the medians.
class Reporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Aggregate || run.aggregate_name != "median") continue;
      const std::string name = run.run_name.function_name;
      const std::size_t slash = name.find('/');
      results[name.substr(0, slash)][name.substr(slash + 1)] = run.GetAdjustedCPUTime() / 1e3;
    }
    benchmark::ConsoleReporter::ReportRuns(runs);
  }
};

void print_table(const std::vector<int>& cases) {
  std::printf("\n%-12s %-10s %12s %14s %14s\n", "machine", "engine", "µs", "ns per window",
              "of Simbody");
  for (const int windows : cases) {
    const std::string name = std::to_string(windows) + (windows == 1 ? " window" : " windows");
    const auto& row = results[name];
    for (const auto& [engine, us] : row) {
      const auto peer = row.find("Simbody");
      std::printf("%-12s %-10s %12.3f %14.1f %14.4f\n", name.c_str(), engine.c_str(), us,
                  1e3 * us / windows, peer == row.end() ? NAN : us / peer->second);
    }
  }
  for (const auto& [name, text] : remarks) std::printf("\n%s\n%s", name.c_str(), text.c_str());
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
  const std::vector<int> cases{1, 10, 40, 200};
  for (const int windows : cases) add_windows(windows);
  Reporter reporter;
  std::printf("%s\n", simbody_version().c_str());
  benchmark::RunSpecifiedBenchmarks(&reporter);
  print_table(cases);
}
