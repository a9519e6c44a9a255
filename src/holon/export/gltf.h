// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/view/scene/scene.h"

/// Machines in motion as glTF 2.0 (ISO/IEC 12113): for Blender, browsers and game engines.
namespace holon {

struct GltfText {
  std::string title;      ///< of the scene and its animation
  std::string generator;  ///< "Holon 0.1.0"
  std::string copyright;  ///< may be empty
};

enum class GltfForm {
  binary,  ///< .glb
  text,    ///< .gltf, one file: its numbers are embedded as base64
};

/// The bytes of a file: a node for every body, animated over all instants of the motion (linear
/// interpolation of positions, spherical of attitudes), with its solids, its frames as empty nodes
/// below it, links, forces as arrows where the motion has them, and the model's cameras. Lengths
/// are metres, times seconds; the root rotates Holon's z, which points up, into glTF's y. The
/// motion must have at least one instant; with only one there is no animation.
std::string write_gltf(const Scene& scene, const Motion& motion, const GltfText& text,
                       GltfForm form = GltfForm::binary);

}  // namespace holon
