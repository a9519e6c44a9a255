// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/linear/linear_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>

#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/linear/linear_plots.h"
#include "holon/report/model/report_model.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

using std::numbers::pi;
constexpr double kDegrees = 180 / pi;
constexpr std::size_t kChannelsOnPage = 24;  // that have plots
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
// Of phases [deg].
const std::vector<double> kAngles{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,   2,    5,    10,
                                  15,   30,   45,   90,  180, 360, 720, 1440, 3600, 7200};

std::string known(const std::optional<double>& value, const std::string& unit) {
  return value ? with_unit(*value, unit) : "";
}

/// "0.5 m/N at 1.6 Hz".
std::string at_frequency(double value, const std::string& unit, double omega) {
  return with_unit(value, unit) + " at " + with_unit(omega / (2 * pi), "Hz");
}

Report::Verdict judge(const std::vector<Pole>& poles) {
  const auto grows =
      std::count_if(poles.begin(), poles.end(), [](const Pole& p) { return p.growth() > 0; });
  if (grows > 0) return {"Unstable", false};
  const bool stays =
      std::any_of(poles.begin(), poles.end(), [](const Pole& p) { return p.growth() == 0; });
  return {poles.empty() ? "No states" : stays ? "Marginally stable" : "Stable", true};
}

/// Of a loop gain what matters is the loop that it closes.
Report::Verdict judge_loop(const std::vector<LinearChannel>& channels) {
  const bool is_stable = std::all_of(channels.begin(), channels.end(), [](const LinearChannel& c) {
    return c.margins && c.margins->is_closed_loop_stable;
  });
  return {is_stable ? "Closed loop stable" : "Closed loop unstable", is_stable};
}

class LinearPage {
 public:
  LinearPage(const LinearReport& linear, Report& page)
      : linear_(linear), model_(linear.analysis.model), page_(page) {}

  void add_all() {
    add_poles();
    add_channels();
    add_point();
    page_.equations = make_linear_sheets(linear_);
    if (page_.equations.empty() || model_.order() > kMostShownStates)
      page_.equations_note = fmt::format(
          "A has {} rows; 'holon linearize -o FILE.m' or '-o FILE.json' write the matrices.",
          model_.order());
  }

 private:
  bool is_sampled() const { return model_.plane().is_sampled(); }

  void add_poles() {
    const std::vector<Pole>& poles = linear_.analysis.poles;
    if (poles.empty()) return;
    Report::Table table{"Poles",
                        {is_sampled() ? "Pole z" : "Pole [1/s]", "Frequency", "Damping ratio",
                         "Time constant", "Participating states"},
                        {},
                        {}};
    bool is_any_swinging = false;
    for (const Pole& pole : poles) {
      if (pole.value.imag() < 0) continue;
      const bool swings = pole.continuous().imag() != 0 && std::isfinite(pole.frequency());
      const double tau = pole.time_constant();
      is_any_swinging |= swings;
      table.rows.push_back(
          {{write_root(pole.value), swings ? with_unit(pole.frequency(), "Hz") : "",
            swings ? short_number(pole.damping()) : "",
            std::isinf(tau) ? "" : with_unit(std::abs(tau), "s") + (tau < 0 ? ", grows" : ""),
            list_participants(pole, model_)}});
    }
    if (!is_any_swinging) {  // frequency and damping ratio
      table.columns.erase(table.columns.begin() + 1, table.columns.begin() + 3);
      for (auto& row : table.rows) row.cells.erase(row.cells.begin() + 1, row.cells.begin() + 3);
    }
    page_.tables.push_back(std::move(table));
    std::vector<std::complex<double>> values;
    for (const Pole& pole : poles) values.push_back(pole.value);
    const std::size_t map = page_.plots.size();
    add_map("Poles and zeros", "roots", values, linear_.analysis.zeros,
            make_root_panel(linear_.analysis));
    page_.plots[map].title = linear_.analysis.zeros.empty() ? "Of the whole model"
                                                            : "Of all inputs and outputs together";
  }

