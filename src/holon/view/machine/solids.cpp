// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/solids.h"

#include <algorithm>
#include <cmath>

#include "holon/view/scene/mesh_solids.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

using Point = std::array<double, 2>;
constexpr int kDecimals = 1;

Point to_point(const Projected& p) { return {p.x, p.y}; }

std::string polygon(const std::vector<Point>& points) {
  SvgPolyline path(false);  // few corners, all of which are needed
  for (std::size_t i = 0; i < points.size(); ++i)
    i == 0 ? path.move(points[i][0], points[i][1]) : path.line(points[i][0], points[i][1]);
  path.close();
  return path.data();
}

// Light comes over the viewer's left shoulder.
double brightness(const Vector3<double>& normal, const Camera& camera) {
  const Vector3<double> light =
      -0.35 * camera.right() + 0.75 * camera.up() - 0.56 * camera.forward();
  return std::max(0.0, normal.dot(light));
}

std::string circle(const Vector3<double>& center, double radius, const Camera& camera) {
  SvgPath path(kDecimals);
  const Projected p = camera.project(center);
  path.circle(p.x, p.y, radius * camera.scale_at(center));
  return path.data();
}

// The hull of two discs: two arcs and two tangents.
std::string two_discs(Point a, double ra, Point b, double rb) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], d = std::hypot(dx, dy);
  SvgPath whole(kDecimals);
  if (d <= std::abs(ra - rb) + 1e-9) {
    const bool first = ra >= rb;
    whole.circle(first ? a[0] : b[0], first ? a[1] : b[1], std::max(ra, rb));
    return whole.data();
  }
  const double heading = std::atan2(dy, dx), open = std::acos(std::clamp((ra - rb) / d, -1.0, 1.0));
  std::string text;
  const auto put = [&](char command, const Point& c, double r, double angle) {
    text += command;
    append_fixed(text, c[0] + r * std::cos(angle), kDecimals);
    text += ' ';
    append_fixed(text, c[1] + r * std::sin(angle), kDecimals);
  };
  const auto arc = [&](const Point& c, double r, double end, bool large) {
    text += 'A';
    append_fixed(text, r, kDecimals);
    text += ' ';
    append_fixed(text, r, kDecimals);
    text += large ? " 0 1 1 " : " 0 0 1 ";
    std::string target;
    append_fixed(target, c[0] + r * std::cos(end), kDecimals);
    target += ' ';
    append_fixed(target, c[1] + r * std::sin(end), kDecimals);
    text += target;
  };
  put('M', a, ra, heading + open);
  arc(a, ra, heading - open, open < M_PI / 2);
  put('L', b, rb, heading - open);
  arc(b, rb, heading + open, open > M_PI / 2);
  return text + "Z";
}

// A cylinder's end in the camera's view: an ellipse, its long half axis across the cylinder's axis.
struct End {
  Point center;
  double across = 0, along = 0;  // half axes [px]
};

// The ends of a cylinder and their positions in the figure.
struct CylinderView {
  Point heading{1, 0};  // of the axis, from `low` to `high`
  End low, high;

  CylinderView(const Solid& solid, const Pose& X_WS, const Camera& camera) {
    const Vector3<double> axis = X_WS.apply_to_vector({0, 0, 1});
    const double x = axis.dot(camera.right()), y = -axis.dot(camera.up()), d = std::hypot(x, y);
    if (d > 1e-9) heading = {x / d, y / d};
    for (double side : {-1.0, 1.0}) {
      const Vector3<double> at = X_WS.apply_to_point({0, 0, side * 0.5 * solid.size[1]});
      End& end = side < 0 ? low : high;
      end.center = to_point(camera.project(at));
      end.across = solid.size[0] * camera.scale_at(at);
      end.along = end.across * std::abs(axis.dot(camera.to_eye(at)));
    }
  }

  // The rim's point on the left (1) or right (-1) of the heading.
  Point side_of(const End& end, double side) const {
    return {end.center[0] - side * end.across * heading[1],
            end.center[1] + side * end.across * heading[0]};
  }
  void draw_point(std::string& text, char command, const Point& p) const {
    text += command;
    append_fixed(text, p[0], kDecimals);
    text += ' ';
    append_fixed(text, p[1], kDecimals);
  }
  // Half the rim, to a point of it.
  void draw_half(std::string& text, const End& end, double to_side) const {
    constexpr double kFlat = 0.05;
    const Point target = side_of(end, to_side);
    if (end.along < kFlat) return draw_point(text, 'L', target);
    text += 'A';
    append_fixed(text, end.across, kDecimals);
    text += ' ';
    append_fixed(text, end.along, 2);
    text += ' ';
    append_fixed(text, 180 / M_PI * std::atan2(heading[0], -heading[1]), 1);
    text += " 0 1 ";
    std::string point;
    draw_point(point, ' ', target);
    text += point.substr(1);
  }
  std::string outline() const {
    std::string text;
    draw_point(text, 'M', side_of(low, 1));
    draw_half(text, low, -1);
    draw_point(text, 'L', side_of(high, -1));
    draw_half(text, high, 1);
    return text + "Z";
  }
  std::string rim(bool of_high) const {
    const End& end = of_high ? high : low;
    std::string text;
    draw_point(text, 'M', side_of(end, 1));
    draw_half(text, end, -1);
    draw_half(text, end, 1);
    return text + "Z";
  }
};

