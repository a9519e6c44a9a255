// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/linear/linear_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "holon/report/linear/linear_labels.h"
#include "holon/view/machine/figure.h"

namespace holon {
namespace {

using Complex = std::complex<double>;

using std::numbers::pi;
constexpr int kGuidePieces = 400;             // of a guide that a view may cut off anywhere
constexpr std::size_t kChannelsInPlots = 12;  // that are drawn one by one

std::string label_with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() || unit == "1" ? text : text + " (" + unit + ")";
}

Panel make_magnitude(const LinearChannel& channel, const std::string& unit) {
  Panel panel;
  panel.title = "Magnitude";
  panel.x_is_log = true;
  panel.x_label = "frequency (Hz)";
  panel.y_label = unit.empty() ? "dB" : "dB, of 1 " + unit;
  Curve curve;
  const FrequencyResponse& r = channel.response;
  for (std::size_t k = 0; k < r.omega.size(); ++k) {
    curve.x.push_back(r.omega[k] / (2 * pi));
    curve.y.push_back(20 * std::log10(std::abs(r.values[k])));
  }
  panel.curves.push_back(std::move(curve));
  return panel;
}

Panel make_phase(const LinearChannel& channel) {
  Panel panel;
  panel.title = "Phase";
  panel.x_is_log = true;
  panel.y_degrees = true;
  panel.x_label = "frequency (Hz)";
  panel.y_label = "deg";
  Curve curve;
  const FrequencyResponse& r = channel.response;
  const std::vector<double> phase = r.phase();
  for (std::size_t k = 0; k < r.omega.size(); ++k) {
    curve.x.push_back(r.omega[k] / (2 * pi));
    curve.y.push_back(phase[k] * 180 / pi);
  }
  panel.curves.push_back(std::move(curve));
  return panel;
}

/// What is drawn at both ends of a frequency [Hz] that a margin is read at.
void add_guide(Panel& panel, double x1, double y1, double x2, double y2) {
  panel.guides.push_back({"", {x1, x2}, {y1, y2}});
}

void mark_margins(const Margins& margins, Panel& magnitude, Panel& phase) {
  const auto range = [](const Curve& curve) {
    const auto [low, high] = std::minmax_element(curve.y.begin(), curve.y.end());
    return std::pair{*low, *high};
  };
  const auto [first, last] = std::pair{magnitude.curves[0].x.front(), magnitude.curves[0].x.back()};
  add_guide(magnitude, first, 0, last, 0);
  const double turns = std::round((range(phase.curves[0]).first + 180) / 360) * 360;
  for (double level = turns - 180; level <= range(phase.curves[0]).second; level += 360)
    add_guide(phase, first, level, last, level);
  for (const auto& c : margins.gain)
    add_guide(magnitude, c.omega / (2 * pi), 0, c.omega / (2 * pi), -20 * std::log10(c.value));
  for (const auto& c : margins.phase) {
    // The line that the phase is counted from there.
    const double f = c.omega / (2 * pi);
    const auto& x = phase.curves[0].x;
    const auto at = std::min<std::ptrdiff_t>(std::lower_bound(x.begin(), x.end(), f) - x.begin(),
                                             std::ptrdiff_t(x.size()) - 1);
    const double here = phase.curves[0].y[static_cast<std::size_t>(at)];
    add_guide(phase, f, here - c.value * 180 / pi, f, here);
  }
}

/// Where the axes of the plane are, as far as a view of these roots may reach.
void add_plane_axes(Panel& panel, double reach) {
  Curve real, imaginary;
  for (int k = -kGuidePieces; k <= kGuidePieces; ++k) {
    real.x.push_back(reach * k / kGuidePieces), real.y.push_back(0);
    imaginary.x.push_back(0), imaginary.y.push_back(reach * k / kGuidePieces);
  }
  panel.guides.push_back(std::move(real));
  panel.guides.push_back(std::move(imaginary));
}

/// Lines of equal damping ratio ζ: rays s = ω (-ζ ± i √(1 - ζ²)) from the origin, and of a sampled
/// model their images z = exp(s T), up to the frequency of half the sampling rate.
void add_damping_lines(Panel& panel, const RootPlane& plane, double reach) {
  for (const double zeta : {0.1, 0.2, 0.4, 0.6, 0.8}) {
    const double damped = std::sqrt(1 - zeta * zeta);
    for (const double side : {1.0, -1.0}) {
      Curve line{side > 0 ? fmt::format("ζ = {:g}", zeta) : "", {}, {}};
      for (int k = 0; k <= kGuidePieces; ++k) {
        const double part = double(k) / kGuidePieces;
        const Complex s(-zeta, side * damped);
        const Complex point =
            plane.is_sampled() ? std::exp(s * (pi * part / damped)) : s * (reach * part);
        line.x.push_back(point.real()), line.y.push_back(point.imag());
      }
      panel.guides.push_back(std::move(line));
    }
  }
}

/// The locus for positive and negative frequencies. Where it goes far away, as towards a pole on
/// the imaginary axis, it is cut off.
Panel make_nyquist(const LinearChannel& channel, const std::string& unit) {
  Panel panel;
  panel.title = "Nyquist";
  panel.equal_scales = true;
  panel.x_label = label_with_unit("real part", unit);
  panel.y_label = label_with_unit("imaginary part", unit);
  const FrequencyResponse& r = channel.response;
  std::vector<double> sizes;
  for (const Complex v : r.values) sizes.push_back(std::abs(v));
  std::sort(sizes.begin(), sizes.end());
  const bool is_bounded =
      std::none_of(channel.transfer.poles.begin(), channel.transfer.poles.end(), [&](Complex p) {
        const RootPlane& plane = channel.transfer.plane;
        return std::abs(plane.growth(p)) <= 1e-9 * std::abs(plane.to_continuous(p));
      });
  double most = is_bounded ? std::numeric_limits<double>::infinity() : 4 * sizes[sizes.size() / 2];
  if (channel.margins) most = std::isfinite(most) ? std::max(2.5, std::min(most, 4.0)) : most;
  Curve up, down;
  up.label = "positive frequencies", down.label = "negative";
  for (const Complex v : r.values) {
    const bool is_near = std::abs(v) <= most;
    const double gap = std::numeric_limits<double>::quiet_NaN();
    up.x.push_back(is_near ? v.real() : gap), up.y.push_back(is_near ? v.imag() : gap);
    down.x.push_back(up.x.back()), down.y.push_back(-up.y.back());
  }
  panel.curves = {up, down};
  if (has_critical_point(channel, unit)) {
    Curve point{"-1", {-1}, {0}, Curve::Mark::cross};
    Curve circle;
    for (int k = 0; k <= 120; ++k) {
      circle.x.push_back(std::cos(k * pi / 60));
      circle.y.push_back(std::sin(k * pi / 60));
    }
    panel.guides.push_back(circle);
    panel.curves.push_back(point);
  }
  return panel;
}

/// A sequence as a step function.
Curve make_stairs(Curve curve) {
  Curve stairs{curve.label, {}, {}};
  for (std::size_t k = 0; k < curve.x.size(); ++k) {
    if (k > 0) stairs.x.push_back(curve.x[k]), stairs.y.push_back(curve.y[k - 1]);
    stairs.x.push_back(curve.x[k]), stairs.y.push_back(curve.y[k]);
  }
  return stairs;
}

Panel make_step(const LinearReport& report, const LinearChannel& channel) {
  const LinearVariable& y = report.analysis.model.y[static_cast<std::size_t>(channel.output)];
  const LinearVariable& u = report.analysis.model.u[static_cast<std::size_t>(channel.input)];
  Panel panel;
  panel.title = "Step of " + u.name + " by 1" +
                (u.dimension.is_number() ? "" : " " + u.dimension.to_string());
  panel.x_is_time = true;
  panel.x_label = "time (s)";
  panel.y_label = label_with_unit(y.name, y.dimension.to_string());
  Curve curve{y.name, channel.step.time, channel.step.values};
  if (channel.transfer.plane.is_sampled()) curve = make_stairs(std::move(curve));
  panel.curves.push_back(std::move(curve));
  if (channel.step.end)
    add_guide(panel, 0, *channel.step.end, channel.step.time.back(), *channel.step.end);
  return panel;
}

/// Each pair of input and output in a column of its own, two beside each other.
void add_columns(const std::vector<ChannelPanels>& drawn, Figure& figure) {
  figure.in_columns = true;
  for (std::size_t first = 0; first < drawn.size(); first += 2) {
    std::vector<const ChannelPanels*> block{&drawn[first]};
    if (first + 1 < drawn.size()) block.push_back(&drawn[first + 1]);
    const auto add_row = [&](const std::function<Panel(const ChannelPanels&)>& take) {
      std::vector<Panel> row;
      for (const ChannelPanels* one : block) row.push_back(take(*one));
      row.resize(2);
      const bool is_free = row[0].curves.empty() && row[1].curves.empty();
      if (!is_free) figure.panels.insert(figure.panels.end(), row.begin(), row.end());
    };
    add_row([](const ChannelPanels& p) { return p.magnitude; });
    add_row([](const ChannelPanels& p) { return p.phase; });
    add_row([](const ChannelPanels& p) { return p.nyquist; });
    add_row([](const ChannelPanels& p) { return p.map; });
    add_row([](const ChannelPanels& p) { return p.step.value_or(Panel()); });
  }
}

}  // namespace

