// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/c_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "holon/expr/program/c_blocks.h"
#include "holon/expr/program/runtime_text.h"

namespace holon::detail {

namespace {

std::string decimal(std::uint32_t n) { return std::to_string(n); }

/// Elementary functions are long: beyond this number of uses they are called, not inlined, since
/// compilers take milliseconds for each.
constexpr std::size_t kInlinedFunctions = 48;

constexpr std::array kElementary = {Code::exp,  Code::log,  Code::pow,  Code::sin,   Code::cos,
                                    Code::tan,  Code::asin, Code::acos, Code::atan,  Code::atan2,
                                    Code::sinh, Code::cosh, Code::tanh, Code::sincos};

bool is_elementary(Code code) {
  return std::find(kElementary.begin(), kElementary.end(), code) != kElementary.end();
}

std::size_t count_elementary(const Kernel& kernel) {
  std::size_t count = 0;
  for (const Instruction& in : kernel.code) count += is_elementary(in.code);
  for (const Block& b : kernel.blocks) count += b.residual ? count_elementary(*b.residual) : 0;
  return count;
}

/// From here on the names of the elementary functions are calls.
void write_called_functions(std::string& out) {
  for (const char* name :
       {"exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"}) {
    const std::string h = std::string("h_") + name, called = std::string("called_") + name;
    out += "HOLON_CALLED HT " + called + "(HT x) { return " + h + "(x); }\n#undef " + h +
           "\n#define " + h + " " + called + "\n";
  }
  for (const char* name : {"pow", "atan2"}) {
    const std::string h = std::string("h_") + name, called = std::string("called_") + name;
    out += "HOLON_CALLED HT " + called + "(HT x, HT y) { return " + h + "(x, y); }\n#undef " + h +
           "\n#define " + h + " " + called + "\n";
  }
  out +=
      "HOLON_CALLED void called_sincos(HT x, HT* s, HT* c) { h_sincos(x, s, c); }\n"
      "#undef h_sincos\n#define h_sincos called_sincos\n\n";
}

/// Whether there is a linear solve in it, or in a residual of it.
bool has_solve(const Kernel& kernel) {
  return std::any_of(kernel.blocks.begin(), kernel.blocks.end(), [](const Block& b) {
    return b.payload.op == Op::solve || (b.residual && has_solve(*b.residual));
  });
}

/// From here on the names of the solvers are calls of those of the process; dense ones of few
/// unknowns gain more by being compiled for their size. The struct is BlockFunctions.
void write_called_solvers(std::string& out) {
  out +=
      R"(typedef int h_solver_of_plan(const void*, const double*, const double*, double*, int, double*,
                             int*, double*);
typedef struct {
  int (*dense)(int, int, const int*, const int*, const double*, const double*, double*, int,
               double*, int*, double*);
  int (*minimum_norm)(int, int, const int*, const int*, const double*, const double*, double*, int,
                      double, double*, int*, double*);
  h_solver_of_plan *general, *positive;
  int (*semidefinite)(const void*, const int*, const int*, const double*, const double*, double*,
                      int, double, double*, int*, double*);
  int (*nested)(const void*, const double*, const double*, double*, int, double, double*, int*,
                double*);
} h_solvers;
static const h_solvers* solvers;
void holon_set_solvers(const void* functions) { solvers = (const h_solvers*)functions; }
#define HOLON_FEW_UNKNOWNS 8
#define h_solve_dense(kind, n, ...) \
  ((n) < HOLON_FEW_UNKNOWNS ? h_solve_dense(kind, n, __VA_ARGS__) \
                            : solvers->dense(kind, n, __VA_ARGS__))
#define h_solve_minimum_norm(kind, n, ...) \
  ((n) < HOLON_FEW_UNKNOWNS ? h_solve_minimum_norm(kind, n, __VA_ARGS__) \
                            : solvers->minimum_norm(kind, n, __VA_ARGS__))
#define h_solve_sparse_general solvers->general
#define h_solve_sparse_positive solvers->positive
#define h_solve_sparse_semidefinite solvers->semidefinite
#define h_solve_nested solvers->nested

)";
}

