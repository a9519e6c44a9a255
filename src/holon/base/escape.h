// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Any text as a comment, a string or an identifier of another language.
///
/// Titles, names, units, paths and file names come from whoever wrote the model. Wherever one of
/// them is written in a language that something else reads (a compiler, a browser, a shell), it
/// passes through the function of that language here, and through no other. Each takes any bytes
/// and returns valid UTF-8, in one line where nothing else is said, that stays within the comment,
/// string or identifier. Readable text passes unchanged. (JSON is written by its library, which
/// escapes; where it is embedded in a page, see `embed_json`.)
///
/// Beside the escapes of the language, all but `csv_field` and `shell_…` make it plain text
/// first (base/characters.h). For terminals see base/shown_text.h.
namespace holon {

/// The rest of a line behind `%`. Never a block comment: `%{` is one only alone on its line.
std::string matlab_comment(std::string_view text);
/// In single quotes, which are part of it: 'it''s'.
std::string matlab_string(std::string_view text);
/// Letters, digits and single underscores, a letter first, at most 50 of the 63 characters that
/// count, no keyword of MATLAB or Octave and none of the functions that files of Holon call:
/// "pendulum_1" of "pendulum (1)", "end_2" of "end", "x_2" of "2".
std::string matlab_identifier(std::string_view text);

/// Within /* … */.
std::string c_comment(std::string_view text);

/// The rest of a line behind `%`.
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

/// A JSON text with what is hidden in its strings written \u202e: the same values.
std::string visible_json(std::string_view json);

/// A field of comma-separated values (RFC 4180), in quotes where it needs them. Reads back as it
/// was: nothing is replaced.
std::string csv_field(std::string_view text);

/// A word of a command that a reader may copy into his shell: quoted where it needs it, what is
/// hidden as $'\x1b' (bash, zsh), which reads back as it was.
std::string shell_word(std::string_view text);
/// The same of a file, which is no option whatever its name begins with.
std::string shell_path(std::string_view path);

}  // namespace holon
