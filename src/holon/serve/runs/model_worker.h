// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/serve/runs/run_controls.h"
#include "holon/serve/runs/worker_pipe.h"

namespace holon::serve {

/// The child process that checks a model and shows it: so that what ends it does not end the
/// server. Request: {check: REVISION, path, text}. Writes a message
///   'C'  what write_check gives,
/// then answers commands {id, view, params} by messages
///   'V'  the id, a line end, and `"result":…` or `"error":…`,
/// until its input ends.
void serve_model(const Json& request, RunControls& controls, WorkerPipe& pipe);

}  // namespace holon::serve
