// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run/run_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "holon/simulate/run/run_settings.h"

namespace holon {
namespace {

// Any motion that has died out is stiff to an explicit method; it matters where it costs this much.
constexpr std::int64_t kManySteps = 50'000;
constexpr int kMostReported = 4;

}  // namespace

void RunNotes::report(const Note& note) const {
  if (!observer_) return;
  note.is_remark ? observer_->remark(note.text) : observer_->note(note.text);
}

void RunNotes::warn(std::string text) {
  notes_.push_back({std::move(text), false});
  report(notes_.back());
}

void RunNotes::remark(const std::string& text) {
  notes_.push_back({text, true});
  report(notes_.back());
}

void RunNotes::announce(const std::string& text) const { report({text, true}); }

std::vector<std::string> RunNotes::texts() const {
  std::vector<std::string> texts;
  for (const Note& note : notes_) texts.push_back(note.text);
  return texts;
}

void RunNotes::archive(Archive& a) {
  std::size_t count = notes_.size();
  a.count("notes", count);
  notes_.resize(count);
  for (Note& note : notes_) {
    a.item("note", note.text);
    a.item("is_remark", note.is_remark);
    if (a.is_reading()) report(note);
  }
  a.item("is_stiffness_reported", is_stiffness_reported_);
  a.item("is_coarseness_reported", is_coarseness_reported_);
  a.item("is_search_reported", is_search_reported_);
  a.item("method", method_);
  a.item("methods", methods_);
  a.item("solver_changes", solver_changes_);
  a.item("lost_roots", lost_roots_);
  a.item("last_lost_root", last_lost_root_);
  a.item("is_passage_reported", is_passage_reported_);
  a.item("is_unkept_reported", is_unkept_reported_);
}

// Where `auto` has taken another method for the last step.
void RunNotes::watch_method(const Integrator& integrator) {
  if (settings_.solver != SolverMethod::automatic) return watch_substitute(integrator);
  const std::string_view now = integrator.method();
  if (now == method_) return;
  const std::string before = std::exchange(method_, std::string(now));
  if (std::find(methods_.begin(), methods_.end(), method_) == methods_.end())
    methods_.push_back(method_);
  if (before.empty() || ++solver_changes_ > kMostReported) return;
  std::string text =
      fmt::format("from t = {:.4g} s on {}{} replaces {}", integrator.previous_time(),
                  before == "dopri5" && integrator.statistics().stability_use > 0
                      ? "stability, not accuracy, limits the step: "
                      : "",
                  method_, before);
  if (solver_changes_ == kMostReported) text += "; further changes of the solver are not reported";
  remark(text);
}

// Where another method has stepped for the one that the settings name.
void RunNotes::watch_substitute(const Integrator& integrator) {
  const StepStatistics& s = integrator.statistics();
  if (!is_unkept_reported_ && s.unkept_since >= 0) {
    is_unkept_reported_ = true;
    remark(
        fmt::format("from t = {:.4g} s on {} does not solve the equations of unknowns with its "
                    "stages, which failed there, but finds them at each evaluation",
                    s.unkept_since, name_of(settings_.solver)));
  }
  if (is_passage_reported_ || s.passages == 0) return;
  is_passage_reported_ = true;
  remark(
      fmt::format("at t = {:.4g} s closed loops are near a singular configuration: there, and at "
                  "later ones, dopri5 takes the steps in place of {}",
                  integrator.previous_time(), name_of(settings_.solver)));
}

std::string RunNotes::list_methods() const {
  std::string text;
  for (std::size_t i = 0; i < methods_.size(); ++i)
    text += (i == 0 ? "" : i + 1 < methods_.size() ? ", " : " and ") + methods_[i];
  return text;
}

void RunNotes::watch_search(const Integrator& integrator, const std::string& comparison) {
  if (comparison.empty() || is_search_reported_) return;
  is_search_reported_ = true;
  warn(
      fmt::format("in the step from t = {:.6g} s to {:.6g} s, and perhaps in later ones, '{}' "
                  "could not be bounded everywhere: switching twice between two samples may be "
                  "missed; simulate.max_step bounds the steps",
                  integrator.previous_time(), integrator.time(), comparison));
}

void RunNotes::watch_roots(const std::string& text) {
  // A run that stops there tries several steps.
  if (text.empty() || text == last_lost_root_ || ++lost_roots_ > kMostReported) return;
  last_lost_root_ = text;
  warn(text + (lost_roots_ == kMostReported ? "; further ones are not reported" : ""));
}

void RunNotes::watch(const Integrator& integrator) {
  const StepStatistics& s = integrator.statistics();
  watch_method(integrator);
  if (!is_stiffness_reported_ && solver_changes_ == 0 && s.stiff_since >= 0 &&
      s.steps > kManySteps) {
    is_stiffness_reported_ = true;
    warn(
        fmt::format("from t = {:.4g} s on stability, not accuracy, limits the step: the problem is "
                    "stiff, or its motion has decayed{}",
                    s.stiff_since,
                    settings_.solver == SolverMethod::dopri5 ? "; try solver: cvode or auto" : ""));
  }
  if (!is_coarseness_reported_ && s.coarse_since >= 0) {
    is_coarseness_reported_ = true;
    warn(fmt::format(
        "from t = {:.4g} s on the step of {:g} s is {:.2g} times the time constant of the fastest "
        "motion: the results have errors of several per cent or more; try a step of {:.1g} s, or "
        "solver: "
        "dopri5",
        s.coarse_since, *settings_.step, s.coarse_pace, 0.5 / s.coarse_pace * *settings_.step));
  }
}

}  // namespace holon
