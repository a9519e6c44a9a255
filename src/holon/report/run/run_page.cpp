// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "holon/base/progress.h"
#include "holon/base/text_layout.h"
#include "holon/base/version.h"
#include "holon/equations/equations_text.h"
#include "holon/model/assembly/part_plots.h"
#include "holon/report/model/report_model.h"
#include "holon/report/page/report.h"
#include "holon/report/run/derived_plots.h"
#include "holon/report/run/pose_outputs.h"
#include "holon/report/run/resting_grounds.h"
#include "holon/study/run_provenance.h"
#include "holon/view/machine/machine_marks.h"
#include "holon/view/scene/camera.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

// Energies are for their extremes alone.
constexpr std::size_t kEnergyMoments = 600;
// Numbers that a page holds of each kind, so that it opens at once: about a megabyte.
constexpr std::size_t kCurveNumbers = 300'000, kPoseNumbers = 600'000;
constexpr std::size_t kFewestPoses = 300, kMostPoses = 20'000;
// Of their range; finer than a pixel.
constexpr double kPosePart = 0x1p-18, kArrowPart = 0x1p-14;

constexpr const char* kPower = "system.power";
constexpr const char* kDissipatedPower = "system.dissipated_power";
constexpr const char* kDissipated = "system.energy.dissipated";

std::string seconds(double t) { return fmt::format("{:.6g} s", t); }

/// Adds some so many rows, wherever the run ends.
std::unique_ptr<MomentsSink> record_moments(Simulation& simulation, double until,
                                            std::size_t moments,
                                            const std::vector<std::string>& names) {
  auto sink = std::make_unique<MomentsSink>(moments);
  const auto count = static_cast<double>(moments);
  simulation.record(*sink, names, {RowSchedule::Kind::moments, until / count, count});
  return sink;
}

}  // namespace

void RunPage::record(Simulation& simulation) {
  if (!(loaded_.model.simulate.until > 0)) return;
  record_rows(simulation);
  record_poses(simulation);
  std::vector<std::string> energies;
  for (const char* name :
       {"system.energy.kinetic", "system.energy.potential", "system.energy.total",
        "system.energy.dissipated", "system.constraint_drift"}) {
    if (loaded_.system.find_output(name)) energies.emplace_back(name);
  }
  if (!energies.empty()) {
    energies_ = record_moments(simulation, loaded_.model.simulate.until, kEnergyMoments, energies);
  }
  // States for the integrals would change the steps of the run.
  if (loaded_.system.find_output(kPower) && !loaded_.system.find_output(kDissipated)) {
    works_ = std::make_unique<TimeIntegrals>();
    simulation.record(*works_, {kPower, kDissipatedPower}, {RowSchedule::Kind::steps});
  }
}

void RunPage::record_rows(Simulation& simulation) {
  const std::vector<std::string> names = panel_outputs(view_.panels);
  if (names.empty()) return;
  recorded_ = std::make_unique<BoundedSink>(kCurveNumbers);
  simulation.record(*recorded_, names, RowSchedule::from(loaded_.model.simulate));
}

void RunPage::record_poses(Simulation& simulation) {
  if (view_.scene.empty()) return;
  std::vector<std::string> names = list_pose_outputs(view_.scene, loaded_.system);
  for (const PartPlots::Ellipsoid& e : loaded_.assembly->domain<PartPlots>().ellipsoids) {
    names.insert(names.end(), e.position.begin(), e.position.end());
    names.insert(names.end(), e.covariance.begin(), e.covariance.end());
  }
  const std::size_t columns =
      1 + 7 * view_.scene.bodies.size() + 3 * (names.size() - view_.scene.outputs().size());
  const std::size_t moments = std::clamp(kPoseNumbers / columns, kFewestPoses, kMostPoses);
  poses_ = record_moments(simulation, loaded_.model.simulate.until, moments, names);
}

