// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/jit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"
#include "holon/expr/program/tape.h"
#include "holon/expr/test/random_graph.h"

namespace holon::detail {
namespace {

constexpr std::size_t kJitLanes = 8;

/// A piece of memory at a 64-byte boundary.
class AlignedNumbers {
 public:
  explicit AlignedNumbers(std::size_t count) : numbers_(count + 8, std::nan("")) {}
  double* data() {
    auto address = reinterpret_cast<std::uintptr_t>(numbers_.data());
    return reinterpret_cast<double*>((address + 63) / 64 * 64);
  }

 private:
  std::vector<double> numbers_;
};

std::vector<double> run_plan_on_tape(const Plan& plan, const std::vector<double>& in) {
  const Tape tape(plan);
  AlignedNumbers memory(tape.slot_count());
  tape.prepare(memory.data(), 1);
  std::vector<double> out(plan.outputs);
  tape.run(in.data(), out.data(), memory.data(), 1);
  return out;
}

std::vector<double> run_jit(const Jit& code, std::size_t outputs, const std::vector<double>& in) {
  AlignedNumbers memory(code.memory_size());
  std::vector<double> out(outputs);
  code.run(in.data(), out.data(), memory.data());
  return out;
}

bool has_machine_code() {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}}, {{"y", {x * x}}});
  return Jit::make(std::make_shared<Plan>(make_plan(*f, 0)), 1) != nullptr;
}

class JitBits : public ::testing::TestWithParam<TapeLevel> {
 protected:
  void SetUp() override {
    if (!has_machine_code()) GTEST_SKIP() << "this build makes no machine code";
    if (!find_tape_machine(1, GetParam())) GTEST_SKIP() << "this processor lacks the level";
  }

  /// One lane and eight lanes give the bits of the tape.
  void expect_bits_of_tape(const Function& f, std::size_t inline_limit, std::mt19937_64& random,
                           int groups) {
    const auto plan = std::make_shared<const Plan>(make_plan(f, inline_limit));
    const auto one = Jit::make(plan, 1, GetParam()), eight = Jit::make(plan, 8, GetParam());
    ASSERT_TRUE(one && eight);
    for (int g = 0; g < groups; ++g) {
      std::vector<double> wide(plan->inputs * kJitLanes);
      std::vector<std::vector<double>> expected;
      for (std::size_t l = 0; l < kJitLanes; ++l) {
        const std::vector<double> x = make_sample(random, static_cast<int>(plan->inputs));
        for (std::size_t k = 0; k < x.size(); ++k) wide[k * kJitLanes + l] = x[k];
        expected.push_back(run_plan_on_tape(*plan, x));
        const std::vector<double> got = run_jit(*one, plan->outputs, x);
        for (std::size_t k = 0; k < got.size(); ++k) {
          ASSERT_TRUE(same_bits(got[k], expected[l][k]))
              << "output " << k << ": " << got[k] << " and " << expected[l][k];
        }
      }
      const std::vector<double> got = run_jit(*eight, plan->outputs * kJitLanes, wide);
      for (std::size_t l = 0; l < kJitLanes; ++l) {
        for (std::size_t k = 0; k < plan->outputs; ++k) {
          ASSERT_TRUE(same_bits(got[k * kJitLanes + l], expected[l][k]))
              << "lane " << l << " output " << k << ": " << got[k * kJitLanes + l] << " and "
              << expected[l][k];
        }
      }
    }
  }
};

TEST_P(JitBits, EveryOperationAlone) {
  for (const Op op : kUnary) {
    auto graph = std::make_shared<Graph>();
    const Expr x = graph->symbol("x");
    const Expr y = graph->insert(op, std::array{x});
    std::mt19937_64 random(1);
    SCOPED_TRACE(testing::Message() << "operation " << static_cast<int>(op));
    expect_bits_of_tape(*Function::make("f", graph, {{"x", {x}}}, {{"y", {y}}}), 0, random, 20);
    if (HasFatalFailure()) return;
  }
  for (const Op op : kBinary) {
    auto graph = std::make_shared<Graph>();
    const Expr x = graph->symbol("x"), y = graph->symbol("y");
    const Expr z = graph->insert(op, std::array{x, y});
    std::mt19937_64 random(2);
    SCOPED_TRACE(testing::Message() << "operation " << static_cast<int>(op));
    expect_bits_of_tape(*Function::make("f", graph, {{"x", {x, y}}}, {{"y", {z, y}}}), 0, random,
                        40);
    if (HasFatalFailure()) return;
  }
}

TEST_P(JitBits, RandomGraphs) {
  constexpr std::uint64_t kGraphs = 40;
  for (std::uint64_t seed = 1; seed <= kGraphs; ++seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_random_function(random, 6, 40 + 10 * static_cast<int>(seed));
    for (const std::size_t limit : {std::size_t{100000}, std::size_t{0}}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " limit " << limit);
      expect_bits_of_tape(*f, limit, random, 2);
      if (HasFatalFailure()) return;
    }
  }
}

/// Sums, products and square roots of many values that live long: registers do not suffice.
TEST_P(JitBits, MoreValuesThanRegisters) {
  for (const int live : {5, 17, 40, 150}) {
    std::mt19937_64 random(static_cast<std::uint64_t>(live));
    auto graph = std::make_shared<Graph>();
    const std::vector<Expr> x = graph->symbols("x", 6);
    std::vector<Expr> pool = x;
    const auto pick = [&] { return pool[random() % pool.size()]; };
    for (int i = 0; i < 600; ++i) {
      Expr y;
      switch (random() % 7) {
        case 0: y = pick() + pick() * pick(); break;
        case 1: y = pick() * pick() - pick(); break;
        case 2: y = pick() - pick() * pick(); break;
        case 3: y = pick() - pick(); break;
        case 4: y = pick() / (2.0 + abs(pick())); break;
        case 5: y = i % 20 == 0 ? sin(pick()) : -pick(); break;
        default: y = min(pick(), 3.0 * pick()); break;
      }
      if (y.is_constant()) continue;
      if (static_cast<int>(pool.size()) < live) {
        pool.push_back(y);
      } else {
        pool[random() % pool.size()] = y;
      }
    }
    const FunctionRef f = Function::make("f", graph, {{"x", x}}, {{"y", pool}});
    SCOPED_TRACE(live);
    expect_bits_of_tape(*f, 100000, random, 3);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, JitBits,
                         ::testing::Values(TapeLevel::base, TapeLevel::v3, TapeLevel::v4),
                         [](const auto& info) {
                           return std::string(info.param == TapeLevel::base ? "base"
                                              : info.param == TapeLevel::v3 ? "v3"
                                                                            : "v4");
                         });

}  // namespace
}  // namespace holon::detail
