// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/escape.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/characters.h"

namespace holon {
namespace {

/// Keywords of MATLAB and GNU Octave, and the functions, constants and variables of the files that
/// Holon writes.
constexpr std::string_view kMatlabReserved =
    " "
    "Inf NaN abs acos ans any arguments asin atan atan2 break case catch choose classdef "
    "clear continue cos cosh disp do else elseif end end_try_catch end_unwind_protect "
    "endarguments endclassdef endenumeration endevents endfor endfunction endif endmethods "
    "endparfor endproperties endspmd endswitch endwhile enumeration eps error eval events "
    "exp false find_root floor for full function global i if isempty j legend linspace log "
    "max methods min nargin nargout norm not numel ode15s ode45 odeset otherwise parfor "
    "persistent pi pinv plot properties rank rcond reshape return sign sin sinh sparse spmd "
    "sqrt sum switch system table_1d table_2d table_weights tan tanh true try until "
    "unwind_protect unwind_protect_cleanup while xlabel zeros ";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The plain text, with each character written by `put(out, character)` if that accepts it.
template <class Put>
std::string escape(std::string_view text, const Put& put) {
  const std::string plain = plain_text(text);
  std::string out;
  out.reserve(plain.size());
  for (const char c : plain) {
    if (!put(out, c)) out += c;
  }
  return out;
}

/// The same for several lines.
template <class Put>
std::string escape_lines(std::string_view text, const Put& put) {
  std::string out;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end + 1)) {
    end = text.find('\n');
    out += escape(text.substr(0, end), put);
    if (end == std::string_view::npos) break;
    out += '\n';
  }
  return out;
}

bool is_plain_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view("_./:=@%+,-").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::string matlab_comment(std::string_view text) { return plain_text(text); }

std::string matlab_string(std::string_view text) {
  return "'" +
         escape(text,
                [](std::string& out, char c) {
                  if (c == '\'') out += '\'';
                  return false;
                }) +
         "'";
}

std::string matlab_identifier(std::string_view text) {
  constexpr std::size_t kLongest = 50;
  std::string name;
  for (const char c : text) {
    const bool is_legal = is_letter(c) || is_digit(c);
    if (name.empty() && is_digit(c)) name = "x_";
    if (is_legal) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
    if (name.size() >= kLongest) break;
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) return "x_1";
  const bool is_reserved = kMatlabReserved.find(" " + name + " ") != std::string_view::npos;
  return is_reserved ? name + "_2" : name;
}

std::string c_comment(std::string_view text) {
  return escape(text, [](std::string& out, char c) {
    const bool meets =
        !out.empty() && ((out.back() == '*' && c == '/') || (out.back() == '/' && c == '*'));
    if (meets) out += ' ';
    return false;
  });
}

std::string latex_comment(std::string_view text) { return plain_text(text); }

std::string latex_text(std::string_view text) {
  return escape(text, [](std::string& out, char c) {
    switch (c) {
      case '\\': out += "\\textbackslash{}"; return true;
      case '^': out += "\\textasciicircum{}"; return true;
      case '~': out += "\\textasciitilde{}"; return true;
      case '{':
      case '}':
      case '$':
      case '&':
      case '#':
      case '%':
      case '_': out += '\\'; return false;
      default: return false;
    }
  });
}

std::string latex_math(std::string_view text) {
  return escape(text, [](std::string& out, char c) {
    switch (c) {
      case '\\': out += "\\backslash{}"; return true;
      case '^': out += "\\wedge{}"; return true;
      case '~': out += "\\sim{}"; return true;
      case '{':
      case '}':
      case '$':
      case '&':
      case '#':
      case '%':
      case '_': out += '\\'; return false;
      default: return false;
    }
  });
}

std::string xml_text(std::string_view text) {
  return escape_lines(text, [](std::string& out, char c) {
    switch (c) {
      case '&': out += "&amp;"; return true;
      case '<': out += "&lt;"; return true;
      case '>': out += "&gt;"; return true;
      case '"': out += "&quot;"; return true;
      default: return false;
    }
  });
}

std::string xml_comment(std::string_view text) {
  return escape_lines(text, [](std::string& out, char c) {
    if (c == '-' && !out.empty() && out.back() == '-') out += ' ';
    return false;
  });
}

std::string embed_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string visible_json(std::string_view json) {
  if (is_ascii_text(json)) return std::string(json);
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const Character c = first_character(json);
    const std::string_view piece = json.substr(0, c.length);
    const auto code = static_cast<unsigned>(c.code);
    if (code < 0x20 || !is_hidden(c.code)) {
      out += piece;
    } else if (code <= 0xFFFF) {
      out += fmt::format("\\u{:04x}", code);
    } else {  // two halves of UTF-16
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((code - 0x10000) >> 10U),
                         0xDC00 + (code & 0x3FFU));
    }
    json.remove_prefix(c.length);
  }
  return out;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string shell_word(std::string_view text) {
  if (is_plain_word(text)) return std::string(text);
  bool is_hidden_inside = false;
  std::string quoted = "'", spelt = "$'";
  for (std::string_view rest = text; !rest.empty();) {
    const Character c = first_character(rest);
    const std::string_view piece = rest.substr(0, c.length);
    if (!c.is_valid || is_hidden(c.code)) {
      is_hidden_inside = true;
      for (const char byte : piece)
        spelt += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    } else if (piece == "'" || piece == "\\") {
      spelt += '\\';
      spelt += piece;
    } else {
      spelt += piece;
    }
    quoted += piece == "'" ? std::string_view("'\\''") : piece;
    rest.remove_prefix(c.length);
  }
  if (is_hidden_inside) return spelt + "'";
  const bool is_quiet = text.find_first_of("\"$`\\!") == std::string_view::npos;
  return is_quiet && !text.empty() ? '"' + std::string(text) + '"' : quoted + "'";
}

std::string shell_path(std::string_view path) {
  return shell_word((path.starts_with('-') ? "./" : "") + std::string(path));
}

}  // namespace holon
