// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/rate_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holon/equations/equation_layout.h"
#include "holon/equations/equation_symbols.h"
#include "holon/equations/mathml_rows.h"
#include "holon/expr/graph/traverse.h"
#include "holon/study/bond_facts.h"

namespace holon {
namespace {

/// A comparison with more operations than this has a name, not its formula.
constexpr std::size_t kLongComparison = 8;

class RateWriter {
 public:
  RateWriter(const LoadedModel& named, const std::string& of, Notation notation)
      : system_(named.system), of_(of), notation_(notation), graph_(std::make_shared<Graph>()) {
    name_states(named);
    name_parameters(named);
    make_arguments();
    collect();
    name_solutions();
    name_repeated();
  }

  EquationLines write_lines() {
    EquationLines lines;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      if (is_own_name_of(k)) continue;  // an unknown of the equations below
      lines.equations.push_back(left_[k] + equals() + print_whole(right_[k]));
    }
    for (std::size_t s = 0; s < solutions_.size(); ++s) write_solution(s, lines);
    std::map<int, std::string> definitions;  // by number: each after what it needs
    while (!met_.empty()) {
      const std::uint32_t id = met_.back();
      met_.pop_back();
      define(id, definitions);
    }
    for (auto& [number, line] : definitions) lines.definitions.push_back(std::move(line));
    return lines;
  }

  /// Of what the lines contain.
  EquationLegend legend(bool is_sheet) const {
    const Notation notation = is_sheet ? Notation::mathml : Notation::text;
    EquationLegend list;
    for (const Named& n : symbols_) {
      if (!used_.contains(n.name)) continue;
      list.emplace_back(write(n, 0, notation), n.meaning);
    }
    for (const int mode : used_modes_) {
      list.emplace_back(print_name(mode_name(mode), notation),
                        "1 while " + system_.modes[static_cast<std::size_t>(mode)] + ", else 0");
    }
    return list;
  }

 private:
  /// A symbol of the system with its short name.
  struct Named {
    std::string name;  ///< full
    EquationSymbol symbol;
    std::string meaning;    ///< for the legend
    bool is_plain = false;  ///< `symbol.letter` is a name of the model, with its own index
  };
  /// A system of linear equations, whose unknowns have names.
  struct Solution {
    std::uint32_t node = 0;
    std::vector<std::string> unknowns;  ///< as written
  };

  std::string write(const Named& n, int dots, Notation notation) const {
    if (!n.is_plain) return write_symbol(n.symbol, dots, notation);
    const std::string printed = print_name(n.symbol.letter, notation);
    if (dots == 0) return printed;
    if (notation == Notation::text) return printed + "'";
    if (notation == Notation::latex) return "\\dot{" + printed + "}";
    return "<mover accent=\"true\"><mrow>" + printed + "</mrow><mo>˙</mo></mover>";
  }

  static std::string with_unit(const std::string& name, const Dimension& dimension) {
    const std::string unit = dimension.to_string();
    return name + (unit == "1" ? "" : " [" + unit + "]");
  }

  void name_states(const LoadedModel& named) {
    std::map<std::string, ElementSymbol> elements;
    for (ElementSymbol& s : list_element_symbols(named)) elements.emplace(s.name, s);
    std::map<std::string, int> uses;  // of short names
    for (const SystemParameter& p : system_.parameters) uses[p.name] += 2;
    uses["time"] = uses["t"] = 2;
    for (int i = 0; i < system_.state_count(); ++i) ++uses[short_name(system_.state_name(i))];
    for (const StateBlock& block : system_.states) {
      for (int i = 0; i < block.size; ++i) {
        const std::string name = system_.state_name(block.offset + i);
        Named n{name, {}, with_unit(name, block.dimension)};
        const auto element = elements.find(name);
        if (element != elements.end()) {
          n.symbol = symbol_of(element->second);
        } else {
          const std::string own = short_name(name);
          n.symbol.letter = uses[own] == 1 ? own : name;
          n.is_plain = true;
        }
        add(std::move(n));
      }
    }
  }

  /// The capacitance of an element 'C' is C.
  EquationSymbol symbol_of(const ElementSymbol& element) const {
    const bool is_letter = element.letter == element.element &&
                           std::none_of(system_.parameters.begin(), system_.parameters.end(),
                                        [&](const auto& p) { return p.name == element.letter; });
    return {element.letter, "", is_letter ? "" : element.element};
  }

  /// The last name of a path; of a block's only output the block's.
  static std::string short_name(std::string name) {
    constexpr std::string_view kOutput = ".output";
    if (name.ends_with(kOutput)) name.erase(name.size() - kOutput.size());
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
  }