void RunPage::add_curves(Report& report) const {
  for (const PanelRequest& request : view_.panels)
    if (!request.plot.plan && request.plot.sky.empty())
      report.panels.push_back(make_panel_form(request));
  if (curves_.results().row_count() > 0) report.curves = make_stream("curves", curves_.results());
  for (const PanelRequest& request : view_.panels)
    if (request.plot.plan || !request.plot.sky.empty())
      add_derived_plot(request, curves_.results(request), report);
  if (curves_.results().row_count() == 0) return;
  const Results& recorded = recorded_->results();
  if (recorded.row_count() > 0 && recorded.values(0) != curves_.results().values(0)) {
    report.recorded = make_stream("recorded", recorded);
    const auto rows = static_cast<std::size_t>(recorded_->row_count());
    if (rows > report.recorded.row_count()) {
      report.recorded.reduced_from = rows;
      report.recorded.statistics = recorded_->statistics();
    }
  }
  const auto made = static_cast<std::size_t>(curves_.row_count());
  if (made == report.curves.row_count()) return;
  report.curves.reduced_from = made;
  report.curves.statistics = curves_.statistics();
  report.notes.push_back(
      fmt::format("Curves are drawn through {} of {} computed points: the first, the last, the "
                  "smallest and the largest of each short interval, so that no peak is missing. "
                  "The results file has {} rows.",
                  group_digits(static_cast<std::int64_t>(report.curves.row_count())),
                  group_digits(curves_.row_count()), group_digits(recorded_->row_count())));
}

void RunPage::add_poses(Report& report,
                        const std::vector<std::shared_ptr<const HeightFilm>>& films) const {
  if (!poses_ || poses_->results().row_count() == 0) return;
  const Results& rows = poses_->results();
  report.scene = &view_.scene;
  report.films = films;
  report.poses = make_stream("poses", rows);
  const Motion motion = make_motion(view_.scene, rows);
  for (auto& ground : draw_resting_grounds(*loaded_.assembly, motion, films))
    report.films.push_back(std::move(ground));
  if (motion.times.size() > 1 && view_.scene.has_solids()) {
    report.plane = find_plane_normal(view_.scene, motion);
    if (misses_motion(view_.scene, motion)) {
      report.warnings.push_back(
          fmt::format("The animation holds {} frames, {:.3g} s apart: too far to show how the "
                      "machine moves between them. '--until' makes the run shorter.",
                      motion.times.size(), motion.times[1] - motion.times[0]));
    }
  }
  keep_every(report.poses, choose_pose_stride(view_.scene, report.poses));
  const std::size_t poses = 1 + 7 * view_.scene.bodies.size();
  const std::vector<PartPlots::Ellipsoid>& ellipsoids =
      loaded_.assembly->domain<PartPlots>().ellipsoids;
  add_ellipsoids(ellipsoids, view_.scene, report);
  // Axes may run far away from the machine, and covariances differ by orders of magnitude.
  std::size_t rounded = report.poses.values.size();
  const auto keep_from = [&](const std::string& column) {
    if (const int c = report.poses.find(column); c >= 0)
      rounded = std::min(rounded, static_cast<std::size_t>(c));
  };
  if (!ellipsoids.empty()) keep_from(ellipsoids[0].position[0]);
  if (!view_.scene.axes.empty()) keep_from(view_.scene.axes[0].name + ".point.x");
  for (std::size_t c = 1; c < rounded; ++c) {
    round_column(report.poses.values[c], c < poses ? kPosePart : kArrowPart);
  }
}

const std::vector<double>* RunPage::find_energy(const char* name) const {
  const int column = energies_ ? energies_->results().find(name) : -1;
  return column < 0 ? nullptr : &energies_->results().values(static_cast<std::size_t>(column));
}

