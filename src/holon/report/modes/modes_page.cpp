// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/modes/modes_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>

#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/model/report_model.h"
#include "holon/report/modes/modes_labels.h"
#include "holon/report/modes/modes_plots.h"
#include "holon/report/page/report.h"
#include "holon/simulate/rhs/projection.h"
#include "holon/study/model_view.h"
#include "holon/system/tangent.h"
#include "holon/view/scene/camera.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

using std::numbers::pi;
using Complex = std::complex<double>;

constexpr std::size_t kMostAnimated = 16;  // modes
constexpr std::size_t kMostCurves = 10;    // coordinates in a plot
constexpr int kFrames = 120;               // of a mode
constexpr double kSeconds = 4;             // that a mode is shown
constexpr int kCycles = 2;                 // in that time
constexpr double kLargestAngle = 0.3;      // [rad] of coordinates that are angles
constexpr double kLargestPath = 0.12;      // of the machine's size

/// The machine deflected in a mode: states x(φ) = x₀ + Re(a v exp(iφ)), on the constraints.
class Deflection {
 public:
  Deflection(const LoadedModel& loaded, const OperatingPoint& point, const ModalModel& modal)
      : system_(loaded.system),
        point_(point),
        modal_(modal),
        programs_(system_),
        projection_(system_, programs_) {
    for (int j = 0; j < tangent_count(system_); ++j) places_[tangent_name(system_, j)] = j;
    const auto parameters =
        static_cast<std::size_t>(1 + system_.state_count() + system_.input_count());
    const auto discrete = parameters + static_cast<std::size_t>(system_.parameter_count());
    const double* in = point.in.data();
    projection_.inputs().set_parameters(0, {in + parameters, in + discrete});
    projection_.inputs().set_discrete(0, in + discrete);
    projection_.inputs().set_modes(0, in + discrete + system_.discrete_count());
  }

  /// All inputs of the System's functions for factors of the coordinates' deviations.
  std::vector<double> inputs_at(const std::vector<double>& deviations) {
    std::vector<double> delta(static_cast<std::size_t>(tangent_count(system_)), 0.0);
    for (std::size_t c = 0; c < deviations.size(); ++c)
      if (const auto at = places_.find(modal_.coordinates[c].name); at != places_.end())
        delta[static_cast<std::size_t>(at->second)] = deviations[c];
    std::vector<double> in = point_.in;
    std::size_t j = 0;
    for (const StateBlock& block : system_.states) {
      double* x = in.data() + 1 + block.offset;
      if (block.kind == StateBlock::Kind::quaternion) {
        const double q[4] = {x[0], x[1], x[2], x[3]};
        const double a = delta[j] / 2, b = delta[j + 1] / 2, c = delta[j + 2] / 2;
        x[0] = q[0] - q[1] * a - q[2] * b - q[3] * c;
        x[1] = q[1] + q[0] * a + q[2] * c - q[3] * b;
        x[2] = q[2] + q[0] * b + q[3] * a - q[1] * c;
        x[3] = q[3] + q[0] * c + q[1] * b - q[2] * a;
        const double size = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
        for (int i = 0; i < 4; ++i) x[i] /= size;
        j += 3;
      } else {
        for (int i = 0; i < block.size; ++i) x[i] += delta[j++];
      }
    }
    projection_.project(point_.time, in.data() + 1);
    return in;
  }

 private:
  const System& system_;
  const OperatingPoint& point_;
  const ModalModel& modal_;
  SystemPrograms programs_;
  Projection projection_;
  std::map<std::string, int> places_;
};

class ModesPage {
 public:
  ModesPage(const ModesReport& report, const LoadedModel& loaded, Report& page)
      : report_(report), modal_(report.modal), loaded_(loaded), page_(page) {}

  void add_all(const ModelView* view) {
    choose_animated();
    add_table();
    add_campbell();
    add_map();
    add_animation(view ? &view->scene : nullptr);
    Report::Group states{"Operating point", {}};
    for (const LinearVariable& v : modal_.model.x)
      states.items.push_back({v.name, with_unit(v.value, unit_of(v))});
    page_.statistics.push_back(std::move(states));
    for (const std::string& note : list_mode_notes(report_)) page_.notes.push_back(note);
  }

 private:
  void choose_animated() {
    for (std::size_t m = 0; m < modal_.modes.size(); ++m) {
      const Eigenmode& mode = modal_.modes[m];
      const bool has_shape = std::abs(mode.shape[mode.largest]) > 0;
      if (mode.pole.value == 0.0 || !has_shape || shown_.size() == kMostAnimated) continue;
      shown_.push_back(m);
    }
  }

