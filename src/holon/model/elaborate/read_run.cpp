// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Inputs and conditions of a run: `inputs:`, `simulate: {stop, assert}`.
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_set>

#include "holon/expr/graph/graph.h"
#include "holon/expr/print/print.h"
#include "holon/model/elaborate/settings_reader.h"
#include "holon/system/break_times.h"

namespace holon::detail {

namespace {

/// Two rows at one time are a jump: the first gives the value up to it, the second the value from
/// then on. The first is moved to the time just before. Returns the first row whose time does not
/// increase, or the number of rows.
std::size_t part_jumps(std::vector<double>& time) {
  for (std::size_t k = 1; k < time.size(); ++k) {
    if (time[k] == time[k - 1]) time[k - 1] = just_before(time[k]);
    const bool rises = time[k] > time[k - 1] && (k < 2 || time[k - 1] > time[k - 2]);
    if (!rises) return k;
  }
  return time.size();
}

}  // namespace

void SettingsReader::read_inputs(const SourceNode& map) {
  const PartLabel label{"inputs", ""};
  if (map.is_empty() || !map.expect(SourceNode::Kind::map, diagnostics_, label)) return;
  for (const SourceNode::Entry& entry : map.entries()) {
    if (!check_new_name(entry, scope_, label, diagnostics_)) continue;
    const SourceNode& node = entry.value;
    // Without values it cannot be used: what names it is no further error.
    Series& unusable = scope_.series.emplace(entry.key, Series{&node, {}, {}}).first->second;
    if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label) ||
        !elaboration_.check_file(node, node.text(), label)) {
      continue;
    }
    namespace fs = std::filesystem;
    fs::path path = node.text();
    if (path.is_relative()) path = fs::path(folder_of(node)) / path;
    std::string error;
    auto data = read_data_file(path.string(), error);
    if (!data) {
      node.error(diagnostics_, label, error);
      continue;
    }
    std::vector<double>& time = data->columns[0];
    const std::vector<double> given = time;
    const std::size_t wrong = part_jumps(time);
    const bool is_rising = wrong == time.size();
    if (!is_rising) {
      const bool is_third = given[wrong] == given[wrong - 1];
      node.error(diagnostics_, label,
                 path.string() + ":" + std::to_string(data->lines[wrong]) +
                     (is_third ? ": a third row at " + print_number(given[wrong]) + " s"
                               : ": the time does not increase: " + print_number(given[wrong]) +
                                     " s after " + print_number(given[wrong - 1]) + " s"),
                 is_third ? "two rows at one time are a jump, from the value of the first to that "
                            "of the second"
                          : "the first column is the time");
    }
    const bool is_time = !data->dimensions[0] || *data->dimensions[0] == dimensions::kTime;
    if (!is_time) {
      node.error(diagnostics_, label,
                 "the first column, '" + data->names[0] + "', is " +
                     describe(*data->dimensions[0]) + ", not a time");
    }
    std::unordered_set<std::string_view> names;
    for (std::size_t k = 1; k < data->names.size(); ++k) {
      if (!names.insert(data->names[k]).second) {
        node.error(diagnostics_, label, "two columns have the name '" + data->names[k] + "'");
      }
    }
    if (data->columns.size() < 2) {
      node.error(diagnostics_, label, "there is no column after the time");
    }
    if (!is_rising || !is_time || data->columns.size() < 2) continue;
    Series series{&node, std::move(*data), {}};
    for (std::size_t k = 1; k < series.data.columns.size(); ++k) {
      auto table = std::make_shared<TableData>();
      table->name = entry.key + "." + series.data.names[k];
      table->x = series.data.columns[0];
      table->values = series.data.columns[k];
      const bool is_single = table->x.size() == 1;
      series.values.push_back(is_single ? Expr(table->values[0])
                                        : holon::table(table, model_.time()));
    }
    for (std::size_t k = 0; k < series.values.size(); ++k) {
      const std::string full_name = entry.key + "." + series.data.names[k + 1];
      const std::string& name = series.values.size() == 1 ? entry.key : full_name;
      const auto request = std::find_if(options_.opened.begin(), options_.opened.end(),
                                        [&](const ValueToOpen& v) { return v.name == name; });
      const bool is_requested_key = request != options_.opened.end();
      if (is_requested_key || options_.opens_series) {
        elaboration_.opened().open_value(name, is_requested_key ? request->at : std::nullopt,
                                         series.values[k], series.data.dimensions[k + 1]);
      }
      model_.inputs.push_back({name, full_name, series.data.dimensions[k + 1], series.values[k]});
    }
    unusable = std::move(series);
  }
}

/// Before and after its data a series holds the nearest value.
void SettingsReader::check_inputs() {
  for (const auto& [name, series] : scope_.series) {
    if (series.values.empty()) continue;  // unusable
    const std::vector<double>& time = series.data.columns[0];
    if (model_.simulate.until <= time.back() && time.front() <= 0) continue;
    series.node->warning(diagnostics_, {"inputs", ""},
                         "the data of '" + name + "' are from " + print_number(time.front()) +
                             " s to " + print_number(time.back()) + " s, the run is from 0 s to " +
                             print_number(model_.simulate.until) +
                             " s: the nearest value is held outside");
  }
}

void SettingsReader::read_conditions() {
  const SourceNode* simulate = root_.peek("simulate");
  if (!simulate) return;
  if (const SourceNode* stop = simulate->peek("stop")) read_condition_of_run(*stop, true);
  const SourceNode* list = simulate->peek("assert");
  if (!list) return;
  if (list->is_scalar()) read_condition_of_run(*list, false);
  if (!list->is_list()) return;
  for (const SourceNode::Entry& item : list->items()) {
    if (item.value.is_scalar()) read_condition_of_run(item.value, false);
  }
}

void SettingsReader::read_condition_of_run(const SourceNode& node, bool is_stop) {
  const PartLabel label{"simulate", ""};
  const auto condition = elaboration_.read_condition(node, scope_, label);
  if (!condition) return;
  RunCondition c{is_stop, *condition, node.text(), node.place().to_string()};
  const Formula formula = elaboration_.parse(node, scope_, label);
  for (const Formula::Name& name : formula.names()) {
    if (!name.is_whole) continue;
    const Meaning meaning = elaboration_.names().find(scope_, name.text);
    const bool is_single = meaning.kind == Meaning::Kind::output &&
                           (meaning.component >= 0 || meaning.output->components.empty());
    const bool is_new = std::find(c.names.begin(), c.names.end(), name.text) == c.names.end();
    if (is_single && is_new) c.names.push_back(name.text);
  }
  model_.conditions.push_back(std::move(c));
}

}  // namespace holon::detail
