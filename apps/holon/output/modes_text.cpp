// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/modes_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "holon/base/names.h"
#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/modes/modes_labels.h"
#include "holon/report/modes/modes_plots.h"

namespace holon::app {
namespace {

constexpr std::size_t kMostModes = 60;       // in the text
constexpr std::size_t kShapeComponents = 8;  // of a mode in the text
constexpr std::size_t kSweepRows = 12;       // values of a parameter in the text
constexpr std::size_t kSweepColumns = 8;     // branches in the text

Json json_value(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_mode(const ModalModel& modal, const Eigenmode& mode) {
  const std::complex<double> s = mode.pole.continuous();
  Json shape = Json::object();
  for (std::size_t k = 0; k < mode.shape.size(); ++k)
    shape[modal.coordinates[k].name] = {{"amplitude", json_value(std::abs(mode.shape[k]))},
                                        {"phase", json_value(std::arg(mode.shape[k]))}};
  return {
      {"eigenvalue", {json_value(s.real()), json_value(s.imag())}},
      {"frequency", json_value(mode.damped_frequency())},
      {"undamped_frequency", json_value(mode.pole.frequency())},
      {"damping_ratio", json_value(mode.pole.damping())},
      {"time_constant", json_value(mode.pole.time_constant())},
      {"whirl", mode.whirl() == Whirl::none ? Json(nullptr) : Json(name_of_whirl(mode.whirl()))},
      {"shape", shape}};
}

std::string describe_mode_line(const Eigenmode& mode) {
  const double tau = mode.pole.time_constant();
  return std::isinf(tau) ? "" : with_unit(std::abs(tau), "s") + (tau < 0 ? ", grows" : "");
}

void add_mode_tables(const ModesReport& report, std::string& text) {
  const ModalModel& modal = report.modal;
  text += "\n" + bold("Modes") + "\n";
  if (modal.modes.empty()) text += "  none: the model has no states\n";
  std::vector<std::vector<std::string>> rows{
      {"", "s [1/s]", "frequency", "undamped", "damping", "time constant", "whirl"}};
  for (std::size_t m = 0; m < std::min(modal.modes.size(), kMostModes); ++m) {
    const Eigenmode& mode = modal.modes[m];
    const bool swings = mode.oscillates();
    rows.push_back({std::to_string(m + 1), write_root(mode.pole.continuous()),
                    swings ? with_unit(mode.damped_frequency(), "Hz") : "",
                    swings ? with_unit(mode.pole.frequency(), "Hz") : "",
                    swings ? short_number(mode.pole.damping()) : "", describe_mode_line(mode),
                    name_of_whirl(mode.whirl())});
  }
  if (rows.size() > 1) text += write_columns(rows);
  if (modal.modes.size() > kMostModes)
    text += fmt::format("  … ({} more; --json and -o FILE.csv have all)\n",
                        modal.modes.size() - kMostModes);
  if (modal.modes.empty()) return;
  text += "\n" + bold("Shapes") + dim(", the largest component 1, in SI units") + "\n";
  for (std::size_t m = 0; m < std::min(modal.modes.size(), kMostModes); ++m) {
    const std::string number = fmt::format("{:>3}  ", m + 1);
    const std::string shape = describe_shape(modal, modal.modes[m], kShapeComponents);
    text += number +
            wrap(shape.empty() ? "no coordinate moves" : shape, std::max(40, terminal_width()), 5) +
            "\n";
  }
}

void add_sweep_tables(const ModesReport& report, std::string& text) {
  const ParameterSweep& sweep = *report.sweep;
  text += "\n" + bold("Branches over " + sweep.name) + "\n";
  std::vector<std::size_t> shown = list_moving_branches(report);
  const std::size_t moving = shown.size();
  if (moving > kSweepColumns) shown.resize(kSweepColumns);
  std::vector<std::vector<std::string>> rows{
      {sweep.name + (sweep.unit.empty() ? "" : " [" + sweep.unit + "]")}};
  for (const std::size_t b : shown) rows[0].push_back(name_branch(report, b));
  const std::size_t count = report.points.size();
  const std::size_t lines = std::min(count, kSweepRows);
  for (std::size_t k = 0; k < lines; ++k) {
    const std::size_t p = lines == 1 ? 0 : k * (count - 1) / (lines - 1);
    rows.push_back({short_number(sweep.values[p])});
    for (const std::size_t b : shown) {
      const int at = report.branches[b].at[p];
      if (at < 0) {
        rows.back().emplace_back();
        continue;
      }
      const Eigenmode& mode = report.points[p].modes[static_cast<std::size_t>(at)];
      rows.back().push_back(
          mode.oscillates()
              ? fmt::format("{:.5g} Hz, {:.2g}", mode.damped_frequency(), mode.pole.damping() + 0.0)
              : fmt::format("{:.5g} 1/s", mode.pole.continuous().real() + 0.0));
    }
  }
  text += write_columns(rows);
  text += dim("  frequency and damping ratio; of modes that do not oscillate s") + "\n";
  if (lines < count || shown.size() < moving)
    text += dim(fmt::format("  {} of {} values and {} of {} branches; -o FILE.csv has all", lines,
                            count, shown.size(), moving)) +
            "\n";
  if (moving < report.branches.size())
    text += dim(fmt::format("  {} of {} branches have s = 0 throughout and are not shown",
                            report.branches.size() - moving, report.branches.size())) +
            "\n";
  const auto add = [&](const char* title, const std::vector<BranchCrossing>& crossings,
                       bool is_stability) {
    if (crossings.empty()) return;
    text += "\n" + bold(title) + dim(", interpolated") + "\n";
    for (const BranchCrossing& c : crossings)
      text +=
          fmt::format("  {} = {}: branch {}{}{}\n", sweep.name, write_sweep_value(sweep, c.value),
                      name_branch(report, c.branch),
                      is_stability ? c.gets_unstable ? " becomes unstable" : " becomes stable" : "",
                      c.frequency > 0 ? " at " + with_unit(c.frequency, "Hz") : "");
  };
  add("Limits of stability", find_stability_limits(report), true);
  add("Critical speeds", find_critical_speeds(report), false);
}

}  // namespace

std::string write_columns(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  std::vector<int> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], display_width(row[k]));
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k + 1 < row.size() ? pad(row[k], widths[k] + 2) : row[k];
    line.resize(line.find_last_not_of(' ') + 1);
    text += (&row == &rows.front() ? dim(line) : line) + "\n";
  }
  return text;
}

