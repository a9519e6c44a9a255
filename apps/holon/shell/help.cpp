// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/help.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "holon/base/text_layout.h"
#include "holon/output/terminal.h"

namespace holon::app {
namespace {

// "-o, --output FILE"
std::string heading(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  std::string text;
  for (const std::string& name : option.get_snames()) text += (text.empty() ? "-" : ", -") + name;
  for (const std::string& name : option.get_lnames())
    text += (text.empty() ? "    --" : ", --") + name;
  if (option.get_items_expected() > 0 && !option.get_type_name().empty())
    text += " " + option.get_type_name();
  return text;
}

std::string render_table(const std::vector<std::pair<std::string, std::string>>& rows) {
  int widest = 0;
  for (const auto& [name, meaning] : rows) widest = std::max(widest, display_width(name));
  std::string text;
  for (const auto& [name, meaning] : rows)
    text +=
        "  " + bold(pad(name, widest)) + "  " + wrap(meaning, terminal_width(), widest + 4) + "\n";
  return text;
}

// Calls stand on lines of their own: where the program is called by a long path they leave no room.
std::string render_footer() {
  std::string text = "\nExamples\n";
  for (const auto& [call, meaning] : example_calls())
    text += "  " + call_of(call) + "\n      " + meaning + "\n";
  std::string statuses = "'holon COMMAND --help' describes one. Exit status:";
  for (const auto& [status, meaning] : exit_statuses())
    statuses += " " + std::to_string(status) + " " + meaning + ",";
  statuses.back() = '.';
  return text + "\n" + wrap(in_users_terms(statuses), terminal_width(), 0) + "\n";
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& example_calls() {
  static const std::vector<std::pair<std::string, std::string>> calls{
      {"new pendulum", "a model to start from: pendulum.yaml"},
      {"run pendulum.yaml", "table, plots and animation in results/pendulum/"},
      {"run pendulum.yaml --set m=\"2 kg\" -o heavy.csv", "another mass"},
      {"check pendulum.yaml", "every mistake at once, with its location"}};
  return calls;
}

const std::vector<std::pair<std::string, std::string>>& model_sections() {
  static const std::vector<std::pair<std::string, std::string>> sections{
      {"holon", "version of the language: 1"},
      {"title", "name of the model in plots and reports"},
      {"extends", "a model file whose sections this one has, changed by those given here"},
      {"units",
       "strict: numbers without a unit in formulas are pure numbers, so that every unit is "
       "checked; without it 'holon check' warns where such a number is used as a quantity"},
      {"parameters", "names with values, for formulas"},
      {"tunable", "parameters that stay free in the equations"},
      {"world", "gravity, or the location on the Earth"},
      {"fluid", "hydraulic fluid of the circuits"},
      {"inputs",
       "time series from .csv and .nmea files by their names: the first column is the time, "
       "headings have "
       "units as in 'force [kN]', values are interpolated linearly and held outside, two rows at "
       "one time are a jump; u.force is the column of u"},
      {"parts", "the parts by their names, each with its type"},
      {"interface", "frames, ports and outputs of a composite part that are visible outside"},
      {"simulate", "end of the run, solver, tolerance, interval of the recorded rows"},
      {"outputs", "recorded quantities"},
      {"plots", "quantities that are drawn over time"},
      {"scene", "cameras"}};
  return sections;
}

const std::vector<std::pair<int, std::string>>& exit_statuses() {
  static const std::vector<std::pair<int, std::string>> statuses{
      {0, "done"},
      {1, "the model is invalid"},
      {2, "the command line is invalid"},
      {3, "the run failed"},
      {4, "results disagree"},
      {130, "interrupted (128 + n by signal n)"}};
  return statuses;
}

std::string render_help(const CLI::App& app) {
  const bool is_command = app.get_parent() != nullptr;
  const std::string whole = call_of(is_command ? app.get_name() : "");
  std::vector<std::pair<std::string, std::string>> commands, positionals, options;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.emplace_back(command->get_name(), command->get_description());
  std::string usage = "Usage: " + whole + (is_command ? "" : " COMMAND");
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    if (!option->get_positional()) {
      options.emplace_back(heading(*option), option->get_description());
      continue;
    }
    const std::string name = option->get_name(true);
    usage += option->get_required() ? " " + name : " [" + name + "]";
    if (option->get_expected_max() > 1) usage += "...";
    positionals.emplace_back(name, option->get_description());
  }
  if (is_command) usage += " [options]";
  const std::string title =
      is_command ? whole + ": " + app.get_description() : app.get_description();
  std::string text = wrap(title, terminal_width(), 0) + "\n\n" + usage + "\n";
  for (const auto* table : {&commands, &positionals, &options})
    if (!table->empty()) text += "\n" + render_table(*table);
  if (!is_command) text += render_footer();
  return text;
}

}  // namespace holon::app
