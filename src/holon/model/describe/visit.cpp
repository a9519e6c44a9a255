// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/visit.h"

namespace holon::detail {

std::string member_path(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

std::string field_path(const Schema& schema, const Field& field, const std::string& path) {
  const bool is_bare = schema.bare_field >= 0 &&
                       &field == &schema.fields[static_cast<std::size_t>(schema.bare_field)];
  return is_bare ? path : member_path(path, field.name);
}

std::string alternative_path(const Field& field, int index, const std::string& owner,
                             const std::string& path) {
  const Alternative& chosen = field.alternatives[static_cast<std::size_t>(index)];
  if (field.is_inline) return member_path(owner, chosen.key);
  return index == 0 && chosen.schema->bare_field >= 0 ? path : member_path(path, chosen.key);
}

void visit_fields(const Schema& schema, const void* object, const FieldVisitor& visitor,
                  const std::string& path) {
  for (const Field& field : schema.fields) {
    if (field.kind == FieldKind::not_yet) continue;
    const void* value = field.value_in(object);
    if (!value) continue;
    const std::string at = field_path(schema, field, path);
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
                     alternative_path(field, index, path, at));
        break;
      }
      default: visitor(field, value, at);
    }
  }
}

}  // namespace holon::detail
