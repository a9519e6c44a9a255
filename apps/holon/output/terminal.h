// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/base/errors.h"
#include "holon/study/findings.h"

namespace holon::app {

/// Whether the stream is a terminal that shows colours (NO_COLOR and TERM=dumb say no).
bool stdout_has_color();
bool stderr_has_color();
/// Columns of the terminal behind stdout; 80 where it is none.
int terminal_width();

/// How the user calls the program, for hints that he can type: "holon", or "./run", the script
/// whose first word `run` may be left out. Set once, at the beginning.
void set_caller(std::string name);
/// Whether that is the script, whose first word `run` may be left out.
bool is_called_by_script();
/// "holon run pendulum.yaml", or "./run pendulum.yaml": from "run pendulum.yaml".
std::string call_of(std::string_view command);
/// Calls in quotes, 'holon run pendulum.yaml', put as the user makes them.
std::string in_users_terms(std::string text);

/// To stdout; what a terminal would obey or not show is spelt out (base/shown_text.h).
void print(std::string_view text);
/// The same, through a pager (PAGER, else `less`) where stdout is a terminal.
void print_paged(std::string_view text);
/// "holon: error: …" to stderr; calls in the user's words, long words cut, as `print` besides.
void print_error(std::string_view message);
void print_warning(std::string_view message);
void print_note(std::string_view message);
/// Everything collected, to stderr.
void print_diagnostics(const Diagnostics& diagnostics);
/// Prints findings as they come, by the functions above.
FindingsObserver& terminal_observer();

/// Bold, or dim, on a terminal with colours.
std::string bold(std::string_view text);
std::string dim(std::string_view text);

}  // namespace holon::app
