// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/event_errors.h"

#include <fmt/format.h>

#include "holon/system/hidden_output.h"

namespace holon {
namespace {

constexpr int kMostNamed = 4;

std::string describe_failure(const System& system, const SystemEvent& event, const double* inputs) {
  if (event.shows.empty()) return event.name;
  const std::vector<double> values =
      system.select_outputs(event.shows)
          ->evaluate({inputs, inputs + system.function_input_count()});
  std::string text;
  for (std::size_t k = 0; k < values.size() && k < event.shows.size(); ++k) {
    const std::string& name = event.shows[k];
    const auto output = system.find_output(name);
    const std::string unit = output ? output->dimension.to_string() : "1";
    const std::string shown = name.starts_with(kHiddenPrefix) ? name.substr(1) : name;
    text += fmt::format("{}{} = {:.6g}{}", k == 0 ? "" : ", ", shown, values[k],
                        unit == "1" ? "" : " " + unit);
  }
  return event.name + "; " + text;
}

}  // namespace

std::string list_event_names(const System& system, const std::vector<int>& events) {
  std::string names;
  for (const int k : events) {
    names += (names.empty() ? "" : ", ") + system.events[static_cast<std::size_t>(k)].name;
  }
  return names;
}

RunError make_event_failure(const System& system, const SystemEvent& event, double t,
                            const double* inputs) {
  RunError::Data data;
  data.time = t;
  data.cause = describe_failure(system, event, inputs);
  return RunError(std::move(data));
}

RunError make_circuit_failure(double t, const std::string& names) {
  RunError::Data data;
  data.time = t;
  data.cause =
      "the ideal elements " + names + " leave the circuit without a solution, open or closed";
  data.advice =
      "a closed one must not short a capacitor or a source, an open one must not interrupt an "
      "inductor; give them 'on_resistance' and 'off_conductance'";
  return RunError(std::move(data));
}

RunError make_contradiction(const System& system, double t, const std::vector<double>& indicators,
                            const std::vector<double>& modes) {
  RunError::Data data;
  data.time = t;
  // Named are those that would switch once more.
  std::string names;
  int count = 0;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    if ((indicators[k] > 0) == (modes[k] != 0) || ++count > kMostNamed) continue;
    names += (names.empty() ? "'" : "', '") + system.modes[k];
  }
  data.cause =
      fmt::format("comparisons contradict each other: {}' can be neither true nor false", names);
  data.advice =
      "its consequence contradicts it; a hysteresis, or a state between them, would resolve it";
  return RunError(std::move(data));
}

RunError make_undefined_condition(double t, const std::string& compared, const SystemEvent& event) {
  RunError::Data data;
  data.time = t;
  data.cause = fmt::format("{} compares a value that is not a number, and decides this: {}",
                           compared, event.name);
  data.advice = "check divisors, roots and solved equations, or end the run before";
  return RunError(std::move(data));
}

RunError make_endless_resets(const System& system, double t, const std::vector<int>& fired) {
  RunError::Data data;
  data.time = t;
  data.cause = "events trigger each other without end at this instant (" +
               list_event_names(system, fired) + ")";
  data.advice = "check the effect of their resets on their conditions";
  return RunError(std::move(data));
}

RunError make_chattering_failure(const System& system, double t, int mode,
                                 const std::vector<int>& fired, double span) {
  RunError::Data data;
  data.time = t;
  if (mode < 0) {
    data.cause = fmt::format(
        "Zeno behaviour: events follow each other without end ({}), some hundred of them in the "
        "last {:.1g} s",
        list_event_names(system, fired), span);
    data.advice =
        "where bounces accumulate, end them below some speed; friction that grows with the force "
        "it opposes may leave no motion at all";
    return RunError(std::move(data));
  }
  data.cause = fmt::format(
      "'{}' switches back and forth without end (chattering), the last times within {:.1g} s",
      system.modes[static_cast<std::size_t>(mode)], span);
  data.advice =
      "where motion is driven back from both sides, as by dry friction at rest, use a joint's "
      "'friction' or smooth(…) instead; where bounces accumulate, end them below some speed";
  return RunError(std::move(data));
}

}  // namespace holon