std::string unary_text(const char* function, const std::string& a) {
  return std::string(function) + "(" + a + ")";
}

std::string call_text(const char* function, const std::string& a, const std::string& b) {
  return std::string(function) + "(" + a + ", " + b + ")";
}

/// The C functions of newton nodes' residuals.
using ResidualNames = std::unordered_map<const Kernel*, std::string>;

/// Writes the statements of one kernel. Arguments are loaded at their first use, results stored as
/// soon as they are computed.
class KernelWriter {
 public:
  KernelWriter(const Kernel& kernel, const ResidualNames& residuals, std::string& out)
      : kernel_(kernel), residuals_(residuals), out_(out) {
    const std::size_t n = kernel.value_count();
    load_.resize(n);
    stores_.resize(n);
    loaded_.assign(n, false);
    used_.assign(n, false);
    used_in_code_.assign(n, false);
    work_load_.assign(n, -1);
    work_store_.assign(n, -1);
    for (const Instruction& in : kernel.code) {
      for (std::uint32_t v : kernel.operands(in)) used_in_code_[v] = true;
    }
    used_ = used_in_code_;
    for (std::uint32_t v : kernel.outputs) used_[v] = true;
  }

  void set_load(std::uint32_t value, std::string text) { load_[value] = std::move(text); }
  void add_store(std::uint32_t value, std::string target) {
    stores_[value].push_back(std::move(target));
  }
  /// The same where the place is a number of `work`.
  void set_work_load(std::uint32_t value, std::uint32_t number) {
    work_load_[value] = static_cast<int>(number);
  }
  void set_work_store(std::uint32_t value, std::uint32_t number) {
    work_store_[value] = static_cast<int>(number);
  }

  void write() {
    for (const Instruction& in : kernel_.code) write(in);
    for (std::uint32_t v = 0; v < kernel_.first_result(); ++v) {
      if (stores_[v].empty()) continue;
      const std::string value = use(v);
      store(v, value);
    }
  }

 private:
  std::string use(std::uint32_t v) {
    if (v >= kernel_.arguments && v < kernel_.first_result()) {
      return "h_set(" + c_number(kernel_.constants[v - kernel_.arguments]) + ")";
    }
    if (v < kernel_.arguments) {
      const std::string name = "a" + decimal(v);
      if (!loaded_[v]) out_ += "  const HT " + name + " = " + load_[v] + ";\n";
      loaded_[v] = true;
      return name;
    }
    return "v" + decimal(v);
  }

  void store(std::uint32_t v, const std::string& value) {
    for (const std::string& target : stores_[v]) out_ += "  " + target + " = " + value + ";\n";
  }

  void write(const Instruction& in) {
    if (in.code == Code::block) {
      write_block(in);
    } else if (in.code == Code::sincos) {
      const std::string a = use(in.a);
      const std::string s = "v" + decimal(in.result), c = "v" + decimal(in.result + 1);
      out_ += "  HT " + s + ", " + c + "; h_sincos(" + a + ", &" + s + ", &" + c + ");\n";
    } else {
      const int k = operand_count(in.code);
      const std::string a = use(in.a);
      const std::string b = k > 1 ? use(in.b) : std::string();
      const std::string c = k > 2 ? use(in.c) : std::string();
      out_ += "  const HT v" + decimal(in.result) + " = " + expression(in.code, a, b, c) + ";\n";
    }
    for (std::uint32_t k = 0; k < kernel_.result_count(in); ++k) {
      if (in.code == Code::block && is_stored_by_block(in, k)) continue;
      store(in.result + k, "v" + decimal(in.result + k));
    }
  }

  bool has_many_operands(const Block& block) const {
    return block.payload.op == Op::solve && block.arguments.size() >= kManyBlockOperands;
  }

  /// Whether result k of a block goes nowhere but to one number of `work`, in the block's own loop.
  bool is_stored_by_block(const Instruction& in, std::uint32_t k) const {
    const std::uint32_t v = in.result + k;
    return has_many_operands(kernel_.blocks[in.a]) && !used_in_code_[v] && work_store_[v] >= 0 &&
           stores_[v].size() == 1;
  }

