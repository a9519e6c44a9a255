// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace holon {

/// Kinds of work in a run.
enum class Work : std::uint8_t {
  steps,       ///< of the method itself: stages, error norms, what no other kind counts
  derivative,  ///< the equations' right side
  jacobian,    ///< its derivative
  linear,      ///< factorisation and solution of the method's linear systems
  events,      ///< their search, and what happens at them
  projection,  ///< onto constraints
  rows,        ///< outputs at the times of rows
  writing,     ///< rows into tables
  compiling,   ///< equations into programs
  start,       ///< states that fit together, at the start
  count,
};
std::string_view name_of(Work work);

/// Where the time of a thread goes: each moment belongs to the innermost kind of work. Measuring
/// takes some 50 ns for each piece of work, which count as that work.
class Profile {
 public:
  using Clock = std::chrono::steady_clock;
  struct Share {
    Clock::duration time{};
    std::int64_t pieces = 0;
    double seconds() const { return std::chrono::duration<double>(time).count(); }
  };

  const Share& share(Work work) const { return shares_[static_cast<std::size_t>(work)]; }
  double seconds() const {
    double sum = 0;
    for (const Share& s : shares_) sum += s.seconds();
    return sum;
  }

 private:
  friend class ProfileRecorder;
  friend class WorkScope;
  Work change(Work to) {
    const Clock::time_point now = Clock::now();
    shares_[static_cast<std::size_t>(present_)].time += now - since_;
    since_ = now;
    const Work before = present_;
    present_ = to;
    return before;
  }

  std::array<Share, static_cast<std::size_t>(Work::count)> shares_{};
  Work present_ = Work::steps;
  Clock::time_point since_{};
  static thread_local Profile* recording_;
};

/// As long as it lives, what its thread does is recorded in a profile.
class ProfileRecorder {
 public:
  explicit ProfileRecorder(Profile& profile);
  ~ProfileRecorder();
  ProfileRecorder(const ProfileRecorder&) = delete;
  ProfileRecorder& operator=(const ProfileRecorder&) = delete;

 private:
  Profile* before_;
};

/// As long as it lives, its thread does work of this kind; it costs nothing where no profile is
/// recorded.
class WorkScope {
 public:
  explicit WorkScope(Work work) : profile_(Profile::recording_) {
    if (!profile_) return;
    before_ = profile_->change(work);
    ++profile_->shares_[static_cast<std::size_t>(work)].pieces;
  }
  ~WorkScope() {
    if (profile_) profile_->change(before_);
  }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  Profile* profile_;
  Work before_ = Work::steps;
};

}  // namespace holon
