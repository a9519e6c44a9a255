// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/body_load.h"

#include <utility>

namespace holon {

void BodyLoads::add(PartBuilder& b, BodyLoad load, const std::string& parameter) {
  if (load.on.path == "world") {
    b.error(parameter, "it has no effect on the world", "name a frame of a body");
    return;
  }
  load.name = b.name();
  load.report = b.error_reporter();
  loads_.push_back(std::move(load));
}

}  // namespace holon
