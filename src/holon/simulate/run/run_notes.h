// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/base/archive.h"
#include "holon/model/describe/settings.h"
#include "holon/simulate/run/run_observer.h"
#include "holon/solve/integrator.h"

namespace holon {

/// What a run reports to its user, each note once: to the observer as soon as it is found, and
/// into the summary.
class RunNotes {
 public:
  explicit RunNotes(const SimulateSettings& settings) : settings_(settings) {}
  void set_observer(RunObserver* observer) { observer_ = observer; }

  /// What is no trouble: what was found at the start.
  void remark(const std::string& text);
  void warn(std::string text);
  /// Shows what is known only at the end of a run, without keeping it for a resumed one.
  void announce(const std::string& text) const;
  /// After a step: what has shown itself.
  void watch(const Integrator& integrator);
  /// `comparison`: one that could not be searched within steps, or empty.
  void watch_search(const Integrator& integrator, const std::string& comparison);

  /// `text`: a root that ended in the step, described, or empty.
  void watch_roots(const std::string& text);

  /// What has been reported, for a checkpoint; what is read is reported again.
  void archive(Archive& a);

  /// All of them, in order.
  std::vector<std::string> texts() const;
  /// `auto` has switched to another method.
  bool has_changed_solver() const { return solver_changes_ > 0; }
  /// Those that it has used, in order: "dopri5, radau5 and cvode".
  std::string list_methods() const;

 private:
  struct Note {
    std::string text;
    bool is_remark = false;
  };
  void report(const Note& note) const;
  void watch_method(const Integrator& integrator);
  void watch_substitute(const Integrator& integrator);

  const SimulateSettings& settings_;
  RunObserver* observer_ = nullptr;
  std::vector<Note> notes_;
  bool is_stiffness_reported_ = false, is_coarseness_reported_ = false, is_search_reported_ = false;
  int lost_roots_ = 0;  // described
  std::string last_lost_root_;
  std::string method_;                // of the last step
  std::vector<std::string> methods_;  // so far
  int solver_changes_ = 0;            // from one method to another
  bool is_passage_reported_ = false, is_unkept_reported_ = false;
};

}  // namespace holon
