// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/soil_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace holon::detail {

namespace {

constexpr int kSettlingPasses = 4;       // per tick
constexpr double kSettledExcess = 1e-3;  // [m] between neighbours, that does not slide any more

/// The height of an edge where the line between two points crosses it; nothing where it does not.
std::optional<double> find_crossing(const SoilCells::Edge& edge, double ax, double ay, double bx,
                                    double by) {
  const double dx = edge.right[0] - edge.left[0], dy = edge.right[1] - edge.left[1];
  // Times its length: how far the points are ahead of it.
  const double a = (ay - edge.left[1]) * dx - (ax - edge.left[0]) * dy;
  const double b = (by - edge.left[1]) * dx - (bx - edge.left[0]) * dy;
  if ((a > 0) == (b > 0)) return {};
  const double t = a / (a - b), x = ax + t * (bx - ax), y = ay + t * (by - ay);
  const double place = ((x - edge.left[0]) * dx + (y - edge.left[1]) * dy) / (dx * dx + dy * dy);
  if (!(place >= 0 && place <= 1)) return {};
  return edge.left[2] + place * (edge.right[2] - edge.left[2]);
}

}  // namespace

SoilCells::SoilCells(HeightField field, double swell, double repose_slope)
    : field_(std::move(field)),
      firm_(field_),
      loose_(field_.size(), 0.0),
      swell_(swell),
      slope_(repose_slope),
      is_active_(field_.size(), 0),
      is_changed_(field_.size(), 0),
      parts_((field_.size() + kPart - 1) / kPart, 0.0),
      is_stale_(parts_.size(), 1) {}

void SoilCells::note(std::size_t cell) {
  is_stale_[cell / kPart] = 1;
  if (is_changed_[cell]) return;
  is_changed_[cell] = 1;
  changed_.push_back(cell);
}

void SoilCells::wake(int i, int j) {
  const std::size_t cell = field_.index(i, j);
  if (is_active_[cell]) return;
  is_active_[cell] = 1;
  active_.push_back(cell);
}

SoilCells::Cut SoilCells::lower(int i, int j, double height) {
  const std::size_t cell = field_.index(i, j);
  const double all = field_.z[cell] - height;
  if (!(all > 0)) return {};
  const double loose = std::min(all, loose_[cell]);
  field_.z[cell] = height;
  loose_[cell] -= loose;
  firm_.z[cell] = std::min(firm_.z[cell], height);
  note(cell);
  wake(i, j);  // what lies beside it may slide
  return {(all - loose) * field_.area(), loose * field_.area()};
}

void SoilCells::lay(int i, int j, double volume) {
  const std::size_t cell = field_.index(i, j);
  const double thickness = volume / field_.area();
  field_.z[cell] += thickness;
  loose_[cell] += thickness;
  note(cell);
  wake(i, j);
}

void SoilCells::spread(double x, double y, double reach, double volume,
                       const std::function<double(double x, double y)>& weight) {
  if (!(volume > 0)) return;
  const auto from = [&](double at, double origin) {
    return static_cast<int>(std::floor((at - reach - origin) / field_.cell));
  };
  const auto to = [&](double at, double origin) {
    return static_cast<int>(std::ceil((at + reach - origin) / field_.cell));
  };
  const int i0 = from(x, field_.x0), i1 = to(x, field_.x0);
  const int j0 = from(y, field_.y0), j1 = to(y, field_.y0);
  struct Share {
    int i, j;
    double weight;
  };
  std::vector<Share> shares;
  double total = 0;
  for (int j = j0; j <= j1; ++j) {
    for (int i = i0; i <= i1; ++i) {
      const double w = weight(field_.x(i), field_.y(j));
      if (!(w > 0)) continue;
      shares.push_back({i, j, w});
      total += w;
    }
  }
  if (shares.empty()) {
    shares.push_back({static_cast<int>(std::lround((x - field_.x0) / field_.cell)),
                      static_cast<int>(std::lround((y - field_.y0) / field_.cell)), 1.0});
    total = 1;
  }
  double left = volume;  // the last one gets the rest, so that nothing is lost to rounding
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const Share& s = shares[k];
    const double part = k + 1 == shares.size() ? left : volume * (s.weight / total);
    left -= part;
    if (field_.contains(s.i, s.j)) {
      lay(s.i, s.j, part);
    } else {
      outside_ += part;
    }
  }
}

