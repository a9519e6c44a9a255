// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "holon/base/errors.h"
#include "holon/model/describe/settings.h"
#include "holon/model/describe/shape.h"
#include "holon/system/system_builder.h"

namespace holon {

/// The equations contributed by the parts of a model, during assembly: states with their
/// derivatives, named outputs, and one store per domain (a mechanism, a bond graph …) that
/// formulates its equations when all parts have been built.
///
/// Any output may be referred to before it is defined: `output("boom.angle")` returns its symbol.
/// When everything is defined, `make_system` sorts the definitions; a cycle is a ModelError that
/// names its members.
class Assembly : public std::enable_shared_from_this<Assembly> {
 public:
  /// An empty one, with standard gravity; for tests and other uses without a Model (see
  /// `assemble` in model.h).
  explicit Assembly(Diagnostics& diagnostics);
  Assembly(std::shared_ptr<Symbols> symbols, WorldSettings world, SimulateSettings simulate,
           Diagnostics& diagnostics);

  const std::shared_ptr<Symbols>& symbols() const { return system_->symbols(); }
  const std::shared_ptr<Graph>& graph() const { return symbols()->graph(); }
  Expr time() const { return symbols()->time(); }
  const WorldSettings& world() const { return world_; }
  const SimulateSettings& simulate() const { return simulate_; }
  Diagnostics& diagnostics() { return *diagnostics_; }
  /// The scene to be drawn; parts add to it.
  SceneGraph& scene() { return scene_; }

  /// The symbol of a scalar output, or of one component of another ("link.position.x").
  Expr output(const std::string& name) { return symbols()->output(name); }
  /// The symbol of the total time derivative of an expression of states, time and outputs: ∂e/∂t +
  /// ∂e/∂x x'.
  Expr time_derivative(Expr e) { return symbols()->time_derivative(e); }

  /// Adds a block of states and returns their symbols. `initial` (same size) may depend on time
  /// (taken at the start), parameters, and outputs and other states at the start.
  std::vector<Expr> add_state(StateBlock block, std::vector<Expr> initial) {
    return system_->add_state(std::move(block), std::move(initial));
  }
  /// x' of one state symbol. Every state needs it once.
  void set_derivative(Expr state, Expr derivative) { system_->set_derivative(state, derivative); }

  /// Discrete states, events and clocks: see SystemBuilder.
  std::vector<Expr> add_discrete(DiscreteBlock block, std::vector<Expr> initial) {
    return system_->add_discrete(std::move(block), std::move(initial));
  }
  void add_event(SystemEvent event, Expr condition, SystemBuilder::Resets resets = {}) {
    system_->add_event(std::move(event), condition, std::move(resets));
  }
  void describe_relation(Expr relation, std::string text) {
    system_->describe_relation(relation, std::move(text));
  }
  int add_clock(SystemClock clock) { return system_->add_clock(std::move(clock)); }
  void set_tick(Expr symbol, Expr next, int clock, bool is_output) {
    system_->set_tick(symbol, next, clock, is_output);
  }

  Expr add_draw(SystemDraw draw) { return system_->add_draw(std::move(draw)); }
  void add_process(std::string name, std::vector<int> clocks, std::vector<Expr> inputs,
                   std::vector<Expr> outputs, std::shared_ptr<const ProcessModel> model) {
    system_->add_process(std::move(name), std::move(clocks), std::move(inputs), std::move(outputs),
                         std::move(model));
  }
  Expr add_delay(const std::string& name, Expr signal, double time, std::optional<Expr> before) {
    return system_->add_delay(name, signal, time, before);
  }
  bool is_delayed(Expr symbol) const { return system_->is_delayed(symbol); }
  Expr add_unknown(const std::string& name, Expr guess) {
    return system_->add_unknown(name, guess);
  }
  void hold_always(Expr relation) { system_->hold_always(relation); }
  void add_loop_check(const std::string& name, Expr value) { system_->add_loop_check(name, value); }
  void set_equation(Expr unknown, Expr residual) { system_->set_equation(unknown, residual); }

