// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "holon/expr/graph/graph.h"
#include "holon/expr/graph/scalar.h"
#include "holon/expr/graph/table_slopes.h"

#undef HOLON_LANES
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/table.h"

namespace holon {

namespace {

void check_rising(const std::vector<double>& x, const std::string& name) {
  if (x.size() < 2) throw std::logic_error("table '" + name + "': fewer than two breakpoints");
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (!(x[i] > x[i - 1]))
      throw std::logic_error("table '" + name + "': breakpoints do not increase");
  }
}

void check(const TableData& data, bool two_dimensions) {
  check_rising(data.x, data.name);
  if (two_dimensions) check_rising(data.y, data.name);
  if (!two_dimensions && !data.y.empty()) {
    throw std::logic_error("table '" + data.name + "': two dimensions, but one argument");
  }
  const std::size_t expected = data.x.size() * (two_dimensions ? data.y.size() : 1);
  if (data.values.size() != expected) {
    throw std::logic_error("table '" + data.name + "': " + std::to_string(data.values.size()) +
                           " values for " + std::to_string(expected) + " breakpoints");
  }
}

Expr add_table(const TableRef& data, std::vector<Expr> at) {
  Graph* graph = nullptr;
  for (Expr e : at) graph = graph ? graph : e.graph();
  if (!graph) {
    return detail::runtime_table(*data, 0, at[0].value(), at.size() > 1 ? at[1].value() : 0.0);
  }
  Payload p;
  p.op = Op::table;
  p.table = data;
  for (Expr e : at) p.arguments.push_back(graph->intern(e));
  return graph->add_payload(std::move(p))[0];
}

}  // namespace

Expr table(const TableRef& data, Expr x) {
  check(*data, false);
  return add_table(data, {x});
}

Expr table(const TableRef& data, Expr x, Expr y) {
  check(*data, true);
  return add_table(data, {x, y});
}

namespace detail {

TableSlopes calc_slopes(const TableData& table) {
  TableSlopes slopes;
  if (table.interpolation == Interpolation::linear) return slopes;
  const auto nx = static_cast<int>(table.x.size());
  const int ny = table.y.empty() ? 1 : static_cast<int>(table.y.size());
  const auto calc = table.interpolation == Interpolation::pchip ? h_pchip_slopes : h_table_slopes;
  slopes.along_x.resize(table.values.size());
  for (int j = 0; j < ny; ++j) {
    calc(table.x.data(), table.values.data() + j, nx, ny, slopes.along_x.data() + j);
  }
  if (ny == 1) return slopes;
  slopes.along_y.resize(table.values.size());
  for (int i = 0; i < nx; ++i) {
    calc(table.y.data(), table.values.data() + i * ny, ny, 1, slopes.along_y.data() + i * ny);
  }
  return slopes;
}

double interpolate(const TableData& table, const TableSlopes& slopes, int derivative, double x,
                   double y) {
  const int kind = table.interpolation != Interpolation::linear;
  const int extrapolation = table.extrapolation == Extrapolation::linear;
  const auto nx = static_cast<int>(table.x.size()), ny = static_cast<int>(table.y.size());
  if (ny == 0) {
    return h_table_1d(table.x.data(), table.values.data(), slopes.along_x.data(), nx, kind,
                      extrapolation, derivative, x);
  }
  return h_table_2d(table.x.data(), nx, table.y.data(), ny, table.values.data(),
                    slopes.along_x.data(), slopes.along_y.data(), kind, extrapolation, derivative,
                    x, y);
}

std::array<int, 2> find_table_orders(int derivative) {
  std::array<int, 2> orders{};
  h_table_orders(derivative, orders.data());
  return orders;
}

int find_table_derivative(const std::array<int, 2>& orders) {
  const int sum = orders[0] + orders[1];
  return sum * (sum + 1) / 2 + orders[1];
}

double runtime_table(const TableData& table, int derivative, double x, double y) {
  return interpolate(table, calc_slopes(table), derivative, x, y);
}

}  // namespace detail

}  // namespace holon
