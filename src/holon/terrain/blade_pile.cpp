// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/blade_pile.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace holon::detail {

namespace {

using PlanVector = std::array<double, 2>;

constexpr double kClear = 0.1;  // of the blade's height

/// The line of an edge in the plan.
struct EdgeLine {
  PlanVector from{}, along{}, ahead{};  // left end; unit vectors to the right and ahead
  double length = 0, z_left = 0, z_right = 0;

  explicit EdgeLine(const BladePose& pose)
      : from{pose.left[0], pose.left[1]}, z_left(pose.left[2]), z_right(pose.right[2]) {
    const double dx = pose.right[0] - pose.left[0], dy = pose.right[1] - pose.left[1];
    length = std::hypot(dx, dy);
    along = length > 0 ? PlanVector{dx / length, dy / length}
                       : PlanVector{pose.ahead[1], -pose.ahead[0]};
    ahead = {-along[1], along[0]};
  }
  double distance(double x, double y) const {
    return (x - from[0]) * ahead[0] + (y - from[1]) * ahead[1];
  }
  /// Share of the width, from the left.
  double place(double x, double y) const {
    return ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length;
  }
  double height(double place) const { return z_left + (z_right - z_left) * place; }
};

}  // namespace

BladePile::BladePile(int strips, double pile)
    : piles_(static_cast<std::size_t>(strips), pile / strips) {}

double BladePile::total() const { return std::accumulate(piles_.begin(), piles_.end(), 0.0); }

void BladePile::work(const BladePose& pose, SoilCells& cells, double swell, double repose_slope,
                     std::vector<char>& worked) {
  newly_worked_.clear();
  if (has_pose_) {
    sweep(pose, cells, swell, worked);
    const EdgeLine now(pose);
    const double width = now.length / static_cast<double>(piles_.size());
    level(width, repose_slope);
    spill(pose, width, repose_slope, cells);
    const double x = 0.5 * (pose.left[0] + pose.right[0] - last_.left[0] - last_.right[0]);
    const double y = 0.5 * (pose.left[1] + pose.right[1] - last_.left[1] - last_.right[1]);
    back_ = std::max(0.0, back_ - (x * pose.ahead[0] + y * pose.ahead[1]));
    if (back_ > cells.field().cell) {
      leave(pose, width, repose_slope, cells);
      back_ = 0;  // what it cuts from here on lies in front of it again
    }
  }
  last_ = pose;
  has_pose_ = true;
}

void BladePile::sweep(const BladePose& pose, SoilCells& cells, double swell,
                      std::vector<char>& worked) {
  const EdgeLine before(last_), now(pose);
  if (!(before.length > 0 && now.length > 0)) return;
  const HeightField& field = cells.field();
  const auto range = [&](int axis, double origin, int count) {
    const auto a = static_cast<std::size_t>(axis);
    const auto [low, high] =
        std::minmax({last_.left[a], last_.right[a], pose.left[a], pose.right[a]});
    const double first = std::floor((low - origin) / field.cell);
    const double last = std::ceil((high - origin) / field.cell);
    is_outside_ = is_outside_ || first < -1 || last > count;
    return std::pair{static_cast<int>(std::clamp(first, 0.0, count - 1.0)),
                     static_cast<int>(std::clamp(last, 0.0, count - 1.0))};
  };
  is_outside_ = false;
  const auto [i0, i1] = range(0, field.x0, field.nx);
  const auto [j0, j1] = range(1, field.y0, field.ny);
  const double strips = static_cast<double>(piles_.size());
  for (int j = j0; j <= j1; ++j) {
    for (int i = i0; i <= i1; ++i) {
      const double x = field.x(i), y = field.y(j);
      const double s0 = before.distance(x, y), s1 = now.distance(x, y);
      if (!(s0 > 0 && s1 <= 0)) continue;
      const double t = s0 / (s0 - s1);
      const double u0 = before.place(x, y), place = u0 + (now.place(x, y) - u0) * t;
      if (!(place >= 0 && place < 1)) continue;
      const double edge = before.height(place) + (now.height(place) - before.height(place)) * t;
      double& pile = piles_[static_cast<std::size_t>(place * strips)];
      const std::size_t cell = field.index(i, j);
      // A blade that is lifted clear of the ground works nothing, but for what falls out of it.
      if (pile > 0 || edge - field.z[cell] <= kClear * pose.height) {
        if (!worked[cell]) newly_worked_.push_back(cell);
        worked[cell] = 1;
      }
      const SoilCells::Cut cut = cells.lower(i, j, edge);
      cut_ += cut.bank;
      collected_ += cut.loose;
      pile += cut.bank * swell + cut.loose;
      const double gap = (edge - field.z[cell]) * field.area();
      if (!(gap > 0 && pile > 0)) continue;
      const double laid = std::min(gap, pile);
      cells.lay(i, j, laid);
      pile -= laid;
      left_ += laid;
    }
  }
}

