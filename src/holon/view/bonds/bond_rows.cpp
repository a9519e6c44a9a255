// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/bonds/bond_rows.h"

#include <algorithm>
#include <cmath>

namespace holon::detail {

namespace {

constexpr double kWidest = 1250, kRowsApart = 64, kAround = 26, kBesideBond = 11;  // [px]

struct Layer {
  double left = 1e300, right = -1e300;
  int crossing = 0;  // bonds to later layers
  std::size_t row = 0;
};

struct Row {
  double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
  double dx = 0, dy = 0;  // displacement
};

/// Assigns each layer to a row, of about equal widths; returns the number of rows.
std::size_t choose_rows(std::vector<Layer>& layers) {
  const double whole = layers.back().right - layers.front().left;
  if (whole <= 1.3 * kWidest) return 1;
  const double wanted = whole / std::ceil(whole / kWidest);
  double begin = layers.front().left;
  std::size_t row = 0;
  for (std::size_t r = 0; r < layers.size(); ++r) {
    layers[r].row = row;
    if (r + 1 == layers.size() || layers[r].crossing != 1) continue;
    if (layers[r + 1].right - begin < wanted) continue;
    ++row;
    begin = layers[r + 1].left;
  }
  return row + 1;
}

/// Around the end of a row and back to the start of the next one.
std::vector<BondLayoutPoint> lead_round(BondLayoutPoint leave, BondLayoutPoint arrive,
                                        const Row& upper, const Row& lower) {
  leave.x += upper.dx, leave.y += upper.dy;
  arrive.x += lower.dx, arrive.y += lower.dy;
  const double right = upper.right + upper.dx + kAround, left = lower.left + lower.dx - kAround;
  const double between = lower.top + lower.dy - 0.5 * kRowsApart;
  return {leave, {right, leave.y}, {right, between}, {left, between}, {left, arrive.y}, arrive};
}

}  // namespace

void break_rows(const std::vector<RowBox>& boxes, const std::vector<BondLayoutEdge>& edges,
                const std::vector<std::size_t>& joined, BondPlacement& placement) {
  std::vector<Layer> layers;
  std::vector<std::size_t> layer_of(placement.centers.size(), 0);
  for (const RowBox& box : boxes) {
    const auto r = static_cast<std::size_t>(box.layer);
    if (layers.size() <= r) layers.resize(r + 1);
    layer_of[static_cast<std::size_t>(box.node)] = r;
    layers[r].left = std::min(layers[r].left, box.left);
    layers[r].right = std::max(layers[r].right, box.right);
  }
  if (layers.empty()) return;
  const auto layer_at = [&](int node) { return layer_of[static_cast<std::size_t>(node)]; };
  for (const std::size_t e : joined) {
    const auto [low, high] = std::minmax({layer_at(edges[e].from), layer_at(edges[e].to)});
    for (std::size_t r = low; r < high; ++r) ++layers[r].crossing;
  }
  const std::size_t count = choose_rows(layers);
  if (count == 1) return;

  std::vector<Row> rows(count);
  const auto row_of = [&](int node) -> Row& { return rows[layers[layer_at(node)].row]; };
  for (const RowBox& box : boxes) {
    Row& row = row_of(box.node);
    const Layer& layer = layers[static_cast<std::size_t>(box.layer)];
    row.left = std::min(row.left, layer.left), row.right = std::max(row.right, layer.right);
    row.top = std::min(row.top, box.top), row.bottom = std::max(row.bottom, box.bottom);
  }
  for (const std::size_t e : joined) {
    Row& row = row_of(edges[e].from);
    if (&row != &row_of(edges[e].to)) continue;
    for (const BondLayoutPoint& p : placement.routes[e]) {
      row.top = std::min(row.top, p.y - kBesideBond);
      row.bottom = std::max(row.bottom, p.y + kBesideBond);
    }
  }
  double top = rows[0].top;
  for (Row& row : rows) {
    row.dx = rows[0].left - row.left, row.dy = top - row.top;
    top += row.bottom - row.top + kRowsApart;
  }
  for (const RowBox& box : boxes) {
    BondLayoutPoint& p = placement.centers[static_cast<std::size_t>(box.node)];
    p.x += row_of(box.node).dx, p.y += row_of(box.node).dy;
  }
  for (const std::size_t e : joined) {
    auto& route = placement.routes[e];
    const Row &first = row_of(edges[e].from), &last = row_of(edges[e].to);
    if (&first == &last) {
      for (BondLayoutPoint& p : route) p.x += first.dx, p.y += first.dy;
    } else if (&first < &last) {
      route = lead_round(route.front(), route.back(), first, last);
    } else {
      route = lead_round(route.back(), route.front(), last, first);
      std::reverse(route.begin(), route.end());
    }
  }
}

}  // namespace holon::detail
