// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Programs that run their calls along tables, wired at random: they compute the same as the
// flattened ones, and every engine gives the same bits. Seeds are fixed (see Program tests).

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"
#include "holon/expr/test/seed.h"

namespace holon {
namespace {

constexpr std::size_t kLimitOfRolled = 0, kLimitOfFlat = std::size_t{1} << 40;

TableRef make_table() {
  auto data = std::make_shared<TableData>();
  data->x = {-1.5, -0.5, 0.0, 1.0, 2.0};
  data->values = {0.5, -1.0, 0.25, 0.75, 1.0};
  data->interpolation = Interpolation::monotone_cubic;
  return data;
}

/// Functions of three numbers within [-2, 2] that return two numbers within [-2, 2] with a gain of
/// at most a few: rounding errors remain small however they are chained.
std::vector<FunctionRef> make_functions() {
  std::vector<FunctionRef> list;
  const auto add = [&list](const char* name, auto&& body) {
    auto g = std::make_shared<Graph>();
    const std::vector<Expr> x = g->symbols("x", 3);
    std::vector<Expr> y = body(x[0], x[1], x[2]);
    list.push_back(Function::make(name, g, {{"x", x}}, {{"y", y}}));
  };
  add("turn", [](Expr a, Expr b, Expr q) {
    return std::vector<Expr>{0.5 * (cos(q) * a - sin(q) * b), 0.5 * (sin(q) * a + cos(q) * b)};
  });
  add("passes_on", [](Expr a, Expr b, Expr c) {
    return std::vector<Expr>{b, 0.5 * tanh(a + c) - 0.25 * a};
  });
  add("looks_up", [](Expr a, Expr b, Expr) {
    const static TableRef data = make_table();
    return std::vector<Expr>{table(data, 0.5 * a), 0.5 * b};
  });
  add("solves", [](Expr a, Expr b, Expr c) {
    return solve(std::array<Expr, 4>{4.0 + a, b, 0.5 * c, 5.0 + a * b}, std::array{c, a});
  });
  auto r = std::make_shared<Graph>();
  const Expr z = r->symbol("z"), p = r->symbol("p"), q = r->symbol("q");
  const FunctionRef residual = Function::make("residual", r, {{"z", {z}}, {"p", {p, q}}},
                                              {{"r", {4.0 * z + sin(z * q) - p}}});
  add("finds_a_root", [&](Expr a, Expr b, Expr c) {
    const Expr root = newton(residual, std::array{Expr(0.1)}, std::array{a, b})[0];
    return std::vector<Expr>{root, 0.5 * c * root};
  });
  const FunctionRef inner = list.front();
  add("calls", [&](Expr a, Expr b, Expr c) {
    const auto y = call(inner, std::array{b, c, a});
    return std::vector<Expr>{
        y[0],
        0.5 * cos(y[1]),
    };
  });
  return list;
}

/// Alternating calls and scalars, with arguments of all kinds: inputs, constants (the same in every
/// call or not), scalars, results of other calls; outputs that occur twice or are passed on.
FunctionRef make_wired(std::mt19937_64& random, int nodes) {
  static const std::vector<FunctionRef> functions = make_functions();
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 5);
  std::vector<Expr> pool = x;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto pick = [&]() -> Expr {
    if (below(6) == 0) return 0.25 * static_cast<double>(below(9)) - 1.0;
    // Mostly recent nodes, so that chains are long.
    return below(2) ? pool[pool.size() - 1 - below(std::min<std::size_t>(pool.size(), 6))]
                    : pool[below(pool.size())];
  };
  const std::size_t constant_at = below(4);  // in half of the functions one argument never varies
  for (int i = 0; i < nodes; ++i) {
    if (below(4) == 0) {
      const Expr a = pick(), b = pick();
      pool.push_back(below(2) ? 0.5 * sin(a) + 0.5 * b : tanh(a * b - 0.5));
      if (pool.back().is_constant()) pool.pop_back();
      continue;
    }
    const std::size_t which = below(functions.size());
    std::array<Expr, 3> arguments{pick(), pick(), pick()};
    if (which % 2 && constant_at < 3) arguments[constant_at] = 0.5;
    for (Expr e : call(functions[which], arguments)) {
      if (!e.is_constant() && below(4)) pool.push_back(e);  // some results are never used
    }
  }
  std::vector<Expr> outputs;
  for (int k = 0; k < 12; ++k) outputs.push_back(pool[pool.size() - 1 - below(pool.size())]);
  outputs.insert(outputs.end(), {outputs[0], pool.back(), x[1], 2.0, 2.0, x[1]});
  return Function::make("wired", graph, {{"x", x}}, {{"y", outputs}});
}

std::vector<double> run_one(const Program& program, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(program.output_count()));
  Workspace workspace;
  program.run(x.data(), y.data(), workspace);
  return y;
}

