// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/link_glyphs.h"

#include <algorithm>
#include <cmath>

#include "holon/view/svg/svg.h"

namespace holon {
namespace {

constexpr int kGlyphDecimals = 1, kRotates = 8;
constexpr double kShortest = 1;  // [px]

/// Draws in the link's own axes: s along it, u across it [px].
class LinkPath {
 public:
  LinkPath(const Projected& from, const Projected& to)
      : from_(from), length_(std::hypot(to.x - from.x, to.y - from.y)) {
    x_ = (to.x - from.x) / length_;
    y_ = (to.y - from.y) / length_;
  }
  double length() const { return length_; }
  const std::string& data() const { return path_.data(); }

  void move(double s, double u) { path_.move(x(s, u), y(s, u)); }
  void line(double s, double u) { path_.line(x(s, u), y(s, u)); }
  void box(double begin, double end, double half) {
    move(begin, -half);
    line(end, -half);
    line(end, half);
    line(begin, half);
    path_.close();
  }

  /// Straight ends of a tenth each, coils between them.
  void spring(double middle, double half) {
    const double begin = 0.1 * length_, turn = 0.8 * length_ / kRotates;
    move(0, middle);
    line(begin, middle);
    for (int k = 0; k < kRotates; ++k) {
      line(begin + (k + 0.25) * turn, middle + half);
      line(begin + (k + 0.75) * turn, middle - half);
    }
    line(length_ - begin, middle);
    line(length_, middle);
  }
  /// The cylinder keeps its length, the piston moves in it.
  void damper(double middle, double half, double rest) {
    const double base = 0.1 * rest, depth = std::min(0.45 * rest, 0.8 * length_);
    const double piston = std::clamp(length_ - (rest - base - 0.5 * depth), base + 2, base + depth);
    move(0, middle);
    line(base, middle);
    move(base + depth, middle - half);
    line(base, middle - half);
    line(base, middle + half);
    line(base + depth, middle + half);
    move(piston, middle - 0.7 * half);
    line(piston, middle + 0.7 * half);
    move(piston, middle);
    line(length_, middle);
  }

 private:
  double x(double s, double u) const { return from_.x + s * x_ - u * y_; }
  double y(double s, double u) const { return from_.y + s * y_ + u * x_; }

  Projected from_;
  double length_, x_ = 1, y_ = 0;
  SvgPath path_{kGlyphDecimals};
};

}  // namespace

Vector3<double> find_place(const BodyPoint& point, const Motion& motion, std::size_t time) {
  if (point.body < 0) return point.at;
  return motion.poses[time][static_cast<std::size_t>(point.body)].apply_to_point(point.at);
}

std::string draw_link(SceneLink::Kind kind, const Projected& from, const Projected& to,
                      double rest) {
  if (std::hypot(to.x - from.x, to.y - from.y) < kShortest) return "M0 0";
  LinkPath glyph(from, to);
  const double half = std::clamp(0.08 * rest, 3.0, 7.0);
  switch (kind) {
    case SceneLink::Kind::spring: glyph.spring(0, half); break;
    case SceneLink::Kind::damper: glyph.damper(0, half, rest); break;
    case SceneLink::Kind::spring_damper:
      glyph.spring(half, 0.75 * half);
      glyph.damper(-half, 0.7 * half, rest);
      for (const double end : {0.0, glyph.length()}) {
        glyph.move(end, -half);
        glyph.line(end, half);
      }
      break;
    case SceneLink::Kind::cable:
      glyph.move(0, 0);
      glyph.line(glyph.length(), 0);
      break;
    case SceneLink::Kind::rod: glyph.box(0, glyph.length(), 1.5); break;
    case SceneLink::Kind::bushing: glyph.box(0, glyph.length(), 0.6 * half); break;
    case SceneLink::Kind::cylinder:
      glyph.box(0, std::min(rest, glyph.length()), 0.8 * half);
      glyph.box(std::min(rest, glyph.length()), glyph.length(), 0.4 * half);
      break;
  }
  return glyph.data();
}

}  // namespace holon