  void add_channels() {
    Report::Table table =
        linear_.loop.empty()
            ? Report::Table{"From inputs to outputs",
                            {"From → to", "Steady-state gain", "Peak", "Bandwidth",
                             "Rise time (10 to 90 %)", "Overshoot", "Settling time (2 %)"},
                            {},
                            {}}
            : Report::Table{"Open loop",
                            {"Loop", "Gain margin", "Phase margin", "Delay margin",
                             "Peak sensitivity", "Closed loop"},
                            {},
                            {}};
    std::size_t drawn = 0, silent = 0;
    for (const LinearChannel& channel : linear_.analysis.channels) {
      if (channel.transfer.gain == 0) {
        ++silent;
        continue;
      }
      const std::string group = name_pair(linear_, channel);
      const bool is_drawn = drawn++ < kChannelsOnPage;
      table.rows.push_back(
          {channel.margins ? report_algebraic_loop(channel) : report_channel(channel),
           is_drawn ? group : std::string()});
      if (is_drawn) add_plots(channel, group);
    }
    if (silent > 0)
      table.note =
          fmt::format("Of {} {} not respond.", counted(linear_.analysis.channels.size(), "pair"),
                      silent == 1 ? "1 does" : fmt::format("{} do", silent));
    if (drawn > kChannelsOnPage)
      page_.notes.push_back(
          fmt::format("The first {} of {} pairs have plots; --input and --output choose others.",
                      kChannelsOnPage, drawn));
    if (!table.rows.empty() || silent > 0) page_.tables.push_back(std::move(table));
  }

  std::vector<std::string> report_channel(const LinearChannel& channel) const {
    const std::string unit = unit_of_channel(linear_, channel);
    const ResponseFigures& f = channel.figures;
    const StepResponse& s = channel.step;
    return {name_pair(linear_, channel),
            known(f.dc_gain, unit),
            f.peak ? at_frequency(f.peak->value, unit, f.peak->omega) : "",
            f.bandwidth ? with_unit(*f.bandwidth / (2 * pi), "Hz") : "",
            known(s.rise_time, "s"),
            s.overshoot ? with_unit(100 * *s.overshoot, "%") : "",
            known(s.settling_time, "s")};
  }

  std::vector<std::string> report_algebraic_loop(const LinearChannel& channel) const {
    const Margins& m = *channel.margins;
    std::string gain, phase;
    for (const auto& c : m.gain)
      gain += (gain.empty() ? "" : "; ") + at_frequency(c.value, "", c.omega);
    for (const auto& c : m.phase)
      phase += (phase.empty() ? "" : "; ") + at_frequency(c.value * kDegrees, "deg", c.omega);
    return {name_pair(linear_, channel),
            gain.empty() ? "none" : gain,
            phase.empty() ? "none" : phase,
            m.is_closed_loop_stable ? known(m.delay, "s") : "",
            at_frequency(1 / m.distance.value, "", m.distance.omega),
            m.is_closed_loop_stable ? "stable" : "not stable"};
  }

  void add_plots(const LinearChannel& channel, const std::string& group) {
    const ChannelPanels panels = make_channel_panels(linear_, channel);
    const std::string unit = unit_of_channel(linear_, channel);
    const std::string key = std::to_string(page_.streams.size());
    Stream response;
    response.name = "response " + key;
    const Curve &magnitude = panels.magnitude.curves[0], &phase = panels.phase.curves[0],
                &up = panels.nyquist.curves[0], &down = panels.nyquist.curves[1];
    add_column(response, "frequency", "Hz", magnitude.x, 64);
    add_column(response, "magnitude", "dB", magnitude.y);
    std::vector<double> angles;
    for (const double angle : phase.y) angles.push_back(angle / kDegrees);
    add_column(response, "phase", "rad", std::move(angles));
    add_column(response, "real part", unit, up.x, 64);
    add_column(response, "imaginary part", unit, up.y, 64);
    add_column(response, "its negative", unit, down.y, 64);
    const std::string& name = response.name;

    Report::Plot bode{group,       unit.empty() ? "Magnitude" : "Magnitude, 0 dB is 1 " + unit,
                      "frequency", "Hz",
                      "magnitude", "dB",
                      true,        true};
    bode.lines = {{"magnitude", name, "frequency", "magnitude"}};
    add_guides(bode, panels.magnitude);
    page_.plots.push_back(std::move(bode));

    Report::Plot angle{group, "Phase", "frequency", "Hz", "phase", "°", true, true};
    angle.y_steps = kAngles;
    angle.is_below = true;
    angle.lines = {{"phase", name, "frequency", "phase", kDegrees}};
    add_guides(angle, panels.phase);
    page_.plots.push_back(std::move(angle));

    Report::Plot nyquist{group, "Nyquist", "real part", unit, "imaginary part", unit};
    nyquist.equal_scales = true;
    nyquist.lines = {{"positive frequencies", name, "real part", "imaginary part"},
                     {"negative frequencies", name, "real part", "its negative"}};
    add_guides(nyquist, panels.nyquist);
    page_.streams.push_back(std::move(response));
    if (has_critical_point(channel, unit)) {
      Stream point{"critical point " + key, {}, {}, 0};
      add_column(point, "number", "", {1});
      add_column(point, "real part", unit, {-1});
      add_column(point, "imaginary part", unit, {0});
      nyquist.lines.push_back(
          {"−1", point.name, "real part", "imaginary part", 1, Curve::Mark::cross});
      page_.streams.push_back(std::move(point));
    }
    page_.plots.push_back(std::move(nyquist));

    add_map(group, "roots " + key, channel.transfer.poles, channel.transfer.zeros, panels.map);
    if (panels.step) add_step(channel, group, "step " + key, *panels.step);
  }