  void name_parameters(const LoadedModel& named) {
    std::map<std::string, ElementSymbol> elements;
    for (ElementSymbol& s : list_element_symbols(named)) elements.emplace(s.name, s);
    for (const SystemParameter& p : system_.parameters) {
      const std::string unit = p.dimension.to_string();
      const std::string value = print_tidy(p.value) + (unit == "1" ? "" : " " + unit);
      const auto element = elements.find(p.name);
      if (element == elements.end()) {
        add({p.name, {p.name, "", ""}, value, true});
      } else {
        add({p.name, symbol_of(element->second), p.name + ", " + value});
      }
    }
  }

  void add(Named n) {
    index_[n.name] = symbols_.size();
    symbols_.push_back(std::move(n));
  }

  static std::string mode_name(int mode) { return "m_" + std::to_string(mode + 1); }

  /// The inputs of the system's functions as symbols of one graph. Comparisons that are short are
  /// written as such. Roots are those before a run: the search begins at the model's guess.
  void make_arguments() {
    std::set<int> flags;
    if (system_.roots) flags.insert(system_.roots->flags.begin(), system_.roots->flags.end());
    const auto symbol = [&](std::string name) {
      const Expr e = graph_->symbol(std::move(name));
      arguments_.push_back(e);
      return e;
    };
    time_ = symbol("time");
    std::size_t at = 1;
    for (const Variable& group : system_.derivative->inputs()) {
      if (&group == &system_.derivative->inputs().front()) continue;
      for (std::size_t k = 0; k < group.elements.size(); ++k, ++at) {
        if (group.name == "d" && flags.contains(static_cast<int>(k))) {
          arguments_.emplace_back(0.0);
          continue;
        }
        symbol(std::string(system_.derivative->input_scalars()[at].symbol_name()));
      }
    }
    const auto modes = static_cast<std::size_t>(system_.mode_count());
    const std::size_t first = arguments_.size() - modes;
    for (std::size_t k = 0; k < modes; ++k) modes_.push_back(arguments_[first + k]);
    if (modes == 0) return;
    const std::vector<Expr> indicators =
        detail::flatten_calls(system_.indicators->substitute(arguments_));
    for (std::size_t k = 0; k < modes; ++k) {
      const std::vector<Expr> one{indicators[k]};
      if (indicators[k].is_constant()) continue;
      const std::vector<Expr> symbols = find_symbols(one);
      const bool depends = std::any_of(symbols.begin(), symbols.end(), [&](Expr e) {
        return std::find(modes_.begin(), modes_.end(), e) != modes_.end();
      });
      if (depends || detail::find_reachable(*graph_, one).size() > kLongComparison) continue;
      arguments_[first + k] = write_comparison(indicators[k]);
    }
  }

  /// indicator > 0: t < 0.5 for 0.5 - t.
  Expr write_comparison(Expr indicator) const {
    const Node node = graph_->node(indicator.id());
    if (node.op == Op::sub) {
      const Expr left = graph_->expr(node.args[0]);
      if (left.is_constant()) return less(graph_->expr(node.args[1]), left);
    }
    return relation(indicator);
  }

  void collect() {
    const std::vector<Expr> rates = system_.derivative->substitute(arguments_);
    for (int i = 0; i < system_.state_count(); ++i) {
      const std::string name = system_.state_name(i);
      if (!belongs_to(name, of_)) continue;
      states_.push_back(name);
      left_.push_back(write(symbols_[index_.at(name)], 1, notation_));
      right_.push_back(rates[static_cast<std::size_t>(i)]);
    }
    if (!of_.empty()) collect_outputs();
    right_ = tidy_quotients(detail::flatten_calls(std::move(right_)));
  }

