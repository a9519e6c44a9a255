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
  text,    ///< .gltf, one file: its numbers stand in it as base64
};

/// The bytes of a file: a node for every body, moved by an animation through all moments of the
/// motion (straight lines between positions, great arcs between attitudes), with its solids, its
/// frames as empty nodes below it, links, forces as arrows where the motion has them, and the
/// model's cameras. Lengths are metres, times seconds; the root turns Holon's z, which points up,
/// into glTF's y. A motion of one moment gives no animation; it must have one.
std::string write_gltf(const Scene& scene, const Motion& motion, const GltfText& text,
                       GltfForm form = GltfForm::binary);

}  // namespace holon