/// The height of a pile of the volume V over the width w is √(2 tan(repose) V/w).
void BladePile::level(double width, double repose_slope) {
  if (!(width > 0)) return;
  const auto height = [&](double volume) {
    return std::sqrt(2 * repose_slope * std::max(volume, 0.0) / width);
  };
  const double allowed = repose_slope * width;
  for (std::size_t k = 1; k < piles_.size(); ++k) {
    double& a = piles_[k - 1];
    double& b = piles_[k];
    const double difference = height(a) - height(b);
    const double excess = std::abs(difference) - allowed;
    if (!(excess > 0)) continue;
    // Half the difference in volume would make them equal: the share that is too much.
    const double moved = 0.5 * (a - b) * (excess / std::abs(difference));
    a -= moved;
    b += moved;
  }
}

// The windrow has the angle of repose on both sides, and its inner foot at the blade's end.
void BladePile::spill(const BladePose& pose, double width, double repose_slope, SoilCells& cells) {
  const double capacity = 0.8 * width * pose.height * pose.height;
  const std::size_t n = piles_.size();
  const auto excess = [&](std::size_t k) { return std::max(piles_[k] - capacity, 0.0); };
  // From the middle outwards; a strip in the middle spills to both sides alike.
  const bool has_middle = n % 2 == 1 && n > 1;
  if (has_middle) {
    const double e = excess(n / 2);
    piles_[n / 2] -= e;
    piles_[n / 2 - 1] += 0.5 * e;
    piles_[n / 2 + 1] += 0.5 * e;
  }
  for (std::size_t k = (n - 1) / 2; k > 0; --k) {
    const double e = excess(k);
    piles_[k] -= e;
    piles_[k - 1] += e;
  }
  for (std::size_t k = n / 2; k + 1 < n; ++k) {
    const double e = excess(k);
    piles_[k] -= e;
    piles_[k + 1] += e;
  }
  const EdgeLine line(pose);
  const double cell = cells.field().cell;
  const auto drop = [&](std::size_t k, const std::array<double, 3>& end,
                        const std::array<double, 3>& before, double side) {
    const double e = n == 1 ? 0.5 * excess(k) : excess(k);
    if (!(e > 0)) return 0.0;
    const double travel = std::max(std::hypot(end[0] - before[0], end[1] - before[1]), 0.2 * cell);
    const double reach = std::max({0.3, 1.5 * cell, std::sqrt(e / (travel * repose_slope))});
    const double x = end[0] + side * reach * line.along[0];
    const double y = end[1] + side * reach * line.along[1];
    cells.spread(x, y, reach, e,
                 [&](double a, double b) { return 1 - std::hypot(a - x, b - y) / reach; });
    return e;
  };
  const double to_left = drop(0, pose.left, last_.left, -1),
               to_right = drop(n - 1, pose.right, last_.right, 1);
  piles_[0] -= to_left;
  piles_[n - 1] -= to_right;
  left_ += to_left + to_right;
}

