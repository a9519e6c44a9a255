// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/base/units.h"
#include "holon/expr/graph/expr.h"

namespace holon {

/// An error inside a text: bytes [offset, offset + length) of it.
struct TextError {
  std::size_t offset = 0;
  std::size_t length = 1;
  std::string message;
  std::string suggestion;
};

/// The value of a formula, a parameter or an output: one expression or a list of them, with a
/// dimension if known. A bare number has none and fits any field.
class Value {
 public:
  enum class Shape : std::uint8_t {
    failed,  ///< an error has been reported; values that depend on it give no further error
    scalar,
    condition,  ///< 1 or 0: a comparison, or several joined by and, or, not
    vector,
    quaternion,  ///< w, x, y, z
  };

  Value() = default;
  Value(Expr scalar, std::optional<Dimension> dimension = {}, Shape shape = Shape::scalar)
      : shape_(shape), scalar_(scalar), dimension_(std::move(dimension)) {}
  Value(std::vector<Expr> elements, std::optional<Dimension> dimension, Shape shape = Shape::vector)
      : shape_(shape), list_(std::move(elements)), dimension_(std::move(dimension)) {}
  static Value failure() { return {}; }

  Shape shape() const { return shape_; }
  bool failed() const { return shape_ == Shape::failed; }
  bool is_single() const { return shape_ == Shape::scalar || shape_ == Shape::condition; }
  bool is_list() const { return shape_ == Shape::vector || shape_ == Shape::quaternion; }
  /// The expression of a scalar or condition.
  Expr scalar() const { return scalar_; }
  /// 0 for a failure, 1 for a scalar.
  std::size_t size() const { return is_single() ? 1 : list_.size(); }
  std::span<const Expr> elements() const {
    return is_single() ? std::span<const Expr>(&scalar_, 1) : std::span<const Expr>(list_);
  }
  const std::optional<Dimension>& dimension() const { return dimension_; }
  void set_dimension(std::optional<Dimension> dimension) { dimension_ = std::move(dimension); }
  /// Whether it is a temperature written in degC or degF (or such a temperature plus a difference):
  /// two of them can be subtracted but not added.
  bool is_absolute() const { return is_absolute_; }
  Value as_absolute(bool is_absolute = true) && {
    is_absolute_ = is_absolute;
    return std::move(*this);
  }
  /// For a value without a known dimension: the one that it would have if bare numbers were pure
  /// numbers, if that is known. `2*L` has none and would be a length.
  const std::optional<Dimension>& apparent() const { return apparent_; }
  void set_apparent(std::optional<Dimension> dimension) { apparent_ = std::move(dimension); }
  /// "a length (m)", "a vector of 3 (m/s)", "a condition", "a number"; for messages.
  std::string description() const;

 private:
  Shape shape_ = Shape::failed;
  bool is_absolute_ = false;
  Expr scalar_;
  std::vector<Expr> list_;
  std::optional<Dimension> dimension_, apparent_;
};

/// The scope of a formula: the meaning of its names, given by the caller.
class FormulaScope {
 public:
  virtual ~FormulaScope() = default;

