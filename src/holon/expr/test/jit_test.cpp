// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/jit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/jit_allocator.h"
#include "holon/expr/program/jit_batches.h"
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

/// Arguments in the inputs, in work and in the pool, results in outputs and work: rows of a table.
TEST_P(JitBits, CallsAlongATable) {
  for (const int links : {1, 3, 40}) {
    auto graph = std::make_shared<Graph>();
    const std::vector<Expr> q = graph->symbols("q", links);
    const FunctionRef rotation = make_rotation();
    Expr a = 1.0, b = q[0];
    std::vector<Expr> outputs;
    for (int k = 0; k < links; ++k) {
      const auto angle = q[static_cast<std::size_t>(k)];
      const auto first = call(rotation, std::array{a, b, angle});
      const auto second = call(rotation, std::array{first[1], Expr(0.25 * k), first[0] + angle});
      a = second[0];
      b = first[1];
      outputs.insert(outputs.end(), {a, second[1]});
    }
    outputs.insert(outputs.end(), {a * b, q[0], 3.0, a * b});
    std::mt19937_64 random(static_cast<std::uint64_t>(links));
    SCOPED_TRACE(links);
    expect_bits_of_tape(*Function::make("f", graph, {{"q", q}}, {{"y", outputs}}), 0, random, 3);
    if (HasFatalFailure()) return;
  }
}

/// Large systems whose operands come from everywhere, and roots with residuals of their own.
TEST_P(JitBits, BlocksWithManyOperands) {
  constexpr int kSize = 30;
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 5);
  auto g = std::make_shared<Graph>();
  const Expr z = g->symbol("z"), p = g->symbol("p");
  const FunctionRef residual =
      Function::make("r", g, {{"z", {z}}, {"p", {p}}}, {{"r", {z + 0.5 * sin(z * p) - p}}});
  std::vector<Expr> outputs;
  for (const MatrixKind kind : {MatrixKind::general, MatrixKind::positive}) {
    std::vector<Expr> matrix(kSize * kSize, 0.0), right(kSize);
    for (std::size_t i = 0; i < kSize; ++i) {
      matrix[i * kSize + i] = i % 3 == 0 ? Expr(4.0) : 4.0 + x[i % 5] * x[i % 5];
      right[i] = i % 4 == 0 ? x[i % 5] : i % 4 == 1 ? Expr(0.5) : sin(x[i % 5] + 0.1 * i);
      if (i == 0) continue;
      matrix[i * kSize + i - 1] = matrix[(i - 1) * kSize + i] = cos(x[i % 5]);
    }
    const std::vector<Expr> y = solve(matrix, right, kind);
    outputs.insert(outputs.end(), y.begin(), y.end());
    outputs.push_back(newton(residual, std::array{y[0]}, std::array{y[1] * x[0]})[0]);
    outputs.push_back(outputs.back() * y[2]);
  }
  const FunctionRef f = Function::make("f", graph, {{"x", x}}, {{"y", outputs}});
  std::mt19937_64 random(11);
  for (const std::size_t limit : {std::size_t{100000}, std::size_t{0}}) {
    expect_bits_of_tape(*f, limit, random, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, JitBits,
                         ::testing::Values(TapeLevel::base, TapeLevel::v3, TapeLevel::v4),
                         [](const auto& info) {
                           return std::string(info.param == TapeLevel::base ? "base"
                                              : info.param == TapeLevel::v3 ? "v3"
                                                                            : "v4");
                         });

TEST(Jit, NoMemoryIsWritableAndExecutable) {
  if (!has_machine_code()) GTEST_SKIP() << "this build makes no machine code";
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}}, {{"y", {sin(x) * x}}});
  const auto code = Jit::make(std::make_shared<Plan>(make_plan(*f, 0)), 1);
  ASSERT_TRUE(code);
  std::ifstream maps("/proc/self/maps");
  if (!maps) GTEST_SKIP() << "the system does not show its memory";
  for (std::string line; std::getline(maps, line);) {
    EXPECT_EQ(line.find(" rwx"), std::string::npos) << line;
  }
  EXPECT_EQ(run_jit(*code, 1, {0.5})[0], f->evaluate(std::vector{0.5})[0]);
}

TEST(Jit, AutomaticProgramsCompileOnlyWhereMuchIsToCome) {
  if (!has_machine_code()) GTEST_SKIP() << "this build makes no machine code";
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const FunctionRef f = Function::make("f", graph, {{"x", {x}}}, {{"y", {sin(x) * x + 7.25}}});
  const Program program(*f, {Engine::automatic});
  Workspace workspace;
  const double in = 0.5;
  double out = 0;
  for (int k = 0; k < 1000; ++k) program.run(&in, &out, workspace);
  program.expect_runs(1000);
  EXPECT_EQ(program.engine(), Engine::jit);
  EXPECT_EQ(program.engines(), "jit");
  EXPECT_EQ(program.provenance().find("machine code for x86-64"), 0u);
  EXPECT_EQ(Program(*f, {Engine::tape}).engines(), "tape");
}

