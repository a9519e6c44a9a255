// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "holon/study/findings.h"

namespace holon::app {

/// What is wrong with the command, and how it should be. run_command_line reports it.
struct CommandError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Exit statuses.
enum Status : int {
  kDone = 0,
  kModelIsWrong = 1,
  kCommandIsWrong = 2,
  kRunFailed = 3,
  kChecksDisagree = 4,
  kInterrupted = 130,  ///< by ctrl-C; the process ends with 128 + n after another signal n
};

/// The status of a command whose model cannot be used.
constexpr Status status_of(Fault fault) {
  return fault == Fault::none ? kDone : fault == Fault::request ? kCommandIsWrong : kModelIsWrong;
}

}  // namespace holon::app
