// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Any text in a form that is safe for a terminal. Names, titles, paths and data may contain escape
/// sequences that write to a terminal's title or clipboard, and characters that reverse the order
/// of others; all output to stdout and stderr passes through these functions (`print…` of the
/// command line, `Diagnostics`).
namespace holon {

/// For a terminal, several lines: hidden characters are written \u001b, invalid bytes \xff; line
/// breaks (\n, \r\n) and tabs remain.
std::string show_text(std::string_view text);
/// The same for a message: words of more than 512 characters are cut in the middle with "…", so
/// that both ends can be recognised; and so are lines of more than 4000.
std::string show_message(std::string_view text);
/// The same in one line: breaks and tabs are written \n and \t, too.
std::string show_line(std::string_view text);
/// One character for each character, so that columns are preserved: hidden characters become
/// U+FFFD; tabs remain.
std::string show_columns(std::string_view text);

}  // namespace holon
