// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/equation_layout.h"

#include <algorithm>

#include "holon/base/characters.h"
#include "holon/base/escape.h"
#include "holon/base/text_layout.h"
#include "holon/equations/mathml_rows.h"

namespace holon {
namespace {

constexpr std::size_t kLineColumns = 100;

/// A line above the equations, in LaTeX and MathML of a comment.
std::string write_comment(const std::string& line, Notation notation) {
  if (notation == Notation::latex) return latex_comment(line);
  return notation == Notation::mathml ? xml_comment(plain_text(line)) : plain_text(line);
}

/// Breaks lines before signs, those outside brackets first.
std::string fold_equation(const std::string& line) {
  std::string out;
  std::string rest = line;
  std::string indent = "  ";
  while (display_width(rest) + indent.size() > kLineColumns) {
    std::size_t best = std::string::npos, outside = std::string::npos;
    int depth = 0;
    for (std::size_t at = 0; at < rest.size(); ++at) {
      depth += (rest[at] == '(') - (rest[at] == ')');
      if (at < 3 || rest[at] != ' ' || at + 2 >= rest.size() || rest[at + 2] != ' ') continue;
      const bool fits =
          static_cast<std::size_t>(display_width(rest.substr(0, at))) + indent.size() <=
          kLineColumns;
      if (!fits && best != std::string::npos) break;
      best = at;
      if (depth == 0) outside = at;
    }
    if (best == std::string::npos) break;
    if (outside != std::string::npos && 2 * outside > best) best = outside;
    out += indent + rest.substr(0, best) + "\n";
    rest = rest.substr(best + 1);
    indent = "      ";
  }
  return out + indent + rest;
}

}  // namespace

std::vector<std::string> EquationLines::list(Notation notation) const {
  std::vector<std::string> all = equations;
  all.insert(all.end(), conditions.begin(), conditions.end());
  if (!definitions.empty() && !all.empty()) {
    all.emplace_back(notation == Notation::latex    ? "\\text{with}"
                     : notation == Notation::mathml ? "<mtext>with</mtext>"
                                                    : "with");
  }
  all.insert(all.end(), definitions.begin(), definitions.end());
  return all;
}

std::string lay_out_equations(const std::string& title, const EquationLegend& legend,
                              const EquationLines& lines, Notation notation) {
  std::string text;
  int widest = 0;
  for (const auto& [name, meaning] : legend) widest = std::max(widest, display_width(name));
  const std::string begin = notation == Notation::latex ? "% " : "  ";
  if (notation == Notation::mathml) text += "<!--\n";
  if (notation == Notation::latex) text += "% ";
  text += write_comment(title, notation) + "\n";
  for (const auto& [name, meaning] : legend) {
    text += begin + write_comment(pad(name, widest) + "  " + meaning, notation) + "\n";
  }
  if (notation == Notation::text) text += "  " + pad("'", widest) + "  time derivative\n";
  if (notation == Notation::mathml) text += "-->\n";
  if (notation == Notation::text) {
    text += "\n";
    for (const std::string& line : lines.equations) text += fold_equation(line) + "\n";
    if (!lines.conditions.empty()) text += "\n";
    for (const std::string& line : lines.conditions) text += fold_equation(line) + "\n";
    if (!lines.definitions.empty()) text += lines.equations.empty() ? "" : "\nwith\n";
    for (const std::string& line : lines.definitions) text += fold_equation(line) + "\n";
    return text;
  }
  const std::vector<std::string> all = lines.list(notation);
  if (notation == Notation::mathml) return text + write_math_block(all);
  text += "\\begin{align*}\n";
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::size_t equals = all[k].find(" = ");
    text += "  ";
    if (equals == std::string::npos) {
      text += "&" + all[k];
    } else {
      text += all[k].substr(0, equals) + " &= " + all[k].substr(equals + 3);
    }
    text += k + 1 < all.size() ? " \\\\\n" : "\n";
  }
  return text + "\\end{align*}\n";
}

}  // namespace holon
