// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/clock_ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/simulate/events/random.h"

namespace holon {
namespace {

// Ticks so near to each other in relation to the time are simultaneous.
constexpr double kSameTickTime = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

ClockTicks::ClockTicks(const System& system, const SystemPrograms& programs, std::uint64_t seed)
    : system_(system), programs_(programs), seed_(seed) {
  for (const SystemClock& clock : system.clocks)
    clocks_.push_back({RegularTimes(clock.offset, clock.period)});
  for (const SystemDraw& draw : system.draws) streams_.push_back(random_stream(draw.name));
  for (const SystemProcess& process : system.processes)
    processes_.push_back(process.model->make(programs.options));
  process_workspaces_.resize(processes_.size());
}

void ClockTicks::begin(double t) {
  for (Clock& clock : clocks_) {
    clock.next = 0;
    while (clock.times.at(clock.next) < t) ++clock.next;
  }
}

double ClockTicks::next() const {
  double first = std::numeric_limits<double>::infinity();
  for (const Clock& clock : clocks_) first = std::min(first, clock.times.at(clock.next));
  return first;
}

bool ClockTicks::advance(double t) {
  bool any = false;
  in_.clear();
  for (Clock& clock : clocks_) {
    const double due = clock.times.at(clock.next);
    const bool ticks = due <= t + kSameTickTime * std::abs(t);
    if (ticks) ++clock.next, ++ticks_;
    in_.push_back(ticks ? 1 : 0);
    any |= ticks;
  }
  return any;
}

void ClockTicks::set(double t, const double* in, std::vector<double>& discrete) {
  in_.insert(in_.begin(), in, in + system_.function_input_count());
  add_draws();
  run_processes(t, discrete);
  programs_.ticks.run(in_.data(), discrete.data(), workspace_);
}

// Adds the outputs of all processes to the inputs, those that have run with their new values.
void ClockTicks::run_processes(double t, const std::vector<double>& discrete) {
  if (processes_.empty()) return;
  const auto clocks_at = static_cast<std::size_t>(system_.function_input_count());
  std::size_t at = in_.size();
  for (const SystemProcess& process : system_.processes)
    for (const int output : process.outputs)
      in_.push_back(discrete[static_cast<std::size_t>(output)]);
  for (std::size_t k = 0; k < processes_.size(); ++k) {
    const SystemProcess& process = system_.processes[k];
    process_ticking_.clear();
    for (const int clock : process.clocks)
      process_ticking_.push_back(in_[clocks_at + static_cast<std::size_t>(clock)]);
    if (std::count(process_ticking_.begin(), process_ticking_.end(), 1.0) > 0) {
      const Program& program = programs_.process_inputs[k];
      process_in_.resize(static_cast<std::size_t>(program.output_count()));
      program.run(in_.data(), process_in_.data(), process_workspaces_[k]);
      processes_[k]->tick(t, process_ticking_.data(), process_in_.data(), in_.data() + at);
    }
    at += process.outputs.size();
  }
}

// One for each tick, whether or not it is due: what it is depends on its number alone.
void ClockTicks::add_draws() {
  for (std::size_t k = 0; k < streams_.size(); ++k) {
    const SystemDraw& draw = system_.draws[k];
    const Clock& clock = clocks_[static_cast<std::size_t>(draw.clock)];
    in_.push_back(
        draw_number(draw.distribution, seed_, streams_[k], static_cast<std::uint64_t>(clock.next)));
  }
}

std::vector<std::string> ClockTicks::list_process_notes() const {
  std::vector<std::string> notes;
  for (const auto& process : processes_)
    for (std::string& note : process->list_notes()) notes.push_back(std::move(note));
  return notes;
}

std::vector<std::shared_ptr<const HeightFilm>> ClockTicks::list_films() const {
  std::vector<std::shared_ptr<const HeightFilm>> films;
  for (const auto& process : processes_) {
    if (auto film = process->film()) films.push_back(std::move(film));
  }
  return films;
}

void ClockTicks::archive(Archive& a) {
  for (Clock& clock : clocks_) a.item("next_tick", clock.next);
  a.item("ticks", ticks_);
  for (const auto& process : processes_) process->archive(a);
}

void ClockTicks::check(const Archive& a, double from, double to) const {
  constexpr double kSame = 1e-12;
  const double near = kSame * std::abs(to);
  for (const Clock& clock : clocks_) {
    const bool is_next = clock.times.at(clock.next) >= from - near &&
                         (clock.next == 0 || clock.times.at(clock.next - 1) <= to + near);
    if (clock.next < 0 || !is_next) a.refuse("holds a tick that is not the next one");
  }
  if (ticks_ < 0) a.refuse("holds a negative number of ticks");
}

}  // namespace holon