  void add_step(const LinearChannel& channel, const std::string& group, std::string name,
                const Panel& panel) {
    const LinearVariable& y = model_.y[static_cast<std::size_t>(channel.output)];
    Stream stream;
    stream.name = std::move(name);
    add_column(stream, "time after the step", "s", panel.curves[0].x, 64);
    add_column(stream, y.name, unit_of(y), panel.curves[0].y, 64);
    Report::Plot plot{group, panel.title, "time after the step", "s", y.name, unit_of(y), true};
    if (plot.y_unit == "1") plot.y_unit.clear();
    plot.lines = {{y.name, stream.name, "time after the step", y.name}};
    add_guides(plot, panel);
    page_.plots.push_back(std::move(plot));
    page_.streams.push_back(std::move(stream));
  }

  /// Poles and zeros: a row of the stream for each of them.
  void add_map(const std::string& group, std::string name,
               const std::vector<std::complex<double>>& poles,
               const std::vector<std::complex<double>>& zeros, const Panel& panel) {
    if (poles.empty() && zeros.empty()) return;
    Stream stream;
    stream.name = std::move(name);
    std::vector<std::vector<double>> columns(5);
    const auto add = [&](const std::vector<std::complex<double>>& roots, bool is_pole) {
      for (const std::complex<double> root : roots) {
        columns[0].push_back(static_cast<double>(columns[0].size() + 1));
        columns[1].push_back(is_pole ? root.real() : kGap);
        columns[2].push_back(is_pole ? root.imag() : kGap);
        columns[3].push_back(is_pole ? kGap : root.real());
        columns[4].push_back(is_pole ? kGap : root.imag());
      }
    };
    add(poles, true), add(zeros, false);
    const char* const names[] = {"number", "real part of pole", "imaginary part of pole",
                                 "real part of zero", "imaginary part of zero"};
    for (std::size_t k = 0; k < columns.size(); ++k)
      add_column(stream, names[k], k == 0 ? "" : unit_of_roots(model_.plane()),
                 std::move(columns[k]), 64);
    const std::string unit = unit_of_roots(model_.plane());
    Report::Plot plot{group, "Poles and zeros", "real part", unit, "imaginary part", unit};
    plot.equal_scales = panel.equal_scales;
    if (!poles.empty())
      plot.lines.push_back({"poles", stream.name, names[1], names[2], 1, Curve::Mark::cross});
    if (!zeros.empty())
      plot.lines.push_back({"zeros", stream.name, names[3], names[4], 1, Curve::Mark::circle});
    add_guides(plot, panel);
    page_.plots.push_back(plot);
    page_.streams.push_back(std::move(stream));
    if (!model_.plane().is_sampled()) add_near_maps(std::move(plot), poles, zeros);
  }

