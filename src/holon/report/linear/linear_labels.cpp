// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/linear/linear_labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/names.h"

namespace holon {

using Complex = std::complex<double>;

std::string short_number(double value) { return fmt::format("{:.6g}", value == 0 ? 0.0 : value); }

std::string with_unit(double value, const std::string& unit) {
  return short_number(value) + (unit.empty() || unit == "1" ? "" : " " + unit);
}

std::string unit_of(const LinearVariable& v) { return v.dimension.to_string(); }

std::string write_root(Complex root) {
  if (root.imag() == 0) return short_number(root.real());
  return (root.real() == 0 ? "" : short_number(root.real()) + " ") + "± " +
         short_number(root.imag()) + "i";
}

std::string list_roots(const std::vector<Complex>& roots) {
  std::string text;
  for (const Complex root : roots)
    if (root.imag() >= 0) text += (text.empty() ? "" : ", ") + write_root(root);
  return text.empty() ? "none" : text;
}

std::string unit_of_roots(const RootPlane& plane) { return plane.is_sampled() ? "" : "1/s"; }

std::string write_polynomial(const std::vector<double>& c, const RootPlane& plane) {
  static const char* const powers[] = {"", "", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::string variable = plane.is_sampled() ? " z" : " s";
  std::string text;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const std::size_t power = c.size() - 1 - k;
    if (c[k] == 0) continue;
    const bool is_one = short_number(std::abs(c[k])) == "1" && power > 0;
    std::string term = is_one ? "" : short_number(std::abs(c[k]));
    std::string s = power == 0 ? "" : variable;
    s += power < 10 ? powers[power] : "^" + std::to_string(power);
    if (is_one && !s.empty()) s.erase(0, 1);
    term += s;
    text += text.empty() ? (c[k] < 0 ? "-" : "") + term : (c[k] < 0 ? " - " : " + ") + term;
  }
  return text.empty() ? "0" : text;
}

std::string list_participants(const Pole& pole, const LinearModel& model) {
  constexpr double kLeast = 0.05;
  constexpr std::size_t kMost = 4;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pole.participation.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return pole.participation[a] > pole.participation[b] + 1e-9;
  });
  std::string text;
  for (std::size_t k = 0; k < std::min(order.size(), kMost); ++k) {
    const double part = pole.participation[order[k]];
    if (part < kLeast) break;
    text +=
        fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", model.x[order[k]].name, 100 * part);
  }
  return text;
}

std::vector<std::string> list_notes(const LinearReport& report) {
  const LinearModel& model = report.analysis.model;
  std::vector<std::string> notes = report.point.notes;
  notes.insert(notes.end(), model.notes.begin(), model.notes.end());
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  if (model.period > 0) {
    notes.push_back(fmt::format(
        "a sampled model of period {:.6g} s ({}): states are those at the beginning of a period, "
        "before its tick; inputs are constant over a period; outputs are those after the tick",
        model.period, fmt::join(model.clocks, ", ")));
    if (!report.loop.empty() && model.outputs_vary)
      notes.emplace_back(
          "the returned signal varies between the ticks: the loop gain is that of its samples, "
          "with a hold where the loop is open; open the loop where a sampled part acts");
  } else if (report.has_samples)
    notes.emplace_back("values set by clocks and events (sampled parts) are held");
  if (report.has_modes) notes.emplace_back("comparisons keep their values at the operating point");
  for (const std::string& delay : model.delays)
    notes.push_back("the delay of " + delay + " is Padé's approximation of order 4");
  return notes;
}

std::string describe_reduction(const UnreducedModel& model, bool has_inputs) {
  if (!model.gives_A)
    return "E and F vary with the state while it moves here, so the model's A has further terms "
           "than "
           "(I - E F)^-1 A.";
  return has_inputs && model.gives_B
             ? "The matrices of the model are (I - E F)^-1 A and (I - E F)^-1 B."
             : "The matrix of the model is (I - E F)^-1 A.";
}

std::string describe_point(const OperatingPoint& point) {
  switch (point.kind) {
    case OperatingPoint::Kind::start: return "about the start";
    case OperatingPoint::Kind::instant: return fmt::format("about the run at {:.6g} s", point.time);
    case OperatingPoint::Kind::equilibrium: return "about the equilibrium near the start";
  }
  return {};
}

std::string name_channel(const LinearReport& report, const LinearChannel& channel) {
  if (!report.loop.empty()) return "Loop gain at " + report.loop;
  return report.analysis.model.u[static_cast<std::size_t>(channel.input)].name + " -> " +
         report.analysis.model.y[static_cast<std::size_t>(channel.output)].name;
}

std::string name_pair(const LinearReport& report, const LinearChannel& channel) {
  if (!report.loop.empty()) return name_channel(report, channel);
  return report.analysis.model.u[static_cast<std::size_t>(channel.input)].name + " → " +
         report.analysis.model.y[static_cast<std::size_t>(channel.output)].name;
}

std::string unit_of_channel(const LinearReport& report, const LinearChannel& channel) {
  const LinearVariable& u = report.analysis.model.u[static_cast<std::size_t>(channel.input)];
  const LinearVariable& y = report.analysis.model.y[static_cast<std::size_t>(channel.output)];
  // Named as people do: "m/N", not what the quotient comes to.
  const std::string top = y.dimension.to_string(), bottom = u.dimension.to_string();
  if (top == bottom) return {};
  if (bottom == "1") return top;
  const auto in_brackets = [](const std::string& unit) {
    return unit.find_first_of(" /") == std::string::npos ? unit : "(" + unit + ")";
  };
  return in_brackets(top) + "/" + in_brackets(bottom);
}

}  // namespace holon