  /// a/(1/b) as a b, a (1/b) as a/b.
  static std::vector<Expr> tidy_quotients(std::vector<Expr> expressions) {
    Graph* const graph = detail::find_graph(expressions);
    if (!graph) return expressions;
    std::unordered_map<std::uint32_t, Expr> images;
    const auto inverse = [&](Expr e) -> std::optional<Expr> {  // b of 1/b
      if (e.is_constant() || e.op() != Op::div) return {};
      const Node node = graph->node(e.id());
      if (!graph->expr(node.args[0]).is_constant(1.0)) return {};
      return graph->expr(node.args[1]);
    };
    for (const std::uint32_t id : detail::find_reachable(*graph, expressions)) {
      const Op op = graph->node(id).op;
      const std::vector<std::uint32_t> children(graph->arguments(id).begin(),
                                                graph->arguments(id).end());
      std::vector<Expr> a;
      for (const std::uint32_t child : children) {
        const auto found = images.find(child);
        a.push_back(found == images.end() ? graph->expr(child) : found->second);
      }
      std::optional<Expr> image;
      if (op == Op::div) {
        if (const auto b = inverse(a[1])) image = a[0] * *b;
      } else if (op == Op::mul) {
        if (const auto b = inverse(a[1])) {
          image = a[0] / *b;
        } else if (const auto c = inverse(a[0])) {
          image = a[1] / *c;
        }
      }
      if (image) {
        images.emplace(id, *image);
      } else {
        images.emplace(id, children.empty() ? graph->expr(id) : graph->rebuild(*graph, id, a));
      }
    }
    for (Expr& e : expressions)
      if (!e.is_constant()) e = images.at(e.id());
    return expressions;
  }

  void collect_outputs() {
    std::vector<std::string> names;
    for (const SystemOutput& output : system_.list_main_outputs())
      if (belongs_to(output.name, of_)) names.push_back(output.name);
    if (names.empty()) return;
    const std::vector<Expr> values = system_.select_outputs(names)->substitute(arguments_);
    std::size_t at = 0;
    for (const std::string& name : names) {
      const std::optional<SystemOutput> output = system_.find_output(name);
      for (int i = 0; i < output->size(); ++i) {
        const Expr value = values[at++];
        const std::string component = component_name(output->name, output->components, i);
        if (index_.contains(component)) continue;  // a state
        left_.push_back(print_name(component, notation_));
        right_.push_back(value);
      }
    }
  }

  /// z1, z2 … for the unknowns of linear equations; the rate's own name where it is one of them.
  void name_solutions() {
    std::size_t count = 0;
    const std::string letter = free_letter({"z", "y", "w", "unknown"});
    for (const std::uint32_t id : detail::find_reachable(*graph_, right_)) {
      const Node& node = graph_->node(id);
      if (node.op != Op::solve) continue;
      Solution solution{id, {}};
      for (int k = 0; k < graph_->payload(node).size; ++k) {
        std::string name;
        for (std::size_t i = 0; i < states_.size() && name.empty(); ++i) {
          if (is_output(right_[i], id, k)) name = left_[i];
        }
        if (name.empty()) name = print_name(letter + "_" + std::to_string(++count), notation_);
        solution.unknowns.push_back(std::move(name));
      }
      solution_of_[id] = solutions_.size();
      solutions_.push_back(std::move(solution));
    }
  }

  bool is_output(Expr e, std::uint32_t producer, int k) const {
    if (e.is_constant() || e.op() != Op::output) return false;
    const Node& node = graph_->node(e.id());
    return node.args[0] == producer && node.args[1] == static_cast<std::uint32_t>(k);
  }

  /// Whether the k-th right side is an unknown of linear equations that has the left side's name.
  bool is_own_name_of(std::size_t k) const {
    const Expr e = right_[k];
    if (e.is_constant() || e.op() != Op::output) return false;
    const Node& node = graph_->node(e.id());
    const auto found = solution_of_.find(node.args[0]);
    if (found == solution_of_.end()) return false;
    const std::vector<std::string>& unknowns = solutions_[found->second].unknowns;
    return node.args[1] < unknowns.size() && unknowns[node.args[1]] == left_[k];
  }