  /// See SystemBuilder::put_in_outputs.
  std::vector<Expr> put_in_outputs(std::vector<Expr> expressions) const {
    return system_->put_in_outputs(std::move(expressions));
  }

  /// See SystemBuilder::find_clocks.
  std::vector<SystemClock> find_clocks(const std::vector<Expr>& signals) const {
    return system_->find_clocks(signals);
  }

  /// Constraints on the states, see SystemBuilder::add_constraints.
  void add_constraints(SystemBuilder::Constraints constraints) {
    system_->add_constraints(std::move(constraints));
  }

  /// Defines a named output: components, dimension and description in `declaration`, value of the
  /// same size. A duplicate name is a bug.
  void define_output(SystemOutput declaration, std::vector<Expr> value) {
    system_->define_output(std::move(declaration), std::move(value));
  }
  /// The same, but computed only if requested (recorded or named in a formula).
  void define_output(SystemOutput declaration, std::function<std::vector<Expr>()> calc_value) {
    system_->define_output(std::move(declaration), std::move(calc_value));
  }
  /// A table of outputs `<prefix>.<name>`, each computed only if requested: the argument of `calc`
  /// is its index in the table. For example `define_outputs("link.tip", frame_outputs(), …)`, where
  /// the index is a FrameOutput. The table must exist as long as the program.
  void define_outputs(const std::string& prefix, const std::vector<OutputDeclaration>& table,
                      std::function<std::vector<Expr>(int index)> calc) {
    system_->define_outputs(prefix, table, std::move(calc));
  }
  /// Another name for an output, or for the beginning of the names of several.
  void define_alias(std::string name, std::string means) {
    system_->define_alias(std::move(name), std::move(means));
  }
  bool has_output(const std::string& name) const { return system_->has_output(name); }

  /// A domain's own store, created on first use.
  template <class Domain>
  Domain& domain() {
    std::shared_ptr<void>& slot = domains_[std::type_index(typeid(Domain))];
    if (!slot) system_->keep(slot = std::make_shared<Domain>());
    return *static_cast<Domain*>(slot.get());
  }
  /// Runs once when all parts have been built, in the order of registration; a formulation adds its
  /// states, derivatives and outputs here. The same key registers once.
  void on_formulate(const std::string& key, std::function<void(Assembly&)> formulate);
  /// The same, before all of those: for a domain that acts on others through their ports.
  void on_connect(const std::string& key, std::function<void(Assembly&)> connect);
  /// Runs the registered functions; afterwards nothing may be added. Called by `assemble`.
  void formulate();

  /// Keeps an object alive as long as a system made from this assembly exists.
  void keep(std::shared_ptr<void> used) { system_->keep(std::move(used)); }

  /// A function that knows the location of a formula ("pin.torque"): adds an error of it to the
  /// diagnostics and returns true.
  using Locate = std::function<bool(const std::string& formula, const ModelError& error,
                                    Diagnostics& diagnostics)>;
  void set_locate(Locate locate) { locate_ = std::move(locate); }

  /// Throws ModelError (see SystemBuilder::build), or InputError if the location of a formula in an
  /// algebraic loop is known. The system keeps the assembly alive (if a shared_ptr owns it), so
  /// that functions of outputs can use it as long as outputs may be requested.
  System make_system(std::string title);

 private:
  std::shared_ptr<SystemBuilder> system_;
  WorldSettings world_;
  SimulateSettings simulate_;
  Diagnostics* diagnostics_;
  SceneGraph scene_;
  std::map<std::type_index, std::shared_ptr<void>> domains_;
  using Steps = std::vector<std::pair<std::string, std::function<void(Assembly&)>>>;
  static void add_step(Steps& steps, const std::string& key, std::function<void(Assembly&)> run);
  Steps connections_, formulations_;
  Locate locate_;
};

}  // namespace holon
