// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/export/tessellation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace holon {
namespace {

constexpr double kPi = std::numbers::pi;

std::uint16_t add_corner(TriangleMesh& mesh, const std::array<double, 3>& p,
                         const std::array<double, 3>& n) {
  mesh.positions.push_back(
      {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])});
  mesh.normals.push_back(
      {static_cast<float>(n[0]), static_cast<float>(n[1]), static_cast<float>(n[2])});
  return static_cast<std::uint16_t>(mesh.positions.size() - 1);
}

void add_triangle(TriangleMesh& mesh, std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  mesh.indices.insert(mesh.indices.end(), {a, b, c});
}

/// A circle of vertices about z; the last one repeats the first.
struct Ring {
  double radius, z;
  double normal_out, normal_up;  // of unit length together
};

std::uint16_t add_ring(TriangleMesh& mesh, const Ring& ring) {
  const auto first = static_cast<std::uint16_t>(mesh.positions.size());
  for (int k = 0; k <= kRoundFacets; ++k) {
    const double angle = 2 * kPi * (k % kRoundFacets) / kRoundFacets;
    const double c = std::cos(angle), s = std::sin(angle);
    add_corner(mesh, {ring.radius * c, ring.radius * s, ring.z},
               {ring.normal_out * c, ring.normal_out * s, ring.normal_up});
  }
  return first;
}

// The surface between two rings, the second of which is higher.
void add_belt(TriangleMesh& mesh, std::uint16_t low, std::uint16_t high, bool low_is_pole = false,
              bool high_is_pole = false) {
  for (int k = 0; k < kRoundFacets; ++k) {
    const auto a = static_cast<std::uint16_t>(low + k), b = static_cast<std::uint16_t>(a + 1),
               c = static_cast<std::uint16_t>(high + k), d = static_cast<std::uint16_t>(c + 1);
    if (!low_is_pole) add_triangle(mesh, a, b, d);
    if (!high_is_pole) add_triangle(mesh, a, d, c);
  }
}

}  // namespace

TriangleMesh make_box_mesh() {
  TriangleMesh mesh;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      std::array<double, 3> normal{}, u{}, v{};
      normal[axis] = side;
      // u, v and the normal are right-handed.
      u[(axis + 1) % 3] = side;
      v[(axis + 2) % 3] = 1;
      std::array<std::uint16_t, 4> corner{};
      constexpr double kCorners[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
      for (std::size_t k = 0; k < 4; ++k) {
        std::array<double, 3> p{};
        for (std::size_t i = 0; i < 3; ++i)
          p[i] = 0.5 * normal[i] + kCorners[k][0] * u[i] + kCorners[k][1] * v[i];
        corner[k] = add_corner(mesh, p, normal);
      }
      add_triangle(mesh, corner[0], corner[1], corner[2]);
      add_triangle(mesh, corner[0], corner[2], corner[3]);
    }
  return mesh;
}

TriangleMesh make_cylinder_mesh() {
  TriangleMesh mesh;
  const std::uint16_t low = add_ring(mesh, {1, -0.5, 1, 0});
  add_belt(mesh, low, add_ring(mesh, {1, 0.5, 1, 0}));
  for (const double side : {-1.0, 1.0}) {
    const std::uint16_t middle = add_corner(mesh, {0, 0, 0.5 * side}, {0, 0, side});
    const std::uint16_t rim = add_ring(mesh, {1, 0.5 * side, 0, side});
    for (int k = 0; k < kRoundFacets; ++k) {
      const auto a = static_cast<std::uint16_t>(rim + k), b = static_cast<std::uint16_t>(a + 1);
      side > 0 ? add_triangle(mesh, middle, a, b) : add_triangle(mesh, middle, b, a);
    }
  }
  return mesh;
}

TriangleMesh make_capsule_mesh(double length) {
  TriangleMesh mesh;
  std::uint16_t below = 0;
  bool has_below = false, below_is_pole = false;
  for (int k = 0; k <= kPoleFacets; ++k) {
    const double angle = kPi * (static_cast<double>(k) / kPoleFacets - 0.5);
    const bool is_pole = k == 0 || k == kPoleFacets, is_equator = 2 * k == kPoleFacets;
    const double out = is_pole ? 0 : std::cos(angle), up = std::sin(angle);
    // At the equator the cylinder has a ring at each of its ends.
    for (const double side : {-0.5, 0.5}) {
      if (is_equator ? length == 0 && side > 0 : (angle > 0) != (side > 0)) continue;
      const std::uint16_t ring =
          add_ring(mesh, {out, up + side * length, out, is_equator ? 0 : up});
      if (has_below) add_belt(mesh, below, ring, below_is_pole, is_pole);
      below = ring;
      has_below = true;
      below_is_pole = is_pole;
    }
  }
  return mesh;
}