  void add_table() {
    Report::Table table{"Modes",
                        {"Mode", "Eigenvalue [1/s]", "Frequency", "Undamped", "Damping ratio",
                         "Time constant", "Whirl", "Shape", "Shown"},
                        {},
                        {}};
    const bool whirls = std::any_of(modal_.modes.begin(), modal_.modes.end(),
                                    [](const auto& m) { return m.whirl() != Whirl::none; });
    for (std::size_t m = 0; m < modal_.modes.size(); ++m) {
      const Eigenmode& mode = modal_.modes[m];
      const double tau = mode.pole.time_constant();
      const bool swings = mode.oscillates();
      const auto at = std::find(shown_.begin(), shown_.end(), m);
      const double from = kSeconds * static_cast<double>(at - shown_.begin());
      table.rows.push_back(
          {{std::to_string(m + 1), write_root(mode.pole.continuous()),
            swings ? with_unit(mode.damped_frequency(), "Hz") : "",
            swings ? with_unit(mode.pole.frequency(), "Hz") : "",
            swings ? short_number(mode.pole.damping()) : "",
            std::isinf(tau) ? "" : with_unit(std::abs(tau), "s") + (tau < 0 ? ", grows" : ""),
            name_of_whirl(mode.whirl()), describe_shape(modal_, mode, 6),
            at == shown_.end() ? "" : fmt::format("{:g}–{:g} s", from, from + kSeconds)}});
    }
    if (!whirls) {
      table.columns.erase(table.columns.begin() + 6);
      for (auto& row : table.rows) row.cells.erase(row.cells.begin() + 6);
    }
    table.note =
        "Shapes: amplitudes in SI units relative to the largest coordinate, with the phase by "
        "which "
        "they lead it.";
    page_.tables.push_back(std::move(table));
    if (!report_.sweep) return;
    const auto add = [&](const char* title, const char* last,
                         const std::vector<BranchCrossing>& crossings, bool is_stability) {
      if (crossings.empty()) return;
      Report::Table limits{title, {"Branch", report_.sweep->name, "Frequency", last}, {}, {}};
      for (const BranchCrossing& c : crossings)
        limits.rows.push_back(
            {{name_branch(report_, c.branch), write_sweep_value(*report_.sweep, c.value),
              c.frequency > 0 ? with_unit(c.frequency, "Hz") : "",
              !is_stability     ? ""
              : c.gets_unstable ? "unstable"
                                : "stable"}});
      limits.note = "Interpolated linearly between neighbouring values.";
      if (!is_stability) {
        limits.columns.pop_back();
        for (auto& row : limits.rows) row.cells.pop_back();
      }
      page_.tables.push_back(std::move(limits));
    };
    add("Limits of stability", "Above it", find_stability_limits(report_), true);
    add("Critical speeds (1 × speed)", "", find_critical_speeds(report_), false);
  }

  void add_campbell() {
    const std::optional<CampbellPanels> panels = make_campbell_panels(report_);
    if (!panels) return;
    const ParameterSweep& sweep = *report_.sweep;
    for (const bool is_growth : {false, true}) {
      const Panel& panel = is_growth ? panels->growth : panels->frequency;
      Report::Plot plot{"Campbell diagram",
                        panel.title,
                        sweep.name,
                        sweep.unit,
                        is_growth ? "growth" : "frequency",
                        is_growth ? "1/s" : "Hz",
                        true};
      for (std::size_t k = 0; k < panel.curves.size(); ++k) {
        const Curve& curve = panel.curves[k];
        Stream stream;
        stream.name = fmt::format("{} {}", is_growth ? "growth" : "campbell", k + 1);
        add_column(stream, sweep.name, sweep.unit, curve.x, 64);
        add_column(stream, plot.y_name, plot.y_unit, curve.y, 64);
        plot.lines.push_back({curve.label, stream.name, sweep.name, plot.y_name});
        page_.streams.push_back(std::move(stream));
      }
      for (const Curve& guide : panel.guides)
        plot.guides.push_back({guide.x, guide.y, guide.label});
      if (!plot.lines.empty()) page_.plots.push_back(std::move(plot));
    }
  }