  /// Where roots lie decades apart, the slow ones are one point: further views of those near the
  /// origin, each within a tenth of the one before.
  void add_near_maps(Report::Plot plot, std::vector<std::complex<double>> poles,
                     const std::vector<std::complex<double>>& zeros) {
    constexpr double kNear = 0.1, kRoom = 0.15;
    constexpr int kMostMaps = 3;
    constexpr std::size_t kFewest = 2;  // a single one is seen to be there
    std::vector<std::complex<double>> roots = std::move(poles);
    roots.insert(roots.end(), zeros.begin(), zeros.end());
    for (int k = 0; k < kMostMaps; ++k) {
      double farthest = 0;
      for (const std::complex<double> root : roots) farthest = std::max(farthest, std::abs(root));
      std::erase_if(roots, [&](std::complex<double> s) { return std::abs(s) > kNear * farthest; });
      double size = 0, left = 0, right = 0, top = 0;
      for (const std::complex<double> root : roots) {
        size = std::max(size, std::abs(root));
        left = std::min(left, root.real()), right = std::max(right, root.real());
        top = std::max(top, std::abs(root.imag()));
      }
      if (roots.size() < kFewest || !(size > 0)) return;
      top = std::max(top, 0.25 * size);
      plot.title = fmt::format("Poles and zeros within {:.2g} {} of the origin", size, plot.x_unit);
      plot.view = {left - kRoom * size, right + kRoom * size, -top - kRoom * size,
                   top + kRoom * size};
      plot.equal_scales = true;
      page_.plots.push_back(plot);
    }
  }

  static void add_column(Stream& stream, std::string name, const std::string& unit,
                         std::vector<double> values, int bits = 32) {
    stream.columns.push_back({std::move(name), unit == "1" ? "" : unit, "", bits});
    stream.values.push_back(std::move(values));
  }
  static void add_guides(Report::Plot& plot, const Panel& panel) {
    for (const Curve& guide : panel.guides) plot.guides.push_back({guide.x, guide.y, guide.label});
  }

  void add_point() {
    const auto list = [&](const char* name, const std::vector<LinearVariable>& variables) {
      Report::Group group{name, {}};
      for (const LinearVariable& v : variables)
        group.items.push_back({v.name, with_unit(v.value, unit_of(v))});
      if (!variables.empty()) page_.statistics.push_back(std::move(group));
    };
    list("States", model_.x);
    list("Inputs", model_.u);
    list("Outputs", model_.y);
    if (!model_.dependent.empty())
      page_.notes.push_back("Determined from the states by the closed loops: " +
                            quote_list(model_.dependent, "and", 12) + ".");
    if (!model_.unseen.empty())
      page_.notes.push_back("Omitted, since nothing depends on them and no output shows them: " +
                            quote_list(model_.unseen, "and", 12) + ".");
    if (const auto& M = linear_.unreduced)
      page_.notes.push_back(
          "Before storage in derivative causality was reduced: x' = A x + B u + "
          "E xd', xd = F x + G u. " +
          describe_reduction(*M, model_.inputs() > 0));
    for (const std::string& note : list_notes(linear_)) page_.notes.push_back(note);
  }

  const LinearReport& linear_;
  const LinearModel& model_;
  Report& page_;
};

}  // namespace

std::string write_linear_page(const LinearReport& report, const LoadedModel& loaded,
                              const std::vector<std::pair<std::string, std::string>>& options,
                              const std::vector<std::string>& warnings) {
  const LinearModel& model = report.analysis.model;
  Report page;
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle =
      fmt::format("{} · {} model {} · {}, {}, {}", fs::path(loaded.path).filename().string(),
                  model.period > 0 ? "sampled linear" : "linear", describe_point(report.point),
                  counted(model.x.size(), "state"), counted(model.u.size(), "input"),
                  counted(model.y.size(), "output"));
  const std::vector<LinearChannel>& channels = report.analysis.channels;
  const bool has_margins =
      std::any_of(channels.begin(), channels.end(), [](const auto& c) { return c.margins; });
  page.verdict = has_margins ? judge_loop(channels) : judge(report.analysis.poles);
  page.labels = {"Responses", "Poles and characteristics", "Operating point", "Matrices"};
  page.warnings = warnings;
  LinearPage(report, page).add_all();
  add_model(page, loaded);
  page.model_path = loaded.path;
  page.provenance = {{"Model", loaded.path},
                     {"Holon", kVersion},
                     {"Built with", fmt::format("{}, {}", kCompiler, kCompileFlags)},
                     {"SHA-256 of the model", sha256(loaded.model.text)},
                     {"Operating point", fmt::format("{}, at {} s", describe_point(report.point),
                                                     short_number(report.point.time))}};
  for (const auto& [option, value] : options) page.provenance.push_back({option, value});
  for (const Setting& setting : loaded.request.settings)
    page.provenance.push_back({"Set by " + setting.option, setting.name + " = " + setting.value});
  return write_report(page);
}

}  // namespace holon
