// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "holon/expr/trig_print.h"
#include "holon/mathml_rows.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

constexpr std::size_t kColumns = 100;

/// A letter with an index.
struct Symbol {
  std::string letter;  ///< "theta", "x", "omega_x"
  std::string owner;   ///< "hip"
  std::string index{};
};

std::string unicode(const std::string& letter) {
  if (letter == "theta") return "θ";
  if (letter == "omega") return "ω";
  if (letter == "lambda") return "λ";
  return letter;
}

std::string write_symbol(const Symbol& s, int dots, Notation notation) {
  if (notation == Notation::text) {
    const std::string mark(static_cast<std::size_t>(dots), '\'');
    return unicode(s.letter) + (s.index.empty() ? "" : "_" + s.index) + mark;
  }
  if (notation == Notation::latex) {
    std::string base = s.letter.size() > 1 ? "\\" + s.letter : s.letter;
    if (dots > 0) base = (dots > 1 ? "\\ddot{" : "\\dot{") + base + "}";
    if (s.index.empty()) return base;
    std::string index;
    for (const char c : s.index) index += c == '_' ? "\\_" : std::string(1, c);
    return base + (s.index.size() > 1 ? "_{\\mathrm{" + index + "}}" : "_{" + index + "}");
  }
  std::string base = "<mi>" + unicode(s.letter) + "</mi>";
  if (dots > 0)
    base = "<mover accent=\"true\">" + base + "<mo>" + (dots > 1 ? "¨" : "˙") + "</mo></mover>";
  return s.index.empty() ? base : "<msub>" + base + "<mi>" + s.index + "</mi></msub>";
}

class Writer {
 public:
  Writer(EquationsOfMotion& equations, const System& system, const std::string& of,
         Notation notation)
      : equations_(equations),
        system_(system),
        of_(of),
        notation_(notation),
        printer_(*equations.algebra, {notation, [this](Expr e) { return name_of(e); },
                                      [this](Expr e) { return is_parameter(e); }}) {
    name_all();
  }

  std::string run() {
    const auto [lines, conditions] = write_lines();
    if (lines.empty() && conditions.empty()) return {};
    return assemble(lines, conditions);
  }

  MotionSheet make_sheet() {
    const auto [lines, conditions] = write_lines();
    std::vector<std::string> all = lines;
    all.insert(all.end(), conditions.begin(), conditions.end());
    is_sheet_ = true;
    return {write_math_block(all), legend()};
  }

