// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/modes/modes_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/report/linear/linear_labels.h"
#include "holon/report/linear/linear_plots.h"
#include "holon/report/modes/modes_labels.h"
#include "holon/view/machine/figure.h"

namespace holon {
namespace {

using std::numbers::pi;

std::string quote_for_csv(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string describe_eigenvalue(const Eigenmode& mode) {
  const std::complex<double> s = mode.pole.continuous();
  return fmt::format("{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", s.real() + 0.0, s.imag(),
                     mode.pole.frequency(), mode.damped_frequency(), mode.pole.damping());
}

}  // namespace

std::string name_mode(const ModesReport& report, std::size_t mode) {
  const Eigenmode& m = report.modal.modes[mode];
  const std::string whirl = name_of_whirl(m.whirl());
  const std::string value = m.oscillates() ? short_number(m.damped_frequency()) + " Hz"
                                           : short_number(m.pole.continuous().real()) + " 1/s";
  return fmt::format("Mode {}{}{}: {}", mode + 1, whirl.empty() ? "" : ", ", whirl, value);
}

std::string name_branch(const ModesReport& report, std::size_t branch) {
  const std::vector<int>& at = report.branches[branch].at;
  // The whirl at the end: at rest there is none.
  std::string whirl;
  for (std::size_t p = 0; p < at.size(); ++p)
    if (at[p] >= 0)
      whirl = name_of_whirl(report.points[p].modes[static_cast<std::size_t>(at[p])].whirl());
  return fmt::format("{}{}{}", branch + 1, whirl.empty() ? "" : " ", whirl);
}

std::optional<CampbellPanels> make_campbell_panels(const ModesReport& report) {
  if (!report.sweep) return {};
  const ParameterSweep& sweep = *report.sweep;
  CampbellPanels panels;
  panels.frequency.title = "Frequencies over " + sweep.name;
  panels.growth.title = "Growth over " + sweep.name;
  const std::string x = sweep.name + (sweep.unit.empty() ? "" : " (" + sweep.unit + ")");
  panels.frequency.x_label = panels.growth.x_label = x;
  panels.frequency.y_label = "Hz";
  panels.growth.y_label = "1/s";
  double highest = 0;
  for (const std::size_t b : list_moving_branches(report)) {
    Curve frequency, growth;
    frequency.label = growth.label = name_branch(report, b);
    const std::vector<int>& at = report.branches[b].at;
    for (std::size_t p = 0; p < at.size(); ++p) {
      if (at[p] < 0) continue;
      const Eigenmode& mode = report.points[p].modes[static_cast<std::size_t>(at[p])];
      const double real = mode.pole.continuous().real();
      if (mode.oscillates()) {
        frequency.x.push_back(sweep.values[p]);
        frequency.y.push_back(mode.damped_frequency());
        highest = std::max(highest, mode.damped_frequency());
      }
      if (std::isfinite(real)) growth.x.push_back(sweep.values[p]), growth.y.push_back(real);
    }
    if (!frequency.x.empty()) panels.frequency.curves.push_back(std::move(frequency));
    if (!growth.x.empty()) panels.growth.curves.push_back(std::move(growth));
  }
  if (sweep.dimension == dimensions::kAngle / dimensions::kTime)
    for (const int order : {1, 2}) {
      Curve line{order == 1 ? "1 × speed" : "2 × speed", {}, {}};
      constexpr int kPieces = 200;
      for (int k = 0; k <= kPieces; ++k) {
        const double value =
            sweep.values.front() + (sweep.values.back() - sweep.values.front()) * k / kPieces;
        const double hertz = order * std::abs(value) * sweep.si_factor / (2 * pi);
        if (hertz > 1.05 * highest) continue;
        line.x.push_back(value), line.y.push_back(hertz);
      }
      if (line.x.size() > 1) panels.frequency.guides.push_back(std::move(line));
    }
  panels.growth.guides.push_back({"", {sweep.values.front(), sweep.values.back()}, {0, 0}});
  return panels;
}

Panel make_eigenvalue_panel(const ModalModel& modal) {
  LinearAnalysis analysis;
  analysis.model = modal.model;
  for (const Eigenmode& mode : modal.modes) {
    analysis.poles.push_back(mode.pole);
    if (mode.pole.value.imag() == 0) continue;
    analysis.poles.push_back(mode.pole);
    analysis.poles.back().value = std::conj(mode.pole.value);
  }
  Panel panel = make_root_panel(analysis);
  panel.title = "Eigenvalues";
  if (!panel.curves.empty()) panel.curves[0].label = "eigenvalues";
  return panel;
}

std::string draw_modes(const ModesReport& report) {
  constexpr std::size_t kMostDrawn = 8;
  Figure figure;
  figure.title = report.title;
  figure.description = "Modes " + describe_modes_point(report) + ".";
  if (std::optional<CampbellPanels> campbell = make_campbell_panels(report)) {
    figure.panels.push_back(std::move(campbell->frequency));
    figure.panels.push_back(std::move(campbell->growth));
    return write_svg(figure);
  }
  const ModalModel& modal = report.modal;
  if (!modal.modes.empty()) figure.panels.push_back(make_eigenvalue_panel(modal));
  for (std::size_t m = 0; m < modal.modes.size(); ++m) {
    const Eigenmode& mode = modal.modes[m];
    if (!mode.oscillates() || figure.panels.size() > kMostDrawn) continue;
    Panel panel;
    panel.title = name_mode(report, m);
    panel.x_label = "time (s)";
    panel.y_label = "shape";
    panel.x_is_time = true;
    for (std::size_t c = 0; c < mode.shape.size(); ++c) {
      if (std::abs(mode.shape[c]) / modal.nominal[c] <
          0.01 * std::abs(mode.shape[mode.largest]) / modal.nominal[mode.largest])
        continue;
      Curve curve{modal.coordinates[c].name, {}, {}};
      constexpr int kSamples = 120;
      for (int k = 0; k <= kSamples; ++k) {
        const double part = static_cast<double>(k) / kSamples;
        curve.x.push_back(part / mode.damped_frequency());
        curve.y.push_back(std::real(mode.shape[c] * std::polar(1.0, 2 * pi * part)));
      }
      panel.curves.push_back(std::move(curve));
    }
    if (!panel.curves.empty()) figure.panels.push_back(std::move(panel));
  }
  return write_svg(figure);
}

std::string write_modes_table(const ModesReport& report) {
  const std::string eigenvalue =
      "real part [1/s],imaginary part [1/s],undamped frequency [Hz],frequency [Hz],damping ratio";
  if (report.sweep) {
    const ParameterSweep& sweep = *report.sweep;
    std::string text =
        "branch," +
        quote_for_csv(sweep.name + (sweep.unit.empty() ? "" : " [" + sweep.unit + "]")) + "," +
        eigenvalue + ",whirl\n";
    for (std::size_t b = 0; b < report.branches.size(); ++b)
      for (std::size_t p = 0; p < report.points.size(); ++p) {
        const int at = report.branches[b].at[p];
        if (at < 0) continue;
        const Eigenmode& mode = report.points[p].modes[static_cast<std::size_t>(at)];
        text += fmt::format("{},{:.17g},{},{}\n", b + 1, sweep.values[p], describe_eigenvalue(mode),
                            name_of_whirl(mode.whirl()));
      }
    return text;
  }
  std::string text = "mode," + eigenvalue + ",whirl,coordinate,unit,amplitude,phase [deg]\n";
  for (std::size_t m = 0; m < report.modal.modes.size(); ++m) {
    const Eigenmode& mode = report.modal.modes[m];
    for (std::size_t c = 0; c < mode.shape.size(); ++c)
      text +=
          fmt::format("{},{},{},{},{},{:.17g},{:.17g}\n", m + 1, describe_eigenvalue(mode),
                      name_of_whirl(mode.whirl()), quote_for_csv(report.modal.coordinates[c].name),
                      unit_of(report.modal.coordinates[c]), std::abs(mode.shape[c]),
                      std::arg(mode.shape[c]) * 180 / pi);
  }
  return text;
}

}  // namespace holon
