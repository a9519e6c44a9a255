// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/record/moments.h"
#include "holon/record/time_integrals.h"
#include "holon/report/page/report.h"
#include "holon/report/run/run_curves.h"
#include "holon/simulate/simulation.h"
#include "holon/study/model_view.h"

namespace holon {

/// What a page says of a run beside its results.
struct RunPageNotes {
  std::string error{};                  ///< why the run failed; empty where it did not
  std::vector<std::string> warnings{};  ///< of the model and of the run
  std::vector<std::string> remarks{};   ///< what was found at the start
};

/// A run as a page for the browser: its curves, the moving machine with its forces, energies, the
/// equations, the model. Model, view and curves must outlive it.
///
///   RunCurves curves(loaded, view);
///   RunPage page(loaded, view, curves);
///   curves.record(simulation);
///   page.record(simulation);
///   simulation.run();
///   std::ofstream("pendulum.html") << page.write(simulation.summary());
class RunPage {
 public:
  RunPage(const LoadedModel& loaded, const ModelView& view, const RunCurves& curves)
      : loaded_(loaded), view_(view), curves_(curves) {}

  /// Adds its streams to a run that has not begun, beside those of the curves.
  void record(Simulation& simulation);
  /// The page as HTML. Throws std::runtime_error where the program was built without a front end
  /// (has_report_front_end).
  std::string write(const RunSummary& summary, const RunPageNotes& notes = {}) const;

 private:
  void record_rows(Simulation& simulation);
  void record_poses(Simulation& simulation);
  void add_curves(Report& report) const;
  void add_poses(Report& report, const std::vector<std::shared_ptr<const HeightFilm>>& films) const;
  void add_statistics(Report& report, const RunSummary& summary, bool has_error) const;
  /// Energies from the start to the end.
  void add_energies(Report::Group& group, bool has_ended) const;
  /// The recorded values of an energy; nullptr where there is none.
  const std::vector<double>* find_energy(const char* name) const;

  const LoadedModel& loaded_;
  const ModelView& view_;
  const RunCurves& curves_;
  std::unique_ptr<BoundedSink> recorded_;
  std::unique_ptr<MomentsSink> poses_, energies_;
  /// Of system.power and system.dissipated_power, where their integrals are no states.
  std::unique_ptr<TimeIntegrals> works_;
};

}  // namespace holon