 private:
  /// Equations, and conditions on the coordinates.
  std::pair<std::vector<std::string>, std::vector<std::string>> write_lines() {
    const std::string equals = notation_ == Notation::mathml ? "<mo>=</mo>" : " = ";
    const std::string zero = notation_ == Notation::mathml ? "<mn>0</mn>" : "0";
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
      if (belongs_to(equations_.rows[i].rate, of_)) lines.push_back(write_row(i));
    }
    for (const auto& k : equations_.kinematics) {
      if (belongs_to(k.name, of_)) {
        lines.push_back(write_symbol(symbols_.at(k.q.id()), 1, notation_) + equals +
                        printer_.sum(k.rate));
      }
    }
    std::vector<std::string> conditions;
    for (const auto& c : equations_.constraints) {
      if (of_.empty() || c.name.starts_with(of_ + ":") || c.name == of_ ||
          belongs_to(c.name, of_)) {
        conditions.push_back(printer_.sum(c.equation) + equals + zero);
      }
    }
    return {std::move(lines), std::move(conditions)};
  }

  bool is_parameter(Expr e) const {
    return e.op() == Op::symbol && !symbols_.contains(e.id()) && e.symbol_name() != "time";
  }

  std::string name_of(Expr e) {
    used_.insert(e.id());
    const auto it = symbols_.find(e.id());
    if (it != symbols_.end()) return write_symbol(it->second, dots_.at(e.id()), notation_);
    const std::string name(e.symbol_name());
    if (is_parameter(e)) parameters_.insert(name);
    return print_name(name == "time" ? "t" : name, notation_);
  }

  void add(Expr e, const std::string& letter, std::string owner, int dots) {
    symbols_[e.id()] = {letter, std::move(owner)};
    dots_[e.id()] = dots;
    order_.push_back(e);
  }

  /// "hip.angle": theta of hip; "body.position.x": x of body.
  void name_all() {
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
      if (leaf.size() == 1) {
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
    set_indices();
  }

  /// The owner where it is short, else numbers; nothing where there is only one.
  void set_indices() {
    std::map<std::string, std::vector<std::string>> owners;
    std::map<std::string, bool> is_short;
    constexpr std::size_t kShort = 5;
    for (const Expr& e : order_) {
      const Symbol& s = symbols_[e.id()];
      const auto [owner, component] = split(s.owner);
      auto& list = owners[s.letter];
      if (std::find(list.begin(), list.end(), owner) == list.end()) list.push_back(owner);
      is_short.try_emplace(s.letter, true);
      if (owner.size() > kShort || owner.find('_') != std::string::npos) is_short[s.letter] = false;
    }
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(system_.parameters.begin(), system_.parameters.end(),
                         [&](const SystemParameter& p) { return p.name == name; });
    };
    for (auto& [id, s] : symbols_) {
      const auto [owner, component] = split(s.owner);
      const auto& list = owners[s.letter];
      if (list.size() > 1 || (is_taken(s.letter) && component.empty())) {
        const auto at = std::find(list.begin(), list.end(), owner) - list.begin() + 1;
        s.index = is_short[s.letter] ? owner : std::to_string(at);
      }
      if (!component.empty()) s.index = component + (s.index.empty() ? "" : "," + s.index);
    }
  }
  static std::pair<std::string, std::string> split(const std::string& owner) {
    const std::size_t blank = owner.find(' ');
    if (blank == std::string::npos) return {owner, ""};
    return {owner.substr(0, blank), owner.substr(blank + 1)};
  }

  void put(std::string& text, const std::string& term, bool minus) const {
    const std::string sign = minus ? "-" : "+";
    if (notation_ == Notation::mathml) {
      if (!text.empty() || minus) text += "<mo>" + sign + "</mo>";
    } else if (text.empty()) {
      text += minus ? "-" : "";
    } else {
      text += " " + sign + " ";
    }
    text += term;
  }

  /// A sum that comes after something.
  void put_sum(std::string& text, const TrigSum& s) {
    if (s.is_zero()) return;
    std::string sum = printer_.sum(s);
    const std::string minus = notation_ == Notation::mathml ? "<mo>-</mo>" : "-";
    const bool is_negative = sum.starts_with(minus);
    if (is_negative) sum.erase(0, minus.size());
    put(text, sum, is_negative);
  }

  std::string write_row(std::size_t i) {
    const EquationsOfMotion::Row& row = equations_.rows[i];
    std::string text;
    for (std::size_t j = 0; j < row.mass.size(); ++j) {
      if (row.mass[j].is_zero()) continue;
      const Expr v = equations_.rows[j].v;
      used_.insert(v.id());
      const std::string acceleration =
          write_symbol(symbols_.at(v.id()), dots_.at(v.id()) + 1, notation_);
      bool minus = false;
      const std::string term = printer_.product(row.mass[j], acceleration, minus);
      put(text, term, minus);
    }
    put_sum(text, row.bias);
    put_sum(text, row.weight);
    for (std::size_t k = 0; k < row.constraint.size(); ++k) {
      if (row.constraint[k].is_zero()) continue;
      bool minus = false;
      const std::string term = printer_.product(row.constraint[k], multiplier(k), minus);
      put(text, term, minus);
    }
    const std::string equals = notation_ == Notation::mathml ? "<mo>=</mo>" : " = ";
    return text + equals + printer_.sum(row.force);
  }

  std::string multiplier(std::size_t k) const {
    Symbol s{"lambda", ""};
    if (equations_.constraints.size() > 1) s.index = std::to_string(k + 1);
    return write_symbol(s, 0, notation_);
  }

  /// Symbols of the legend: plain, where it stands in a comment.
  std::string legend_symbol(Expr e) const { return legend_symbol(symbols_.at(e.id())); }
  std::string legend_symbol(const Symbol& s) const {
    return write_symbol(s, 0, is_sheet_ ? Notation::mathml : Notation::text);
  }
  std::string legend_name(const std::string& name) const {
    return is_sheet_ ? print_name(name, Notation::mathml) : name;
  }

  std::vector<std::pair<std::string, std::string>> legend() const {
    std::vector<std::pair<std::string, std::string>> list;
    for (const auto& row : equations_.rows) {
      const Expr shown = row.q ? *row.q : row.v;
      if (!used_.contains(row.v.id()) && !used_.contains(shown.id())) continue;
      const std::string unit = row.q ? (row.turns ? "rad" : "m") : "rad/s";
      list.emplace_back(legend_symbol(shown),
                        (row.q ? row.coordinate : row.rate) + " [" + unit + "]");
    }
    for (const auto& k : equations_.kinematics) {
      if (used_.contains(k.q.id())) list.emplace_back(legend_symbol(k.q), k.name);
    }
    for (std::size_t k = 0; k < equations_.constraints.size(); ++k) {
      const auto& c = equations_.constraints[k];
      Symbol s{"lambda", ""};
      if (equations_.constraints.size() > 1) s.index = std::to_string(k + 1);
      list.emplace_back(legend_symbol(s),
                        c.multiplier.empty() ? "holds " + c.name : c.multiplier + " [N]");
    }
    for (const SystemParameter& p : system_.parameters) {
      if (!parameters_.contains(p.name)) continue;
      const std::string unit = p.dimension.to_string();
      list.emplace_back(legend_name(p.name),
                        print_number(p.value, 10) + (unit == "1" ? "" : " " + unit));
    }
    if (parameters_.contains("g") && !equations_.g.is_constant()) {
      list.emplace_back(legend_name("g"), print_number(equations_.g_value, 10) + " m/s^2");
    }
    return list;
  }

  std::string assemble(const std::vector<std::string>& lines,
                       const std::vector<std::string>& conditions) const {
    std::string text;
    const auto entries = legend();
    int widest = 0;
    for (const auto& [name, meaning] : entries) widest = std::max(widest, display_width(name));
    const std::string begin = notation_ == Notation::latex ? "% " : "  ";
    if (notation_ == Notation::mathml) text += "<!--\n";
    if (notation_ == Notation::latex) text += "% ";
    text += system_.title + "\n";
    for (const auto& [name, meaning] : entries) {
      text += begin + pad(name, widest) + "  " + meaning + "\n";
    }
    if (notation_ == Notation::text) text += "  " + pad("'", widest) + "  time derivative\n";
    if (notation_ == Notation::mathml) text += "-->\n";
    if (notation_ == Notation::text) {
      text += "\n";
      for (const std::string& line : lines) text += fold(line) + "\n";
      if (!conditions.empty()) text += "\n";
      for (const std::string& line : conditions) text += fold(line) + "\n";
      return text;
    }
    std::vector<std::string> all = lines;
    all.insert(all.end(), conditions.begin(), conditions.end());
    if (notation_ == Notation::latex) {
      text += "\\begin{align*}\n";
      for (std::size_t k = 0; k < all.size(); ++k) {
        const std::size_t equals = all[k].rfind(" = ");
        text += "  " + all[k].substr(0, equals) + " &= " + all[k].substr(equals + 3) +
                (k + 1 < all.size() ? " \\\\\n" : "\n");
      }
      return text + "\\end{align*}\n";
    }
    return text + write_math_block(all);
  }

  /// Breaks before signs.
  static std::string fold(const std::string& line) {
    std::string out;
    std::string rest = line;
    std::string indent = "  ";
    while (display_width(rest) + indent.size() > kColumns) {
      std::size_t best = std::string::npos;
      for (std::size_t at = rest.find(' ', 3); at != std::string::npos;
           at = rest.find(' ', at + 1)) {
        if (at + 2 >= rest.size() || rest[at + 2] != ' ') continue;  // before "+ ", "- ", "= "
        if (static_cast<std::size_t>(display_width(rest.substr(0, at))) + indent.size() >
                kColumns &&
            best != std::string::npos) {
          break;
        }
        best = at;
      }
      if (best == std::string::npos) break;
      out += indent + rest.substr(0, best) + "\n";
      rest = rest.substr(best + 1);
      indent = "      ";
    }
    return out + indent + rest;
  }

  EquationsOfMotion& equations_;
  const System& system_;
  const std::string& of_;
  Notation notation_;
  bool is_sheet_ = false;
  std::unordered_map<std::uint32_t, Symbol> symbols_;
  std::unordered_map<std::uint32_t, int> dots_;
  std::vector<Expr> order_;
  std::set<std::uint32_t> used_;
  std::set<std::string> parameters_;
  TrigPrinter printer_;
};

}  // namespace

bool belongs_to(const std::string& name, const std::string& part) {
  return part.empty() || name == part ||
         (name.size() > part.size() && name.starts_with(part) &&
          (name[part.size()] == '.' || name[part.size()] == '['));
}

std::string write_equations_of_motion(EquationsOfMotion& equations, const System& system,
                                      const std::string& of, Notation notation) {
  return Writer(equations, system, of, notation).run();
}

MotionSheet write_motion_sheet(EquationsOfMotion& equations, const System& system) {
  return Writer(equations, system, "", Notation::mathml).make_sheet();
}

}  // namespace holon::app
