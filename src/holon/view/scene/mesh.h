// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// Triangles of one colour, counter-clockwise seen from outside.
struct Surface {
  std::vector<std::array<float, 3>> points;               ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles{};  ///< indices of points
  std::string color{};                                    ///< #rrggbb; empty if the file has none
};

/// Reads a .stl (ASCII or binary) or .glb (glTF 2.0, one file), by its content. Lengths are metres;
/// glTF, whose y is up, is rotated so that z is up, and its nodes are merged. One surface for each
/// colour. Throws std::runtime_error with the reason, without the file's name.
std::vector<Surface> read_mesh_file(const std::string& path);

/// The same from the contents of such files.
Surface read_stl(std::string_view bytes);
std::vector<Surface> read_glb(std::string_view bytes);

/// With coincident points merged, and without degenerate triangles.
Surface weld(const Surface& surface);
/// Vertex clustering in the cells of a grid just coarse enough to leave at most `most` triangles;
/// only welded if it has no more. (Rossignac and Borrel, Multi-resolution 3D approximations for
/// rendering complex scenes, 1993.)
Surface decimate(const Surface& surface, std::size_t most);

/// Least and largest coordinates of all points [m].
std::array<std::array<float, 3>, 2> find_bounds(const std::vector<Surface>& surfaces);

}  // namespace holon
