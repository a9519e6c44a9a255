// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/vector_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "holon/view/machine/arrows.h"

namespace holon {
namespace {

using Kind = SceneArrow::Kind;

constexpr const char* kNothing = "M0 0";
constexpr double kShortestArrow = 2;  // [px]
constexpr double kHeadLength = 8, kHeadHalf = 3;

const std::string kAxisStyle = "stroke-width=\"1.3\" stroke-dasharray=\"10 3 2 3\"";
const char* axis_color(bool is_wrench) { return is_wrench ? "#b0304f" : "#6d4bc3"; }

const char* label_of(Kind kind) {
  switch (kind) {
    case Kind::force: return "force";
    case Kind::torque: return "torque";
    case Kind::reaction_force: return "reaction force";
    case Kind::reaction_torque: return "reaction torque";
  }
  return "";
}

/// "1.5 kN", "20 N m".
std::string format_load(double magnitude, bool torque, int digits) {
  const bool is_large = magnitude >= 1000, is_huge = magnitude >= 1e6;
  const double shown = is_huge ? 1e-6 * magnitude : is_large ? 1e-3 * magnitude : magnitude;
  return fmt::format("{:.{}g} {}{}", shown, digits,
                     is_huge    ? "M"
                     : is_large ? "k"
                                : "",
                     torque ? "N m" : "N");
}

double round_load(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= value) return factor * power;
  return power;
}

/// A head with its tip at (x, y), in the direction (ux, uy).
void add_head(SvgPath& path, double x, double y, double ux, double uy) {
  path.move(x, y);
  path.line(x - kHeadLength * ux - kHeadHalf * uy, y - kHeadLength * uy + kHeadHalf * ux);
  path.line(x - kHeadLength * ux + kHeadHalf * uy, y - kHeadLength * uy - kHeadHalf * ux);
  path.close();
}

std::string draw_straight(const Projected& from, double dx, double dy, bool two_heads) {
  const double length = std::hypot(dx, dy), ux = dx / length, uy = dy / length;
  SvgPath path(1);
  path.move(from.x, from.y);
  path.line(from.x + dx, from.y + dy);
  add_head(path, from.x + dx, from.y + dy, ux, uy);
  if (two_heads)
    add_head(path, from.x + dx - 0.7 * kHeadLength * ux, from.y + dy - 0.7 * kHeadLength * uy, ux,
             uy);
  return path.data();
}

/// A torque along the view turns about its point, towards the viewer counter-clockwise. Both ways
/// in thirds of a circle, so that nothing is filled.
std::string draw_turning(const Projected& about, double length, bool towards_viewer) {
  constexpr int kPieces = 16;
  constexpr double kFrom = -0.25 * M_PI, kAngle = 1.5 * M_PI;
  const double radius = 6 + 0.2 * length, sense = towards_viewer ? -1 : 1;
  SvgPath path(1);
  const auto at = [&](double part) {
    const double angle = kFrom + sense * kAngle * part;
    return std::array<double, 2>{about.x + radius * std::cos(angle),
                                 about.y + radius * std::sin(angle)};
  };
  for (int k = 0; k <= 2 * kPieces; ++k) {
    const auto [x, y] = at(1 - std::abs(1 - double(k) / kPieces));
    k == 0 ? path.move(x, y) : path.line(x, y);
  }
  const auto [x, y] = at(1);
  const double end = kFrom + sense * kAngle;
  add_head(path, x - sense * 0.5 * kHeadLength * std::sin(end),
           y + sense * 0.5 * kHeadLength * std::cos(end), -sense * std::sin(end),
           sense * std::cos(end));
  return path.data();
}

/// The part of a line between two points that lies within the sheet; false: none.
bool clip_to_sheet(double width, double height, std::array<double, 2>& a,
                   std::array<double, 2>& b) {
  double from = 0, to = 1;
  const std::array<double, 2> start = a, step{b[0] - a[0], b[1] - a[1]}, size{width, height};
  for (std::size_t i = 0; i < 2; ++i) {
    if (std::abs(step[i]) < 1e-9) {
      if (start[i] < 0 || start[i] > size[i]) return false;
      continue;
    }
    const double one = -start[i] / step[i], other = (size[i] - start[i]) / step[i];
    from = std::max(from, std::min(one, other)), to = std::min(to, std::max(one, other));
  }
  if (from >= to) return false;
  for (std::size_t i = 0; i < 2; ++i) {
    a[i] = start[i] + from * step[i];
    b[i] = start[i] + to * step[i];
  }
  return true;
}

}  // namespace

