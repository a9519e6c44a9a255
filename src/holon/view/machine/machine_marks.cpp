// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/machine_marks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "holon/view/machine/solids.h"
#include "holon/view/svg/palette.h"

namespace holon {

using Symbol = JointDrawings::Symbol;

namespace {

constexpr double kPin = 3.4, kMass = 3.6;  // radii [px]
constexpr const char* kGround = "stroke=\"#8c8c8c\" stroke-width=\"1.2\"";
constexpr const char* kHatch = "stroke=\"#a6a6a6\" stroke-width=\"0.9\"";

void draw_support(SvgWriter& svg, const Projected& at) {
  SvgPath triangle;
  triangle.move(at.x, at.y);
  triangle.line(at.x + 9, at.y + 15);
  triangle.line(at.x - 9, at.y + 15);
  triangle.close();
  svg.element("path", std::string(kGround) + " fill=\"#f4f4f4\" stroke-linejoin=\"round\"" +
                          svg_attribute("d", triangle.data()));
  draw_hatched(svg, at.x - 15, at.y + 15, at.x + 15, at.y + 15);
}

void draw_rail(SvgWriter& svg, const JointView& joint, const Motion& motion, const Camera& camera) {
  // Its line is the path of the joint, or its axis if it hardly moves.
  Vector3<double> first =
      motion.poses[0][static_cast<std::size_t>(joint.body)].apply_to_point(joint.at);
  Vector3<double> direction = find_axis(joint, motion, 0);
  double low = 0, high = 0, farthest = 4 / camera.scale_at(first);  // a few pixels
  for (const auto& poses : motion.poses) {
    const Vector3<double> way =
        poses[static_cast<std::size_t>(joint.body)].apply_to_point(joint.at) - first;
    if (way.norm() > farthest) farthest = way.norm(), direction = way / farthest;
  }
  for (const auto& poses : motion.poses) {
    const double s = (poses[static_cast<std::size_t>(joint.body)].apply_to_point(joint.at) - first)
                         .dot(direction);
    low = std::min(low, s);
    high = std::max(high, s);
  }
  const double spare = 0.08 * (high - low) + 34 / camera.scale_at(first);
  Projected a = camera.project(first + (low - spare) * direction);
  Projected b = camera.project(first + (high + spare) * direction);
  if (a.x > b.x) std::swap(a, b);
  draw_hatched(svg, a.x, a.y, b.x, b.y);
}

}  // namespace

void draw_hatched(SvgWriter& svg, double x1, double y1, double x2, double y2) {
  svg.line(x1, y1, x2, y2, kGround);
  const double length = std::hypot(x2 - x1, y2 - y1);
  if (length < 1) return;
  const double ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  SvgPath hatch;
  const int count = std::max(1, static_cast<int>(length / 8));
  for (int k = 0; k < count; ++k) {
    const double s = (k + 0.9) * length / (count + 0.4);
    hatch.move(x1 + s * ux, y1 + s * uy);
    hatch.line(x1 + (s - 6) * ux - 7 * uy, y1 + (s - 6) * uy + 7 * ux);
  }
  svg.element("path", std::string(kHatch) + " fill=\"none\"" + svg_attribute("d", hatch.data()));
}

std::vector<Mark> find_marks(const Scene& scene) {
  std::vector<Mark> marks;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    if (scene.bodies[b].is_frame) continue;
    marks.push_back(
        {Mark::Kind::center_of_mass, static_cast<int>(b), scene.bodies[b].center_of_mass});
  }
  for (const JointView& joint : scene.joints) {
    if (joint.symbol == Symbol::rail || joint.symbol == Symbol::weld ||
        joint.symbol == Symbol::free) {
      continue;
    }
    std::erase_if(marks, [&](const Mark& m) {
      return m.body == joint.body && (m.at - joint.at).norm() < 1e-6;
    });
    marks.push_back({Mark::Kind::pin, joint.body, joint.at, joint.about});
  }
  return marks;
}

bool has_room(const Mark& mark, const Scene& scene, const Motion& motion, const Camera& camera) {
  constexpr double kPinPart = 4, kMassPart = 8;  // of the body's length, in radii
  const auto body = static_cast<std::size_t>(mark.body);
  double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
  for (const Solid& solid : scene.bodies[body].solids)
    for (const Vector3<double>& p : find_extremes(solid, motion.poses[0][body])) {
      const Projected at = camera.project(p);
      low_x = std::min(low_x, at.x), high_x = std::max(high_x, at.x);
      low_y = std::min(low_y, at.y), high_y = std::max(high_y, at.y);
    }
  const double length = std::hypot(high_x - low_x, high_y - low_y);
  return mark.kind == Mark::Kind::pin ? length > kPinPart * kPin : length > kMassPart * kMass;
}

