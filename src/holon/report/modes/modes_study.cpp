// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <set>

#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/report/linear/linear_arguments.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/modes/modes_report.h"

namespace holon {
namespace {

constexpr int kMostSweepPoints = 2000;
// Shapes of one mode at neighbouring points agree at least so far, or a note says so.
constexpr double kUncertainMac = 0.5;

std::vector<double> list_own_values(const System& system) {
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  return values;
}

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Calls `found(branch, u, f)` where `value(mode, parameter)` changes its sign between neighbours:
/// at u from one to the next, with the frequency there.
template <class Value, class Found>
void find_crossings(const ModesReport& report, const Value& value, const Found& found) {
  for (const std::size_t b : list_moving_branches(report)) {
    const std::vector<int>& at = report.branches[b].at;
    for (std::size_t p = 1; p < at.size(); ++p) {
      if (at[p] < 0 || at[p - 1] < 0) continue;
      const Eigenmode& a = report.points[p - 1].modes[static_cast<std::size_t>(at[p - 1])];
      const Eigenmode& c = report.points[p].modes[static_cast<std::size_t>(at[p])];
      const double from = report.sweep->values[p - 1], to = report.sweep->values[p];
      const double va = value(a, from), vc = value(c, to);
      if (!(va * vc < 0)) continue;
      const double u = va / (va - vc);
      found(b, from + u * (to - from),
            a.damped_frequency() + u * (c.damped_frequency() - a.damped_frequency()), vc > va);
    }
  }
}

}  // namespace

std::vector<std::size_t> list_moving_branches(const ModesReport& report) {
  constexpr double kZero = 1e-6;  // of the largest eigenvalue
  std::vector<std::size_t> moving;
  for (std::size_t b = 0; b < report.branches.size(); ++b) {
    const std::vector<int>& at = report.branches[b].at;
    for (std::size_t p = 0; p < at.size(); ++p) {
      if (at[p] < 0) continue;
      double largest = 0;
      for (const Eigenmode& mode : report.points[p].modes)
        if (std::isfinite(std::abs(mode.pole.continuous())))
          largest = std::max(largest, std::abs(mode.pole.continuous()));
      const Eigenmode& mode = report.points[p].modes[static_cast<std::size_t>(at[p])];
      if (!(std::abs(mode.pole.continuous()) > kZero * largest)) continue;
      moving.push_back(b);
      break;
    }
  }
  return moving;
}

ParameterSweep read_sweep(const std::string& text) {
  const std::string option = "--parameter " + text;
  const std::string form =
      "; write NAME=FROM:TO:COUNT and the unit, such as speed=\"0:300:31 rad/s\"";
  ParameterSweep sweep;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw RequestError(option + ": a name and its values are missing" + form);
  sweep.name = std::string(trim_blanks(std::string_view(text).substr(0, equals)));
  std::string_view rest = std::string_view(text).substr(equals + 1);
  double numbers[3] = {};
  for (int k = 0; k < 3; ++k) {
    rest = trim_blanks(rest);
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), numbers[k]);
    if (error != std::errc())
      throw RequestError(option + ": '" + std::string(rest) + "' does not begin with a number" +
                         form);
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
    if (k == 2) break;
    rest = trim_blanks(rest);
    if (rest.empty() || rest.front() != ':')
      throw RequestError(option +
                         ": there are three numbers with ':' between them; the unit is "
                         "written once, after the count" +
                         form);
    rest.remove_prefix(1);
  }
  sweep.unit = std::string(trim_blanks(rest));
  if (!sweep.unit.empty()) {
    const UnitParse parsed = parse_unit(sweep.unit);
    if (!parsed)
      throw RequestError(option + ": " + parsed.message +
                         (parsed.suggestion.empty() ? form : "; " + parsed.suggestion));
    sweep.si_factor = parsed.unit->to_si(1) - parsed.unit->to_si(0);
    sweep.dimension = parsed.unit->dimension;
  }
  const double count = numbers[2];
  if (!(count >= 2 && count <= kMostSweepPoints && count == std::floor(count)))
    throw RequestError(fmt::format("{}: the count of values is an integer from 2 to {}", option,
                                   kMostSweepPoints));
  if (!(std::isfinite(numbers[0]) && std::isfinite(numbers[1]) && numbers[0] != numbers[1]))
    throw RequestError(option + ": the values go from one number to another one");
  for (int k = 0; k < static_cast<int>(count); ++k) {
    const double u = k / (count - 1);
    sweep.values.push_back(
        k + 1 == static_cast<int>(count) ? numbers[1] : numbers[0] + u * (numbers[1] - numbers[0]));
  }
  return sweep;
}

OperatingPoint ModesStudy::find_point(const LoadedModel& loaded) const {
  const std::vector<double> values = list_own_values(loaded.system);
  if (request_.at.empty() || request_.at == "equilibrium")
    return find_equilibrium_point(loaded.system, values);
  if (request_.at == "start") return find_start_point(loaded.system, values);
  return find_point_at(loaded.system, loaded.model.simulate, values, read_time(request_.at));
}

