// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/c_blocks.h"

#include "holon/expr/graph/solve_plan.h"
#include "holon/expr/graph/table_slopes.h"

namespace holon::detail {

namespace {

/// `static const double name[] = {…};` and the name, or a null pointer for no data.
std::string write_data(const char* name, const std::vector<double>& data, std::string& out) {
  if (data.empty()) return "0";
  out += std::string("    static const double ") + name + "[] = {";
  for (std::size_t i = 0; i < data.size(); ++i) out += (i ? ", " : "") + c_number(data[i]);
  out += "};\n";
  return name;
}

void write_table(const Block& block, const std::vector<CBlockValue>& from, const std::string& to,
                 std::string& out) {
  const TableData& table = *block.payload.table;
  const TableSlopes slopes = calc_slopes(table);
  out += "  {\n";
  const std::string x = write_data("x_", table.x, out), y = write_data("y_", table.y, out);
  const std::string v = write_data("v_", table.values, out);
  const std::string p = write_data("p_", slopes.along_x, out);
  const std::string q = write_data("q_", slopes.along_y, out);
  const std::string kinds = std::to_string(table.interpolation != Interpolation::linear) + ", " +
                            std::to_string(table.extrapolation == Extrapolation::linear) + ", " +
                            std::to_string(block.payload.derivative);
  const std::string nx = std::to_string(table.x.size()), ny = std::to_string(table.y.size());
  out += "    for (int l = 0; l < HOLON_LANES; ++l) " + to + " = h_put(" + to + ", l, ";
  if (table.y.empty()) {
    out += "h_table_1d(" + x + ", " + v + ", " + p + ", " + nx + ", " + kinds + ", h_lane(" +
           from[0].text + ", l))";
  } else {
    out += "h_table_2d(" + x + ", " + nx + ", " + y + ", " + ny + ", " + v + ", " + p + ", " + q +
           ", " + kinds + ", h_lane(" + from[0].text + ", l), h_lane(" + from[1].text + ", l))";
  }
  out += ");\n  }\n";
}

std::string write_indices(const char* name, const std::vector<int>& data, std::string& out) {
  out += std::string("    static const int ") + name + "[] = {";
  for (std::size_t i = 0; i < data.size(); ++i) out += (i ? ", " : "") + std::to_string(data[i]);
  out += data.empty() ? "0};\n" : "};\n";
  return name;
}

/// Scratch memory: on the stack if it is small, else one per thread.
void write_scratch(const char* type, const char* name, std::size_t size, std::string& out) {
  constexpr std::size_t kStackLimit = 512;  // of eight lanes 32 KiB
  out += std::string(size > kStackLimit ? "    static __thread " : "    ") + type + " " + name +
         "[" + std::to_string(size ? size : 1) + "];\n";
}

/// Copies along two lists of numbers: of the values in `work`, and where they are in the block.
void write_c_copies(const std::vector<CBlockValue>& values, const char* list,
                    const std::string& statement, std::string& out) {
  std::vector<int> in_block, in_work;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k].work < 0) continue;
    in_block.push_back(static_cast<int>(k));
    in_work.push_back(values[k].work);
  }
  if (in_work.empty()) return;
  const std::string places = std::string(list) + "places_", numbers = std::string(list) + "work_";
  write_indices(places.c_str(), in_block, out);
  write_indices(numbers.c_str(), in_work, out);
  out += "    for (int k = 0; k < " + std::to_string(in_work.size()) +
         "; ++k) {\n      const int i = " + places + "[k], j = " + numbers + "[k];\n      " +
         statement + "\n    }\n";
}

/// Operands adjacent in memory, lanes adjacent, with space for the results.
void write_gathered(const std::vector<CBlockValue>& from, std::size_t results, std::string& out) {
  write_scratch("HT", "gathered_", from.size(), out);
  write_scratch("HT", "scattered_", results, out);
  out += "    double *in_ = (double*)gathered_, *out_ = (double*)scattered_;\n";
  for (std::size_t k = 0; k < from.size(); ++k) {
    if (from[k].work >= 0) continue;
    out += "    h_store(in_ + " + std::to_string(k) + " * HOLON_LANES, " + from[k].text + ");\n";
  }
  write_c_copies(from, "from_", "h_store(in_ + i * HOLON_LANES, work[j]);", out);
}