namespace {

/// A spiral spring and the drum of a damper around a pin.
void draw_elements_about(SvgWriter& svg, const JointDrawings::Elements& about) {
  constexpr const char* kStroke = " fill=\"none\" stroke=\"#5f666d\" stroke-width=\"1.1\"";
  constexpr double kInner = kPin + 1.5, kPitch = 3;  // [px]
  if (about.has_spring) {
    constexpr int kTurnsOfSpiral = 2, kCorners = 16;
    SvgPath spiral;
    for (int k = 0; k <= kTurnsOfSpiral * kCorners; ++k) {
      const double turn = static_cast<double>(k) / kCorners;
      const double radius = kInner + kPitch * turn, angle = 2 * M_PI * turn;
      const double x = radius * std::cos(angle), y = radius * std::sin(angle);
      if (k == 0)
        spiral.move(x, y);
      else
        spiral.line(x, y);
    }
    svg.element("path", svg_attribute("d", spiral.data()) + kStroke);
  }
  if (about.has_damper) {
    constexpr double kDrum = kInner + 2.7 * kPitch;
    svg.element("circle", svg_attribute("r", kDrum) + kStroke + " stroke-dasharray=\"9 3\"");
  }
}

}  // namespace

void draw_mark(SvgWriter& svg, const Mark& mark) {
  if (mark.kind == Mark::Kind::pin) {
    draw_elements_about(svg, mark.about);
    svg.element("circle", svg_attribute("r", kPin) +
                              " fill=\"#ffffff\" stroke=\"#333333\" stroke-width=\"1.2\"");
    return;
  }
  svg.element("circle", svg_attribute("r", kMass) +
                            " fill=\"#ffffff\" stroke=\"#333333\" stroke-width=\"0.8\"");
  std::string r;
  append_fixed(r, kMass);
  svg.element("path",
              svg_attribute("d", "M0 0V-" + r + "A" + r + " " + r + " 0 0 1 " + r + " 0ZM0 0V" + r +
                                     "A" + r + " " + r + " 0 0 1 -" + r + " 0Z") +
                  " fill=\"#333333\" stroke=\"none\"");
}

void draw_rails(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera) {
  for (const JointView& joint : scene.joints)
    if (joint.on_world && joint.symbol == Symbol::rail) draw_rail(svg, joint, motion, camera);
}

void draw_supports(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera) {
  std::vector<Vector3<double>> drawn;
  const auto draw = [&](const Vector3<double>& place) {
    constexpr double kSame = 1e-9;  // [m]
    const bool again = std::any_of(drawn.begin(), drawn.end(), [&](const Vector3<double>& other) {
      return (other - place).norm() < kSame;
    });
    if (again) return;
    drawn.push_back(place);
    draw_support(svg, camera.project(place));
  };
  for (const JointView& joint : scene.joints) {
    if (!joint.on_world || joint.symbol == Symbol::rail || joint.symbol == Symbol::free) continue;
    const Pose& first = motion.poses[0][static_cast<std::size_t>(joint.body)];
    draw(first.apply_to_point(joint.at));
  }
  for (const LinkView& link : scene.links) {
    for (const BodyPoint& end : link.ends) {
      if (end.body < 0) draw(end.at);
    }
  }
}

void draw_traces(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera) {
  // Traces of bodies of one colour have distinct colours.
  std::map<std::string, int> uses;
  for (const BodyView& body : scene.bodies)
    if (!body.tips.empty() && !body.solids.empty()) ++uses[body.solids[0].color];
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodyView& body = scene.bodies[b];
    Rgb color;
    const bool own = !body.solids.empty() && uses[body.solids[0].color] < 2 &&
                     parse_color(body.solids[0].color, color);
    if (!own) parse_color(curve_color(b), color);
    for (const Vector3<double>& tip : body.tips) {
      SvgPolyline path;
      for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Projected p = camera.project(motion.poses[k][b].apply_to_point(tip));
        k == 0 ? path.move(p.x, p.y) : path.line(p.x, p.y);
      }
      svg.element("path",
                  "fill=\"none\" stroke-width=\"1\" stroke-opacity=\"0.55\" "
                  "stroke-linejoin=\"round\"" +
                      svg_attribute("stroke", format_color(mix(color, {0, 0, 0}, 0.15))) +
                      svg_attribute("d", path.data()));
    }
  }
}