std::array<Vector3<double>, 8> corners(const Solid& solid, const Pose& X_WS) {
  std::array<Vector3<double>, 8> points;
  for (std::size_t i = 0; i < 8; ++i)
    points[i] = X_WS.apply_to_point({(i & 1 ? 0.5 : -0.5) * solid.size[0],
                                     (i & 2 ? 0.5 : -0.5) * solid.size[1],
                                     (i & 4 ? 0.5 : -0.5) * solid.size[2]});
  return points;
}

template <class Points>
std::vector<Point> projected(const Points& points, const Camera& camera) {
  std::vector<Point> result;
  for (const Vector3<double>& p : points) result.push_back(to_point(camera.project(p)));
  return result;
}

}  // namespace

std::vector<Point> convex_hull(std::vector<Point> points) {
  // Andrew's monotone chain; corners flatter than a twentieth of a pixel are omitted.
  constexpr double kFlat = 0.05;
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Point> hull;
  const auto add_half = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (auto p = first; p != last; ++p) {
      while (hull.size() >= base + 2) {
        const Point &a = hull[hull.size() - 2], &b = hull.back();
        const double ux = (*p)[0] - a[0], uy = (*p)[1] - a[1];
        const double turn = (b[0] - a[0]) * uy - (b[1] - a[1]) * ux;
        if (turn > kFlat * std::hypot(ux, uy)) break;
        hull.pop_back();
      }
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  add_half(points.begin(), points.end());
  add_half(points.rbegin(), points.rend());
  return hull;
}

std::string draw_outline(const Solid& solid, const Pose& X_WB, const Camera& camera) {
  const Pose X_WS = X_WB * solid.X_BS;
  switch (solid.kind) {
    case Solid::Kind::box: return polygon(convex_hull(projected(corners(solid, X_WS), camera)));
    case Solid::Kind::mesh: return draw_silhouette(solid, X_WS, camera);
    case Solid::Kind::cylinder: return CylinderView(solid, X_WS, camera).outline();
    case Solid::Kind::sphere: return circle(X_WS.translation(), solid.size[0], camera);
    case Solid::Kind::capsule: {
      const Vector3<double> a = X_WS.apply_to_point({0, 0, -0.5 * solid.size[1]});
      const Vector3<double> b = X_WS.apply_to_point({0, 0, 0.5 * solid.size[1]});
      return two_discs(to_point(camera.project(a)), solid.size[0] * camera.scale_at(a),
                       to_point(camera.project(b)), solid.size[0] * camera.scale_at(b));
    }
  }
  return {};
}

std::vector<Face> draw_faces(const Solid& solid, const Pose& X_WB, const Camera& camera) {
  const Pose X_WS = X_WB * solid.X_BS;
  const Vector3<double>& middle = X_WS.translation();
  constexpr double kEdgeOn = 1e-3;
  std::vector<Face> faces;
  if (solid.kind == Solid::Kind::box) {
    const auto points = corners(solid, X_WS);
    // Corner indices around each face, by the axis it is normal to and its side.
    static constexpr std::size_t around[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (std::size_t f = 0; f < 6; ++f) {
      Vector3<double> normal(0, 0, 0);
      const auto axis = static_cast<Eigen::Index>(f / 2);
      normal[axis] = f % 2 ? 1 : -1;
      const Vector3<double> at = X_WS.apply_to_point(0.5 * normal.cwiseProduct(solid.size));
      normal = X_WS.apply_to_vector(normal);
      if (normal.dot(camera.to_eye(at)) < kEdgeOn) continue;
      std::vector<Point> corner;
      for (std::size_t i : around[f]) corner.push_back(to_point(camera.project(points[i])));
      faces.push_back({polygon(corner), brightness(normal, camera)});
    }
    return faces;
  }
  Vector3<double> towards = camera.to_eye(middle);
  if (solid.kind == Solid::Kind::cylinder) {
    const Vector3<double> axis = X_WS.apply_to_vector({0, 0, 1});
    Vector3<double> side = towards - towards.dot(axis) * axis;
    if (side.norm() > kEdgeOn)
      faces.push_back({draw_outline(solid, X_WB, camera), brightness(side / side.norm(), camera)});
    const CylinderView view(solid, X_WS, camera);
    for (double end : {1.0, -1.0}) {
      const Vector3<double> at = middle + 0.5 * end * solid.size[1] * axis;
      if (end * axis.dot(camera.to_eye(at)) > kEdgeOn)
        faces.push_back({view.rim(end > 0), brightness(end * axis, camera)});
    }
    return faces;
  }
  return {{draw_outline(solid, X_WB, camera), brightness(-camera.forward(), camera)}};
}

double calc_depth(const Solid& solid, const Pose& X_WB, const Camera& camera) {
  return camera.project(X_WB.apply_to_point(solid.X_BS.translation())).depth;
}

std::vector<Vector3<double>> find_extremes(const Solid& solid, const Pose& X_WB) {
  const Pose X_WS = X_WB * solid.X_BS;
  std::vector<Vector3<double>> points;
  Solid around = solid;  // a bounding box of round solids; sufficient for framing
  switch (solid.kind) {
    case Solid::Kind::box:
    case Solid::Kind::mesh: break;
    case Solid::Kind::cylinder:
      around.size = {2 * solid.size[0], 2 * solid.size[0], solid.size[1]};
      break;
    case Solid::Kind::sphere: around.size = Vector3<double>::Constant(2 * solid.size[0]); break;
    case Solid::Kind::capsule:
      around.size = {2 * solid.size[0], 2 * solid.size[0], solid.size[1] + 2 * solid.size[0]};
      break;
  }
  for (const Vector3<double>& p : corners(around, X_WS)) points.push_back(p);
  return points;
}

}  // namespace holon
