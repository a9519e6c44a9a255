// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run_starter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "holon/base/errors.h"
#include "holon/base/profile.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/simulate/start/equilibrium.h"
#include "holon/simulate/start/start.h"
#include "holon/simulate/start/start_notes.h"

namespace holon::detail {

void RunStarter::start() {
  const WorkScope work(Work::start);
  if (run_.settings.start == RunStart::initial)
    check_start_rates(run_.system, run_.parameters, run_.settings.until);
  Start begin = find_start(run_.system, 0, run_.parameters);
  if (!first_state_)
    for (const std::string& text : begin.notes) run_.notes.remark(text);
  run_.summary.undetermined = std::move(begin.undetermined);
  run_.x_event = std::move(begin.x);
  if (first_state_)
    begin_at_state();
  else if (run_.settings.start == RunStart::equilibrium)
    begin_at_equilibrium();
  run_.history->start(0, run_.x_event.data(), nullptr, nullptr);
  run_.events->begin(0, run_.x_event);
  run_.events->set_discrete(0, run_.x_event, first_discrete_);
  run_.history->start(0, run_.x_event.data(), run_.events->discrete(), run_.events->modes());
  const int stop = run_.events->start(0, run_.x_event, *run_.rhs).stop;
  if (first_state_) meet_constraints();
  run_.history->start(0, run_.x_event.data(), run_.events->discrete(), run_.events->modes());
  run_.integrator->start(0, run_.x_event.data());
  run_.streams.write_start(0, run_.x_event.data());
  if (stop >= 0) run_.summary.stopped_by = run_.system.events[static_cast<std::size_t>(stop)].name;
}

void RunStarter::begin_at_equilibrium() {
  Equilibrium found = find_equilibrium(run_.system, run_.parameters);
  const std::string changes = list_changes(run_.system, run_.x_event, found.x, "initial value");
  std::string text = changes.empty() ? "the initial values are an equilibrium"
                                     : "the run begins at the equilibrium nearest to the initial "
                                       "values, with " +
                                           changes;
  if (!found.residual_text.empty())
    text += "; the largest rate that remains is " + found.residual_text;
  run_.notes.remark(text);
  for (const Equilibrium::Coordinate& c : found.free)
    if (c.rate != 0)
      run_.notes.remark(fmt::format("{} changes steadily by {:.6g} per second", c.name, c.rate));
  for (const std::string& note : found.notes) run_.notes.remark(note);
  run_.x_event = std::move(found.x);
}

void RunStarter::begin_at_state() {
  AdoptedState adopted = adopt_state(run_.system, *first_state_, run_.x_event);
  for (const std::string& note : adopted.notes) run_.notes.remark(note);
  if (!run_.history->is_empty())
    run_.notes.remark("delayed signals have been constant before the start");
  run_.x_event = std::move(adopted.x);
  first_discrete_ = std::move(adopted.discrete);
}

// With the constraints of the modes and discrete states that hold there.
void RunStarter::meet_constraints() {
  constexpr double kOff = 1e-6;  // [m, rad]
  const std::vector<double> before = run_.x_event;
  run_.rhs->project_trial(0, run_.x_event.data());
  std::vector<double> again = run_.x_event;
  if (!(run_.rhs->project_trial(0, again.data()) <= kOff))
    throw ModelError("the state of the other run does not meet this model's constraints",
                     "start it from its own initial values");
  double moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    moved = std::max(moved, std::abs(run_.x_event[i] - before[i]));
  if (moved <= kOff) return;
  const std::string changes = list_changes(run_.system, before, run_.x_event, "then");
  run_.notes.remark("the model's constraints have changed the state of the other run: " + changes);
}

}  // namespace holon::detail
