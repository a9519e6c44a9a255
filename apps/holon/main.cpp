// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>

#include "holon/base/interrupt.h"
#include "holon/commands/commands.h"
#include "holon/output/terminal.h"
#include "holon/shell/command_line.h"

namespace {

/// 128 + n where signal n has interrupted the command, as shells have it.
int status_of_process(int status) {
  const int signal = holon::interrupting_signal();
  return status == holon::app::kInterrupted && signal != 0 ? 128 + signal : status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = status_of_process(holon::app::run_command_line(argc, argv));
    // A full disk behind a redirection shows only here.
    if (std::fflush(stdout) != 0 && status == holon::app::kDone) {
      holon::app::print_error("cannot write to the standard output");
      return holon::app::kRunFailed;
    }
    return status;
  } catch (const holon::Interrupted&) {
    return status_of_process(holon::app::kInterrupted);
  } catch (const std::exception& e) {
    holon::app::print_error(e.what());
    return holon::app::kRunFailed;
  }
}
