// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/commands/study_commands.h"
#include "holon/output/status.h"

namespace holon::app {

int inverse_command(const InverseArguments&) {
  throw CommandError("'holon inverse' is not in this version yet");
}

}  // namespace holon::app