  void add_map() {
    if (modal_.modes.empty()) return;
    const Panel panel = make_eigenvalue_panel(modal_);
    const std::string unit = unit_of_roots(modal_.model.plane());
    Report::Plot plot{"Eigenvalues", "Eigenvalues", "real part", unit, "imaginary part", unit};
    plot.equal_scales = panel.equal_scales;
    Stream stream;
    stream.name = "eigenvalues";
    add_column(stream, "number", "", numbers_to(panel.curves[0].x.size()));
    add_column(stream, "real part", unit, panel.curves[0].x, 64);
    add_column(stream, "imaginary part", unit, panel.curves[0].y, 64);
    plot.lines = {
        {"eigenvalues", stream.name, "real part", "imaginary part", 1, Curve::Mark::cross}};
    for (const Curve& guide : panel.guides) plot.guides.push_back({guide.x, guide.y, guide.label});
    page_.plots.push_back(std::move(plot));
    page_.streams.push_back(std::move(stream));
  }

  static std::vector<double> numbers_to(std::size_t count) {
    std::vector<double> numbers;
    for (std::size_t k = 1; k <= count; ++k) numbers.push_back(static_cast<double>(k));
    return numbers;
  }
  static void add_column(Stream& stream, std::string name, const std::string& unit,
                         std::vector<double> values, int bits = 32) {
    stream.columns.push_back({std::move(name), unit == "1" ? "" : unit, "", bits});
    stream.values.push_back(std::move(values));
  }

  /// Deviations of the coordinates at a phase [rad] of a mode; of one that does not oscillate a
  /// deflection and back.
  static std::vector<double> deviate(const Eigenmode& mode, double scale, double phase) {
    std::vector<double> deviations;
    for (const Complex c : mode.shape)
      deviations.push_back(scale * (mode.oscillates() ? std::real(c * std::polar(1.0, phase))
                                                      : c.real() * (1 - std::cos(phase)) / 2));
    return deviations;
  }

  /// So that angles are at most kLargestAngle and bodies move by at most kLargestPath.
  double choose_scale(const Eigenmode& mode, Deflection& deflection,
                      const FunctionRef& positions) const {
    double angle = 0;
    for (std::size_t c = 0; c < mode.shape.size(); ++c)
      if (modal_.coordinates[c].dimension == dimensions::kAngle)
        angle = std::max(angle, std::abs(mode.shape[c]));
    double scale = angle > 0 ? kLargestAngle / angle
                             : modal_.nominal[mode.largest] / std::abs(mode.shape[mode.largest]);
    if (!positions) return scale;
    const std::vector<double> rest = positions->evaluate(report_.point.in);
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, size = 0;
    for (std::size_t k = 0; k < rest.size(); ++k) {
      low[k % 3] = std::min(low[k % 3], rest[k]), high[k % 3] = std::max(high[k % 3], rest[k]);
    }
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], 0.0), high[i] = std::max(high[i], 0.0);
      size = std::max(size, high[i] - low[i]);
    }
    if (!(size > 0)) size = 1;
    for (int round = 0; round < 4; ++round) {
      double path = 0;
      for (const double phase : {0.0, pi / 2, pi}) {
        const std::vector<double> there =
            positions->evaluate(deflection.inputs_at(deviate(mode, scale, phase)));
        for (std::size_t k = 0; k < rest.size(); ++k)
          path = std::max(path, std::abs(there[k] - rest[k]));
      }
      if (!(path > kLargestPath * size)) break;
      scale *= 0.95 * kLargestPath * size / path;
    }
    return scale;
  }

  void add_animation(const Scene* scene) {
    if (shown_.empty()) return;
    if (scene && scene->empty()) scene = nullptr;
    Deflection deflection(loaded_, report_.point, modal_);
    const std::vector<std::string> names = scene ? scene->outputs() : std::vector<std::string>{};
    const FunctionRef poses = scene ? loaded_.system.select_outputs(names) : nullptr;
    std::vector<std::string> position_names;
    for (const std::string& name : names)
      if (loaded_.system.find_output(name)->role == OutputRole::position)
        position_names.push_back(name);
    const FunctionRef positions = scene ? loaded_.system.select_outputs(position_names) : nullptr;
    std::vector<Column> columns{{"time", dimensions::kTime, ""}};
    for (const std::string& name : names) {
      const SystemOutput output = *loaded_.system.find_output(name);
      for (int i = 0; i < output.size(); ++i)
        columns.push_back(
            {component_name(output.name, output.components, i), output.dimension, ""});
    }
    Results rows, curves;
    rows.begin(columns);
    std::vector<Column> coordinates{{"time", dimensions::kTime, ""}};
    for (const LinearVariable& v : modal_.coordinates)
      coordinates.push_back({v.name, v.dimension, "deviation from the operating point"});
    curves.begin(coordinates);
    for (std::size_t k = 0; k < shown_.size(); ++k) {
      const Eigenmode& mode = modal_.modes[shown_[k]];
      const double scale = choose_scale(mode, deflection, positions);
      const bool is_last = k + 1 == shown_.size();
      for (int frame = 0; frame < kFrames + (is_last ? 1 : 0); ++frame) {
        const double part = static_cast<double>(frame) / kFrames;
        const double time = kSeconds * (static_cast<double>(k) + part);
        const std::vector<double> deviations = deviate(mode, scale, 2 * pi * kCycles * part);
        std::vector<double> row{time};
        row.insert(row.end(), deviations.begin(), deviations.end());
        curves.row(row.data());
        if (!poses) continue;
        row.resize(1);
        const std::vector<double> values = poses->evaluate(deflection.inputs_at(deviations));
        row.insert(row.end(), values.begin(), values.end());
        rows.row(row.data());
      }
    }
    page_.curves = make_stream("curves", curves);
    add_panels();
    if (!scene) return;
    page_.scene = scene;
    page_.poses = make_stream("poses", rows);
    const Motion motion = make_motion(*scene, rows);
    if (motion.times.size() > 1 && scene->has_solids())
      page_.plane = find_plane_normal(*scene, motion);
  }

  /// A plot of the deviations for each unit.
  void add_panels() {
    std::map<std::string, PanelForm> forms;
    std::vector<std::string> order;
    for (const LinearVariable& v : modal_.coordinates) {
      const std::string unit = unit_of(v);
      if (!forms.contains(unit)) order.push_back(unit);
      PanelForm& form = forms[unit];
      if (form.curves.size() == kMostCurves) continue;
      form.title = "Mode shapes in sequence";
      form.x_name = "time", form.x_unit = "s";
      form.y_name = "deviation", form.y_unit = unit == "1" ? "" : unit;
      form.x_is_time = true;
      CurveSource curve;
      curve.label = v.name;
      curve.x = "time", curve.y = v.name;
      curve.x_unit = make_unit("s"), curve.y_unit = make_unit(unit);
      form.curves.push_back(std::move(curve));
    }
    for (const std::string& unit : order) page_.panels.push_back(std::move(forms[unit]));
  }

  const ModesReport& report_;
  const ModalModel& modal_;
  const LoadedModel& loaded_;
  Report& page_;
  std::vector<std::size_t> shown_;  // modes that are animated, in order
};