bool has_critical_point(const LinearChannel& channel, const std::string& unit) {
  if (channel.margins) return true;
  // Beside a small locus the point would take the whole plot.
  constexpr double kNear = 0.2;
  return unit.empty() && std::ranges::any_of(channel.response.values,
                                             [](Complex v) { return std::abs(v) > kNear; });
}

Panel make_root_map(const std::vector<Complex>& poles, const std::vector<Complex>& zeros,
                    const RootPlane& plane) {
  Panel panel;
  panel.title = "Poles and zeros";
  panel.x_label = label_with_unit("real part", unit_of_roots(plane));
  panel.y_label = label_with_unit("imaginary part", unit_of_roots(plane));
  const auto add = [&](const char* label, Curve::Mark mark, const std::vector<Complex>& roots) {
    Curve curve{label, {}, {}, mark};
    for (const Complex root : roots) curve.x.push_back(root.real()), curve.y.push_back(root.imag());
    if (!roots.empty()) panel.curves.push_back(std::move(curve));
  };
  add("poles", Curve::Mark::cross, poles);
  add("zeros", Curve::Mark::circle, zeros);
  double tall = 0, wide = 0;
  for (const auto* roots : {&poles, &zeros})
    for (const Complex root : *roots)
      tall = std::max(tall, std::abs(root.imag())), wide = std::max(wide, std::abs(root.real()));
  // A view with equal scales reaches this much beyond the farthest root.
  constexpr double kReach = 3;
  // Where motions neither decay nor grow: the unit circle, or the imaginary axis.
  Curve border;
  if (plane.is_sampled()) {
    constexpr int kSides = 240;
    for (int k = 0; k <= kSides; ++k) {
      border.x.push_back(std::cos(2 * pi * k / kSides));
      border.y.push_back(std::sin(2 * pi * k / kSides));
    }
    panel.guides.push_back(std::move(border));
    add_plane_axes(panel, std::max({1.0, tall, wide}) * kReach);
    add_damping_lines(panel, plane, 1);
    panel.equal_scales = true;
    return panel;
  }
  const double reach = kReach * std::max(tall, wide) + 1;
  add_plane_axes(panel, reach);
  add_damping_lines(panel, plane, reach);
  // Unequal scales where equal ones would show a line; pairs that lie together are one point.
  const bool is_flat = tall > 1e-3 * wide && tall < 0.02 * wide;
  const bool is_narrow = wide > 1e-6 * tall && wide < 0.02 * tall;
  panel.equal_scales = !is_flat && !is_narrow;
  return panel;
}