void write_scattered(const std::vector<CBlockValue>& to, std::string& out) {
  for (std::size_t k = 0; k < to.size(); ++k) {
    if (to[k].text.empty()) continue;
    out += "    " + to[k].text + " = h_load(out_ + " + std::to_string(k) + " * HOLON_LANES);\n";
  }
  write_c_copies(to, "to_", "work[j] = h_load(out_ + i * HOLON_LANES);", out);
  out += "  }\n";
}

/// `static const h_sparse_general name` or h_sparse_positive with its arrays.
void write_general_plan(const GeneralPlan& g, const std::string& prefix, std::string& out) {
  const auto write = [&](const char* name, const std::vector<int>& data) {
    return write_indices((prefix + name).c_str(), data, out) + ", ";
  };
  std::string fields = std::to_string(g.n) + ", ";
  fields += write("start_", g.start);
  fields += write("row_", g.row);
  fields += write("order_", g.order);
  out += "    static const h_sparse_general " + prefix + "plan_ = {" + fields +
         std::to_string(g.lower_room) + ", " + std::to_string(g.upper_room) + "};\n";
}

void write_positive_plan(const PositivePlan& g, const std::string& prefix, std::string& out) {
  std::string fields = std::to_string(g.n);
  const auto write = [&](const char* name, const std::vector<int>& data) {
    fields += ", " + write_indices((prefix + name).c_str(), data, out);
  };
  write("order_", g.order);
  write("diagonal_", g.diagonal);
  write("start_", g.start);
  write("row_", g.row);
  write("from_", g.from);
  write("parent_", g.parent);
  write("lower_start_", g.lower_start);
  out += "    static const h_sparse_positive " + prefix + "plan_ = {" + fields + "};\n";
}

void write_nested_plan(const NestedPlan& g, std::string& out) {
  if (g.is_last_sparse) write_positive_plan(g.last, "last_", out);
  if (g.is_large) write_general_plan(g.irregular, "irregular_", out);
  out += "    static const h_branch branch_[] = {";
  for (std::size_t k = 0; k < g.branch.size(); ++k) {
    const bool first = k % NestedPlan::kBranchNumbers == 0;
    out += (first ? (k ? "}, {" : "{") : ", ") + std::to_string(g.branch[k]);
  }
  out += "}};\n";
  std::string fields;
  const auto number = [&](std::size_t n) { fields += ", " + std::to_string(n); };
  const auto write = [&](const char* name, const std::vector<int>& data) {
    fields += ", " + write_indices(name, data, out);
  };
  const auto count = [](int n) { return static_cast<std::size_t>(n); };
  fields = std::to_string(g.n) + ", " + std::to_string(g.branches) + ", " + std::to_string(g.cuts) +
           ", branch_";
  write("g_unknown_", g.unknown);
  write("g_cut_", g.cut);
  write("g_cut_unknown_", g.cut_unknown);
  number(g.from.size());
  write("g_from_", g.from);
  write("g_to_", g.to);
  number(count(g.room));
  number(count(g.solutions));
  number(count(g.last_entries));
  write("g_last_start_", g.last_start);
  write("g_last_row_", g.last_row);
  number(g.cut_from.size());
  write("g_cut_from_", g.cut_from);
  write("g_cut_to_", g.cut_to);
  write("g_base_", g.base);
  fields += g.is_last_sparse ? ", &last_plan_" : ", 0";
  write("g_start_", g.start);
  write("g_row_", g.row);
  write("g_take_", g.take);
  fields += g.is_large ? ", &irregular_plan_" : ", 0";
  out += "    static const h_nested plan_ = {" + fields + "};\n";
}

/// The plan as C data, and the beginning of the call of the solver.
std::string write_solve_plan(const SolvePlan& plan, std::string& out) {
  const std::string n = std::to_string(plan.n);
  std::string pattern;
  if (plan.method == SolvePlan::Elimination::nested) {
    write_nested_plan(plan.nested, out);
    return "h_solve_nested(&plan_, ";
  }
  if (plan.method != SolvePlan::Elimination::general &&
      plan.method != SolvePlan::Elimination::positive) {
    write_indices("a_start_", plan.start, out);
    write_indices("a_row_", plan.row, out);
    pattern = "a_start_, a_row_, ";
  }
  const std::string kind = std::to_string(static_cast<int>(plan.kind)) + ", " + n + ", ";
  if (plan.method == SolvePlan::Elimination::dense) return "h_solve_dense(" + kind + pattern;
  if (plan.method == SolvePlan::Elimination::minimum_norm)
    return "h_solve_minimum_norm(" + kind + pattern;
  if (plan.method == SolvePlan::Elimination::general) {
    write_general_plan(plan.general, "", out);
    return "h_solve_sparse_general(&plan_, ";
  }
  write_positive_plan(plan.positive, "", out);
  if (plan.method == SolvePlan::Elimination::positive) return "h_solve_sparse_positive(&plan_, ";
  return "h_solve_sparse_semidefinite(&plan_, " + pattern;
}

