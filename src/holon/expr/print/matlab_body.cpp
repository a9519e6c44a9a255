// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <unordered_map>

#include "holon/base/escape.h"
#include "holon/expr/graph/call_runs.h"
#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/matlab_file.h"
#include "holon/expr/print/print.h"

namespace holon::detail {

namespace {

std::string number(std::size_t n) { return std::to_string(n); }

std::string join(const std::vector<std::string>& parts, const std::string& separator) {
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : separator) + p;
  return out;
}

/// Breaks a long statement after commas and semicolons.
std::string wrap(const std::string& statement, const std::string& indent) {
  constexpr std::size_t kColumns = 96;
  std::string out, line = indent;
  for (std::size_t at = 0; at < statement.size();) {
    std::size_t end = statement.find_first_of(",;", at);
    end = end == std::string::npos ? statement.size() : end + 1;
    if (line.size() + end - at > kColumns && line.size() > indent.size() + 4) {
      out += line + " ...\n";
      line = indent + "   ";
    }
    line += statement.substr(at, end - at);
    at = end;
  }
  return out + line + "\n";
}

std::string matrix_row(const std::vector<double>& values, std::size_t first, std::size_t count) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < count; ++k) parts.push_back(print_number(values[first + k]));
  return join(parts, ", ");
}

