// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "holon/view/scene/mesh_solids.h"

namespace holon {
namespace {

using Point = std::array<float, 3>;

/// A torus about z, cut into 2 n m triangles.
Surface make_torus(int n, int m, double R, double r) {
  Surface torus;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double a = 2 * M_PI * i / n, b = 2 * M_PI * j / m, d = R + r * std::cos(b);
      torus.points.push_back({static_cast<float>(d * std::cos(a)),
                              static_cast<float>(d * std::sin(a)),
                              static_cast<float>(r * std::sin(b))});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i % n * m + j % m); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      torus.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      torus.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return torus;
}

/// By the divergence theorem [m³].
double calc_volume(const Surface& s) {
  double volume = 0;
  for (const auto& t : s.triangles) {
    const Point &a = s.points[t[0]], &b = s.points[t[1]], &c = s.points[t[2]];
    volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0])) /
              6;
  }
  return volume;
}

std::string binary_stl(const Surface& s) {
  std::string bytes(80, 's');
  const auto put = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  bytes.replace(0, 5, "solid");  // as some programs write it
  put(static_cast<std::uint32_t>(s.triangles.size()));
  for (const auto& t : s.triangles) {
    put(Point{0, 0, 0});
    for (const std::uint32_t corner : t) put(s.points[corner]);
    put(std::uint16_t{0});
  }
  return bytes;
}

std::string failure_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "none";
}

TEST(Mesh, BinaryStlKeepsPlacesAndOrientation) {
  const Surface torus = make_torus(80, 40, 0.3, 0.1);
  const Surface read = weld(read_stl(binary_stl(torus)));
  EXPECT_EQ(read.triangles.size(), torus.triangles.size());
  EXPECT_EQ(read.points.size(), torus.points.size());
  EXPECT_NEAR(calc_volume(read), calc_volume(torus), 1e-7);
  // 2 π² R r², less the parts cut off by chords: 1 − (2π/m)²/6 − (2π/n)²/6.
  EXPECT_NEAR(calc_volume(read) / (2 * M_PI * M_PI * 0.3 * 0.01), 1, 0.006);
}

TEST(Mesh, TextStlIsReadByItsVertices) {
  const Surface s = read_stl(
      "solid a name\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex +1.5e0 0 0\n"
      "   vertex 0 -2 0.25\n  endloop\n endfacet\nendsolid a name\n");
  ASSERT_EQ(s.triangles.size(), 1u);
  EXPECT_EQ(s.points[1], (Point{1.5F, 0, 0}));
  EXPECT_EQ(s.points[2], (Point{0, -2, 0.25F}));
}

TEST(Mesh, WhatIsWrongWithAFileIsSaid) {
  EXPECT_EQ(failure_of([] { read_stl("no mesh at all"); }), "it is neither STL nor GLB");
  EXPECT_EQ(failure_of([] { read_stl("solid\n vertex 0 0 0\n vertex 1 x 2"); }),
            "line 3 of it: 'x' is not a number");
  EXPECT_EQ(failure_of([] { read_stl("solid\n vertex 0 0 0\n"); }), "it is truncated");
  const std::string whole = binary_stl(make_torus(4, 4, 0.3, 0.1));
  std::string cut = whole.substr(0, whole.size() - 10);
  cut.replace(0, 5, "other");
  EXPECT_EQ(failure_of([&] { read_stl(cut); }),
            "it is 1674 bytes long and should have 1684, by its number of facets");
  EXPECT_EQ(failure_of([] { read_glb(std::string("glTF\1\0\0\0\0\0\0\0", 12)); }),
            "it is glTF 1; only version 2 is read");
  EXPECT_EQ(failure_of([] { read_glb(std::string("glTF\2\0\0\0\0\0\0\0\377\0\0\0JSON", 20)); }),
            "it is truncated");
}

TEST(Mesh, DecimatingKeepsTheForm) {
  const Surface torus = make_torus(300, 150, 0.3, 0.1);
  for (const std::size_t most : {20'000u, 2'000u}) {
    const Surface fewer = decimate(torus, most);
    EXPECT_LE(fewer.triangles.size(), most);
    EXPECT_GE(fewer.triangles.size(), most / 3);
    // Means of points within a cell move inwards by a fraction of the cell.
    EXPECT_NEAR(calc_volume(fewer) / calc_volume(torus), 1, 10 / std::sqrt(double(most)));
  }
  EXPECT_EQ(decimate(torus, 90'000).triangles.size(), 90'000u);
}

TEST(Mesh, TheSilhouetteOfARingHasAHole) {
  Solid ring;
  ring.kind = Solid::Kind::mesh;
  ring.surface = ring.silhouette = std::make_shared<Surface>(make_torus(24, 12, 0.3, 0.1));
  ring.size = {0.8, 0.8, 0.2};
  const auto count_loops = [&](const Vector3<double>& forward) {
    Camera camera({0, 0, 0}, forward, {0.1, 1, 0}, false);
    camera.fit({-1, -1}, {1, 1}, 200, 200, 0);
    const std::string path = draw_silhouette(ring, Pose(), camera);
    return std::count(path.begin(), path.end(), 'M');
  };
  EXPECT_EQ(count_loops({0, 0, -1}), 2);  // along the axis: outer and inner circle
  EXPECT_EQ(count_loops({0, 0, 1}), 2);
}

}  // namespace
}  // namespace holon
