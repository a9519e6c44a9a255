// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/linear/linear_arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/study/findings.h"

namespace holon {
namespace {

using std::numbers::pi;

/// [rad/s] of a unit of frequency or of an angular rate; bare numbers are Hz.
double read_frequency_unit(const std::string& unit, const std::string& option) {
  if (unit.empty()) return 2 * pi;
  const UnitParse parsed = parse_unit(unit);
  const char* const units = "frequencies have Hz, kHz, rad/s, rpm …";
  if (!parsed)
    throw RequestError(option + ": " + parsed.message + "; " +
                       (parsed.suggestion.empty() ? units : parsed.suggestion));
  const Dimension& dimension = parsed.unit->dimension;
  const bool is_angular = dimension == dimensions::kAngle / dimensions::kTime;
  if (!is_angular && dimension.si() != dimensions::kTime.inverse())
    throw RequestError(option + ": " + unit + " is no unit of a frequency; " + units);
  return (is_angular ? 1 : 2 * pi) * parsed.unit->factor();
}

}  // namespace

double read_time(const std::string& text, const std::string& option) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (error == std::errc() && value >= 0) {
    if (unit.empty()) return value;
    const UnitParse parsed = parse_unit(std::string_view(unit).substr(unit[0] == ' ' ? 1 : 0));
    if (parsed && parsed.unit->dimension == dimensions::kTime) return parsed.unit->to_si(value);
  }
  if (error == std::errc() && value < 0)
    throw RequestError(option + " " + text + ": a run has no negative times");
  if (option != "--at")
    throw RequestError(option + " " + text + ": write a time, such as 20 or \"2 min\"");
  const std::string meant = did_you_mean(text, {"equilibrium"});
  throw RequestError(option + " " + text +
                     ": write a time, such as 20 or \"2 min\", or equilibrium" +
                     (meant.empty() ? "" : "; " + meant));
}

std::optional<FrequencyRange> read_range(const std::string& text) {
  if (text.empty()) return {};
  const std::string option = "--frequency " + text;
  const RequestError fault(option +
                           ": write a range, such as \"0.01..100 Hz\" or \"1..1000 rad/s\"");
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) throw fault;
  const char* end = text.data() + text.size();
  FrequencyRange range;
  const auto [first, fault1] = std::from_chars(text.data(), text.data() + dots, range.from);
  const auto [stop, fault2] = std::from_chars(text.data() + dots + 2, end, range.to);
  if (fault1 != std::errc() || fault2 != std::errc()) throw fault;
  std::string unit(stop, end), first_unit(first, text.data() + dots);
  unit.erase(0, unit.find_first_not_of(' '));
  if (first_unit.find_first_not_of(' ') != std::string::npos)
    throw RequestError(option + ": the unit is written once, after the range: \"" +
                       text.substr(0, static_cast<std::size_t>(first - text.data())) +
                       text.substr(dots) + "\"");
  const double factor = read_frequency_unit(unit, option);
  if (!(range.from > 0))
    throw RequestError(option + ": the range is logarithmic and cannot begin at " +
                       fmt::format("{:g}", range.from) + "; 0.001 would do");
  if (!(range.from < range.to && range.to < HUGE_VAL))
    throw RequestError(
        option + ": the range runs from the low frequency to the high one; did you mean \"" +
        fmt::format("{:g}..{:g}", range.to, range.from) + (unit.empty() ? "" : " " + unit) + "\"?");
  range.from *= factor, range.to *= factor;
  return range;
}

}  // namespace holon