  void write_block(const Instruction& in) {
    const Block& block = kernel_.blocks[in.a];
    std::vector<CBlockValue> from, to;
    for (std::uint32_t v : block.arguments) {
      const bool is_copied = has_many_operands(block) && work_load_[v] >= 0;
      from.push_back(is_copied ? CBlockValue{"", work_load_[v]} : CBlockValue{use(v)});
    }
    for (std::uint32_t k = 0; k < block.results; ++k) {
      to.emplace_back();
      if (is_stored_by_block(in, k)) {
        to.back().work = work_store_[in.result + k];
      } else if (used_[in.result + k]) {
        to.back().text = "v" + decimal(in.result + k);
        out_ += "  HT " + to.back().text + " = h_set(0.0);\n";
      }
    }
    const auto residual = residuals_.find(block.residual.get());
    write_c_block(block, residual == residuals_.end() ? std::string() : residual->second, from, to,
                  out_);
  }

  static std::string expression(Code code, const std::string& a, const std::string& b,
                                const std::string& c) {
    switch (code) {
      case Code::copy: return a;
      case Code::neg: return "-" + a;
      case Code::add: return a + " + " + b;
      case Code::sub: return a + " - " + b;
      case Code::mul: return a + " * " + b;
      case Code::div: return a + " / " + b;
      case Code::fma: return "h_fma(" + a + ", " + b + ", " + c + ")";
      case Code::fms: return "h_fma(" + a + ", " + b + ", -" + c + ")";
      case Code::fnma: return "h_fma(-" + a + ", " + b + ", " + c + ")";
      case Code::sqrt: return unary_text("h_sqrt", a);
      case Code::exp: return unary_text("h_exp", a);
      case Code::log: return unary_text("h_log", a);
      case Code::pow: return call_text("h_pow", a, b);
      case Code::sin: return unary_text("h_sin", a);
      case Code::cos: return unary_text("h_cos", a);
      case Code::tan: return unary_text("h_tan", a);
      case Code::asin: return unary_text("h_asin", a);
      case Code::acos: return unary_text("h_acos", a);
      case Code::atan: return unary_text("h_atan", a);
      case Code::atan2: return call_text("h_atan2", a, b);
      case Code::sinh: return unary_text("h_sinh", a);
      case Code::cosh: return unary_text("h_cosh", a);
      case Code::tanh: return unary_text("h_tanh", a);
      case Code::abs: return unary_text("h_abs", a);
      case Code::sign: return unary_text("h_sign", a);
      case Code::min: return call_text("h_min", a, b);
      case Code::max: return call_text("h_max", a, b);
      case Code::floor: return unary_text("h_floor", a);
      case Code::less: return "h_truth(h_lt(" + a + ", " + b + "))";
      case Code::less_equal: return "h_truth(h_le(" + a + ", " + b + "))";
      case Code::equal: return "h_truth(h_eq(" + a + ", " + b + "))";
      case Code::logical_and: return "h_truth(h_both(h_nonzero(" + a + "), h_nonzero(" + b + ")))";
      case Code::logical_or: return "h_truth(h_either(h_nonzero(" + a + "), h_nonzero(" + b + ")))";
      case Code::logical_not: return "h_truth(h_not(h_nonzero(" + a + ")))";
      case Code::select: return "h_select(h_nonzero(" + a + "), " + b + ", " + c + ")";
      case Code::positive: return "h_truth(h_lt(h_set(0.0), " + a + "))";
      case Code::sincos:
      case Code::block: break;
    }
    return "";
  }

  const Kernel& kernel_;
  const ResidualNames& residuals_;
  std::string& out_;
  std::vector<std::string> load_;
  std::vector<std::vector<std::string>> stores_;
  std::vector<int> work_load_, work_store_;  // -1: elsewhere
  std::vector<bool> loaded_, used_, used_in_code_;
};

/// Inputs and outputs belong to the caller, at any alignment; the pool has one number for all
/// lanes.
std::string load_text(Space space, const std::string& base, std::uint32_t index) {
  const std::string element = base + "[" + decimal(index) + "]";
  return space == Space::pool ? "h_set(" + element + ")" : element;
}

