// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holon/view/scene/camera.h"
#include "holon/view/scene/mesh.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// Turns files of meshes into solids; each file is read once.
class MeshSolids {
 public:
  /// The largest numbers of triangles of a mesh in the report and in glTF, and for a silhouette.
  static constexpr std::size_t kMostTriangles = 20'000, kMostOfSilhouette = 600;

  /// A solid for each colour of the file, or one if `color` is given. `X_BM` is the pose of the
  /// mesh in the body. Adds a note if triangles are omitted. Throws std::runtime_error (see
  /// read_mesh_file).
  std::vector<Solid> make(const std::string& path, double scale, const std::string& color,
                          double opacity, const Pose& X_BM, std::vector<std::string>& notes);

 private:
  const std::vector<Solid>& solids_of(const std::string& path, bool in_one,
                                      std::vector<std::string>& notes);
  std::map<std::pair<std::string, bool>, std::vector<Solid>> known_;
};

/// The outline of a mesh as SVG path data: closed loops whose winding number is not 0 inside.
std::string draw_silhouette(const Solid& solid, const Pose& X_WS, const Camera& camera);

}  // namespace holon