void draw_scale(SvgWriter& svg, const Camera& camera, double height) {
  constexpr double kArrow = 24;
  const double x = 16, y = height - 14;
  static constexpr const char* names[] = {"x", "y", "z"};
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double dx = camera.right()[i] * kArrow, dy = -camera.up()[i] * kArrow;
    const double length = std::hypot(dx, dy);
    if (length < 0.12 * kArrow) continue;  // is directed at the viewer
    svg.line(x, y, x + dx, y + dy, "stroke=\"#666666\" stroke-width=\"1.1\"");
    const double ux = dx / length, uy = dy / length;
    SvgPath head;
    head.move(x + dx + 4 * ux, y + dy + 4 * uy);
    head.line(x + dx - 2 * ux - 2.4 * uy, y + dy - 2 * uy + 2.4 * ux);
    head.line(x + dx - 2 * ux + 2.4 * uy, y + dy - 2 * uy - 2.4 * ux);
    head.close();
    svg.element("path", "fill=\"#666666\"" + svg_attribute("d", head.data()));
    svg.text(x + dx + 11 * ux, y + dy + 11 * uy + 4, names[i],
             {.size = 11, .anchor = "middle", .fill = "#666666"});
  }
  if (camera.is_perspective()) return;
  const double rough = 80 / camera.scale();
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double length = power;
  for (double factor : {2.0, 5.0})
    if (factor * power <= rough) length = factor * power;
  const double from = x + kArrow + 40, to = from + length * camera.scale();
  svg.line(from, y, to, y, "stroke=\"#666666\" stroke-width=\"1.1\"");
  for (double end : {from, to})
    svg.line(end, y - 3, end, y + 3, "stroke=\"#666666\" stroke-width=\"1.1\"");
  std::string label;
  append_fixed(label, length >= 0.1 ? length : length >= 1e-3 ? length * 1e3 : length * 1e6, 3);
  label += length >= 0.1 ? " m" : length >= 1e-3 ? " mm" : " µm";
  svg.text(0.5 * (from + to), y - 6, label, {.size = 11, .anchor = "middle", .fill = "#666666"});
}

bool misses_motion(const Scene& scene, const Motion& motion) {
  // A path is not resolved if it is long in one interval, or changes its direction sharply after a
  // significant one.
  constexpr double kFar = 0.25, kSomewhere = 0.03, kSharp = 0.5, kMostLost = 0.1;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    std::vector<Vector3<double>> points = scene.bodies[b].tips;
    points.push_back(scene.bodies[b].center_of_mass);
    for (const Vector3<double>& point : points) {
      std::vector<Vector3<double>> way;
      for (const auto& poses : motion.poses) way.push_back(poses[b].apply_to_point(point));
      Vector3<double> low = way[0], high = way[0];
      for (const Vector3<double>& p : way) low = low.cwiseMin(p), high = high.cwiseMax(p);
      const double extent = (high - low).norm();
      if (extent < 1e-9) continue;
      int moving = 0, lost = 0;
      for (std::size_t k = 1; k < way.size(); ++k) {
        const Vector3<double> now = way[k] - way[k - 1];
        if (now.norm() < kSomewhere * extent) continue;
        ++moving;
        const Vector3<double> before = k > 1 ? Vector3<double>(way[k - 1] - way[k - 2]) : now;
        const bool turns = before.norm() > kSomewhere * extent &&
                           before.dot(now) < kSharp * before.norm() * now.norm();
        lost += turns || now.norm() > kFar * extent;
      }
      if (lost > kMostLost * moving) return true;
    }
  }
  return false;
}

bool rotates_in_place(const Scene& scene, const Motion& motion) {
  if (scene.bodies.empty()) return false;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Vector3<double>& com = scene.bodies[b].center_of_mass;
    double size = 0, way = 0;
    const Vector3<double> first = motion.poses[0][b].apply_to_point(com);
    for (const Solid& solid : scene.bodies[b].solids)
      for (const Vector3<double>& p : find_extremes(solid, motion.poses[0][b]))
        size = std::max(size, (p - first).norm());
    for (const auto& poses : motion.poses)
      way = std::max(way, (poses[b].apply_to_point(com) - first).norm());
    if (way > 0.4 * size) return false;
  }
  return true;
}

}  // namespace holon