std::string write_modes_text(const ModesReport& report) {
  std::string text = bold(show_line(report.title)) + "\n" + describe_modes_point(report) + "\n";
  std::string free;
  for (const auto& c : report.point.free)
    if (!c.name.starts_with("system."))
      free +=
          (free.empty() ? "" : ", ") + c.name +
          (c.rate == 0 ? "" : " (which moves steadily by " + short_number(c.rate) + " a second)");
  const int width = std::max(40, terminal_width());
  if (!free.empty()) text += wrap("nothing depends on " + free, width, 0) + "\n";
  report.sweep ? add_sweep_tables(report, text) : add_mode_tables(report, text);
  const std::vector<std::string> notes = list_mode_notes(report);
  if (!notes.empty()) text += "\n" + bold("Notes") + "\n";
  for (const std::string& note : notes) text += "  " + wrap(note, width - 2, 2) + "\n";
  return text;
}

void add_modes_json(const ModesReport& report, Json& json) {
  json["title"] = report.title;
  Json free = Json::array();
  for (const auto& c : report.point.free)
    free.push_back({{"name", c.name}, {"rate", json_value(c.rate)}});
  const OperatingPoint::Kind kind = report.point.kind;
  json["point"] = {{"kind", kind == OperatingPoint::Kind::start     ? "start"
                            : kind == OperatingPoint::Kind::instant ? "time"
                                                                    : "equilibrium"},
                   {"time", json_value(report.point.time)},
                   {"free", free}};
  Json coordinates = Json::array();
  for (const LinearVariable& v : report.modal.coordinates)
    coordinates.push_back({{"name", v.name}, {"unit", unit_of(v)}, {"value", json_value(v.value)}});
  json["coordinates"] = coordinates;
  if (report.sweep) {
    Json branches = Json::array();
    for (std::size_t b = 0; b < report.branches.size(); ++b) {
      const ModeBranch& branch = report.branches[b];
      Json points = Json::array();
      for (std::size_t p = 0; p < report.points.size(); ++p) {
        if (branch.at[p] < 0) continue;
        Json mode = json_mode(report.points[p],
                              report.points[p].modes[static_cast<std::size_t>(branch.at[p])]);
        mode["parameter"] = report.sweep->values[p];
        points.push_back(std::move(mode));
      }
      branches.push_back({{"least_mac", json_value(branch.least_mac)}, {"points", points}});
    }
    const auto list = [&](const std::vector<BranchCrossing>& crossings) {
      Json all = Json::array();
      for (const BranchCrossing& c : crossings)
        all.push_back({{"branch", c.branch + 1},
                       {"parameter", json_value(c.value)},
                       {"frequency", json_value(c.frequency)}});
      return all;
    };
    json["parameter"] = {{"name", report.sweep->name}, {"unit", report.sweep->unit}};
    json["branches"] = branches;
    json["stability_limits"] = list(find_stability_limits(report));
    json["critical_speeds"] = list(find_critical_speeds(report));
  } else {
    Json modes = Json::array();
    for (const Eigenmode& mode : report.modal.modes) modes.push_back(json_mode(report.modal, mode));
    json["modes"] = modes;
  }
  json["notes"] = list_mode_notes(report);
}

}  // namespace holon::app