const char* type_of(Space space) {
  switch (space) {
    case Space::input:
    case Space::output: return "HU";
    case Space::pool: return "double";
    case Space::work: break;
  }
  return "HT";
}

const char* base_of(Space space) {
  switch (space) {
    case Space::input: return "in";
    case Space::output: return "out";
    case Space::pool: return "pool";
    case Space::work: break;
  }
  return "work";
}

void write_fixed(const PlannedKernel& planned, std::size_t index, const ResidualNames& residuals,
                 std::string& out) {
  out +=
      "static void kernel" + std::to_string(index) +
      "(const HU* restrict in, HU* restrict out, HT* restrict work, const double* restrict pool) "
      "{\n  (void)in, (void)out, (void)work, (void)pool;\n";
  KernelWriter writer(planned.kernel, residuals, out);
  for (std::uint32_t k = 0; k < planned.kernel.arguments; ++k) {
    const Place p = planned.arguments[k];
    writer.set_load(k, load_text(p.space, base_of(p.space), p.index));
    if (p.space == Space::work) writer.set_work_load(k, p.index);
  }
  for (std::size_t k = 0; k < planned.results.size(); ++k) {
    const Place p = planned.results[k];
    writer.add_store(planned.kernel.outputs[k],
                     std::string(base_of(p.space)) + "[" + decimal(p.index) + "]");
    if (p.space == Space::work) writer.set_work_store(planned.kernel.outputs[k], p.index);
  }
  writer.write();
  out += "}\n\n";
}

void write_rolled(const PlannedKernel& planned, std::size_t index, const ResidualNames& residuals,
                  std::string& out) {
  out += "static void kernel" + std::to_string(index) + "(";
  KernelWriter writer(planned.kernel, residuals, out);
  std::string separator;
  for (std::size_t g = 0; g < planned.groups.size(); ++g) {
    const Group& group = planned.groups[g];
    const std::string base = "g" + std::to_string(g);
    out += separator + "const " + type_of(group.space) + "* restrict " + base;
    separator = ", ";
    for (const Group::Member& m : group.members) {
      writer.set_load(m.position, load_text(group.space, base, m.offset));
    }
  }
  for (std::size_t g = 0; g < planned.result_groups.size(); ++g) {
    const Group& group = planned.result_groups[g];
    const std::string base = "r" + std::to_string(g);
    out += separator + type_of(group.space) + "* restrict " + base;
    separator = ", ";
    for (const Group::Member& m : group.members) {
      writer.add_store(planned.kernel.outputs[m.position], base + "[" + decimal(m.offset) + "]");
    }
  }
  out += ") {\n";
  writer.write();
  out += "}\n\n";
}

void write_rows(const Plan& plan, std::string& out) {
  out +=
      "static void run_rows(const int* row, const int* end, const HU* in, HU* out, HT* work,"
      " const double* pool) {\n  (void)in, (void)out, (void)pool;\n  while (row != end) {\n"
      "    switch (row[0]) {\n";
  for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
    const PlannedKernel& planned = plan.kernels[k];
    if (!planned.rolled) continue;
    out += "      case " + std::to_string(k) + ": kernel" + std::to_string(k) + "(";
    std::size_t column = 1;
    for (const auto* groups : {&planned.groups, &planned.result_groups}) {
      for (const Group& g : *groups) {
        if (column > 1) out += ", ";
        out += std::string(base_of(g.space)) + " + row[" + std::to_string(column++) + "]";
      }
    }
    out += "); row += " + std::to_string(planned.row_size()) + "; break;\n";
  }
  out += "      default: return;\n    }\n  }\n}\n\n";
}

