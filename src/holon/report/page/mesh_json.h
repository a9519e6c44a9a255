// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "holon/view/scene/mesh.h"

namespace holon {

/// The meshes of a report's document, each once: points as three 16-bit numbers from 0 to 65535
/// across their bounding box, triangles as three 16-bit indices, both little-endian in base64.
class SceneMeshes {
 public:
  std::size_t index_of(const std::shared_ptr<const Surface>& surface);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();

 private:
  std::map<const Surface*, std::size_t> index_;
};

}  // namespace holon
