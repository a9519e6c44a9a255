// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/field.h"

namespace holon {

void* Field::value_in(void* owner) const {
  void* member = static_cast<char*>(owner) + offset;
  return is_optional ? emplace(member) : member;
}

const void* Field::value_in(const void* owner) const {
  const void* member = static_cast<const char*>(owner) + offset;
  return is_optional ? get(member) : member;
}

const Field* Schema::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace holon