Report::Verdict judge_modes(const ModalModel& modal) {
  std::size_t grow = 0, stay = 0;
  for (const Eigenmode& mode : modal.modes) {
    const double growth = mode.pole.growth();
    grow += growth > 1e-12 * std::abs(mode.pole.continuous()) ? 1 : 0;
    stay += std::abs(growth) <= 1e-12 * std::abs(mode.pole.continuous()) ? 1 : 0;
  }
  if (grow > 0) return {"Unstable", false};
  return {modal.modes.empty() ? "No states" : stay > 0 ? "Marginally stable" : "Stable", true};
}

}  // namespace

std::string write_modes_page(const ModesReport& report, const LoadedModel& loaded,
                             const std::vector<std::pair<std::string, std::string>>& options,
                             const std::vector<std::string>& warnings) {
  Report page;
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle =
      fmt::format("{} · {} {}{}", fs::path(loaded.path).filename().string(),
                  counted(report.modal.modes.size(), "mode"), describe_modes_point(report),
                  report.sweep ? " · at " + report.sweep->name + " = " +
                                     write_sweep_value(*report.sweep, report.sweep->values.back())
                               : "");
  page.verdict = judge_modes(report.modal);
  page.labels = {"Modes", "Frequencies and mode shapes", "Operating point", "Equations"};
  page.warnings = warnings;
  std::optional<ModelView> view;
  try {
    view = make_view(loaded);
  } catch (const InputError& e) {
    page.warnings.emplace_back(e.what());
  }
  ModesPage(report, loaded, page).add_all(view ? &*view : nullptr);
  page.equations_note =
      "'holon equations' prints the equations of motion, 'holon linearize' the "
      "matrices A, B, C, D.";
  add_model(page, loaded);
  page.model_path = loaded.path;
  page.provenance = {{"Model", loaded.path},
                     {"Holon", kVersion},
                     {"Built with", fmt::format("{}, {}", kCompiler, kCompileFlags)},
                     {"SHA-256 of the model", sha256(loaded.model.text)}};
  for (const auto& [option, value] : options) page.provenance.push_back({option, value});
  for (const Setting& setting : loaded.request.settings)
    page.provenance.push_back({"Set by " + setting.option, setting.name + " = " + setting.value});
  return write_report(page);
}

}  // namespace holon