/// The statements of one function, in the order of dependence.
class Body {
 public:
  Body(MatlabFile& file, const Function& f) : file_(file), graph_(*f.graph()), f_(f) {
    nodes_ = find_reachable(graph_, f.output_scalars());
    count();
    runs_ = find_call_runs(graph_, nodes_, kShortestLoop);
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      for (std::uint32_t id : runs_[r].calls) run_of_[id] = r;
    }
  }

  std::string run(const std::string& name, bool explain) {
    std::vector<std::string> inputs, outputs;
    std::string comment;
    for (const Variable& group : f_.inputs()) {
      inputs.push_back(name_group(group));
      comment += "%   " + inputs.back() + ": " + matlab_comment(describe(group)) + "\n";
    }
    for (const Variable& group : f_.outputs()) outputs.push_back(names_.make(group.name));
    for (std::size_t g = 0; g < outputs.size(); ++g) {
      const Variable& group = f_.outputs()[g];
      for (Expr e : group.elements) need(e);
      std::vector<std::string> elements;
      for (Expr e : group.elements) elements.push_back(printer_.print(e));
      const bool one = elements.size() == 1;
      statement(outputs[g] + " = " + (one ? elements[0] : "[" + join(elements, "; ") + "]"));
      comment += "%   " + outputs[g] + " (result): " + matlab_comment(describe(group)) + "\n";
    }
    std::string head = "function ";
    if (outputs.size() == 1) head += outputs[0] + " = ";
    if (outputs.size() > 1) head += "[" + join(outputs, ", ") + "] = ";
    head += name + "(" + join(inputs, ", ") + ")";
    return wrap(head, "") + (explain ? "% " + matlab_comment(f_.name()) + "\n" + comment : "") +
           text_ + "end\n";
  }

 private:
  static constexpr std::size_t kShortestLoop = 3;
  /// Repeated subexpressions of at least this number of operations get a name; so do all of at
  /// least this length.
  static constexpr int kSmall = 2, kLong = 24;

  static std::string describe(const Variable& group) {
    if (group.elements.size() == 1 && group.elements[0].op() != Op::symbol) return group.name;
    std::vector<std::string> names;
    constexpr std::size_t kReported = 12;
    for (std::size_t k = 0; k < std::min(kReported, group.elements.size()); ++k) {
      const Expr e = group.elements[k];
      if (e.op() == Op::symbol) names.emplace_back(e.symbol_name());
    }
    const std::string size = number(group.elements.size());
    if (names.size() < std::min(kReported, group.elements.size()))
      return group.name + ", column of " + size;
    return join(names, ", ") + (group.elements.size() > kReported ? ", … (" + size + ")" : "");
  }

  std::string name_group(const Variable& group) {
    const std::string name = names_.make(group.name);
    const std::size_t n = group.elements.size();
    for (std::size_t k = 0; k < n; ++k) {
      printer_.name(group.elements[k], n == 1 ? name : name + "(" + number(k + 1) + ")");
      done_.insert(group.elements[k].id());
    }
    vectors_[name] = n;
    return name;
  }

  void count() {
    for (std::uint32_t id : nodes_) {
      for (std::uint32_t a : graph_.arguments(id)) ++uses_[a];
      const Node& n = graph_.node(id);
      if (n.op == Op::output) outputs_of_[n.args[0]].push_back(id);
    }
    for (Expr e : f_.output_scalars()) {
      if (e.graph()) ++uses_[e.id()];
    }
  }

  void statement(const std::string& text) { text_ += wrap(text + ";", indent_); }

  /// Writes the statements that must precede an expression.
  void need(Expr e) {
    if (!e.graph()) return;
    std::vector<std::uint32_t> stack{e.id()};
    while (!stack.empty()) {
      const std::uint32_t id = stack.back();
      if (done_.contains(id)) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      const auto push = [&](std::uint32_t a) {
        if (!done_.contains(a)) stack.push_back(a);
      };
      if (const auto run = run_of_.find(id); run != run_of_.end()) {
        const CallRun& r = runs_[run->second];
        for (std::size_t j : r.into) push(graph_.arguments(r.calls[0])[j]);
        for (std::uint32_t call : r.calls) {
          for (std::size_t j : r.own) push(graph_.arguments(call)[j]);
        }
      } else {
        for (std::uint32_t a : graph_.arguments(id)) push(a);
      }
      if (stack.size() > before) continue;
      stack.pop_back();
      finish(id);
    }
  }

  void finish(std::uint32_t id) {
    done_.insert(id);
    const Node& n = graph_.node(id);
    switch (n.op) {
      case Op::constant:
      case Op::symbol:
      case Op::output: return;
      case Op::call:
        if (const auto run = run_of_.find(id); run != run_of_.end()) return write_loop(run->second);
        return write_call(id);
      case Op::solve: return write_solve(id);
      case Op::newton: return write_newton(id);
      case Op::table: return write_table(id);
      case Op::select: file_.use_choose();
      default: break;
    }
    int operations = 1;
    for (std::uint32_t a : graph_.arguments(id)) operations += size_[a];
    const bool name_it =
        n.op != Op::neg && ((uses_[id] > 1 && operations >= kSmall) || operations > kLong);
    size_[id] = name_it ? 0 : operations;
    if (!name_it) return;
    const std::string name = names_.make("a" + number(++count_));
    statement(name + " = " + printer_.print(Expr(&graph_, id)));
    printer_.name(Expr(&graph_, id), name);
  }

  std::string print(std::uint32_t id) { return printer_.print(graph_.expr(id)); }

  /// A column of the expressions, or the variable that contains them.
  std::string column(const std::vector<std::string>& elements) {
    if (elements.size() == 1) return elements[0];
    if (elements.empty()) return "zeros(0, 1)";
    const std::string base = elements[0].substr(0, elements[0].find('('));
    const auto known = vectors_.find(base);
    bool whole = known != vectors_.end() && known->second == elements.size();
    for (std::size_t k = 0; whole && k < elements.size(); ++k) {
      whole = elements[k] == base + "(" + number(k + 1) + ")";
    }
    return whole ? base : "[" + join(elements, "; ") + "]";
  }

  /// Names for a call's results, by groups; sizes too.
  std::vector<std::string> name_results(const Function& f) {
    std::vector<std::string> results;
    for (const Variable& group : f.outputs()) {
      results.push_back(names_.make(group.name));
      vectors_[results.back()] = group.elements.size();
    }
    return results;
  }

  void name_output(std::uint32_t producer, std::size_t index, const std::string& text) {
    for (std::uint32_t id : outputs_of_[producer]) {
      if (graph_.node(id).args[1] == index) printer_.name(Expr(&graph_, id), text);
    }
  }

  void write_call(std::uint32_t id) {
    const FunctionRef f = graph_.payload(graph_.node(id)).function;
    std::vector<std::string> arguments;
    std::size_t at = 0;
    for (const Variable& group : f->inputs()) {
      std::vector<std::string> elements;
      for (std::size_t k = 0; k < group.elements.size(); ++k) {
        elements.push_back(print(graph_.arguments(id)[at++]));
      }
      arguments.push_back(column(elements));
    }
    const std::vector<std::string> results = name_results(*f);
    statement("[" + join(results, ", ") + "] = " + file_.call(f) + "(" + join(arguments, ", ") +
              ")");
    std::size_t index = 0;
    for (std::size_t g = 0; g < results.size(); ++g) {
      const std::size_t n = f->outputs()[g].elements.size();
      for (std::size_t k = 0; k < n; ++k) {
        name_output(id, index++, n == 1 ? results[g] : results[g] + "(" + number(k + 1) + ")");
      }
    }
  }

  static std::string places(const std::vector<std::size_t>& positions) {
    std::vector<std::string> parts;
    for (std::size_t p : positions) parts.push_back(number(p + 1));
    return "[" + join(parts, ", ") + "]";
  }

  void write_loop(std::size_t index) {
    const CallRun& run = runs_[index];
    const FunctionRef f = graph_.payload(graph_.node(run.calls[0])).function;
    for (std::uint32_t id : run.calls) done_.insert(id);
    const std::string calls = number(run.calls.size());
    const std::string in = names_.make("in"), own = names_.make("own"), out = names_.make("out");
    const std::string k = names_.make("k");
    statement(in + " = zeros(" + number(graph_.arguments(run.calls[0]).size()) + ", 1)");
    std::vector<std::string> first;
    for (std::size_t j : run.into) first.push_back(print(graph_.arguments(run.calls[0])[j]));
    statement(in + "(" + places(run.into) + ") = [" + join(first, "; ") + "]");
    if (!run.own.empty())
      statement(own + " = zeros(" + number(run.own.size()) + ", " + calls + ")");
    for (std::size_t row = 0; row < run.own.size(); ++row) {
      std::vector<std::string> values;
      for (std::uint32_t id : run.calls)
        values.push_back(print(graph_.arguments(id)[run.own[row]]));
      const bool same = std::equal(values.begin() + 1, values.end(), values.begin());
      statement(own + "(" + number(row + 1) +
                ", :) = " + (same ? values[0] : "[" + join(values, ", ") + "]"));
    }
    statement(out + " = zeros(" + number(f->output_scalars().size()) + ", " + calls + ")");
    text_ += indent_ + "for " + k + " = 1:" + calls + "\n";
    indent_ += "  ";
    if (!run.own.empty()) {
      statement(in + "(" + places(run.own) + ") = " + own + "(:, " + k + ")");
    }
    std::vector<std::string> arguments;
    std::size_t at = 0;
    for (const Variable& group : f->inputs()) {
      const std::size_t n = group.elements.size();
      arguments.push_back(in + "(" + number(at + 1) + (n == 1 ? "" : ":" + number(at + n)) + ")");
      at += n;
    }
    const std::vector<std::string> results = name_results(*f);
    statement("[" + join(results, ", ") + "] = " + file_.call(f) + "(" + join(arguments, ", ") +
              ")");
    statement(out + "(:, " + k + ") = [" + join(results, "; ") + "]");
    statement(in + "(" + places(run.into) + ") = " + out + "(" + places(run.from) + ", " + k + ")");
    indent_.resize(indent_.size() - 2);
    text_ += indent_ + "end\n";
    for (std::size_t c = 0; c < run.calls.size(); ++c) {
      for (std::uint32_t id : outputs_of_[run.calls[c]]) {
        printer_.name(Expr(&graph_, id),
                      out + "(" + number(graph_.node(id).args[1] + 1) + ", " + number(c + 1) + ")");
      }
    }
  }

  void write_solve(std::uint32_t id) {
    const Payload& p = graph_.payload(graph_.node(id));
    const auto n = static_cast<std::size_t>(p.size), entries = p.row_index.size();
    std::vector<std::string> rows, columns, values, right;
    for (std::size_t j = 0; j < n; ++j) {
      for (int e = p.column_start[j]; e < p.column_start[j + 1]; ++e) {
        const auto at = static_cast<std::size_t>(e);
        const auto i = static_cast<std::size_t>(p.row_index[at]);
        const bool both = is_symmetric(p.kind) && i != j;
        for (bool mirrored : {false, true}) {
          if (mirrored && !both) continue;
          rows.push_back(number((mirrored ? j : i) + 1));
          columns.push_back(number((mirrored ? i : j) + 1));
          values.push_back(print(p.arguments[at]));
        }
      }
    }
    for (std::size_t i = 0; i < n; ++i) right.push_back(print(p.arguments[entries + i]));
    const std::string a = names_.make("A"), x = names_.make("x");
    const std::string sparse = "sparse([" + join(rows, ", ") + "], [" + join(columns, ", ") +
                               "], [" + join(values, ", ") + "], " + number(n) + ", " + number(n) +
                               ")";
    constexpr std::size_t kDense = 64;
    statement(a + " = " + (n <= kDense ? "full(" + sparse + ")" : sparse));
    if (has_any_rank(p.kind)) {
      statement(x + " = pinv(full(" + a + "), " + print_number(p.tolerance) + " * norm(full(" + a +
                "))) * " + column(right));
    } else {
      statement(x + " = " + a + " \\ " + column(right));
    }
    vectors_[x] = n;
    for (std::size_t i = 0; i < n; ++i) {
      name_output(id, i, n == 1 ? x : x + "(" + number(i + 1) + ")");
    }
    name_output(id, n, "rcond(full(" + a + "))");
    const std::string tolerance =
        has_any_rank(p.kind) ? ", " + print_number(p.tolerance) + " * norm(full(" + a + "))" : "";
    name_output(id, n + 1, "rank(full(" + a + ")" + tolerance + ")");
  }

  void write_newton(std::uint32_t id) {
    file_.use_newton();
    const Payload p = graph_.payload(graph_.node(id));
    const auto n = static_cast<std::size_t>(p.size);
    std::vector<std::string> guess, parameters;
    for (std::size_t k = 0; k < p.arguments.size(); ++k) {
      (k < n ? guess : parameters).push_back(print(p.arguments[k]));
    }
    const std::string given = names_.make("p");
    statement(given + " = " + column(parameters));
    std::vector<std::string> results;
    for (const char* name : {"z", "quality", "residual", "evaluations"}) {
      results.push_back(names_.make(name));
    }
    const std::string z = names_.make("z");
    statement("[" + join(results, ", ") + "] = find_root(@(" + z + ") " + file_.call_residual(p) +
              "(" + z + ", " + given + "), " + column(guess) + ")");
    vectors_[results[0]] = n;
    for (std::size_t i = 0; i < n; ++i) {
      name_output(id, i, n == 1 ? results[0] : results[0] + "(" + number(i + 1) + ")");
    }
    for (std::size_t k = 1; k < 4; ++k) name_output(id, n + k - 1, results[k]);
  }

  void write_table(std::uint32_t id) {
    file_.use_table();
    const Payload& p = graph_.payload(graph_.node(id));
    const TableData& t = *p.table;
    const TableSlopes slopes = calc_slopes(t);
    const std::size_t nx = t.x.size(), ny = std::max<std::size_t>(1, t.y.size());
    const auto data = [&](const std::vector<double>& v) {
      if (v.empty()) return std::string("[]");
      std::vector<std::string> rows;
      if (t.y.empty()) return "[" + matrix_row(v, 0, nx) + "]";
      for (std::size_t i = 0; i < nx; ++i) rows.push_back(matrix_row(v, i * ny, ny));
      return "[" + join(rows, "; ") + "]";
    };
    std::string& name = tables_[p.table.get()];
    if (name.empty()) {
      name = names_.make(t.name.empty() ? "table" : t.name);
      statement(name + "_x = [" + matrix_row(t.x, 0, nx) + "]");
      statement(name + "_v = " + data(t.values));
      statement(name + "_s = " + data(slopes.along_x));
      if (!t.y.empty()) {
        statement(name + "_y = [" + matrix_row(t.y, 0, ny) + "]");
        statement(name + "_r = " + data(slopes.along_y));
      }
    }
    const auto orders = find_table_orders(p.derivative);
    const std::string kinds =
        std::string(t.interpolation != Interpolation::linear ? "true" : "false") + ", " +
        (t.extrapolation == Extrapolation::linear ? "true" : "false") + ", ";
    const std::string value = names_.make("y");
    if (t.y.empty()) {
      statement(value + " = table_1d(" + name + "_x, " + name + "_v, " + name + "_s, " + kinds +
                std::to_string(orders[0]) + ", " + print(p.arguments[0]) + ")");
    } else {
      statement(value + " = table_2d(" + name + "_x, " + name + "_y, " + name + "_v, " + name +
                "_s, " + name + "_r, " + kinds + "[" + std::to_string(orders[0]) + ", " +
                std::to_string(orders[1]) + "], [" + print(p.arguments[0]) + ", " +
                print(p.arguments[1]) + "])");
    }
    name_output(id, 0, value);
  }

  MatlabFile& file_;
  Graph& graph_;
  const Function& f_;
  MatlabNames names_;
  MatlabPrinter printer_;
  std::string text_, indent_ = "  ";
  std::vector<std::uint32_t> nodes_;
  std::unordered_map<std::uint32_t, int> uses_, size_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> outputs_of_;
  std::vector<CallRun> runs_;
  std::unordered_map<std::uint32_t, std::size_t> run_of_;
  std::set<std::uint32_t> done_;
  std::unordered_map<std::string, std::size_t> vectors_;  // sizes of variables
  std::unordered_map<const TableData*, std::string> tables_;
  int count_ = 0;
};

}  // namespace

std::string write_matlab_function(MatlabFile& file, const Function& f, const std::string& name,
                                  bool explain) {
  return Body(file, f).run(name, explain);
}

}  // namespace holon::detail