void RunPage::add_energies(Report::Group& group, bool has_ended) const {
  const std::vector<double>*kinetic = find_energy("system.energy.kinetic"),
        *potential = find_energy("system.energy.potential"),
        *total = find_energy("system.energy.total"), *lost = find_energy(kDissipated);
  const std::vector<double> works = works_ ? works_->values() : std::vector<double>();
  const auto add = [&](const char* label, double energy, const char* hint = "") {
    group.items.push_back({label, fmt::format("{:.6g} J", energy), hint});
  };
  // Frames that move by formulas alone have none.
  const auto is_there = [](const std::vector<double>* energy) {
    return energy && std::any_of(energy->begin(), energy->end(), [](double e) { return e != 0; });
  };
  const bool has_total = total && !total->empty() && (is_there(total) || is_there(kinetic));
  const bool has_works =
      has_ended && std::any_of(works.begin(), works.end(), [](double w) { return w != 0; });
  if (has_total) {
    add("Energy at the start", total->front());
    if (has_ended) add("Energy at the end", total->back());
  }
  if (has_works) {
    add("Energy supplied", works[0],
        "by drives, external forces and sources, from the start to the end");
    add("Dissipated", works[1], "in dampers, friction and resistances");
    if (has_total) {
      group.items.push_back(
          {"Energy balance",
           fmt::format("{:.3g} J", total->back() - total->front() - works[0] + works[1]),
           "of the powers, integrated over the steps, without impulses at events"});
    } else {
      double moved = 0;  // kinetic and potential energy
      for (const std::vector<double>* energy : {kinetic, potential})
        if (energy && !energy->empty()) moved += energy->back() - energy->front();
      add("Change of mechanical energy", moved);
      add("Stored in fluids and compliances", works[0] - works[1] - moved,
          "supplied less dissipated less mechanical, from the start to the end");
    }
    return;
  }
  if (!has_total) return;
  if (lost) add("Dissipated", lost->back());
  double largest = 0, change = 0;
  for (std::size_t k = 0; k < total->size(); ++k) {
    const double balance = (*total)[k] + (lost ? (*lost)[k] : 0) - total->front();
    change = std::max(change, std::abs(balance));
    if (kinetic) largest = std::max(largest, (*kinetic)[k]);
  }
  // More than this is no error of a method that keeps its tolerance: something does work.
  constexpr double kWork = 1e-4;
  if (has_ended && change > kWork * largest) {
    const double work = total->back() + (lost ? lost->back() : 0) - total->front();
    add(lost ? "Energy supplied" : "Change of energy", work,
        lost ? "by drives and external forces, from the start to the end"
             : "work of drives, external forces and dampers");
  } else if (has_ended) {
    group.items.push_back({"Energy balance",
                           largest > 0
                               ? fmt::format("{:.3g} J ({:.2g} of the largest kinetic energy)",
                                             change, change / largest)
                               : fmt::format("{:.3g} J", change),
                           "largest energy error, with the energy that dampers dissipated"});
  }
}