TriangleMesh make_arrow_mesh() {
  constexpr double kShaft = 0.022, kHead = 0.065, kNeck = 0.8;
  TriangleMesh mesh;
  const auto add_disk = [&](double radius, double z) {
    const std::uint16_t middle = add_corner(mesh, {0, 0, z}, {0, 0, -1});
    const std::uint16_t rim = add_ring(mesh, {radius, z, 0, -1});
    for (int k = 0; k < kRoundFacets; ++k) {
      const auto a = static_cast<std::uint16_t>(rim + k);
      add_triangle(mesh, middle, static_cast<std::uint16_t>(a + 1), a);
    }
  };
  add_disk(kShaft, 0);
  const std::uint16_t low = add_ring(mesh, {kShaft, 0, 1, 0});
  add_belt(mesh, low, add_ring(mesh, {kShaft, kNeck, 1, 0}));
  add_disk(kHead, kNeck);
  const double slope = std::hypot(1 - kNeck, kHead), out = (1 - kNeck) / slope, up = kHead / slope;
  const std::uint16_t base = add_ring(mesh, {kHead, kNeck, out, up});
  add_belt(mesh, base, add_ring(mesh, {0, 1, out, up}), false, true);
  return mesh;
}

TriangleMesh make_coil_mesh(double length) {
  constexpr int kRotates = 9, kPerTurn = 20, kRim = 6;
  constexpr double kWire = 0.16, kEnd = 0.1, kRise = 12;
  constexpr int kRings = static_cast<int>(kRotates * kPerTurn / (1 - 2 * kEnd));
  using Vector = std::array<double, 3>;
  // Straight ends of a tenth each, coils between them.
  const auto place = [&](double share) -> Vector {
    const double inner = std::min(1.0, std::max(0.0, (share - kEnd) / (1 - 2 * kEnd)));
    const double radius = std::min(1.0, kRise * std::min(inner, 1 - inner));
    const double angle = 2 * kPi * kRotates * inner;
    return {radius * std::cos(angle), radius * std::sin(angle), share * length};
  };
  const auto cross = [](const Vector& a, const Vector& b) -> Vector {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const auto normalized = [](Vector v) {
    const double size = std::hypot(v[0], v[1], v[2]);
    for (double& x : v) x /= size;
    return v;
  };
  TriangleMesh mesh;
  for (int i = 0; i <= kRings; ++i) {
    const double share = static_cast<double>(i) / kRings, step = 0.5 / kRings;
    const Vector p = place(share), before = place(share - step), after = place(share + step);
    const Vector along =
        normalized({after[0] - before[0], after[1] - before[1], after[2] - before[2]});
    // The wire's rim begins on the side of the axis, so that it is not twisted.
    const double angle = 2 * kPi * kRotates * std::min(1.0, std::max(0.0, (share - kEnd) / 0.8));
    const Vector v = normalized(cross(along, {std::cos(angle), std::sin(angle), 0}));
    const Vector u = cross(v, along);
    for (int k = 0; k <= kRim; ++k) {
      const double c = std::cos(2 * kPi * k / kRim), s = std::sin(2 * kPi * k / kRim);
      const Vector n{c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2]};
      const auto corner =
          add_corner(mesh, {p[0] + kWire * n[0], p[1] + kWire * n[1], p[2] + kWire * n[2]}, n);
      if (i == 0 || k == 0) continue;
      const auto below = static_cast<std::uint16_t>(corner - kRim - 1);
      add_triangle(mesh, static_cast<std::uint16_t>(below - 1), below, corner);
      add_triangle(mesh, static_cast<std::uint16_t>(below - 1), corner,
                   static_cast<std::uint16_t>(corner - 1));
    }
  }
  return mesh;
}

TriangleMesh make_surface_mesh(const Surface& surface) {
  constexpr float kCrease = 0.866F;  // cosine of 30 degrees
  using Vector = std::array<float, 3>;
  const auto dot = [](const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  std::vector<Vector> areas;  // twice the area along the normal, of each triangle
  std::vector<std::vector<std::size_t>> around(surface.points.size());
  for (const auto& t : surface.triangles) {
    const Vector &a = surface.points[t[0]], &b = surface.points[t[1]], &c = surface.points[t[2]];
    const Vector u{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    for (const std::uint32_t corner : t) around[corner].push_back(areas.size());
    areas.push_back(
        {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]});
  }
  TriangleMesh mesh;
  for (std::size_t k = 0; k < surface.triangles.size(); ++k) {
    const float own = std::sqrt(dot(areas[k], areas[k]));
    if (!(own > 0)) continue;
    for (const std::uint32_t corner : surface.triangles[k]) {
      Vector sum{0, 0, 0};
      for (const std::size_t other : around[corner]) {
        const float size = std::sqrt(dot(areas[other], areas[other]));
        if (dot(areas[k], areas[other]) < kCrease * own * size) continue;
        for (std::size_t i = 0; i < 3; ++i) sum[i] += areas[other][i];
      }
      const float length = std::sqrt(dot(sum, sum));
      for (float& x : sum) x /= length;
      mesh.indices.push_back(static_cast<std::uint16_t>(mesh.positions.size()));
      mesh.positions.push_back(surface.points[corner]);
      mesh.normals.push_back(sum);
    }
  }
  return mesh;
}

}  // namespace holon