/// A wedge ahead of each strip, highest at the blade.
void BladePile::leave(const BladePose& pose, double width, double repose_slope, SoilCells& cells) {
  const EdgeLine line(pose);
  for (std::size_t k = 0; k < piles_.size(); ++k) {
    double& pile = piles_[k];
    if (!(pile > 0)) continue;
    const double height = std::sqrt(2 * repose_slope * pile / width);
    // It lies where the blade was farthest ahead.
    const double near = back_, length = std::max(height / repose_slope, cells.field().cell);
    const double middle = (static_cast<double>(k) + 0.5) * width;
    const double x = line.from[0] + middle * line.along[0] + (near + 0.5 * length) * line.ahead[0];
    const double y = line.from[1] + middle * line.along[1] + (near + 0.5 * length) * line.ahead[1];
    const double first = static_cast<double>(k) / static_cast<double>(piles_.size());
    const double last = static_cast<double>(k + 1) / static_cast<double>(piles_.size());
    cells.spread(x, y, 0.5 * (length + width), pile, [&](double a, double b) {
      const double place = line.place(a, b), s = line.distance(a, b) - near;
      return place >= first && place < last && s >= 0 ? 1 - s / length : 0.0;
    });
    left_ += pile;
    pile = 0;
  }
}

std::vector<std::pair<std::size_t, double>> BladePile::draw(const HeightField& field,
                                                            double repose_slope) const {
  std::vector<std::pair<std::size_t, double>> drawn;
  const EdgeLine line(last_);
  const double n = static_cast<double>(piles_.size());
  if (!has_pose_ || !(line.length > 0) || !(total() > 0)) return drawn;
  std::vector<double> heights;
  for (const double pile : piles_)
    heights.push_back(std::sqrt(2 * repose_slope * std::max(pile, 0.0) * n / line.length));
  // Between the middles of strips it changes linearly.
  const auto height = [&](double place) {
    const double u = std::clamp(place * n - 0.5, 0.0, n - 1);
    const auto k = static_cast<std::size_t>(u);
    const std::size_t next = std::min(k + 1, piles_.size() - 1);
    return heights[k] + (heights[next] - heights[k]) * (u - static_cast<double>(k));
  };
  const double length = *std::max_element(heights.begin(), heights.end()) / repose_slope;
  const double x = 0.5 * (last_.left[0] + last_.right[0]);
  const double y = 0.5 * (last_.left[1] + last_.right[1]);
  const double reach = length + 0.5 * line.length;
  const auto first = [&](double at, double origin) {
    return static_cast<int>(std::floor((at - reach - origin) / field.cell));
  };
  const int count = 2 * static_cast<int>(std::ceil(reach / field.cell)) + 2;
  for (int b = 0, j = first(y, field.y0); b < count; ++b, ++j) {
    for (int a = 0, i = first(x, field.x0); a < count; ++a, ++i) {
      if (!field.contains(i, j)) continue;
      const double place = line.place(field.x(i), field.y(j));
      const double ahead = line.distance(field.x(i), field.y(j));
      if (!(place >= 0 && place < 1 && ahead > 0)) continue;
      const double above = height(place) - repose_slope * ahead;
      if (above > 0) drawn.emplace_back(field.index(i, j), above);
    }
  }
  return drawn;
}

void BladePile::archive(Archive& a) {
  a.fixed("piles", piles_);
  a.item("cut", cut_);
  a.item("collected", collected_);
  a.item("left", left_);
  a.item("has_pose", has_pose_);
  a.item("is_outside", is_outside_);
  a.item("back", back_);
  std::vector<double> pose{last_.left[0],  last_.left[1],  last_.left[2],
                           last_.right[0], last_.right[1], last_.right[2],
                           last_.ahead[0], last_.ahead[1], last_.height};
  a.fixed("pose", pose);
  if (!a.is_reading()) return;
  last_ = {{pose[0], pose[1], pose[2]}, {pose[3], pose[4], pose[5]}, {pose[6], pose[7]}, pose[8]};
}

}  // namespace holon::detail