void SoilCells::settle(const std::vector<Edge>& edges) {
  const double allowed = slope_ * field_.cell;
  for (int pass = 0; pass < kSettlingPasses && !active_.empty(); ++pass) {
    std::sort(active_.begin(), active_.end());
    const std::vector<std::uint64_t> now = std::exchange(active_, {});
    for (const std::uint64_t cell : now) is_active_[cell] = 0;
    for (const std::uint64_t cell : now) {
      const int i = static_cast<int>(cell % static_cast<std::uint64_t>(field_.nx));
      const int j = static_cast<int>(cell / static_cast<std::uint64_t>(field_.nx));
      constexpr int kSides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
      for (const auto& side : kSides) {
        const int a = i + side[0], b = j + side[1];
        if (!field_.contains(a, b)) continue;
        const std::size_t other = field_.index(a, b);
        // Either may be the higher one.
        const bool is_down = field_.z[cell] > field_.z[other];
        const std::size_t top = is_down ? cell : other, bottom = is_down ? other : cell;
        double excess = field_.z[top] - field_.z[bottom] - allowed;
        if (excess <= kSettledExcess) continue;
        for (const Edge& edge : edges) {
          const auto height =
              find_crossing(edge, field_.x(i), field_.y(j), field_.x(a), field_.y(b));
          if (height) excess = std::min(excess, *height - field_.z[bottom] - allowed);
        }
        if (excess <= kSettledExcess) {
          if (loose_[top] > 0) wake(i, j);  // it slides as soon as the edge is gone
          continue;
        }
        const double moved = std::min(loose_[top], 0.25 * excess);
        if (!(moved > 0)) continue;
        field_.z[top] -= moved;
        loose_[top] -= moved;
        field_.z[bottom] += moved;
        loose_[bottom] += moved;
        note(top);
        note(bottom);
        wake(i, j);
        wake(a, b);
      }
    }
  }
}

double SoilCells::sum_part(std::size_t part) const {
  const std::size_t end = std::min(field_.size(), (part + 1) * kPart);
  double sum = 0;
  for (std::size_t cell = part * kPart; cell < end; ++cell)
    sum += field_.z[cell] - loose_[cell] * (1 - 1 / swell_);
  return sum;
}

double SoilCells::calc_bank_volume() {
  // Part by part, so that the sum of a large field is exact to many digits.
  double sum = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (is_stale_[part]) parts_[part] = sum_part(part);
    is_stale_[part] = 0;
    sum += parts_[part];
  }
  return sum * field_.area() + outside_ / swell_;
}

std::vector<std::size_t> SoilCells::take_changed() {
  std::vector<std::size_t> cells = std::exchange(changed_, {});
  std::sort(cells.begin(), cells.end());
  for (const std::size_t cell : cells) is_changed_[cell] = 0;
  return cells;
}

void SoilCells::archive(Archive& a) {
  a.fixed("heights", field_.z);
  a.fixed("firm", firm_.z);
  a.fixed("loose", loose_);
  a.item("outside", outside_);
  archive_counts(a, "active", active_);
  std::vector<std::uint64_t> changed(changed_.begin(), changed_.end());
  archive_counts(a, "changed", changed);
  if (!a.is_reading()) return;
  for (const auto* list : {&active_, &changed}) {
    for (const std::uint64_t cell : *list)
      if (cell >= field_.size()) a.refuse("has a cell that the terrain does not have");
  }
  std::fill(is_active_.begin(), is_active_.end(), 0);
  std::fill(is_changed_.begin(), is_changed_.end(), 0);
  std::fill(is_stale_.begin(), is_stale_.end(), 1);
  changed_.assign(changed.begin(), changed.end());
  for (const std::uint64_t cell : active_) is_active_[cell] = 1;
  for (const std::size_t cell : changed_) is_changed_[cell] = 1;
}

}  // namespace holon::detail