  /// Rows of A z = b.
  void write_solution(std::size_t s, EquationLines& lines) {
    const Payload payload = graph_->payload(graph_->node(solutions_[s].node));
    const auto n = static_cast<std::size_t>(payload.size);
    std::vector<Expr> z;
    for (std::size_t k = 0; k < n; ++k) {
      z.push_back(graph_->symbol("unknown"));
      names_[z.back().id()] = solutions_[s].unknowns[k];
    }
    std::vector<Expr> rows(n, 0.0);
    const auto entry = [&](std::size_t at) { return graph_->expr(payload.arguments[at]); };
    std::size_t at = 0;
    for (std::size_t j = 0; j < n; ++j) {
      for (int e = payload.column_start[j]; e < payload.column_start[j + 1]; ++e, ++at) {
        const auto i = static_cast<std::size_t>(payload.row_index[static_cast<std::size_t>(e)]);
        rows[i] += entry(at) * z[j];
        if (i != j && is_symmetric(payload.kind)) rows[j] += entry(at) * z[i];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      lines.equations.push_back(print_whole(rows[i]) + equals() + print_whole(entry(at + i)));
    }
  }

  /// Names for what stands more than once, or is longer than a line, within all that is written.
  void name_repeated() {
    std::vector<Expr> written = right_;
    for (const Solution& s : solutions_) {
      for (const std::uint32_t id : graph_->payload(graph_->node(s.node)).arguments)
        written.push_back(graph_->expr(id));
    }
    const std::string letter = free_letter({"a", "b", "c", "aux"});
    int count = 0;
    for (const Expr& e : find_repeated(written)) {
      names_[e.id()] = print_name(letter + "_" + std::to_string(++count), notation_);
      definitions_[e.id()] = count;
    }
  }

  void define(std::uint32_t id, std::map<int, std::string>& lines) {
    const int number = definitions_.at(id);
    if (lines.contains(number)) return;
    const std::string name = std::exchange(names_.at(id), "");  // itself in full
    lines[number] = name + equals() + print_whole(Expr(graph_.get(), id));
    names_.at(id) = name;
  }

  std::string print_whole(Expr e) {
    if (e.is_constant(0.0)) e = 0.0;  // no -0
    return print(e, notation_, [this](Expr inner) { return name_of(inner); });
  }

  std::string name_of(Expr e) {
    if (e.is_constant()) return {};
    if (const auto it = names_.find(e.id()); it != names_.end() && !it->second.empty()) {
      if (definitions_.contains(e.id())) met_.push_back(e.id());
      return it->second;
    }
    if (e.op() == Op::output) return name_of_output(e);
    if (e.op() != Op::symbol) return {};
    if (e == time_) return print_name("t", notation_);
    const auto mode = std::find(modes_.begin(), modes_.end(), e);
    if (mode != modes_.end()) {
      const auto k = static_cast<int>(mode - modes_.begin());
      used_modes_.insert(k);
      return print_name(mode_name(k), notation_);
    }
    const std::string name(e.symbol_name());
    const auto found = index_.find(name);
    if (found == index_.end()) return print_name(name, notation_);
    used_.insert(name);
    return write(symbols_[found->second], 0, notation_);
  }

  /// An unknown of linear equations; "" for other outputs.
  std::string name_of_output(Expr e) const {
    const Node& node = graph_->node(e.id());
    const auto found = solution_of_.find(node.args[0]);
    if (found == solution_of_.end()) return {};
    const std::vector<std::string>& unknowns = solutions_[found->second].unknowns;
    return node.args[1] < unknowns.size() ? unknowns[node.args[1]] : std::string();
  }

  /// The first letter whose indices no parameter or state has.
  std::string free_letter(const std::vector<std::string>& letters) const {
    for (const std::string& letter : letters) {
      if (std::none_of(symbols_.begin(), symbols_.end(), [&](const Named& n) {
            return n.symbol.letter == letter || n.symbol.letter.starts_with(letter + "_");
          })) {
        return letter;
      }
    }
    return letters.back();
  }

  std::string equals() const { return notation_ == Notation::mathml ? "<mo>=</mo>" : " = "; }

  const System& system_;
  const std::string& of_;
  const Notation notation_;
  std::shared_ptr<Graph> graph_;
  std::vector<Named> symbols_;                          ///< states, then parameters
  std::unordered_map<std::string, std::size_t> index_;  ///< of symbols_, by full name
  Expr time_ = 0.0;
  std::vector<Expr> arguments_, modes_;
  std::vector<std::string> states_, left_;  ///< left sides: of the states' rates, then of outputs
  std::vector<Expr> right_;
  std::vector<Solution> solutions_;
  std::unordered_map<std::uint32_t, std::size_t> solution_of_;  ///< by node
  std::unordered_map<std::uint32_t, std::string> names_;        ///< of nodes, as written
  std::unordered_map<std::uint32_t, int> definitions_;          ///< numbers of subexpressions
  std::vector<std::uint32_t> met_;  ///< named subexpressions that have been written
  std::set<std::string> used_;
  std::set<int> used_modes_;
};

}  // namespace

std::string write_rates(const LoadedModel& named, const std::string& of, Notation notation) {
  RateWriter writer(named, of, notation);
  const EquationLines lines = writer.write_lines();
  if (lines.empty()) return {};
  return lay_out_equations(named.system.title, writer.legend(false), lines, notation);
}

MotionSheet write_rate_sheet(const LoadedModel& named) {
  RateWriter writer(named, "", Notation::mathml);
  const std::vector<std::string> lines = writer.write_lines().list(Notation::mathml);
  return {write_math_paragraphs(lines), writer.legend(true)};
}

}  // namespace holon
