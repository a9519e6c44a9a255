// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/system/symbols.h"
#include "holon/system/system.h"

namespace holon {

/// Collects states, derivatives and named outputs in any order and makes a System of them: outputs
/// are put in the place of their placeholders, time derivatives are worked out, relations become
/// modes. Takes time linear in the size of the expressions.
class SystemBuilder {
 public:
  /// See SystemConstraints.
  struct Constraints {
    std::vector<std::string> names;
    std::vector<Expr> position, velocity;                          ///< by name
    std::vector<Expr> conditional_position, conditional_velocity;  ///< see SystemConstraints
    std::vector<Expr> states;                                      ///< that steps move
    std::vector<Expr> position_step, velocity_step;                ///< by state
    std::vector<std::string> start_names;
    std::vector<Expr> start_position, start_velocity;  ///< by start name
    std::vector<SystemConstraints::Carrier> carriers;
    std::vector<Expr> wrenches, points;  ///< see SystemConstraints::carried
  };

  explicit SystemBuilder(std::shared_ptr<Symbols> symbols);

  const std::shared_ptr<Symbols>& symbols() const;

  /// Adds a block of states (its offset is filled in) and returns their symbols. `initial` (same
  /// size) may name time (of the start), parameters, and outputs and states at the start.
  std::vector<Expr> add_state(StateBlock block, std::vector<Expr> initial);
  /// x' of one state symbol; every state needs it once.
  void set_derivative(Expr state, Expr derivative);

  /// Adds a block of discrete states (its offset is filled in) and returns their symbols. `initial`
  /// may name anything at the start.
  std::vector<Expr> add_discrete(DiscreteBlock block, std::vector<Expr> initial);
  /// Something that happens when `condition` (0 or not) becomes true: of a reset, symbols of states
  /// and discrete states with the values that they take, which may name anything as it was just
  /// before. Where several set the same symbol at once, the first that was added does.
  using Resets = std::vector<std::pair<Expr, Expr>>;
  void add_event(SystemEvent event, Expr condition, Resets resets = {});
  /// What messages call a comparison, in the place of its formula: "rail: hits its upper limit". A
  /// comparison that is an event's condition is called as the event.
  void describe_relation(Expr relation, std::string text);
  /// Returns its number.
  int add_clock(SystemClock clock);
  /// The value that a discrete state takes when the clock ticks, of values from just before. The
  /// outputs of other parts that tick at the same instant count as they come to be then: where
  /// `symbol` is such an output (`is_output`), what they name is the new value, else the old one.
  void set_tick(Expr symbol, Expr next, int clock, bool is_output);

  /// A random number of the instant; only what `set_tick` sets at that clock may name it.
  Expr add_draw(SystemDraw draw);

  /// A signal as it was `time` ago [s, above 0]: the symbol of one of the System's inputs, which a
  /// run fills from what it has been through (delays.h). `before` is what the signal was up to the
  /// start, with `time` in it as it was then; nothing: what it is at the start.
  Expr add_delay(const std::string& name, Expr signal, double time, std::optional<Expr> before);

  bool is_delayed(Expr symbol) const;

  /// An unknown that an equation determines, at every instant: its symbol. `guess` starts the
  /// search where the equation is not linear in it; a run continues from the last step's root.
  Expr add_unknown(const std::string& name, Expr guess);
  /// residual = 0; every unknown needs one equation, which may name others.
  void set_equation(Expr unknown, Expr residual);

  /// A comparison that is a mode of the System whether or not a derivative or an event needs it.
  void hold_always(Expr relation);
  /// What must stay within [-1, 1], by name; see SystemLoopChecks.
  void add_loop_check(const std::string& name, Expr value);

  /// Conditions on the states, once.
  void set_constraints(Constraints constraints);

  /// Outputs `<prefix>.<declaration's name>` (the prefix alone for an empty name); `calc` gives the
  /// value of the one with that index (its size) and is called only for those that somebody asks
  /// for, once, possibly long after the builder has gone. The table must live as long as the
  /// program. A name that stands already is InternalError.
  using CalcOutput = std::function<std::vector<Expr>(int index)>;
  void define_outputs(const std::string& prefix, const std::vector<OutputDeclaration>& table,
                      CalcOutput calc);
  void define_output(SystemOutput declaration, std::function<std::vector<Expr>()> calc);
  void define_output(SystemOutput declaration, std::vector<Expr> value);
  /// Another name for an output ("blade.turn" for "blade.edge.angle"), or for the beginning of the
  /// names of several ("blade.tip" for "blade.edge.tip").
  void define_alias(std::string name, std::string means);
  /// Whether an output of this name ("link.position") or component has been defined.
  bool has_output(std::string_view name) const;
  /// The expressions with outputs, and the formulas that they are made of, in the place of their
  /// symbols, down to states, time and parameters. Throws ModelError for an output that does not
  /// exist, one that depends on itself, and for time derivatives.
  std::vector<Expr> put_in_outputs(std::vector<Expr> expressions) const;
  /// Keeps something alive for the functions that calculate outputs, as long as a System lives.
  void keep(std::shared_ptr<void> used);

  /// Throws ModelError for an algebraic loop, naming its members (its part_path is that of a
  /// formula in the loop, see Symbols::formula), and for a name in a formula that no output has
  /// (with the nearest). Only once, and nothing can be added afterwards.
  System build(std::string title);

 private:
  std::shared_ptr<detail::SystemDefinitions> definitions_;
};

}  // namespace holon