ChannelPanels make_channel_panels(const LinearReport& report, const LinearChannel& channel) {
  const std::string unit = unit_of_channel(report, channel);
  ChannelPanels panels{
      make_magnitude(channel, unit), make_phase(channel), make_nyquist(channel, unit),
      make_root_map(channel.transfer.poles, channel.transfer.zeros, channel.transfer.plane),
      std::nullopt};
  if (channel.margins) mark_margins(*channel.margins, panels.magnitude, panels.phase);
  if (!channel.margins && !channel.transfer.poles.empty()) panels.step = make_step(report, channel);
  return panels;
}

Panel make_root_panel(const LinearAnalysis& analysis) {
  std::vector<Complex> poles;
  for (const Pole& pole : analysis.poles) poles.push_back(pole.value);
  return make_root_map(poles, analysis.zeros, analysis.model.plane());
}

std::string draw_linear(const LinearReport& report) {
  const LinearAnalysis& analysis = report.analysis;
  Figure figure;
  figure.title = report.title;
  figure.description = "Linear model " + describe_point(report.point) + ".";
  std::vector<ChannelPanels> drawn;
  for (const LinearChannel& channel : analysis.channels) {
    if (channel.transfer.gain == 0 || drawn.size() == kChannelsInPlots) continue;
    drawn.push_back(make_channel_panels(report, channel));
    drawn.back().magnitude.title = name_channel(report, channel) + ": magnitude";
  }
  if (drawn.size() == 1) {
    ChannelPanels& only = drawn[0];
    figure.panels = {only.magnitude, only.phase, only.nyquist, only.map};
    if (only.step) figure.panels.push_back(*only.step);
  } else {
    add_columns(drawn, figure);
  }
  if (figure.panels.empty() && !analysis.poles.empty())
    figure.panels.push_back(make_root_panel(analysis));
  return write_svg(figure);
}

}  // namespace holon
