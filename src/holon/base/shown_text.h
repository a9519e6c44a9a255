// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Any text as a terminal may show it. Names, titles, paths and data may hold escape sequences that
/// write to a terminal's title or clipboard, and characters that turn the order of others round;
/// what goes to stdout and stderr passes through these (`print…` of the command line,
/// `Diagnostics`).
namespace holon {

/// For a terminal, several lines: what is hidden is written \u001b, bytes that are no UTF-8 \xff;
/// line breaks (\n, \r\n) and tabs stay.
std::string show_text(std::string_view text);
/// The same for a message: words of more than 512 characters are cut in the middle with "…", so
/// that both ends can be recognised; and so are lines of more than 4000.
std::string show_message(std::string_view text);
/// The same in one line: breaks and tabs are written \n and \t, too.
std::string show_line(std::string_view text);
/// A character for each character, so that columns stay: what is hidden is U+FFFD; tabs stay.
std::string show_columns(std::string_view text);

}  // namespace holon
