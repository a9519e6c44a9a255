// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/profile.h"

namespace holon {

thread_local Profile* Profile::recording_ = nullptr;

std::string_view name_of(Work work) {
  switch (work) {
    case Work::steps: return "steps of the solver";
    case Work::derivative: return "equations";
    case Work::jacobian: return "Jacobian";
    case Work::linear: return "linear systems";
    case Work::events: return "events";
    case Work::projection: return "projection";
    case Work::rows: return "outputs of rows";
    case Work::writing: return "writing tables";
    case Work::compiling: return "compiling equations";
    case Work::start: return "initial conditions";
    case Work::count: break;
  }
  return "";
}

ProfileRecorder::ProfileRecorder(Profile& profile) : before_(Profile::recording_) {
  Profile::recording_ = &profile;
  profile.since_ = Profile::Clock::now();
  profile.present_ = Work::steps;
}

ProfileRecorder::~ProfileRecorder() {
  Profile::recording_->change(Work::steps);
  Profile::recording_ = before_;
}

}  // namespace holon
