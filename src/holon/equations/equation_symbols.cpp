// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/equation_symbols.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "holon/base/escape.h"

namespace holon {
namespace {

/// Greek letters, and l as books write it; other names as they are.
std::string unicode(const std::string& letter) {
  static const std::map<std::string, std::string> letters = {
      {"alpha", "α"}, {"beta", "β"}, {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
      {"zeta", "ζ"},  {"eta", "η"},  {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
      {"mu", "μ"},    {"nu", "ν"},   {"xi", "ξ"},    {"rho", "ρ"},   {"sigma", "σ"},
      {"tau", "τ"},   {"phi", "φ"},  {"chi", "χ"},   {"psi", "ψ"},   {"omega", "ω"},
      {"ell", "ℓ"}};
  const auto found = letters.find(letter);
  return found == letters.end() ? letter : found->second;
}

/// Part and component.
std::pair<std::string, std::string> split(const std::string& owner) {
  const std::size_t blank = owner.find(' ');
  if (blank == std::string::npos) return {owner, ""};
  return {owner.substr(0, blank), owner.substr(blank + 1)};
}

}  // namespace

std::string write_symbol(const EquationSymbol& s, int dots, Notation notation) {
  if (notation == Notation::text) {
    const std::string mark(static_cast<std::size_t>(dots), '\'');
    return unicode(s.letter) + (s.index.empty() ? "" : "_" + s.index) + mark;
  }
  if (notation == Notation::latex) {
    std::string base = s.letter;
    if (base.size() > 1)
      base = unicode(base) == base ? "\\mathrm{" + latex_math(base) + "}" : "\\" + base;
    if (dots > 0) base = (dots > 1 ? "\\ddot{" : "\\dot{") + base + "}";
    if (s.index.empty()) return base;
    const std::string index = latex_math(s.index);
    return base + (s.index.size() > 1 ? "_{\\mathrm{" + index + "}}" : "_{" + index + "}");
  }
  std::string base = "<mi>" + unicode(s.letter) + "</mi>";
  if (dots > 0)
    base = "<mover accent=\"true\">" + base + "<mo>" + (dots > 1 ? "¨" : "˙") + "</mo></mover>";
  return s.index.empty() ? base : "<msub>" + base + "<mi>" + xml_text(s.index) + "</mi></msub>";
}

EquationSymbols::EquationSymbols(const EquationsOfMotion& equations, const System& system)
    : equations_(equations), system_(system) {
  name_rows();
  name_definitions();
  set_indices();
}

bool EquationSymbols::is_parameter(const std::string& name) const {
  return std::any_of(system_.parameters.begin(), system_.parameters.end(),
                     [&](const SystemParameter& p) { return p.name == name; });
}

std::string EquationSymbols::free_letter(const std::vector<std::string>& letters) const {
  for (const std::string& letter : letters) {
    if (std::none_of(system_.parameters.begin(), system_.parameters.end(),
                     [&](const SystemParameter& p) { return p.name.starts_with(letter + "_"); })) {
      return letter;
    }
  }
  return letters.back();
}

EquationSymbol EquationSymbols::abbreviation(std::size_t k) const {
  return {free_letter({"a", "b", "c", "aux"}), "", std::to_string(k + 1)};
}

EquationSymbol EquationSymbols::condition(std::size_t k) const {
  return {free_letter({"C", "G", "H"}), "", std::to_string(k + 1)};
}

void EquationSymbols::add(Expr e, const std::string& letter, std::string owner, int dots) {
  symbols_[e.id()] = {letter, std::move(owner)};
  dots_[e.id()] = dots;
  order_.push_back(e);
}

/// "hip.angle": theta of hip; "body.position.x": x of body.
void EquationSymbols::name_rows() {
  for (const auto& row : equations_.rows) {
    const std::string& whole = row.q ? row.coordinate : row.rate;
    const std::size_t dot = whole.rfind('.');
    const std::string leaf = dot == std::string::npos ? whole : whole.substr(dot + 1);
    std::string owner = whole.substr(0, dot == std::string::npos ? 0 : dot);
    std::string letter = row.turns ? "theta" : "x";
    if (!row.q) {
      owner = owner.substr(0, owner.rfind('.'));
      add(row.v, "omega", owner + " " + leaf, 0);
      continue;
    }
    if (!row.unit.empty()) {
      const std::size_t digits = leaf.find_last_not_of("0123456789") + 1;
      letter = leaf.substr(0, digits);
      owner += leaf.substr(digits);
    } else if (leaf.size() == 1) {
      letter = leaf;
      const std::size_t inner = owner.rfind('.');
      if (inner != std::string::npos) owner = owner.substr(0, inner);
    } else if (std::isdigit(static_cast<unsigned char>(leaf.back())) != 0) {
      owner += leaf.back();
    }
    add(*row.q, letter, owner, 0);
    symbols_[row.v.id()] = symbols_[row.q->id()];
    dots_[row.v.id()] = 1;
  }
  for (const auto& k : equations_.kinematics) {
    const std::size_t dot = k.name.rfind('.');
    const std::string owner = k.name.substr(0, k.name.substr(0, dot).rfind('.'));
    add(k.q, "q", owner + " " + k.name.substr(dot + 1), 0);
  }
}

/// "s.length": L of s, and its rate; "b.position.x": the component x of p of b.
void EquationSymbols::name_definitions() {
  const std::string length = free_letter({"L", "ell", "d"}), force = free_letter({"F", "S", "N"});
  using Quantity = EquationsOfMotion::Definition::Quantity;
  const std::map<Quantity, std::pair<std::string, int>> letters = {
      {Quantity::length, {length, 0}},
      {Quantity::length_rate, {length, 1}},
      {Quantity::force, {force, 0}},
      {Quantity::position, {"p", 0}},
      {Quantity::velocity, {"p", 1}},
      {Quantity::rotation, {"phi", 0}},
      {Quantity::angular_velocity, {"omega", 0}},
      {Quantity::torque, {"M", 0}}};
  for (const auto& d : equations_.definitions) {
    const auto& [letter, dots] = letters.at(d.quantity);
    add(d.symbol, letter, d.element + (d.component.empty() ? "" : " " + d.component), dots);
  }
}

/// The owner where it is short, else numbers; nothing where there is only one.
void EquationSymbols::set_indices() {
  std::map<std::string, std::vector<std::string>> owners;
  std::map<std::string, bool> is_short;
  constexpr std::size_t kShort = 5;
  for (const Expr& e : order_) {
    const EquationSymbol& s = symbols_[e.id()];
    const auto [owner, component] = split(s.owner);
    auto& list = owners[s.letter];
    if (std::find(list.begin(), list.end(), owner) == list.end()) list.push_back(owner);
    is_short.try_emplace(s.letter, true);
    if (owner.size() > kShort || owner.find('_') != std::string::npos) is_short[s.letter] = false;
  }
  for (auto& [id, s] : symbols_) {
    const auto [owner, component] = split(s.owner);
    const auto& list = owners[s.letter];
    if (list.size() > 1 || (is_parameter(s.letter) && component.empty())) {
      const auto at = std::find(list.begin(), list.end(), owner) - list.begin() + 1;
      s.index = is_short[s.letter] ? owner : std::to_string(at);
    }
    if (!component.empty()) s.index = component + (s.index.empty() ? "" : "," + s.index);
  }
}

}  // namespace holon
