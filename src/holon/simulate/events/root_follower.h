// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/simulate/rhs/system_rhs.h"
#include "holon/solve/integrator.h"

namespace holon {

/// Continues the roots of a System's Newton iterations along accepted steps. The guesses, which are
/// discrete states, change between steps alone: all stages and Jacobians of a step begin at the
/// roots at its beginning, so that what a step does is a function of its beginning.
///
/// Along a step a root is found from the one before; it counts as the same root where it lies where
/// its rates at both ends of the interval lead to, and, where it changes by more than a little,
/// also does so between them; else the interval is halved. Where that comes to no end the root
/// ends: two roots meet there (a fold), or the equations are not defined beyond.
///
/// One that has ended is searched from the model's guess once more a little behind, at an instant
/// that does not depend on the steps, and followed from there. Where there is none it is followed
/// no more until `find`: each row has what the search from the model's guess finds, or nan.
class RootFollower {
 public:
  /// Both must outlive this; the system has roots.
  RootFollower(const System& system, const Program& roots);

  /// The roots at t and x, from the guesses in d: puts those in d that are found.
  void find(SystemInputs& inputs, double t, const double* x, std::vector<double>& d);
  /// Along the integrator's last step, up to `to`; d holds the guesses at its beginning.
  void follow(SystemInputs& inputs, Integrator& integrator, double to,
              const std::vector<double>& d);
  /// d with the roots at t of the step that was followed as guesses; those that are not known there
  /// are searched from the model's guess.
  void put_in_guesses(double t, std::vector<double>& d) const;

  /// Where a root ended in the step that was followed.
  struct End {
    double before = 0, behind = 0;  ///< [s] the root is known at one and not at the other
    std::vector<int> roots;
  };
  const std::vector<End>& ends() const { return ends_; }

  void archive(Archive& a) { a.fixed("ended_roots", is_ended_); }

 private:
  struct Point {
    double time = 0;
    std::vector<double> roots;
    std::vector<bool> is_known;  ///< from there on
  };
  std::vector<double> calc(SystemInputs& inputs, Integrator& integrator, double t,
                           const std::vector<double>& guesses);
  struct Interval {
    Point from, to;
    std::vector<double> behind_from, before_to;  ///< roots a little behind and before them
  };
  std::vector<int> find_lost(const Interval& interval) const;
  bool keeps_between(SystemInputs& inputs, Integrator& integrator, const Interval& interval);

  const System& system_;
  const SystemRoots& roots_;
  const Program& program_;
  Workspace workspace_;
  std::vector<double> x_, d_;
  std::vector<bool> is_known_;    // by root, along the step
  std::vector<double> is_ended_;  // 1: not to be followed again
  std::vector<Point> path_;
  std::vector<End> ends_;
};

}  // namespace holon
