// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/catalogue.h"

#include "holon/base/errors.h"

namespace holon {

void Catalogue::add(const PartType& type) {
  HOLON_CHECK(!find(type.name), "part type '" + type.name + "' is registered twice");
  types_.push_back(&type);
}

const PartType* Catalogue::find(std::string_view name) const {
  for (const PartType* type : types_) {
    if (type->name == name) return type;
  }
  return nullptr;
}

}  // namespace holon
