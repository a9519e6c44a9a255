// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/settings.h"

namespace holon::serve {

/// The child process of a run: reads what is to be done as a line of JSON from `in`, then commands,
/// a line each (pause, resume, stop, speed, set), and writes to `out` messages of 4 bytes with
/// their length (little-endian), a byte with their kind, and
///   'J'  JSON: what is known of the run, always the whole of it
///   'R'  a byte with the index of a stream, then rows of doubles.
/// The end of `in` stops the run. Returns the exit status.
///
/// Request: {path, text, settings: [{name, value}], signals: […] | "all", inputs: […], realtime,
/// speed, live: [[t, name, value] …], start: {time, states, discrete}} for rows; {…, report: FILE}
/// or {…, table: FILE} for a file in place of rows; {…, picture: FILE} for the image of a gallery;
/// {check: …}: as serve_model has it.
int run_worker(int in, int out);

/// A run in real time reacts to inputs at the ends of its steps, which are therefore short.
void limit_real_time_steps(SimulateSettings& settings, double speed);

}  // namespace holon::serve
