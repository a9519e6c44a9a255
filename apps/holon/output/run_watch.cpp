// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/run_watch.h"

#include "holon/base/interrupt.h"
#include "holon/output/terminal.h"

namespace holon::app {

RunWatch::RunWatch(std::string model, double until, bool quiet)
    : model_(std::move(model)),
      progress_({.until = until, .mode = quiet ? Progress::Mode::off : Progress::Mode::automatic}) {
}

bool RunWatch::go_on(const RunStatus& status) {
  progress_.update(status.time, status.steps.steps, status.steps.rejections);
  if (interrupted()) return false;
  // A run that cannot keep step must not take a processor from all other programs.
  constexpr double kFarBehind = 1;  // [s]
  if (priority_ && pace_->report().delay > kFarBehind) priority_.reset();
  return !pace_ || pace_->keep(status.time, [] {});
}

void RunWatch::note(const std::string& text) {
  progress_.clear();
  print_warning(model_ + ": " + text);
  warnings.push_back(text);
}

void RunWatch::remark(const std::string& text) {
  progress_.clear();
  print_note(model_ + ": " + text);
  remarks.push_back(text);
}

}  // namespace holon::app
