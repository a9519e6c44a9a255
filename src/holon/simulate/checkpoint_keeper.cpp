// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/checkpoint_keeper.h"

#include <algorithm>
#include <limits>
#include <system_error>

#include "holon/record/output_file.h"

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

bool CheckpointKeeper::is_due(double time, std::int64_t steps) const {
  return length_ > 0 ? time >= times_.at(next_) : steps >= steps_at_last_ + kSteps;
}

void CheckpointKeeper::pass(std::int64_t steps) {
  ++next_;
  steps_at_last_ = steps;
}

void CheckpointKeeper::archive(Archive& a) {
  a.item("next_checkpoint", next_);
  a.item("steps_at_checkpoint", steps_at_last_);
}

void CheckpointKeeper::begin_with(const Checkpoint& checkpoint) {
  last_ = checkpoint;
  kept_at_ = Clock::now();
  std::error_code ignored;
  if (std::filesystem::equivalent(options_.path, checkpoint.path, ignored))
    written_ = checkpoint.time;
}

bool CheckpointKeeper::keep(const std::function<Checkpoint()>& make) {
  const auto is_time = [&](Clock::time_point last, double pause, double cost) {
    return seconds_since(last) >= std::max(pause, cost / options_.share_of_time);
  };
  if (options_.path.empty() || !is_time(kept_at_, options_.seconds_between_keeps, keep_cost_))
    return false;
  const Clock::time_point began = Clock::now();
  last_ = make();
  kept_at_ = Clock::now();
  keep_cost_ = seconds_since(began);
  return is_time(written_at_, options_.seconds_between_files, file_cost_);
}

void CheckpointKeeper::write() {
  if (!last_ || options_.path.empty() || written_ == last_->time) return;
  written_at_ = Clock::now();
  for (const std::filesystem::path& table : options_.tables) bring_to_disk(table);
  write_checkpoint(options_.path, *last_);
  file_cost_ = seconds_since(written_at_);
  written_ = last_->time;
}

void CheckpointKeeper::remove() {
  last_.reset();
  written_.reset();
  std::error_code ignored;
  if (!options_.path.empty()) std::filesystem::remove(options_.path, ignored);
}

}  // namespace holon