// Twelve points one after the other, each with a chain of functions.
TEST(JitBatches, FunctionsThatDoNotNeedEachOtherStandSideBySide) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 12);
  std::vector<Expr> y;
  Expr sum = 0.0;
  for (const Expr& at : x) {
    const Expr size = 1.0 + at * at;
    sum = sum + exp(-size) * log(size + pow(size, 0.3)) + sin(at) * cos(at);
    y.push_back(sum);
  }
  const Kernel kernel = lower("points", x, y);
  EXPECT_TRUE(JitBatches(kernel, 1).is_empty());
  const JitBatches batches(kernel, 8);
  const Kernel& ordered = batches.kernel();
  std::map<Code, std::vector<std::size_t>> sizes;
  for (std::size_t i = 0; i < ordered.code.size(); i += batches.size_at(i)) {
    const std::size_t size = batches.size_at(i);
    if (size > 1) sizes[ordered.code[i].code].push_back(size);
    for (std::size_t k = 0; k < size; ++k) {
      EXPECT_EQ(ordered.code[i + k].code, ordered.code[i].code);
      for (const std::uint32_t v : ordered.operands(ordered.code[i + k]))
        EXPECT_LT(v, ordered.code[i].result);  // before the batch
    }
  }
  const std::vector<std::size_t> eight_and_four{8, 4};
  for (const Code code : {Code::exp, Code::pow, Code::log, Code::sincos})
    EXPECT_EQ(sizes[code], eight_and_four) << static_cast<int>(code);
  std::vector<double> in;
  for (int k = 0; k < 12; ++k) in.push_back(0.3 * k - 1.5);
  EXPECT_EQ(run_plan_on_tape(make_plan(ordered), in), run_plan_on_tape(make_plan(kernel), in));
}

TEST(JitBatches, AFunctionAloneLeavesTheKernelAsItIs) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  const std::vector<Expr> leaves{x}, y{exp(log(x))};
  const Kernel kernel = lower("chain", leaves, y);
  const JitBatches batches(kernel, 8);
  EXPECT_TRUE(batches.is_empty());
  EXPECT_EQ(&batches.kernel(), &kernel);
}

TEST(JitUses, EveryValueKnowsItsNextUse) {
  Kernel kernel;
  kernel.arguments = 2;
  kernel.code = {{Code::add, 2, 0, 1, 0}, {Code::mul, 3, 2, 2, 0}, {Code::fma, 4, 0, 3, 2}};
  kernel.outputs = {4};
  JitUses uses(kernel);
  EXPECT_EQ(uses.next(0), 0u);
  EXPECT_EQ(uses.following(0, 0), 2u);
  EXPECT_EQ(uses.following(0, 1), JitUses::kNever);
  uses.pass(0);
  EXPECT_EQ(uses.next(0), 2u);
  EXPECT_EQ(uses.next(1), JitUses::kNever);
  EXPECT_EQ(uses.following(1, 0), 2u) << "both operands are one value";
  EXPECT_EQ(uses.following(1, 1), 2u);
  uses.pass(1);
  uses.pass(2);
  EXPECT_EQ(uses.next(2), JitUses::kNever);
  EXPECT_EQ(uses.next(4), JitUses::kNever);
}

TEST(JitRegisters, TheValueThatIsNeededLastLeaves) {
  Kernel kernel;
  kernel.arguments = 3;
  kernel.code = {{Code::neg, 3, 2, 0, 0}, {Code::neg, 4, 0, 0, 0}, {Code::neg, 5, 1, 0, 0}};
  const JitUses uses(kernel);
  JitRegisters registers(16);
  for (int r = 0; r < 3; ++r) registers.hold(r, static_cast<std::uint32_t>(r));
  EXPECT_EQ(registers.find_free(), 3);
  EXPECT_EQ(registers.find_free(0b1000), 4);
  const auto never_kept = [](std::uint32_t) { return false; };
  EXPECT_EQ(registers.find_last_needed(uses, 0, never_kept), 1);
  EXPECT_EQ(registers.find_last_needed(uses, 0b010, never_kept), 0) << "1 is locked";
  registers.release(1);
  EXPECT_EQ(registers.find_free(), 1);
}

TEST(JitSlots, SlotsAreReusedAndTheMostAtATimeCounts) {
  JitSlots slots;
  EXPECT_EQ(slots.take(), 0u);
  EXPECT_EQ(slots.take(), 1u);
  slots.give(0);
  EXPECT_EQ(slots.take(), 0u);
  EXPECT_EQ(slots.most(), 2u);
  slots.clear();
  EXPECT_EQ(slots.take(), 0u);
  EXPECT_EQ(slots.most(), 2u);
}

}  // namespace
}  // namespace holon::detail