/// The residuals of a kernel's newton nodes, inner ones first, as h_newton calls them: the context
/// is the parameters.
void write_residuals(const Kernel& kernel, ResidualNames& names, std::string& out) {
  for (const Block& block : kernel.blocks) {
    if (!block.residual || names.contains(block.residual.get())) continue;
    const Kernel& residual = *block.residual;
    const auto n = static_cast<std::uint32_t>(block.payload.size);
    write_residuals(residual, names, out);
    const std::string name = "residual" + std::to_string(names.size());
    names[&residual] = name;
    out += "static void " + name +
           "(const void* context, const HT* z, HT* r, HT* jacobian) {\n"
           "  const HT* p = (const HT*)context;\n  (void)p;\n";
    KernelWriter writer(residual, names, out);
    for (std::uint32_t k = 0; k < residual.arguments; ++k) {
      writer.set_load(k, (k < n ? "z[" + decimal(k) : "p[" + decimal(k - n)) + "]");
    }
    for (std::uint32_t k = 0; k < residual.outputs.size(); ++k) {
      writer.add_store(residual.outputs[k],
                       (k < n ? "r[" + decimal(k) : "jacobian[" + decimal(k - n)) + "]");
    }
    writer.write();
    out += "}\n\n";
  }
}

/// Copies along pairs of the table in the given range.
std::string copy_text(const Copies& c, const std::string& range) {
  return "  for (" + range + ") " + base_of(c.to) + "[row[1]] = " +
         (c.from == Space::pool ? "h_set(pool[row[0]])"
                                : std::string(base_of(c.from)) + "[row[0]]") +
         ";\n";
}

}  // namespace

std::string c_number(double value) {
  if (std::isnan(value)) return "__builtin_nan(\"\")";
  if (std::isinf(value)) return value > 0 ? "__builtin_inf()" : "(-__builtin_inf())";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, value < 0 ? "(%a)" : "%a", value);
  return buffer;
}

std::string write_c(const Plan& plan, int lanes, bool calls_solvers) {
  std::string out = "#define HOLON_LANES " + std::to_string(lanes) + "\n";
  out += runtime_source();
  out += lanes > 1 ? "\ntypedef HT_unaligned_8 HU;\n\n" : "\ntypedef HT HU;\n\n";
  std::size_t elementary = 0;
  for (const PlannedKernel& k : plan.kernels) elementary += count_elementary(k.kernel);
  if (elementary > kInlinedFunctions) {
    out += "#define HOLON_CALLED static __attribute__((noinline, unused))\n";
    write_called_functions(out);
  }
  const bool solves = std::any_of(plan.kernels.begin(), plan.kernels.end(),
                                  [](const PlannedKernel& k) { return has_solve(k.kernel); });
  if (solves && calls_solvers) write_called_solvers(out);
  ResidualNames residuals;
  for (const PlannedKernel& k : plan.kernels) write_residuals(k.kernel, residuals, out);
  bool rolled = false;
  for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
    rolled = rolled || plan.kernels[k].rolled;
    plan.kernels[k].rolled ? write_rolled(plan.kernels[k], k, residuals, out)
                           : write_fixed(plan.kernels[k], k, residuals, out);
  }
  if (rolled) write_rows(plan, out);
  out +=
      "void holon_run(const double* in_, double* out_, double* work_, const double* pool,\n"
      "               const int* table) {\n"
      "  const HU* in = (const HU*)in_;\n  HU* out = (HU*)out_;\n  HT* work = (HT*)work_;\n"
      "  (void)in, (void)out, (void)work, (void)pool, (void)table;\n";
  // The table begins with the ranges of its rows, in the order in which they are used.
  std::size_t range = 0;
  const auto next_range = [&range](const char* begin, const char* between) {
    range += 2;
    return begin + ("table + table[" + std::to_string(range - 2)) + between + "table + table[" +
           std::to_string(range - 1) + "]";
  };
  const auto copies = [&](const std::vector<Copies>& lists) {
    for (const Copies& c : lists) {
      out +=
          copy_text(c, next_range("const int* row = ", "], * end = ") + "; row != end; row += 2");
    }
  };
  copies(plan.before);
  for (const Stage& s : plan.stages) {
    if (s.rolled) {
      out += "  run_rows(" + next_range("", "], ") + ", in, out, work, pool);\n";
    } else {
      out += "  kernel" + std::to_string(s.kernel) + "(in, out, work, pool);\n";
    }
  }
  copies(plan.after);
  out += "}\n";
  return out;
}

}  // namespace holon::detail