void RunPage::add_statistics(Report& report, const RunSummary& s, bool has_error) const {
  const StepStatistics& steps = s.status.steps;
  Report::Group run{"Run", {}};
  run.items.push_back({"Simulated", seconds(s.status.time)});
  if (s.resumed_at) run.items.push_back({"Resumed at", seconds(*s.resumed_at)});
  run.items.push_back({"Computing time",
                       s.status.wall_seconds < 1 ? fmt::format("{:.3g} s", s.status.wall_seconds)
                                                 : format_duration(s.status.wall_seconds),
                       fmt::format("{:.3g} times real time", s.real_time_factor())});
  run.items.push_back({"Solver", describe_method(s)});
  run.items.push_back({"Steps", group_digits(steps.steps)});
  run.items.push_back({"Rejected steps", group_digits(steps.rejections),
                       "steps that were repeated with a shorter length"});
  if (s.events > 0)
    run.items.push_back(
        {"Events", group_digits(s.events), "instants of switching, impact or sampling"});
  if (!s.stopped_by.empty()) run.items.push_back({"Stopped by", s.stopped_by});
  run.items.push_back(
      {"Evaluations", group_digits(steps.evaluations), "of the right-hand side of the equations"});
  if (steps.jacobians > 0)
    run.items.push_back({"Jacobians", group_digits(steps.jacobians),
                         fmt::format("and {} factorisations, of implicit steps",
                                     group_digits(steps.factorisations))});
  if (steps.smallest_step < steps.largest_step) {
    run.items.push_back({"Step lengths", fmt::format("{:.3g} … {:.3g} s", steps.smallest_step,
                                                     steps.largest_step)});
  }
  run.items.push_back({"Engine", s.engine});
  report.statistics.push_back(std::move(run));

  Report::Group quality{"Accuracy", {}};
  add_energies(quality, !has_error && !s.failed);
  if (loaded_.system.constraints && !loaded_.system.constraints->names.empty()) {
    quality.items.push_back(
        {"Constraints",
         group_digits(static_cast<std::int64_t>(loaded_.system.constraints->names.size())),
         "loop-closure constraints"});
  }
  if (const std::vector<double>* drift = find_energy("system.constraint_drift");
      drift && !drift->empty()) {
    quality.items.push_back({"Constraint drift",
                             fmt::format("{:.2g}", *std::max_element(drift->begin(), drift->end())),
                             "largest of the recorded rows [m or 1]"});
  }
  if (s.largest_drift > 0) {
    quality.items.push_back({"Drift within a step", fmt::format("{:.2g}", s.largest_drift),
                             "of quaternions and closed loops, before projection removed it"});
  }
  if (!quality.items.empty()) report.statistics.push_back(std::move(quality));

  Report::Group model{"Model", {}};
  model.items.push_back(
      {"Parts", group_digits(static_cast<std::int64_t>(loaded_.model.parts().size()))});
  const auto bodies = std::count_if(view_.scene.bodies.begin(), view_.scene.bodies.end(),
                                    [](const BodyView& body) { return !body.is_frame; });
  const bool is_mechanical = bodies > 0 || !view_.scene.joints.empty();
  if (is_mechanical) {
    model.items.push_back({"Bodies", group_digits(bodies)});
    model.items.push_back(
        {"Joints", group_digits(static_cast<std::int64_t>(view_.scene.joints.size()))});
  }
  model.items.push_back({"States", group_digits(s.states)});
  model.items.push_back({"Operations", group_digits(static_cast<std::int64_t>(s.operations)),
                         "of one evaluation of the right-hand side"});
  if (is_mechanical) model.items.push_back({"Formulation", s.formulation});
  if (loaded_.system.constraints) model.items.push_back({"Stabilisation", s.stabilisation});
  report.statistics.push_back(std::move(model));
}

std::string RunPage::write(const RunSummary& s, const RunPageNotes& notes) const {
  Report report;
  report.title = loaded_.system.title;
  report.generator = std::string("Holon ") + kVersion;
  const bool is_whole = s.status.time >= s.status.until;
  report.subtitle = fmt::format(
      "{} · {}{} · {}", fs::path(loaded_.path).filename().string(), seconds(s.status.time),
      is_whole ? "" : " of " + seconds(s.status.until), describe_method(s));
  report.state = !notes.error.empty() || s.failed ? Report::State::failed
                 : s.interrupted                  ? Report::State::interrupted
                                                  : Report::State::done;
  report.reason = notes.error;
  report.warnings = notes.warnings;
  report.notes = notes.remarks;
  report.undetermined = s.undetermined;
  add_curves(report);
  add_poses(report, s.films);
  if (view_.scene.arrows.size() > kMostArrows && report.scene) {
    report.notes.push_back(fmt::format(
        "Of {} forces and reactions the first {} are drawn as arrows; the table holds all that "
        "'outputs' names.",
        view_.scene.arrows.size(), kMostArrows));
  }
  add_statistics(report, s, !notes.error.empty());
  EquationSheets equations = make_equation_sheets(loaded_);
  report.equations = std::move(equations.sheets);
  report.equations_note = std::move(equations.note);
  add_model(report, loaded_);
  report.model_path = loaded_.path;
  report.provenance = {{"Model", loaded_.path},
                       {"Holon", kVersion},
                       {"Built with", fmt::format("{}, {}", kCompiler, kCompileFlags)},
                       {"SHA-256 of the model", s.model_digest},
                       {"Solver", describe_method(s)},
                       {"Formulation", s.formulation},
                       {"Stabilisation", s.stabilisation},
                       {"Seed", std::to_string(s.seed)},
                       {"Engine", s.engine},
                       {"Native code", s.engine_provenance},
                       {"Validation of Holon", "holon validate -o validation.html"}};
  for (const Setting& setting : loaded_.request.settings) {
    report.provenance.push_back({"Set by " + setting.option, setting.name + " = " + setting.value});
  }
  return write_report(report);
}

}  // namespace holon
