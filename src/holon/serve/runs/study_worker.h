// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/serve/runs/run_controls.h"
#include "holon/serve/runs/worker_pipe.h"

namespace holon::serve {

/// The child process of a study. Request: {study: true, path, text}. Writes messages 'J' with the
/// state of the study (StudyState of messages.ts), the last one with the table of its samples. The
/// command "stop" ends it with the samples that are done.
void run_study(const Json& request, RunControls& controls, WorkerPipe& pipe);

}  // namespace holon::serve
