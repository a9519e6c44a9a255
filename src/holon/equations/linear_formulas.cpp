// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/linear_formulas.h"

#include <algorithm>
#include <map>

#include "holon/base/errors.h"
#include "holon/expr/graph/closed_form.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/rational_form.h"
#include "holon/expr/print/trig_print.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Rows = LinearFormulas::Rows;

constexpr std::size_t kLongestFormula = 600;  // terms: some three pages

/// Where a matrix of numbers has its rows and columns in those of the whole system.
struct Choice {
  std::vector<int> states;           // tangent coordinates of x
  std::vector<std::size_t> outputs;  // rows of y
};

/// Symbols and operations that these are written with: what stands in several places counts in
/// each.
double calc_written_size(const Graph& graph, std::span<const Expr> expressions) {
  detail::NodeMap<double> size(graph, 1.0);
  for (const std::uint32_t id : detail::find_reachable(graph, expressions)) {
    for (const std::uint32_t argument : graph.arguments(id)) size[id] += size[argument];
  }
  double sum = 0;
  for (const Expr& e : expressions) sum += e.graph() ? size[e.id()] : 1.0;
  return sum;
}

// Beyond that writing takes seconds, and nobody reads it. (Much cancels in what is read.)
constexpr double kMostWritten = 3e5;

class FormulaWriter {
 public:
  FormulaWriter(const LoadedModel& named, const LinearModel& model, const OperatingPoint& point,
                const LinearRequest& request, Notation notation,
                const std::function<std::string(const std::string&)>& name)
      : named_(named),
        model_(model),
        point_(point),
        request_(request),
        notation_(notation),
        name_(name) {}

  LinearFormulas write() {
    const System& system = named_.system;
    if (system.constraints && !system.constraints->names.empty())
      throw ModelError("with closed kinematic loops the matrices exist as numbers only",
                       "without --format they are printed as numbers");
    if (system.input_count() > 0)
      throw ModelError("with delays the matrices exist as numbers only",
                       "without --format they are printed as numbers");
    std::vector<int> columns;
    for (const std::string& input : request_.inputs) columns.push_back(place_of(input));
    const int n = tangent_count(system);
    std::vector<int> states;
    for (const LinearVariable& x : model_.x)
      for (int j = 0; j < n; ++j)
        if (tangent_name(system, j) == x.name) states.push_back(j);
    std::vector<int> all = states;
    for (std::size_t k = 0; k < columns.size(); ++k) all.push_back(n + static_cast<int>(k));
    LinearFormulas result;
    const FunctionRef h = system.select_outputs(request_.outputs);
    std::vector<int> rows;
    for (int i = 0; i < h->output_count(); ++i) rows.push_back(i);
    try {
      split(write_matrix(make_state_jacobian(system, columns), states, all, 1), states.size(),
            result.A, result.B);
      split(write_matrix(make_tangent_jacobian(system, *h, columns), rows, all, request_.feedback),
            states.size(), result.C, result.D);
    } catch (const ModelError&) {  // a sum on the way
      throw ModelError("the formulas are too long to read",
                       "without --format they are printed as numbers");
    }
    if (terms_ > kLongestFormula)
      throw ModelError("the formulas have " + std::to_string(terms_) + " terms, too many to read",
                       "without --format they are printed as numbers");
    for (const SystemParameter& p : system.parameters)
      if (used_.contains(p.name)) result.symbols.emplace_back(p.name, p.value);
    for (int i = 0; i < system.state_count(); ++i)
      if (used_.contains(system.state_name(i)))
        result.symbols.emplace_back(system.state_name(i), point_.x()[i]);
    return result;
  }

 private:
  int place_of(const std::string& parameter) const {
    const auto& list = named_.system.parameters;
    const auto at = std::find_if(list.begin(), list.end(),
                                 [&](const SystemParameter& p) { return p.name == parameter; });
    return 1 + named_.system.state_count() + named_.system.input_count() +
           static_cast<int>(at - list.begin());
  }

  static void split(const Rows& both, std::size_t at, Rows& left, Rows& right) {
    for (const auto& row : both) {
      const auto middle = row.begin() + static_cast<std::ptrdiff_t>(at);
      left.emplace_back(row.begin(), middle);
      right.emplace_back(middle, row.end());
    }
  }

  /// What stands for numbers at the point: time, zeros of the state, what is held.
  std::vector<Expr> at_point(const Function& f) const {
    std::vector<Expr> arguments = f.input_scalars();
    const auto nx = static_cast<std::size_t>(named_.system.state_count());
    arguments[0] = point_.time;
    for (std::size_t i = 1; i <= nx; ++i)
      if (std::abs(point_.in[i]) < 1e-12) arguments[i] = 0.0;
    // Discrete states and modes stand last, here and there.
    const std::size_t held =
        static_cast<std::size_t>(named_.system.discrete_count() + named_.system.mode_count());
    for (std::size_t k = 1; k <= held; ++k)
      arguments[arguments.size() - k] = point_.in[point_.in.size() - k];
    return f.substitute(arguments);
  }

  Rows write_matrix(const FunctionJacobian& jacobian, const std::vector<int>& rows,
                    const std::vector<int>& columns, double factor) {
    const Function& f = *jacobian.function;
    const std::vector<Expr> entries = expand_solves(detail::flatten_calls(at_point(f)));
    if (calc_written_size(*f.graph(), entries) > kMostWritten)
      throw ModelError("the formulas are too long to read",
                       "without --format they are printed as numbers");
    TrigSums sums(*f.graph());
    RationalForms forms(sums);
    TrigPrinter printer(sums, {notation_, [&](Expr e) { return name_of(e); },
                               [&](Expr e) { return is_parameter(e); }});
    std::map<std::pair<int, int>, Expr> at;
    const Sparsity& pattern = jacobian.pattern;
    for (int j = 0; j < pattern.columns; ++j)
      for (int e = pattern.start[static_cast<std::size_t>(j)];
           e < pattern.start[static_cast<std::size_t>(j) + 1]; ++e)
        at[{pattern.row[static_cast<std::size_t>(e)], j}] = entries[static_cast<std::size_t>(e)];
    Rows result;
    for (const int i : rows) {
      std::vector<std::string>& row = result.emplace_back();
      for (const int j : columns) {
        const auto found = at.find({i, j});
        if (found == at.end()) {
          row.emplace_back(printer.sum({}));
          continue;
        }
        const RationalForms::Quotient entry = forms.of(factor * found->second);
        terms_ += entry.term_count();
        row.push_back(print(entry, printer, notation_));
      }
    }
    return result;
  }

  std::string name_of(Expr e) {
    if (e.op() != Op::symbol) return {};
    const std::string name(e.symbol_name());
    used_[name] = true;
    return name_(name);
  }
  bool is_parameter(Expr e) const {
    const auto& list = named_.system.parameters;
    return e.op() == Op::symbol && std::any_of(list.begin(), list.end(), [&](const auto& p) {
             return p.name == e.symbol_name();
           });
  }

  const LoadedModel& named_;
  const LinearModel& model_;
  const OperatingPoint& point_;
  const LinearRequest& request_;
  const Notation notation_;
  const std::function<std::string(const std::string&)>& name_;
  std::map<std::string, bool> used_;
  std::size_t terms_ = 0;
};

}  // namespace

LinearFormulas write_linear_formulas(const LoadedModel& named, const LinearModel& model,
                                     const OperatingPoint& point, const LinearRequest& request,
                                     Notation notation,
                                     const std::function<std::string(const std::string&)>& name) {
  return FormulaWriter(named, model, point, request, notation, name).write();
}

}  // namespace holon