double VectorScale::length_of(double magnitude) const {
  return usual > 0 ? kPixels * std::min(magnitude / usual, kLongest) : 0;
}

VectorMarks::VectorMarks(const Scene& scene, const Motion& motion)
    : scene_(scene), motion_(motion) {
  std::vector<double> forces, torques;
  for (std::size_t k = 0; k < scene.arrows.size(); ++k) {
    if (motion.arrows.empty() || scene.arrows[k].output.empty()) continue;
    const bool torque = is_torque(scene.arrows[k].kind);
    double largest = 0;
    for (const auto& vectors : motion.arrows) {
      const double magnitude = vectors[k].norm();
      largest = std::max(largest, magnitude);
      (torque ? torques : forces).push_back(magnitude);
    }
    if (!(largest > 0)) continue;
    arrows_.push_back(k);
    is_open_.push_back(k < motion.is_arrow_open.size() && motion.is_arrow_open[k]);
  }
  for (std::size_t k = 0; k < scene.axes.size(); ++k)
    if (!motion.axes.empty() && !scene.axes[k].name.empty()) axes_.push_back(k);
  forces_ = {find_usual_magnitude(std::move(forces))};
  torques_ = {find_usual_magnitude(std::move(torques))};
}

const VectorScale& VectorMarks::scale_of(Kind kind) const {
  return is_torque(kind) ? torques_ : forces_;
}

std::string VectorMarks::draw(std::size_t symbol, std::size_t time, const Camera& camera,
                              double width, double height) const {
  if (is_axis(symbol))
    return draw_axis(motion_.axes[time][axes_[symbol - arrows_.size()]], camera, width, height);
  const ArrowView& own = arrow(symbol);
  const Vector3<double>& vector = motion_.arrows[time][arrows_[symbol]];
  const double magnitude = vector.norm(), length = scale_of(own.kind).length_of(magnitude);
  if (length < kShortestArrow) return kNothing;
  const Projected tail = camera.project(find_arrow_tail(scene_, motion_, own, time));
  const double dx = length / magnitude * camera.right().dot(vector),
               dy = -length / magnitude * camera.up().dot(vector);
  constexpr double kAlongView = 0.2;
  const bool is_along = std::hypot(dx, dy) < kAlongView * length;
  if (is_along && is_torque(own.kind))
    return draw_turning(tail, length, camera.forward().dot(vector) < 0);
  if (std::hypot(dx, dy) < kShortestArrow) return kNothing;
  return draw_straight(tail, dx, dy, is_torque(own.kind));
}

std::string VectorMarks::draw_axis(const AxisPose& axis, const Camera& camera, double width,
                                   double height) const {
  constexpr double kHalf = 0.42;  // of the sheet's height
  const double size = axis.direction.norm();
  if (!(size > 0) || !axis.point.allFinite()) return kNothing;
  const Projected at = camera.project(axis.point);
  if (camera.is_perspective() && at.depth <= 0) return kNothing;
  const double dx = camera.right().dot(axis.direction) / size,
               dy = -camera.up().dot(axis.direction) / size, length = std::hypot(dx, dy);
  constexpr double kAlongView = 0.05, kRing = 6, kPoint = 1.5;
  SvgPath path(1);
  if (length < kAlongView) {
    if (at.x < 0 || at.x > width || at.y < 0 || at.y > height) return kNothing;
    // A ring about a point where it comes towards the viewer, about a cross where it goes away.
    path.circle(at.x, at.y, kRing);
    if (camera.forward().dot(axis.direction) < 0) {
      path.circle(at.x, at.y, kPoint);
    } else {
      constexpr double kCross = 0.7 * kRing;
      for (const double side : {1.0, -1.0}) {
        path.move(at.x - kCross, at.y - side * kCross);
        path.line(at.x + kCross, at.y + side * kCross);
      }
    }
    return path.data();
  }
  const double half = kHalf * height;
  const std::array<double, 2> tip{at.x + half * dx, at.y + half * dy};
  std::array<double, 2> from{at.x - half * dx, at.y - half * dy}, to = tip;
  if (!clip_to_sheet(width, height, from, to)) return kNothing;
  path.move(from[0], from[1]);
  path.line(to[0], to[1]);
  if (to == tip) add_head(path, tip[0], tip[1], dx / length, dy / length);
  return path.data();
}