/// All samples on one lane and, eight at a time, on eight.
std::vector<std::vector<double>> run_all(const Program& program,
                                         const std::vector<std::vector<double>>& samples) {
  constexpr std::size_t kLanes = Program::kLanes;
  std::vector<std::vector<double>> results;
  for (const auto& x : samples) results.push_back(run_one(program, x));
  const std::size_t inputs = samples[0].size(), outputs = results[0].size();
  std::vector<double> in(inputs * kLanes), out(outputs * kLanes);
  Workspace workspace;
  for (std::size_t l = 0; l < kLanes; ++l) {
    for (std::size_t i = 0; i < inputs; ++i) in[i * kLanes + l] = samples[l][i];
  }
  program.run_lanes(in.data(), out.data(), workspace);
  for (std::size_t l = 0; l < kLanes; ++l) {
    for (std::size_t k = 0; k < outputs; ++k) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(out[k * kLanes + l]),
                std::bit_cast<std::uint64_t>(results[l][k]))
          << "lane " << l << " output " << k;
    }
  }
  return results;
}

std::vector<std::vector<double>> make_samples(std::mt19937_64& random) {
  std::uniform_real_distribution<double> plain(-1.0, 1.0);
  std::vector<std::vector<double>> samples(Program::kLanes, std::vector<double>(5));
  for (auto& sample : samples) {
    for (double& v : sample) v = plain(random);
  }
  return samples;
}

TEST(Rolled, ProgramsComputeWhatFlatOnesDo) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_wired(random, 60);
    const auto samples = make_samples(random);
    const auto rolled = run_all(Program(*f, {Engine::tape, kLimitOfRolled}), samples);
    const auto flat = run_all(Program(*f, {Engine::tape, kLimitOfFlat}), samples);
    for (std::size_t l = 0; l < samples.size(); ++l) {
      for (std::size_t k = 0; k < flat[l].size(); ++k) {
        // Numbers of size 1 after at most 60 operations in a row, each with a gain of at most 2
        // that bounded functions attenuate; wrong wiring gives 1e-2 and more.
        RC_ASSERT(std::abs(rolled[l][k] - flat[l][k]) <= 1e-12);
      }
    }
    RC_ASSERT(run_all(Program(*f, {Engine::jit, kLimitOfRolled}), samples) == rolled);
    RC_ASSERT(run_all(Program(*f, {Engine::jit, kLimitOfFlat}), samples) == flat);
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(Rolled, NativeCodeGivesTheBitsOfTheTape) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::mt19937_64 random(seed);
    const FunctionRef f = make_wired(random, 80);
    const auto samples = make_samples(random);
    const auto tape = run_all(Program(*f, {Engine::tape, kLimitOfRolled}), samples);
    try {
      EXPECT_EQ(run_all(Program(*f, {Engine::native, kLimitOfRolled}), samples), tape) << seed;
    } catch (const std::runtime_error& e) {
      GTEST_SKIP() << e.what();
    }
  }
}

/// A long function of scalars with solves and roots in between, cut into pieces.
FunctionRef make_long(int length) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 5);
  const std::vector<FunctionRef> functions = make_functions();
  std::vector<Expr> y = x;
  for (int i = 0; i < length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    y[at % 5] = 0.5 * sin(y[(at + 1) % 5] + 0.001 * i) + 0.25 * y[(at + 3) % 5] * y[at % 5];
    if (i % 400 == 399) {
      const auto made = functions[3]->substitute(std::array{y[0], y[1], y[2]});
      y[0] = made[0];
      y[1] = functions[4]->substitute(std::array{y[3], made[1], y[4]})[0];
    }
  }
  return Function::make("long", graph, {{"x", x}}, {{"y", y}, {"again", {y[0], x[0], y[0]}}});
}

