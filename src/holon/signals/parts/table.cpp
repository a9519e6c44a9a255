// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "holon/base/names.h"
#include "holon/model/elaborate/data_file.h"

namespace holon {

namespace {

/// Constants only; false if one is not constant.
bool append(const std::vector<Expr>& from, std::vector<double>& to) {
  for (const Expr e : from) {
    if (!e.is_constant()) return false;
    to.push_back(e.value());
  }
  return true;
}

std::string check_rising(const std::vector<double>& points, const char* name) {
  if (points.size() < 2) return std::string("a table needs at least two points in '") + name + "'";
  const auto fall = std::adjacent_find(points.begin(), points.end(), std::greater_equal<>());
  if (fall == points.end()) return {};
  return fmt::format("the points in '{}' must increase: {}[{}] is {:g}, after {:g}", name, name,
                     fall - points.begin() + 1, fall[1], fall[0]);
}

}  // namespace

void Table::Row::describe(Fields<Row>& f) {
  f.numbers("numbers", &Row::numbers, "any", "values at y").structural();
  f.bare();
}

void Table::describe(Descriptor<Table>& d) {
  d.type("Table", "A lookup table in one or two dimensions.");
  d.numbers("x", &Table::x, "any", "breakpoints, increasing").structural();
  d.numbers("y", &Table::y, "any", "breakpoints of the second variable of a two-dimensional table")
      .structural();
  d.numbers("values", &Table::values, "any", "values at x").structural();
  d.objects("rows", &Table::rows, "values of a two-dimensional table: for each x the values at y");
  d.text("file", &Table::file, "CSV file, its first column x; instead of 'x' and 'values'").file();
  d.text("column", &Table::column, "column of the file with the values; default: the second");
  d.choice("interpolation", &Table::interpolation, {"linear", "cubic", "pchip"},
           "linear, or monotone cubic: with Steffen's slopes (cubic), or with Fritsch and "
           "Butland's (pchip)");
  d.choice("outside", &Table::outside, {"hold", "extrapolate", "error"},
           "outside the breakpoints: the nearest value, linear extrapolation, or an error");
  d.value("input", &Table::input, "any", "input signal for 'output'").varying().fits({"x"});
  d.value("input2", &Table::input2, "any",
          "second input signal for 'output' of a two-dimensional table")
      .varying()
      .fits({"y"});
  d.output("output", "", "the value at the input").like({"values"}).main();
}

TableRef Table::make_data(const std::string& name, const std::string& folder,
                          std::string& error) const {
  auto data = std::make_shared<TableData>();
  data->name = name;
  if (!file.empty()) {
    if (!x.empty() || !values.empty() || !rows.empty() || !y.empty()) {
      error = "a table has either a 'file' or breakpoints in the model, not both";
      return nullptr;
    }
    std::filesystem::path path = file;
    if (path.is_relative()) path = std::filesystem::path(folder) / path;
    const auto read = read_data_file(path.string(), error);
    if (!read) return nullptr;
    std::size_t at = 1;
    if (!column.empty()) {
      const auto found = std::find(read->names.begin(), read->names.end(), column);
      at = static_cast<std::size_t>(found - read->names.begin());
    }
    if (at >= read->columns.size()) {
      error = "'" + file + "' has no column '" + (column.empty() ? "2" : column) + "'";
      const std::string meant = did_you_mean(column, read->names);
      constexpr std::size_t kMostListed = 12;
      error +=
          "; " + (meant.empty() ? "its columns are " + quote_list(read->names, "and", kMostListed)
                                : meant);
      return nullptr;
    }
    data->x = read->columns[0];
    data->values = read->columns[at];
  } else {
    bool are_constant = append(x, data->x) && append(y, data->y) && append(values, data->values);
    for (const Row& row : rows) {
      are_constant = are_constant && append(row.numbers, data->values);
      if (row.numbers.size() == y.size()) continue;
      error = "a row requires " + std::to_string(y.size()) + " values, one for each y, not " +
              std::to_string(row.numbers.size());
      return nullptr;
    }
    if (!are_constant) {
      error = "the values of a table must be constant";
      return nullptr;
    }
    if (y.empty() != rows.empty() || values.empty() != !rows.empty()) {
      error = "a table needs 'x' and 'values', or 'x', 'y' and 'rows', or a 'file'";
      return nullptr;
    }
    const std::size_t given = rows.empty() ? values.size() : rows.size();
    if (given != x.size()) {
      error = "there are " + std::to_string(given) + (rows.empty() ? " values" : " rows") +
              " for " + std::to_string(x.size()) + " points x";
      return nullptr;
    }
  }
  error = check_rising(data->x, "x");
  if (error.empty() && !data->y.empty()) error = check_rising(data->y, "y");
  if (!error.empty()) return nullptr;
  data->interpolation = interpolation == Between::linear  ? Interpolation::linear
                        : interpolation == Between::cubic ? Interpolation::monotone_cubic
                                                          : Interpolation::pchip;
  data->extrapolation =
      outside == Outside::extrapolate ? Extrapolation::linear : Extrapolation::hold;
  return data;
}

std::optional<Expr> Table::look_up(std::span<const Expr> at, const std::string& name,
                                   const std::string& folder, std::string& error) const {
  const TableRef data = make_data(name, folder, error);
  if (!data) return std::nullopt;
  const std::size_t needed = data->y.empty() ? 1 : 2;
  if (at.size() != needed) {
    error = needed == 1 ? "the table takes one argument: lookup(table, x)"
                        : "the table takes two arguments: lookup(table, x, y)";
    return std::nullopt;
  }
  if (outside == Outside::error) {
    error = "a table with 'outside: error' gives its value by 'input' and 'output' only";
    return std::nullopt;
  }
  return needed == 1 ? table(data, at[0]) : table(data, at[0], at[1]);
}

void Table::build(PartBuilder& b) const {
  std::string error;
  const TableRef data = make_data(b.name(), b.folder(), error);
  if (!data) {
    b.error("", error);
    return;
  }
  if (!input) {
    if (input2) b.error("input2", "'input2' is the second argument; 'input' is missing");
    return;
  }
  if (data->y.empty() == input2.has_value()) {
    b.error("", data->y.empty() ? "a table of one variable has no 'input2'"
                                : "a table of two variables needs 'input2' too");
    return;
  }
  if (outside == Outside::error) {
    const auto beyond = [](Expr at, const std::vector<double>& points) {
      return max(relation(at - points.back()), relation(points.front() - at));
    };
    Expr is_beyond = beyond(*input, data->x);
    if (input2) is_beyond = max(is_beyond, beyond(*input2, data->y));
    b.assembly().add_event(
        {SystemEvent::Kind::fail,
         "the input of table '" + b.name() + "' left the range of its breakpoints",
         SystemEvent::Start::counts},
        is_beyond);
  }
  b.define_output("output", input2 ? table(data, *input, *input2) : table(data, *input));
}

}  // namespace holon
