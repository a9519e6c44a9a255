// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

namespace holon {

/// A function of one or two variables, given by its values at points. Formulas evaluate it by
/// lookup(name, x) or lookup(name, x, y); with an input it has an output, too.
struct Table {
  struct Row {
    std::vector<Expr> numbers{};
    static void describe(Fields<Row>& f);
  };
  enum class Between : std::uint8_t { linear, cubic, pchip };
  enum class Outside : std::uint8_t { hold, extrapolate, error };
  std::vector<Expr> x{}, y{};  ///< ascending
  std::vector<Expr> values{};  ///< at x
  std::vector<Row> rows{};     ///< of a table of two variables: a row of values at y for each x
  std::string file;            ///< instead of x and values: the first column and another one
  std::string column;          ///< name of the other column; default: the second
  Between interpolation = Between::linear;
  Outside outside = Outside::hold;
  std::optional<Expr> input{}, input2{};

  static void describe(Descriptor<Table>& d);
  void build(PartBuilder& b) const;
  /// The value at one or two arguments; nothing, with a message, if the table is invalid.
  /// `name`: as of make_data.
  std::optional<Expr> look_up(std::span<const Expr> arguments, const std::string& name,
                              const std::string& folder, std::string& error) const;

 private:
  /// `name`: in printed equations.
  TableRef make_data(const std::string& name, const std::string& folder, std::string& error) const;
};

}  // namespace holon