std::string VectorMarks::style(std::size_t symbol) const {
  if (is_axis(symbol)) {
    const bool wrench = scene_.axes[axes_[symbol - arrows_.size()]].is_wrench;
    return "fill=\"none\" " + kAxisStyle + svg_attribute("stroke", axis_color(wrench));
  }
  const char* color = arrow_color(arrow(symbol).kind);
  return svg_attribute("fill", color) + svg_attribute("stroke", color) +
         " stroke-width=\"1.8\" stroke-linejoin=\"miter\"" +
         (is_open_[symbol] ? " stroke-dasharray=\"4 3\" opacity=\"0.6\"" : "");
}

std::string VectorMarks::describe(std::size_t symbol, std::size_t time) const {
  const std::string when = fmt::format(" at {:.4g} s", motion_.times[time]);
  if (is_axis(symbol)) {
    const std::size_t k = axes_[symbol - arrows_.size()];
    return fmt::format("{}: pitch {:.4g} m/rad{}", scene_.axes[k].name, motion_.axes[time][k].pitch,
                       when);
  }
  const ArrowView& own = arrow(symbol);
  return own.output + ": " +
         format_load(motion_.arrows[time][arrows_[symbol]].norm(), is_torque(own.kind), 4) + when +
         (is_open_[symbol] ? ", not determined" : "");
}

void VectorMarks::draw_legend(SvgWriter& svg, double width, double height) const {
  constexpr double kSize = 11, kGap = 8, kLine = 34, kRow = 16, kScaleBar = 190;
  double right = width - 4, y = height - 14;
  // From the right to the left, then in another row above: the axes and the scale are at the left.
  const auto add = [&](const std::string& text, double length, const auto& draw) {
    const double needed = estimate_text_width(text, kSize) + kGap + length;
    if (right - needed < kScaleBar && right < width - 4) right = width - 4, y -= kRow;
    svg.text(right, y + 4, text, {.size = kSize, .anchor = "end", .fill = "#666666"});
    right -= needed;
    draw(right);
    right -= 2 * kGap;
  };
  const auto has = [&](Kind kind) {
    for (std::size_t k = 0; k < arrows_.size(); ++k)
      if (arrow(k).kind == kind) return true;
    return false;
  };
  for (const Kind kind : {Kind::reaction_torque, Kind::torque, Kind::reaction_force, Kind::force}) {
    if (!has(kind)) continue;
    const VectorScale& scale = scale_of(kind);
    const double load = round_load(scale.usual), length = scale.length_of(load);
    const std::string text =
        std::string(label_of(kind)) + ", " + format_load(load, is_torque(kind), 3);
    add(text, length, [&](double x) {
      svg.element("path",
                  svg_attribute("fill", arrow_color(kind)) +
                      svg_attribute("stroke", arrow_color(kind)) + " stroke-width=\"1.8\"" +
                      svg_attribute("d", draw_straight({x, y, 0}, length, 0, is_torque(kind))));
    });
  }
  for (const bool wrench : {true, false}) {
    const bool is_there = std::any_of(axes_.begin(), axes_.end(), [&](std::size_t k) {
      return scene_.axes[k].is_wrench == wrench;
    });
    if (!is_there) continue;
    add(wrench ? "wrench axis" : "screw axis", kLine, [&](double x) {
      svg.line(x, y, x + kLine, y, kAxisStyle + svg_attribute("stroke", axis_color(wrench)));
    });
  }
}

}  // namespace holon
