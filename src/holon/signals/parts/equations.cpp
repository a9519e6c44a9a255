// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/equations.h"

#include <map>

#include "holon/base/names.h"

namespace holon {

namespace {

constexpr const char* kUnit = "unit of the state; default: that of its initial value";

}  // namespace

void Equations::Input::describe(Fields<Input>& f) {
  f.value("value", &Input::value, "any", "a formula, in which names outside the part are visible")
      .varying()
      .gives_dimension();
  f.bare();
}

void Equations::State::describe(Fields<State>& f) {
  f.text("unit", &State::unit, kUnit).gives_dimension();
  f.value("initial", &State::initial, "any", "initial value")
      .varying()
      .gives_dimension()
      .fits_name();
  f.value("der", &State::der, "any", "time derivative of the state")
      .required()
      .varying()
      .fits_name("1/s");
  f.value("nominal", &State::nominal, "delta any",
          "magnitude of the state below which the error tolerance is absolute")
      .positive()
      .fits_name();
}

void Equations::Discrete::describe(Fields<Discrete>& f) {
  f.text("unit", &Discrete::unit, kUnit).gives_dimension();
  f.value("initial", &Discrete::initial, "any", "initial value")
      .varying()
      .gives_dimension()
      .fits_name();
  f.value("next", &Discrete::next, "any", "value after a tick of 'sample'").varying().fits_name();
}

void Equations::Unknown::describe(Fields<Unknown>& f) {
  f.text("unit", &Unknown::unit, "unit of the unknown; default: that of its guess")
      .gives_dimension();
  f.value("equation", &Unknown::equation, "any", "a formula to be solved for zero")
      .required()
      .varying();
  f.value("guess", &Unknown::guess, "any", "initial guess").varying().gives_dimension().fits_name();
}

void Equations::Output::describe(Fields<Output>& f) {
  f.value("value", &Output::value, "any", "a formula").varying().gives_dimension();
  f.bare();
}

void Equations::NewValue::describe(Fields<NewValue>& f) {
  f.value("value", &NewValue::value, "any", "from the values just before").varying().fits_name();
  f.bare();
}

void Equations::When::describe(Fields<When>& f) {
  f.condition("condition", &When::condition, "the condition that triggers it").required();
  f.named("reset", &When::reset, "states and discrete states with their new values").required();
}

void Equations::describe(Descriptor<Equations>& d) {
  d.type("Equations", "Differential, algebraic and difference equations in their textbook form.");
  d.named("inputs", &Equations::inputs, "names for external values").makes_names();
  d.named("states", &Equations::states, "states with their time derivatives").makes_names();
  d.named("discrete", &Equations::discrete, "discrete states, constant between events and ticks")
      .makes_names();
  d.named("unknowns", &Equations::unknowns, "unknowns of algebraic equations").makes_names();
  d.named("outputs", &Equations::outputs, "outputs").makes_names();
  d.objects("when", &Equations::when, "events: actions when a condition becomes true");
  d.period("sample", &Equations::sample, "sampling period or rate");
}

void Equations::build(PartBuilder& b) const {
  Assembly& assembly = b.assembly();
  std::map<std::string, Expr> settable;  // by name: the symbol
  for (const auto& [name, input] : inputs) {
    b.define_name(name, "input", input.value);
  }
  for (const auto& [name, state] : states) {
    StateBlock block{.name = b.member(name)};
    block.dimension = b.dimension_of(name);
    block.nominal = state.nominal;
    const Expr x = assembly.add_state(std::move(block), {state.initial})[0];
    assembly.set_derivative(x, state.der);
    b.define_name(name, "state", x, outputs.empty());
    settable.emplace(name, x);
  }
  std::optional<int> clock;
  if (sample) clock = assembly.add_clock({b.name(), *sample});
  bool ticks = false;
  for (const auto& [name, d] : discrete) {
    const Expr symbol =
        assembly.add_discrete({b.member(name), {}, b.dimension_of(name)}, {d.initial})[0];
    b.define_name(name, "discrete state", symbol, outputs.empty());
    settable.emplace(name, symbol);
    if (!d.next) continue;
    ticks = true;
    if (clock) {
      assembly.set_tick(symbol, *d.next, *clock, false);
    } else {
      b.error("discrete." + name + ".next", "nothing determines when '" + name + "' is updated",
              "give the part a 'sample', such as 50 Hz");
    }
  }
  if (sample && !ticks) {
    b.error("sample", "'sample' has no effect: no discrete state has a 'next'");
  }
  std::vector<Expr> symbols;
  for (const auto& [name, unknown] : unknowns) {
    symbols.push_back(assembly.add_unknown(b.member(name), unknown.guess));
    b.define_name(name, "unknown", symbols.back(), outputs.empty());
  }
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    assembly.set_equation(symbols[k], unknowns[k].second.equation);
  }
  for (const auto& [name, output] : outputs) b.define_name(name, "output", output.value, true);

  for (std::size_t k = 0; k < when.size(); ++k) {
    const std::string path = "when[" + std::to_string(k) + "]";
    SystemBuilder::Resets resets;
    for (const auto& [name, value] : when[k].reset) {
      const auto found = settable.find(name);
      if (found != settable.end()) {
        resets.emplace_back(found->second, value.value);
        continue;
      }
      std::vector<std::string> names;
      for (const auto& [known, symbol] : settable) names.push_back(known);
      b.error(path + ".reset." + name, "'" + name + "' is not a state and cannot be reset",
              did_you_mean(name, names));
    }
    const std::string text = b.written(path + ".condition");
    assembly.add_event({SystemEvent::Kind::reset, b.name() + ": " + (text.empty() ? path : text)},
                       when[k].condition, std::move(resets));
  }
}

}  // namespace holon
