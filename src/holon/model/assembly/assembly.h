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

/// The physics that the parts of a model add up to, while it is being put together: states with
/// their derivatives, named outputs, and one store per domain (a mechanism, a bond graph …) that
/// turns its share into expressions when all parts have been built.
///
/// Any output may be named before it is known: `output("boom.angle")` gives a symbol that stands
/// for it. When everything is defined, `make_system` sorts the definitions; a cycle is a ModelError
/// that names its members.
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
  /// What the view draws; parts add to it.
  SceneGraph& scene() { return scene_; }

  /// A symbol that stands for a scalar output, or one component of another ("link.position.x").
  Expr output(const std::string& name) { return symbols()->output(name); }
  /// A symbol that stands for the total time derivative of an expression of states, time and
  /// outputs: ∂e/∂t + ∂e/∂x x'.
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

  /// Conditions on the states, see SystemBuilder::set_constraints.
  void set_constraints(SystemBuilder::Constraints constraints) {
    system_->set_constraints(std::move(constraints));
  }

  /// Defines a named output: components, dimension and description in `declaration`, value of the
  /// same size. Twice the same name is a bug.
  void define_output(SystemOutput declaration, std::vector<Expr> value) {
    system_->define_output(std::move(declaration), std::move(value));
  }
  /// The same, but computed only where somebody asks for it (records it or names it in a formula).
  void define_output(SystemOutput declaration, std::function<std::vector<Expr>()> calc_value) {
    system_->define_output(std::move(declaration), std::move(calc_value));
  }
  /// A table of outputs `<prefix>.<name>`, each computed only where somebody asks for it: `calc`
  /// takes its index in the table. For example `define_outputs("link.tip", frame_outputs(), …)`,
  /// where the index is a FrameOutput. The table must live as long as the program.
  void define_outputs(const std::string& prefix, const std::vector<OutputDeclaration>& table,
                      std::function<std::vector<Expr>(int index)> calc) {
    system_->define_outputs(prefix, table, std::move(calc));
  }
  /// Another name for an output, or for the beginning of the names of several.
  void define_alias(std::string name, std::string means) {
    system_->define_alias(std::move(name), std::move(means));
  }
  bool has_output(const std::string& name) const { return system_->has_output(name); }

  /// A domain's own store, made on first use.
  template <class Domain>
  Domain& domain() {
    std::shared_ptr<void>& slot = domains_[std::type_index(typeid(Domain))];
    if (!slot) system_->keep(slot = std::make_shared<Domain>());
    return *static_cast<Domain*>(slot.get());
  }
  /// Runs once when all parts have been built, in the order of registration; a formulation adds its
  /// states, derivatives and outputs here. The same key registers once.
  void on_formulate(const std::string& key, std::function<void(Assembly&)> formulate);
  /// The same, before all of those: where a domain acts on others through their ports.
  void on_connect(const std::string& key, std::function<void(Assembly&)> connect);
  /// Runs what was registered; then nothing more may be added. `assemble` does it.
  void formulate();

  /// Keeps something alive as long as a system made of this lives.
  void keep(std::shared_ptr<void> used) { system_->keep(std::move(used)); }

  /// Who knows where a formula ("pin.torque") was written: adds what is wrong with it to the
  /// diagnostics and says true.
  using Locate = std::function<bool(const std::string& formula, const ModelError& error,
                                    Diagnostics& diagnostics)>;
  void set_locate(Locate locate) { locate_ = std::move(locate); }

  /// Throws ModelError (see SystemBuilder::build), or InputError where the place of a formula in an
  /// algebraic loop is known. The system keeps the assembly alive (if a
  /// shared_ptr owns it), so that outputs' functions may use it as long as they may be asked for.
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
