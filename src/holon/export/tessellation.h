// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "holon/view/scene/mesh.h"

namespace holon {

/// Triangles with a normal at every vertex; counter-clockwise seen from outside.
struct TriangleMesh {
  std::vector<std::array<float, 3>> positions, normals;
  std::vector<std::uint16_t> indices;
};

/// Number of facets around an axis, and from pole to pole of a sphere.
inline constexpr int kRoundFacets = 48, kPoleFacets = 24;

/// Edges of length 1 about the origin.
TriangleMesh make_box_mesh();
/// Radius 1, length 1 along z about the origin.
TriangleMesh make_cylinder_mesh();
/// Half spheres of radius 1 at z = ±length/2, with a cylinder between them where length > 0; a
/// sphere where it is 0.
TriangleMesh make_capsule_mesh(double length);

/// A coil of wire of radius 0.16 along z from 0 to `length`, with radius 1.
TriangleMesh make_coil_mesh(double length);
/// From the origin to 1 along z: a shaft, and a cone as its head.
TriangleMesh make_arrow_mesh();
/// A surface as read from a file: with sharp edges where the angle between faces exceeds the crease
/// angle, else smooth.
TriangleMesh make_surface_mesh(const Surface& surface);

}  // namespace holon
