// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/visit.h"

namespace holon::detail {

void visit_fields(const Schema& schema, const void* object, const FieldVisitor& visitor,
                  const std::string& path) {
  const std::string prefix = path.empty() ? "" : path + ".";
  for (const Field& field : schema.fields) {
    if (field.kind == FieldKind::not_yet) continue;
    const void* value = field.value_in(object);
    if (!value) continue;
    const std::string at = prefix + field.name;
    switch (field.kind) {
      case FieldKind::object: visit_fields(*field.schema, value, visitor, at); break;
      case FieldKind::objects:
        for (int k = 0; k < field.size(value); ++k) {
          visit_fields(*field.schema, field.element(value, k), visitor,
                       at + "[" + std::to_string(k) + "]");
        }
        break;
      case FieldKind::named:
        for (int k = 0; k < field.size(value); ++k) {
          visit_fields(*field.schema, field.element(value, k), visitor,
                       at + "." + std::string(field.element_name(value, k)));
        }
        break;
      case FieldKind::one_of: {
        const int index = field.size(value);
        const Alternative& chosen = field.alternatives[static_cast<std::size_t>(index)];
        visit_fields(*chosen.schema, field.element(value, index), visitor,
                     field.is_inline ? prefix + chosen.key : at + "." + chosen.key);
        break;
      }
      default: visitor(field, value, at);
    }
  }
}

}  // namespace holon::detail
