// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The runtime gives the same bits on one lane and eight, from gcc and clang, for every level of the
// instruction set: it is compiled here with the compilers of this machine, and everything is
// compared with the copy inside this test.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/elementary.h"
//
#include "holon/expr/runtime/linear.h"
//
#include "holon/expr/runtime/sparse.h"
//
#include "holon/expr/runtime/minimum_norm.h"

struct Unary {
  const char* name;
  double (*f)(double);
};
struct Binary {
  const char* name;
  double (*f)(double, double);
};

// Functions with internal linkage cannot be template arguments of a common table, pointers can.
const Unary kUnary[] = {
    {"sin", h_sin_1},   {"cos", h_cos_1},   {"tan", h_tan_1},   {"asin", h_asin_1},
    {"acos", h_acos_1}, {"atan", h_atan_1}, {"exp", h_exp_1},   {"log", h_log_1},
    {"sinh", h_sinh_1}, {"cosh", h_cosh_1}, {"tanh", h_tanh_1}, {"floor", h_floor_1},
    {"rint", h_rint_1}, {"sqrt", h_sqrt_1}, {"abs", h_abs_1},   {"sign", h_sign_1}};
const Binary kBinary[] = {
    {"pow", h_pow_1}, {"atan2", h_atan2_1}, {"min", h_min_1}, {"max", h_max_1}};

std::string source() {
  std::string text;
  for (const char* lanes : {"1", "8"}) {
    const std::string suffix = std::string("_") + lanes;
    text +=
        std::string("#undef HOLON_LANES\n#define HOLON_LANES ") + lanes +
        "\n#include \"holon/expr/runtime/lanes.h\"\n#include \"holon/expr/runtime/elementary.h\"\n";
    const std::string loop = " long n) {\n  for (long i = 0; i < n; i += HOLON_WIDTH) ";
    for (const Unary& f : kUnary) {
      const std::string name = f.name;
      text += "void run_" + name + suffix + "(const double* x, double* y," + loop +
              "h_store(y + i, h_" + name + "(h_load(x + i)));\n}\n";
    }
    for (const Binary& f : kBinary) {
      const std::string name = f.name;
      text += "void run_" + name + suffix + "(const double* x, const double* z, double* y," + loop +
              "h_store(y + i, h_" + name + "(h_load(x + i), h_load(z + i)));\n}\n";
    }
    text += "void run_sincos" + suffix + "(const double* x, double* s, double* c," + loop +
            "{\n    HT p, q;\n    h_sincos(h_load(x + i), &p, &q);\n    h_store(s + i, p);\n"
            "    h_store(c + i, q);\n  }\n}\n";
  }
  text +=
      "#include \"holon/expr/runtime/linear.h\"\n"
      "#include \"holon/expr/runtime/sparse.h\"\n"
      "#include \"holon/expr/runtime/minimum_norm.h\"\n"
      "int run_solve(int kind, int n, const int* start, const int* row, const double* a, const "
      "double* b,"
      " double* x, double* work, int* pivot, double* quality) {\n"
      "  if (kind >= HOLON_SEMIDEFINITE) return h_solve_minimum_norm(kind, n, start, row, a, b, x, "
      "1, 0x1p-40, work, pivot, quality);\n"
      "  return h_solve_dense(kind, n, start, row, a, b, x, 1, work, pivot, quality);\n}\n";
  return text;
}

/// One way to compile the runtime, and the result.
struct Build {
  std::string compiler, options;
  std::string library;
  void* handle = nullptr;

  std::string title() const { return compiler + " " + options; }
  template <typename F>
  F* find(const std::string& name) const {
    return reinterpret_cast<F*>(dlsym(handle, name.c_str()));
  }
};

bool is_installed(const std::string& compiler) {
  return std::system((compiler + " --version >/dev/null 2>&1").c_str()) == 0;
}

