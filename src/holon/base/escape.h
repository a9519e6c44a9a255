// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Any text as a comment, a string or an identifier of another language.
///
/// Titles, names, units, paths and file names come from the author of the model. Where one of them
/// is written in a language that another program reads (a compiler, a browser, a shell), it is
/// passed through the function for that language, and no other. Each function accepts any bytes and
/// returns valid UTF-8, in one line unless stated otherwise, that cannot end the comment, string or
/// identifier. Readable text passes unchanged. (JSON is written by its library, which escapes;
/// where it is embedded in a page, see `embed_json`.)
///
/// Besides escaping, all functions except `csv_field` and `shell_…` make it plain text first
/// (base/characters.h). For terminals see base/shown_text.h.
namespace holon {

/// The rest of a line after `%`. Never a block comment: `%{` is one only alone on its line.
std::string matlab_comment(std::string_view text);
/// In single quotes, which are part of it: 'it''s'.
std::string matlab_string(std::string_view text);
/// Letters, digits and single underscores, a letter first, at most 50 of the 63 significant
/// characters, not a keyword of MATLAB or Octave and none of the functions that Holon's files call:
/// "pendulum_1" of "pendulum (1)", "end_2" of "end", "x_2" of "2".
std::string matlab_identifier(std::string_view text);

/// Within /* … */.
std::string c_comment(std::string_view text);

/// The rest of a line after `%`.
std::string latex_comment(std::string_view text);
/// In text mode, for example within \text{…}.
std::string latex_text(std::string_view text);
/// In mathematics, within \mathrm{…} or an index.
std::string latex_math(std::string_view text);

/// Character data or a value in double quotes in XML (SVG, MathML) and HTML.
/// Line breaks (\n) stay.
std::string xml_text(std::string_view text);
/// Within <!-- … -->, with a space or a line break around it.
/// Line breaks (\n) stay.
std::string xml_comment(std::string_view text);
/// A JSON text as the content of a <script> element of HTML: the same values.
std::string embed_json(std::string_view json);

/// A JSON text with hidden characters in its strings written as \u202e: the same values.
std::string visible_json(std::string_view json);

/// A field of comma-separated values (RFC 4180), quoted where necessary. Nothing is replaced: the
/// field reads back unchanged.
std::string csv_field(std::string_view text);

/// A word of a command that a reader may copy into a shell: quoted where necessary, hidden
/// characters as $'\x1b' (bash, zsh), which the shell reads back unchanged.
std::string shell_word(std::string_view text);
/// The same for a file name, which cannot be taken for an option whatever its first character.
std::string shell_path(std::string_view path);

}  // namespace holon