std::optional<LoadedModel> ModesStudy::load_at(const ParameterSweep& sweep, double value,
                                               bool is_first) {
  std::vector<Setting> settings = request_.settings;
  const std::string blank = sweep.unit.empty() ? "" : " ";
  settings.push_back(
      {sweep.name, fmt::format("{:.17g}{}{}", value, blank, sweep.unit), "--parameter"});
  // Warnings of the model come once, not for every value.
  Findings found(request_.model, settings);
  std::optional<LoadedModel> loaded = load(request_.model, {settings, {}, {}, false}, found);
  if (!loaded || is_first) findings_.report(found.all());
  return loaded;
}

namespace {

/// Of the coordinates, whatever their order.
std::set<std::string> list_names(const ModalModel& modal) {
  std::set<std::string> names;
  for (const LinearVariable& c : modal.coordinates) names.insert(c.name);
  return names;
}

}  // namespace

std::optional<ModesReport> ModesStudy::run() {
  ModesReport report;
  const InterruptGuard guard;
  if (request_.parameter.empty()) {
    loaded_ = load(request_.model, {request_.settings, {}, {}, false}, findings_);
    if (!loaded_) return {};
    report.title = loaded_->system.title;
    report.point = find_point(*loaded_);
    report.modal = find_modes(loaded_->system, report.point);
    return report;
  }
  report.sweep = read_sweep(request_.parameter);
  const ParameterSweep& sweep = *report.sweep;
  for (const double value : sweep.values) {
    throw_if_interrupted();
    std::optional<LoadedModel> loaded = load_at(sweep, value, report.points.empty());
    if (!loaded) return {};
    OperatingPoint point;
    try {
      point = find_point(*loaded);
      report.points.push_back(find_modes(loaded->system, point));
    } catch (const ModelError& e) {
      throw ModelError(fmt::format("at {} = {:.6g}{}{}: {}", sweep.name, value,
                                   sweep.unit.empty() ? "" : " ", sweep.unit, e.what()));
    }
    if (list_names(report.points.back()) != list_names(report.points.front()))
      throw ModelError(fmt::format(
          "at {} = {:.6g} the model has other coordinates than at {:.6g}, so its modes cannot be "
          "followed",
          sweep.name, value, sweep.values.front()));
    loaded_ = std::move(loaded);
    report.point = point;
  }
  report.title = loaded_->system.title;
  report.modal = report.points.back();
  report.branches = track_modes(report.points);
  for (const std::size_t b : list_moving_branches(report)) {
    const ModeBranch& branch = report.branches[b];
    if (branch.least_mac >= kUncertainMac) continue;
    report.notes.push_back(fmt::format(
        "branch {} is uncertain between {} = {:.6g} and {:.6g}{}{}: the shapes there agree by a "
        "MAC of {:.2f} only; more values follow it more safely",
        b + 1, sweep.name, sweep.values[branch.least_at - 1], sweep.values[branch.least_at],
        sweep.unit.empty() ? "" : " ", sweep.unit, branch.least_mac));
  }
  return report;
}

std::string describe_modes_point(const ModesReport& report) {
  const OperatingPoint& point = report.point;
  if (point.kind != OperatingPoint::Kind::equilibrium) return describe_point(point);
  const bool is_moving = std::any_of(point.free.begin(), point.free.end(), [](const auto& c) {
    return std::abs(c.rate) > 1e-9 && !c.name.starts_with("system.");
  });
  return is_moving ? "about the steady motion near the start" : describe_point(point);
}

std::vector<std::string> list_mode_notes(const ModesReport& report) {
  const LinearModel& model = report.modal.model;
  std::vector<std::string> notes = report.point.notes;
  notes.insert(notes.end(), model.notes.begin(), model.notes.end());
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  if (model.period > 0)
    notes.push_back(fmt::format(
        "a sampled model of period {:.6g} s ({}): s = ln(z)/T of the modes z^k at the ticks",
        model.period, fmt::join(model.clocks, ", ")));
  for (const std::string& delay : model.delays)
    notes.push_back("the delay of " + delay + " is Padé's approximation of order 4");
  return notes;
}

std::vector<BranchCrossing> find_stability_limits(const ModesReport& report) {
  std::vector<BranchCrossing> limits;
  // What neither decays nor grows has a growth of rounding error.
  const auto growth = [](const Eigenmode& mode, double) {
    const std::complex<double> s = mode.pole.continuous();
    return std::abs(s.real()) > 1e-9 * std::abs(s) ? s.real() : 0.0;
  };
  find_crossings(report, growth, [&](std::size_t b, double value, double frequency, bool rises) {
    limits.push_back({b, value, frequency, rises});
  });
  return limits;
}

std::vector<BranchCrossing> find_critical_speeds(const ModesReport& report) {
  std::vector<BranchCrossing> speeds;
  if (!report.sweep) return speeds;
  if (report.sweep->dimension != dimensions::kAngle / dimensions::kTime) return speeds;
  const double hertz = report.sweep->si_factor / (2 * std::numbers::pi);
  const auto distance = [&](const Eigenmode& mode, double value) {
    return mode.oscillates() ? mode.damped_frequency() - std::abs(value) * hertz
                             : std::numeric_limits<double>::quiet_NaN();
  };
  find_crossings(report, distance, [&](std::size_t b, double value, double frequency, bool rises) {
    speeds.push_back({b, value, frequency, rises});
  });
  return speeds;
}

}  // namespace holon