/// The runtime compiled in every way; removed with the object.
class Builds {
 public:
  Builds() {
    folder_ = std::filesystem::temp_directory_path() / ("holon_bits_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "runtime.c") << source();
    std::vector<std::string> levels{"-march=x86-64 -DHOLON_NARROW"};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
      levels.push_back("-march=x86-64-v3");
      levels.push_back("-march=x86-64-v3 -DHOLON_NARROW");
    }
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
      levels.push_back("-march=x86-64-v4");
    }
    for (const char* compiler : {"gcc", "clang"}) {
      if (!is_installed(compiler)) continue;
      for (const std::string& level : levels) {
        builds_.push_back(
            {compiler, level, folder_ / ("runtime" + std::to_string(builds_.size()) + ".so")});
      }
    }
    // Two at a time.
    const auto compile = [this](std::size_t first) {
      for (std::size_t k = first; k < builds_.size(); k += 2) {
        const Build& b = builds_[k];
        const std::string command =
            b.title() +
            " -std=c11 -O2 -ffp-contract=off -fno-math-errno -Wno-psabi -shared -fPIC -I" +
            HOLON_SOURCE_DIR "/src " + (folder_ / "runtime.c").string() + " -o " + b.library +
            " -lm";
        if (std::system(command.c_str()) != 0) builds_[k].library.clear();
      }
    };
    std::thread other(compile, 1);
    compile(0);
    other.join();
    for (Build& b : builds_) {
      if (!b.library.empty()) b.handle = dlopen(b.library.c_str(), RTLD_NOW);
    }
  }
  ~Builds() {
    for (Build& b : builds_) {
      if (b.handle) dlclose(b.handle);
    }
    std::filesystem::remove_all(folder_);
  }
  Builds(const Builds&) = delete;
  Builds& operator=(const Builds&) = delete;
  const std::vector<Build>& all() const { return builds_; }

 private:
  std::filesystem::path folder_;
  std::vector<Build> builds_;
};