  /// The value of a dotted name with evaluated indices: "time", "boom.angle",
  /// "link[3].tip.position". Nothing if there is none; a failed Value if an error has been reported
  /// already. Components (`.x`, `[0]` after an output) are resolved by the formula, which looks up
  /// the complete name first and then the name without the component.
  virtual std::optional<Value> find(std::string_view name) = 0;
  /// Whether bare numbers in formulas are pure numbers (`units: strict`). A formula that is only a
  /// bare number still fits every field, and so does 0.
  virtual bool is_strict() const { return false; }
  /// Message and suggestion for a name that `find` did not find. Offset and length give the part of
  /// the name concerned; length 0 (the default) means all of it. By default: "'name' is not known
  /// here".
  virtual TextError explain_missing(std::string_view name);
  /// The orientation of a frame (by default the result of `find` for "frame.orientation"), for
  /// to_frame and from_frame: a quaternion that transforms its vectors into world axes.
  virtual std::optional<Value> find_orientation(std::string_view frame);
  /// dx/dt; nothing where derivatives are meaningless (then the formula reports an error).
  virtual std::optional<Expr> time_derivative(Expr x);
  /// lookup(table, x) and lookup(table, x, y); `error` is the message if there is none.
  virtual std::optional<Value> lookup(std::string_view table, std::span<const Value> arguments,
                                      TextError& error);
};

/// A parsed formula: a value, inexpensive to copy and to store. Contains no expressions and no
/// locations except offsets into its text; `evaluate` evaluates it in a scope, any number of times.
class Formula {
 public:
  enum class Op : std::uint8_t {
    error,   ///< invalid (an error was reported)
    number,  ///< `value` as written, times `unit` if given
    name,    ///< children: the index formulas, in order; `text`: "link[].tip"
    list,
    negate,
    logical_not,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    call,       ///< `text`: the function's name; children: its arguments
    component,  ///< `text`: "x", "y", "z" or "w"; child: of what
    index,      ///< children: of what, which
  };
  struct Node {
    Op op = Op::error;
    std::uint32_t offset = 0, length = 0;         ///< in the formula's text
    std::uint32_t first_child = 0, children = 0;  ///< in `child_list`
    double value = 0;
    std::string text;
    std::int32_t unit = -1;  ///< of a number: index for `unit(node)`, -1 if none is given
  };
  /// A number with the unit written after it.
  struct Quantity {
    double value = 0;  ///< as written
    std::optional<Unit> unit;
    double si() const { return unit ? unit->to_si(value) : value; }
  };
  /// A name in the formula.
  struct Name {
    std::string
        text;  ///< up to the first index formula: "boom.angle", "link[0].tip"; "link" of link[i-1]
    bool is_whole;  ///< false if an index formula truncates the text
    std::size_t offset = 0, length = 0;
    bool is_frame = false;  ///< the second argument of to_frame, from_frame
    bool is_table = false;  ///< the first argument of lookup
  };

  Formula() = default;
  explicit Formula(std::string_view text) : text_(text) {}
  const std::string& text() const { return text_; }
  bool has_errors() const { return has_errors_; }
  /// Every name in the formula, in the order of the text, one entry for each use; components
  /// included.
  const std::vector<Name>& names() const { return names_; }
  bool mentions(std::string_view name) const;
  bool depends_on_time() const { return mentions("time"); }
  /// The number if the formula is only a number: `3`, `-9.81 m/s^2`, `-2 [m]`. Quantities must be
  /// converted by the requirement of their field (see units.h), not evaluated: only the field
  /// determines whether `20 degC` is a temperature or a difference. Nothing for a formula with
  /// errors.
  std::optional<Quantity> quantity() const;
  /// The name if the formula is only a name.
  std::optional<std::string> name() const;
  /// How exactly the result must fit its field (see units.h): a number or a name exactly, the
  /// result of a calculation except for powers of angle.
  Strictness strictness() const;

  /// Whether nothing has been parsed.
  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }  ///< number of nodes
  const Node& root() const { return nodes_[root_]; }
  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  const Unit* unit(const Node& node) const { return node.unit < 0 ? nullptr : &units_[node.unit]; }
  std::span<const std::uint32_t> children(const Node& node) const {
    return {child_list_.data() + node.first_child, node.children};
  }

 private:
  friend class FormulaParser;
  std::string text_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> child_list_;
  std::vector<Name> names_;
  std::vector<Unit> units_;
  std::uint32_t root_ = 0;
  bool has_errors_ = false;
};

/// Reads a value: a quantity (`350 bar`, `-9.81 m/s^2`) or a formula. Never throws; all errors are
/// appended, and a formula with errors evaluates to a failure.
Formula parse_value(std::string_view text, std::vector<TextError>& errors);

/// The value of a formula. All errors (unknown names, dimensions that do not fit, wrong shapes) are
/// appended, and the result is then a failure. Unknown names are also reported for a formula that
/// could not be parsed. Comparisons become relations (see expr.h) except inside `smooth`.
Value evaluate(const Formula& formula, FormulaScope& scope, std::vector<TextError>& errors);

/// The formula in normal form; parsing it gives the same formula again.
std::string to_text(const Formula& formula);

/// Whether a text may be a name: a letter or _, then letters, digits and _; letters of any script.
bool is_name(std::string_view text);
/// Whether the word is reserved in formulas (`and`, `or`, `not`, `if`, `pi`, `time`), so that it
/// cannot be a name.
bool is_reserved_word(std::string_view text);

}  // namespace holon
