// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bytes as a mesh, .stl or .glb: it is read, welded and thinned, or refused with a reason.
#include <stdexcept>

#include "fuzz.h"
#include "holon/view/scene/mesh.h"

namespace holon::fuzz {
namespace {

void check(const Surface& surface) {
  for (const auto& triangle : surface.triangles)
    for (const std::uint32_t corner : triangle)
      require(corner < surface.points.size(), "a triangle's corners are points");
}

}  // namespace

void try_text(std::string_view text) {
  try {
    static const MemoryFile file(".mesh");
    file.write(text);
    const std::vector<Surface> surfaces = read_mesh_file(file.path());
    for (const Surface& surface : surfaces) {
      check(surface);
      check(weld(surface));
      const Surface less = decimate(surface, 10);
      check(less);
      require(less.triangles.size() <= 10, "a thinned mesh has no more triangles than it may");
    }
    find_bounds(surfaces);
  } catch (const std::runtime_error& e) {
    require(e.what()[0] != '\0', "what is refused has a reason");
  }
}

}  // namespace holon::fuzz