/// All sizes and signs, ordinary numbers and the special ones, mixed so that neighbours in a vector
/// take different paths; the count is a multiple of eight.
std::vector<double> arguments(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  const double infinity = std::numeric_limits<double>::infinity();
  const double special[] = {0.0,
                            -0.0,
                            1.0,
                            -1.0,
                            infinity,
                            -infinity,
                            NAN,
                            0.5,
                            -0.5,
                            2.0,
                            -3.0,
                            1e22,
                            0x1p-1074,
                            -0x1p-1022,
                            0x1.fffffffffffffp+1023,
                            0x1.921fb5p+20,
                            709.9,
                            -745.2};
  std::vector<double> x(16000);
  for (std::size_t i = 0; i < x.size(); ++i) {
    switch (random() % 8) {
      case 0: x[i] = std::bit_cast<double>(random()); break;
      case 1: x[i] = special[random() % std::size(special)]; break;
      case 2: x[i] = std::exp2(40 * u(random)); break;
      case 3: x[i] = 720 * u(random); break;
      case 4: x[i] = std::rint(30 * u(random)); break;
      default: x[i] = 3 * u(random);
    }
  }
  return x;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void compare_functions_of_one_argument(const std::vector<Build>& builds) {
  const std::vector<double> x = arguments(1);
  std::vector<double> y(x.size());
  for (const Build& b : builds) {
    for (const Unary& f : kUnary) {
      for (const char* suffix : {"_1", "_8"}) {
        auto* run =
            b.find<void(const double*, double*, long)>(std::string("run_") + f.name + suffix);
        ASSERT_TRUE(run);
        run(x.data(), y.data(), static_cast<long>(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i) {
          ASSERT_TRUE(same_bits(y[i], f.f(x[i])))
              << b.title() << ": " << f.name << suffix << " of " << x[i] << " gave " << y[i]
              << ", not " << f.f(x[i]);
        }
      }
    }
  }
}

void compare_functions_of_two_arguments(const std::vector<Build>& builds) {
  const std::vector<double> x = arguments(2), z = arguments(3);
  std::vector<double> y(x.size());
  for (const Build& b : builds) {
    for (const Binary& f : kBinary) {
      for (const char* suffix : {"_1", "_8"}) {
        auto* run = b.find<void(const double*, const double*, double*, long)>(std::string("run_") +
                                                                              f.name + suffix);
        ASSERT_TRUE(run);
        run(x.data(), z.data(), y.data(), static_cast<long>(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i) {
          ASSERT_TRUE(same_bits(y[i], f.f(x[i], z[i])))
              << b.title() << ": " << f.name << suffix << " of " << x[i] << " and " << z[i]
              << " gave " << y[i];
        }
      }
    }
  }
}

void compare_sine_and_cosine(const std::vector<Build>& builds) {
  const std::vector<double> x = arguments(4);
  std::vector<double> s(x.size()), c(x.size());
  for (const Build& b : builds) {
    for (const char* suffix : {"_1", "_8"}) {
      auto* run =
          b.find<void(const double*, double*, double*, long)>(std::string("run_sincos") + suffix);
      ASSERT_TRUE(run);
      run(x.data(), s.data(), c.data(), static_cast<long>(x.size()));
      for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_TRUE(same_bits(s[i], h_sin_1(x[i]))) << b.title() << suffix << ": " << x[i];
        ASSERT_TRUE(same_bits(c[i], h_cos_1(x[i]))) << b.title() << suffix << ": " << x[i];
      }
    }
  }
}

void compare_solves(const std::vector<Build>& builds) {
  using Solve = int(int, int, const int*, const int*, const double*, const double*, double*,
                    double*, int*, double*);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int n : {1, 2, 5, 13, 40}) {
    std::vector<int> start{0}, row, pivot(n);
    std::vector<double> a, singular, b(n), factor(n), x(n), y(n), work(HOLON_MINIMUM_NORM_WORK(n));
    for (double& v : factor) v = u(random);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        row.push_back(i);
        a.push_back(i == j ? n * std::abs(u(random)) + 1.0 : u(random));
        singular.push_back(factor[i] * factor[j] + factor[n - 1 - i] * factor[n - 1 - j]);
      }
      start.push_back(static_cast<int>(row.size()));
      b[j] = u(random);
    }
    const auto compare = [&](int kind, const std::vector<double>& matrix) {
      double quality, other;
      const int status =
          kind >= HOLON_SEMIDEFINITE
              ? h_solve_minimum_norm(kind, n, start.data(), row.data(), matrix.data(), b.data(),
                                     x.data(), 1, 0x1p-40, work.data(), pivot.data(), &quality)
              : h_solve_dense(kind, n, start.data(), row.data(), matrix.data(), b.data(), x.data(),
                              1, work.data(), pivot.data(), &quality);
      for (const Build& build : builds) {
        auto* solve = build.find<Solve>("run_solve");
        ASSERT_TRUE(solve);
        EXPECT_EQ(solve(kind, n, start.data(), row.data(), matrix.data(), b.data(), y.data(),
                        work.data(), pivot.data(), &other),
                  status);
        EXPECT_TRUE(same_bits(other, quality)) << build.title();
        for (int i = 0; i < n; ++i) EXPECT_TRUE(same_bits(x[i], y[i])) << build.title();
      }
    };
    for (int kind : {HOLON_GENERAL, HOLON_SYMMETRIC, HOLON_POSITIVE}) compare(kind, a);
    for (int kind : {HOLON_SEMIDEFINITE, HOLON_MINIMUM_NORM}) {
      compare(kind, a);
      compare(kind, singular);
    }
  }
}

// One case, because the compilers take most of the time.
TEST(RuntimeBits, AreTheSameFromEveryCompilerAndLevelOnOneLaneAndEight) {
  const Builds builds;
  if (builds.all().empty()) GTEST_SKIP() << "no C compiler";
  for (const Build& b : builds.all()) ASSERT_TRUE(b.handle) << b.title();
  compare_functions_of_one_argument(builds.all());
  compare_functions_of_two_arguments(builds.all());
  compare_sine_and_cosine(builds.all());
  compare_solves(builds.all());
}

}  // namespace