void write_solve(const Block& block, const std::vector<CBlockValue>& from,
                 const std::vector<CBlockValue>& to, std::string& out) {
  const SolvePlan plan = make_solve_plan(block.payload);
  const auto unknowns = static_cast<std::size_t>(plan.n);
  const std::string n = std::to_string(plan.n);
  const std::string right_side =
      "in_ + " + std::to_string(block.payload.row_index.size()) + " * HOLON_LANES + l";
  out += "  {\n";
  write_gathered(from, to.size(), out);
  write_scratch("double", "work_", plan.work_doubles, out);
  write_scratch("int", "ints_", plan.work_ints, out);
  if (!plan.take.empty()) {
    write_indices("take_", plan.take, out);
    write_scratch("double", "taken_", plan.take.size(), out);
    write_scratch("double", "right_", unknowns, out);
    write_scratch("double", "solution_", unknowns, out);
  }
  const bool any_rank = has_any_rank(plan.kind);
  const std::string call = write_solve_plan(plan, out);
  const std::string tolerance = any_rank ? c_number(plan.tolerance) + ", " : std::string();
  const std::string scratch = ", " + tolerance + "work_, ints_, &quality_);\n";
  out += "    for (int l = 0; l < HOLON_LANES; ++l) {\n      double quality_;\n";
  if (!plan.take.empty()) {
    out += "      for (int e = 0; e < " + std::to_string(plan.take.size()) +
           "; ++e) taken_[e] = in_[take_[e] * HOLON_LANES + l];\n      for (int i = 0; i < " + n +
           "; ++i) right_[i] = (" + right_side +
           ")[i * HOLON_LANES];\n      int status_ = " + call + "taken_, right_, solution_, 1" +
           scratch + "      for (int i = 0; i < " + n +
           "; ++i) out_[i * HOLON_LANES + l] = solution_[i];\n";
  } else {
    out += "      int status_ = " + call + "in_ + l, " + right_side + ", out_ + l, HOLON_LANES" +
           scratch;
  }
  out += "      out_[" + n + " * HOLON_LANES + l] = quality_;\n      out_[(" + n +
         " + 1) * HOLON_LANES + l] = " + (any_rank ? "status_" : "h_rank(" + n + ", status_)") +
         ";\n    }\n";
  write_scattered(to, out);
}

void write_newton(const Block& block, const std::string& residual,
                  const std::vector<CBlockValue>& from, const std::vector<CBlockValue>& to,
                  std::string& out) {
  const auto n = static_cast<std::size_t>(block.payload.size);
  const std::size_t m = from.size() - n;
  const std::string count = std::to_string(n);
  out += "  {\n    HT report_[3] = {0};\n";
  write_scratch("HT", "z_", n, out);
  write_scratch("HT", "p_", m, out);
  write_scratch("HT", "work_", 2 * n * n + 8 * n, out);
  out += "    _Static_assert(sizeof work_ / sizeof *work_ >= HOLON_NEWTON_WORK(" + count +
         "), \"scratch\");\n    int ints_[HOLON_NEWTON_INTS(" + count + ")];\n";
  for (std::size_t k = 0; k < from.size(); ++k) {
    out += "    " + (k < n ? "z_[" + std::to_string(k) : "p_[" + std::to_string(k - n)) +
           "] = " + from[k].text + ";\n";
  }
  out += "    h_newton(" + count + ", " + residual + ", p_, z_, work_, ints_, 0, report_);\n";
  for (std::size_t k = 0; k < to.size(); ++k) {
    if (to[k].text.empty()) continue;
    out += "    " + to[k].text + " = " + (k < n ? "z_[" : "report_[") +
           std::to_string(k < n ? k : k - n) + "];\n";
  }
  out += "  }\n";
}

}  // namespace

void write_c_block(const Block& block, const std::string& residual,
                   const std::vector<CBlockValue>& from, const std::vector<CBlockValue>& to,
                   std::string& out) {
  switch (block.payload.op) {
    case Op::table: write_table(block, from, to[0].text, out); break;
    case Op::solve: write_solve(block, from, to, out); break;
    default: write_newton(block, residual, from, to, out);
  }
}

}  // namespace holon::detail
