// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/checkpoint/checkpoint_keeper.h"

#include <algorithm>
#include <limits>
#include <system_error>

namespace holon {
namespace {

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace

CheckpointKeeper::CheckpointKeeper(const SimulateSettings& settings)
    : length_(settings.checkpoint.value_or(0)), times_(0, length_), written_at_(Clock::now()) {}

double CheckpointKeeper::next_time() const {
  return length_ > 0 ? times_.at(next_) : std::numeric_limits<double>::infinity();
}

bool CheckpointKeeper::is_due(double time, const Spent& spent) const {
  if (length_ > 0) return time >= times_.at(next_);
  const std::int64_t steps = spent.steps - steps_at_last_;
  return steps >= kSteps || (spent.is_multistep && steps >= kFewestMultisteps &&
                             spent.operations - operations_at_last_ >= kOperations);
}

void CheckpointKeeper::pass(const Spent& spent) {
  ++next_;
  steps_at_last_ = spent.steps;
  operations_at_last_ = spent.operations;
}

void CheckpointKeeper::check(const Archive& a, double time, const Spent& spent) const {
  const bool is_next = length_ > 0 ? times_.at(next_ - 1) <= time : steps_at_last_ >= 0;
  if (next_ < 1 || !is_next || steps_at_last_ > spent.steps ||
      !(operations_at_last_ <= spent.operations))
    a.refuse("holds a time or a count that does not match its checkpoints");
}

void CheckpointKeeper::archive(Archive& a) {
  a.item("next_checkpoint", next_);
  a.item("steps_at_checkpoint", steps_at_last_);
  a.item("operations_at_checkpoint", operations_at_last_);
}

void CheckpointKeeper::begin_with(const Checkpoint& checkpoint) {
  last_ = checkpoint;
  kept_at_ = Clock::now();
  std::error_code ignored;
  is_last_written_ = std::filesystem::equivalent(options_.path, checkpoint.path, ignored);
  if (is_last_written_) written_ = checkpoint.time;
}

bool CheckpointKeeper::is_time_to_keep(bool is_restart, bool has_whole_state) const {
  if (!is_on() || (options_.interrupts_only && has_whole_state)) return false;
  // A short run keeps that of its first restart.
  const Clock::time_point last = is_restart ? kept_at_ : std::max(kept_at_, created_at_);
  const double pause = is_restart ? options_.seconds_between_keeps : options_.seconds_between_whole;
  return seconds_since(last) >= std::max(pause, keep_cost_ / options_.share_of_time);
}

bool CheckpointKeeper::keep(const std::function<Checkpoint()>& make) {
  const Clock::time_point began = Clock::now();
  last_ = make();
  is_last_written_ = false;
  reserve();
  kept_at_ = Clock::now();
  keep_cost_ = seconds_since(began);
  return seconds_since(written_at_) >=
         std::max(options_.seconds_between_files, file_cost_ / options_.share_of_time);
}

void CheckpointKeeper::keep_last(Checkpoint checkpoint) {
  if (!is_on()) return;
  last_ = std::move(checkpoint);
  is_last_written_ = false;
}

void CheckpointKeeper::write() {
  if (!last_ || options_.path.empty() || is_last_written_) return;
  written_at_ = Clock::now();
  for (const std::filesystem::path& table : options_.tables) bring_to_disk(table);
  room_.release();
  write_checkpoint(options_.path, *last_);
  file_cost_ = seconds_since(written_at_);
  is_last_written_ = true;
  written_ = last_->time;
}

void CheckpointKeeper::reserve() {
  constexpr std::int64_t kFacts = 1 << 16;  // and the first line
  if (last_) room_.reserve(options_.path, static_cast<std::int64_t>(last_->state.size()) + kFacts);
}

void CheckpointKeeper::remove() {
  last_.reset();
  written_.reset();
  room_.release();
  std::error_code ignored;
  if (!options_.path.empty()) std::filesystem::remove(options_.path, ignored);
}

}  // namespace holon
