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
/// replace their placeholders, time derivatives are evaluated, relations become modes. The time is
/// linear in the size of the expressions.
class SystemBuilder {
 public:
  /// See SystemConstraints.
  struct Constraints {
    std::vector<std::string> names;
    std::vector<ConstraintLabel> labels{};  ///< by name; or none: equations with these names
    std::vector<Expr> position, velocity;   ///< by name
    std::vector<Expr> conditional_position, conditional_velocity;  ///< see SystemConstraints
    std::vector<Expr> states;                                      ///< that steps move
    std::vector<Expr> position_step, velocity_step;                ///< by state
    std::vector<std::string> start_names;
    std::vector<ConstraintLabel> start_labels{};       ///< by start name, or none
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
  /// Adds an event that occurs when `condition` (zero or nonzero) becomes true. A reset has symbols
  /// of states and discrete states with their new values, which may depend on all values just
  /// before. If several events set the same symbol simultaneously, the first one added prevails.
  using Resets = std::vector<std::pair<Expr, Expr>>;
  void add_event(SystemEvent event, Expr condition, Resets resets = {});
  /// The name of a comparison in messages, instead of its formula: "rail: hits its upper limit". A
  /// comparison that is an event's condition has the name of the event.
  void describe_relation(Expr relation, std::string text);
  /// Returns its number.
  int add_clock(SystemClock clock);
  /// The value of a discrete state after a tick, as a function of the values just before. Outputs
  /// of other parts that tick at the same instant have their new values: references to `symbol` in
  /// other parts mean the new value if it is such an output (`is_output`), else the old one.
  void set_tick(Expr symbol, Expr next, int clock, bool is_output);

  /// A random number of the instant; only values set by `set_tick` at that clock may depend on it.
  Expr add_draw(SystemDraw draw);

  /// Code that runs when any of `clocks` ticks (process.h): `outputs` are discrete symbols, which
  /// it sets from the values of `inputs` there. Other parts that tick at the same instant use the
  /// new values. A `reset` must not set them.
  void add_process(std::string name, std::vector<int> clocks, std::vector<Expr> inputs,
                   std::vector<Expr> outputs, std::shared_ptr<const ProcessModel> model);

  /// A signal delayed by `time` [s, positive]: the symbol of one of the System's inputs, which a
  /// run reads from the signal's history (delays.h). `before` is the signal up to the start as a
  /// function of time; nothing: its value at the start.
  Expr add_delay(const std::string& name, Expr signal, double time, std::optional<Expr> before);

  bool is_delayed(Expr symbol) const;

  /// The symbol of an unknown that an equation determines at every instant. `guess` is the initial
  /// guess if the equation is not linear in it; a run continues from the last step's root.
  Expr add_unknown(const std::string& name, Expr guess);
  /// residual = 0; every unknown needs one equation, which may name others.
  void set_equation(Expr unknown, Expr residual);

  /// A comparison that is a mode of the System whether or not a derivative or an event needs it.
  void hold_always(Expr relation);
  /// Values that must be within [-1, 1], by name; see SystemLoopChecks.
  void add_loop_check(const std::string& name, Expr value);

  /// Conditions on the states. Each of several lots moves states of its own.
  void add_constraints(Constraints constraints);

  /// Outputs `<prefix>.<declaration's name>` (the prefix alone for an empty name); `calc` returns
  /// the value of the output with that index (its size) and is called only for requested outputs,
  /// once, possibly long after the builder has been destroyed. The table must exist as long as the
  /// program. A duplicate name throws InternalError.
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
  /// The expressions with the symbols of outputs and formulas replaced by their definitions, down
  /// to states, time and parameters. Throws ModelError for an output that does not exist, one that
  /// depends on itself, and for time derivatives.
  std::vector<Expr> put_in_outputs(std::vector<Expr> expressions) const;
  /// The clocks at whose ticks signals change that hold their values in between; empty if one of
  /// them varies between ticks, or none does at all. As put_in_outputs.
  std::vector<SystemClock> find_clocks(const std::vector<Expr>& signals) const;
  /// Keeps an object alive for the functions that calculate outputs, as long as a System exists.
  void keep(std::shared_ptr<void> used);

  /// Throws ModelError for an algebraic loop, naming its members (its part_path is that of a
  /// formula in the loop, see Symbols::formula), and for a name in a formula that no output has
  /// (with the most similar one). Can be called once; nothing can be added afterwards.
  System build(std::string title);

 private:
  std::shared_ptr<detail::SystemDefinitions> definitions_;
};

}  // namespace holon