TEST(Rolled, LongFunctionsAreCutWithoutATrace) {
  std::mt19937_64 random(7);
  const auto samples = make_samples(random);
  const FunctionRef f = make_long(1300);
  ASSERT_GT(f->operation_count(), 7500u) << "at least three pieces";
  const Program tape(*f, {Engine::tape, kLimitOfFlat});
  const auto result = run_all(tape, samples);
  // The same by hand.
  for (std::size_t s = 0; s < samples.size(); ++s) {
    std::vector<double> y = samples[s];
    for (int i = 0; i < 1300; ++i) {
      const auto at = static_cast<std::size_t>(i);
      y[at % 5] = 0.5 * std::sin(y[(at + 1) % 5] + 0.001 * i) + 0.25 * y[(at + 3) % 5] * y[at % 5];
      if (i % 400 == 399) {
        const double a = y[0], b = y[1], c = y[2];
        const double m00 = 4.0 + a, m01 = b, m10 = 0.5 * c, m11 = 5.0 + a * b;
        const double det = m00 * m11 - m01 * m10;
        const double first = (c * m11 - m01 * a) / det, second = (m00 * a - m10 * c) / det;
        y[0] = first;
        double z = 0.1;
        for (int k = 0; k < 20; ++k) {
          z -= (4.0 * z + std::sin(z * second) - y[3]) / (4.0 + second * std::cos(z * second));
        }
        y[1] = z;
      }
    }
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(result[s][k], y[k], 1e-13);
    EXPECT_EQ(result[s][5], result[s][0]);
    EXPECT_EQ(result[s][6], samples[s][0]);
    EXPECT_EQ(result[s][7], result[s][0]);
  }
  EXPECT_EQ(run_all(Program(*f, {Engine::jit, kLimitOfFlat}), samples), result);
  try {
    EXPECT_EQ(run_all(Program(*f, {Engine::native, kLimitOfFlat}), samples), result);
  } catch (const std::runtime_error& e) {
    GTEST_SKIP() << e.what();
  }
}

/// Compiles exported C with a caller of its own, runs it elsewhere and reads what it prints.
std::vector<double> run_export(const FunctionRef& f, const std::vector<double>& x,
                               const std::string& compiler) {
  std::string pattern = testing::TempDir() + "holon-export-XXXXXX";
  const std::string folder = mkdtemp(pattern.data());
  std::ofstream main(folder + "/main.c");
  main << "#include <stdio.h>\n"
          "void holon_run(const double*, double*, double*, const double*, const int*);\n"
          "static _Alignas(64) double work[1];\n"
          "int main(void) {\n  double x[] = {";
  for (double v : x) main << std::hexfloat << v << ", ";
  main << "}, y[" << f->output_count() << "];\n  holon_run(x, y, work, 0, 0);\n"
       << "  for (int k = 0; k < " << f->output_count() << "; ++k) printf(\"%a\\n\", y[k]);\n}\n";
  main.close();
  std::ofstream(folder + "/code.c") << write_c(*f, {Engine::tape, kLimitOfFlat});
  const std::string in_folder = "cd " + folder + " && ";
  const std::string build = compiler + " -std=c11 -Wall -Wextra -Wno-unused-parameter -Werror -O1" +
                            " -ffp-contract=off -fno-math-errno main.c code.c -o run -lm";
  std::vector<double> y;
  const bool good = std::system((in_folder + build + " && ./run > out").c_str()) == 0;
  EXPECT_TRUE(good) << build;
  std::ifstream out(folder + "/out");
  for (std::string line; std::getline(out, line);) y.push_back(std::strtod(line.c_str(), nullptr));
  EXPECT_EQ(std::system(("rm -r " + folder).c_str()), 0);
  return y;
}

TEST(Export, CompilesAloneWithoutAWarningAndGivesTheSameBits) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 5);
  std::vector<Expr> y;
  for (const FunctionRef& g : make_functions()) {
    for (Expr e : call(g, std::array{x[0], x[1], x[2]})) y.push_back(e);
  }
  for (Expr e : {exp(x[3]), log(x[4] + 3.0), pow(x[4] + 2.0, x[3]), atan2(x[0], x[1]), asin(x[2]),
                 acos(x[2]), atan(x[3]), sinh(x[0]), cosh(x[1]), tan(x[0]), floor(4.0 * x[1]),
                 sign(x[2]), select(less(x[0], x[1]), x[2], abs(x[3])), min(x[0], x[1]),
                 max(x[2], x[3]), relation(x[4]), sqrt(x[0] + 1.0)}) {
    y.push_back(e);
  }
  const FunctionRef f = Function::make("exported", graph, {{"x", x}}, {{"y", y}});
  const std::vector<double> at{0.3, -0.7, 0.9, 0.2, -0.4};
  const std::vector<double> expected = run_one(Program(*f), at);
  bool any = false;
  for (const std::string compiler : {"gcc", "clang"}) {
    if (std::system(("command -v " + compiler + " > /dev/null").c_str()) != 0) continue;
    any = true;
    EXPECT_EQ(run_export(f, at, compiler), expected) << compiler;
  }
  if (!any) GTEST_SKIP() << "no C compiler";
}

}  // namespace
}  // namespace holon
