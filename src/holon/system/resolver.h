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

/// Copies expressions of the model's graph into a graph of their own, in which outputs stand where
/// their placeholders stood, time derivatives are worked out, and the symbols are those of a
/// System's functions. One pass over what is needed, in the order of need; so a value that needs
/// itself is found on the way. Such a loop is cut at a formula of the user's, an output or a time
/// derivative, which becomes an unknown; what the unknowns are is found at the end (loop_solver.h).
/// The operands of sums and products are taken in an order that does not depend on who was written
/// first: a model gives the same functions from a file and from code.
class Resolver {
 public:
  enum class Relations {
    keep,  ///< those that are no modes of the system stay where they are
    hold,  ///< each becomes a mode
    /// As `keep`, at an instant at which clocks tick (see SystemBuilder::set_tick); comparisons of
    /// what is set at that instant are made anew.
    tick,
  };
  Resolver(const SystemDefinitions& definitions, Relations relations);

  /// Throws ModelError for an algebraic loop that cannot be solved or an output that does not
  /// exist.
  std::vector<Expr> resolve(std::span<const Expr> expressions);

  const std::shared_ptr<Graph>& graph() const { return target_; }
  Expr time() const { return time_; }
  const std::vector<Expr>& states() const { return states_; }
  /// What a run brings: delayed signals.
  const std::vector<Expr>& inputs() const { return inputs_; }
  const std::vector<Expr>& parameters() const { return parameters_; }
  const std::vector<Expr>& discrete() const { return discrete_; }
  const std::vector<Expr>& modes() const { return modes_; }
  /// The groups of inputs that all of a System's functions but `start` take: t, x, u, p, d, m.
  std::vector<Variable> function_inputs() const;
  /// By clock: whether it ticks.
  const std::vector<Expr>& ticking() const { return ticking_; }
  const std::vector<Expr>& draws() const { return draws_; }
  /// Of the modes that were made with `hold`: mode k is indicators()[k] > 0.
  const std::vector<Expr>& indicators() const { return indicators_; }
  /// Relations of the model's graph and the modes that they have become.
  const std::vector<std::pair<std::uint32_t, int>>& held() const { return held_; }

  /// A symbol of the model's graph whose value a Newton iteration finds.
  struct Root {
    Expr symbol;
    std::string name;
  };
  /// Of what was resolved last.
  const std::vector<Root>& roots() const { return roots_; }
  /// Whether in some loop a comparison that is no mode depends on the loop's unknowns; also where
  /// `resolve` has thrown, since the loop has no solution.
  bool compares_in_loop() const { return compares_in_loop_; }

 private:
  enum class Status : std::uint8_t { untouched, open, done };
  struct Visit {
    std::uint32_t node = 0;
    std::uint32_t next = 0;   // how many children have been looked at
    bool is_swapped = false;  // the second operand goes first
    std::vector<Expr> own{};  // children of a placeholder
  };

  /// A symbol of the model's graph at which an algebraic loop is cut.
  struct Cut {
    Expr symbol;   ///< in source_
    Expr unknown;  ///< in target_
    std::string name;
    enum class Kind : std::uint8_t {
      loop,      ///< it stands for its own definition
      equation,  ///< an unknown of the model
      rate,      ///< the time derivative of another cut's unknown
    } kind = Kind::loop;
    std::size_t of = 0;        ///< of a rate: the other cut
    bool is_equation = false;  ///< 0 = value
    Expr value = 0.0;          ///< what it stands for, in target_
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
  std::vector<Expr> states_, inputs_, parameters_, discrete_, ticking_, draws_, modes_, indicators_;
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
