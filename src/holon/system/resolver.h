// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/system/definitions.h"
#include "holon/system/structure_hash.h"

namespace holon::detail {

/// Copies expressions of the model's graph into a separate graph, in which placeholders are
/// replaced by the outputs' definitions, time derivatives are evaluated, and the symbols are those
/// of a System's functions. A depth-first traversal of the required values detects a value that
/// depends on itself. Such an algebraic loop is torn at a formula of the user, an output or a time
/// derivative, which becomes an unknown; the unknowns are solved at the end (loop_solver.h). The
/// operands of sums and products are visited in an order independent of the order of creation: a
/// model gives the same functions from a file and from code.
class Resolver {
 public:
  enum class Relations {
    keep,  ///< those that are not modes of the system are unchanged
    hold,  ///< each becomes a mode
    /// As `keep`, at an instant at which clocks tick (see SystemBuilder::set_tick); comparisons of
    /// values set at that instant are evaluated again.
    tick,
  };
  Resolver(const SystemDefinitions& definitions, Relations relations);

  /// Throws ModelError for an algebraic loop that cannot be solved or an output that does not
  /// exist.
  std::vector<Expr> resolve(std::span<const Expr> expressions);

  const std::shared_ptr<Graph>& graph() const { return target_; }
  Expr time() const { return time_; }
  const std::vector<Expr>& states() const { return states_; }
  /// Inputs supplied by the run: delayed signals.
  const std::vector<Expr>& inputs() const { return inputs_; }
  const std::vector<Expr>& parameters() const { return parameters_; }
  const std::vector<Expr>& discrete() const { return discrete_; }
  const std::vector<Expr>& modes() const { return modes_; }
  /// The groups of inputs that all of a System's functions but `start` take: t, x, u, p, d, m.
  std::vector<Variable> function_inputs() const;
  /// By clock: whether it ticks.
  const std::vector<Expr>& ticking() const { return ticking_; }
  const std::vector<Expr>& draws() const { return draws_; }
  /// The outputs of all processes at the instant, in the order of the definitions.
  const std::vector<Expr>& made() const { return made_; }
  /// The indicators of the modes created with `hold`: mode k is indicators()[k] > 0.
  const std::vector<Expr>& indicators() const { return indicators_; }
  /// Relations of the model's graph and their modes.
  const std::vector<std::pair<std::uint32_t, int>>& held() const { return held_; }

  /// A symbol of the model's graph whose value a Newton iteration determines.
  struct Root {
    Expr symbol;
    std::string name;
  };
  /// For the expressions resolved last.
  const std::vector<Root>& roots() const { return roots_; }
  /// Whether in some loop a comparison that is not a mode depends on the loop's unknowns; also set
  /// if `resolve` has thrown because the loop has no solution.
  bool compares_in_loop() const { return compares_in_loop_; }

 private:
  enum class Status : std::uint8_t { untouched, open, done };
  struct Visit {
    std::uint32_t node = 0;
    std::uint32_t next = 0;   // number of children visited
    bool is_swapped = false;  // the second operand is first
    std::vector<Expr> own{};  // children of a placeholder
  };

  /// A symbol of the model's graph at which an algebraic loop is torn.
  struct Cut {
    Expr symbol;   ///< in source_
    Expr unknown;  ///< in target_
    std::string name;
    enum class Kind : std::uint8_t {
      loop,      ///< it represents its own definition
      equation,  ///< an unknown of the model
      rate,      ///< the time derivative of another cut's unknown
    } kind = Kind::loop;
    std::size_t of = 0;        ///< for a rate: the other cut
    bool is_equation = false;  ///< 0 = value
    Expr value = 0.0;          ///< its definition, in target_
    std::optional<Expr> guess{};
    std::string circle{};  ///< see LoopUnknown
  };
  struct LoopFound {};

  void bind(Expr source, Expr image);
  void remember_bound();
  void forget_images();
  void visit_all(std::span<const Expr> expressions);
  void put_in_solutions(std::vector<Expr>& result);
  void calc_cut(std::size_t k);
  void calc_equation(std::size_t k);
  void calc_rate(std::size_t k);
  Expr rate_of(std::size_t cut);
  void add_rates(Expr of, std::vector<Expr>& symbols, std::vector<Expr>& seeds);
  void check_differentiable(Expr image) const;
  Expr definition_of(Expr symbol) const;
  void cut_loop(std::uint32_t node);
  void enter(Expr e);
  bool next_child(Visit& visit, Expr& child);
  bool next_argument(Visit& visit, Expr& child);
  Expr image_of(Expr e) const { return e.is_constant() ? e : images_[e.id()]; }
  Expr calc_image(const Visit& visit);
  void add_state_derivatives(Visit& visit) const;
  Expr differentiate(const Visit& visit);
  Expr hold(std::uint32_t node, Expr indicator);
  Expr compare_at_tick(std::uint32_t node, Expr indicator);
  const SystemDefinitions::Tick* find_tick(std::uint32_t node) const;
  void grow();
  std::string describe_circle(std::size_t from, Expr first) const;
  [[noreturn]] void report_loop(std::uint32_t node, const std::string& why) const;

  const SystemDefinitions& definitions_;
  Graph& source_;
  const Relations relations_;
  std::shared_ptr<Graph> target_;
  Expr time_;
  std::vector<Expr> states_, inputs_, parameters_, discrete_, ticking_, draws_, made_, modes_,
      indicators_;
  std::unordered_map<std::uint32_t, std::size_t> state_of_;  // node of target_ -> state
  std::unordered_map<std::uint32_t, std::size_t> mode_of_;   // indicator in target_ -> mode
  std::unordered_map<std::uint32_t, int> mode_of_relation_;  // at ticks: node of source_ -> mode
  std::vector<std::pair<std::uint32_t, int>> held_;
  std::vector<Cut> cuts_;
  std::vector<Root> roots_;
  bool compares_in_loop_ = false;
  std::vector<std::pair<std::uint32_t, Expr>> bound_;
  std::vector<Expr> images_;    // by node of source_
  std::vector<Status> status_;  // likewise
  std::vector<Visit> stack_;
  std::vector<Expr> arguments_;
  StructureHash hash_;
};

}  // namespace holon::detail
