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
  std::string color{};  ///< #rrggbb; empty where the file does not say
};

/// Reads a .stl (ASCII or binary) or .glb (glTF 2.0, one file), by its content. Lengths are metres;
/// of glTF, whose y is up, z is up here, and its nodes are put together. One surface for each
/// colour. Throws std::runtime_error that says what is wrong with it, without the file's name.
std::vector<Surface> read_mesh_file(const std::string& path);

/// The same from what such files hold.
Surface read_stl(std::string_view bytes);
std::vector<Surface> read_glb(std::string_view bytes);

/// With points at one place made one, and without triangles that have no area.
Surface weld(const Surface& surface);
/// Its points gathered in cells of a grid, just so coarse that no more triangles than `most` are
/// left; welded as it is where it has no more. (Rossignac and Borrel, Multi-resolution 3D
/// approximations for rendering complex scenes, 1993.)
Surface decimate(const Surface& surface, std::size_t most);

/// Least and largest coordinates of all points [m].
std::array<std::array<float, 3>, 2> find_bounds(const std::vector<Surface>& surfaces);

}  // namespace holon
