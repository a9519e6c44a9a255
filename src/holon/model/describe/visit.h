// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "holon/model/describe/field.h"

namespace holon::detail {

/// Calls `visitor` for every value of an object, including nested objects: with its field, its
/// address and its path ("initial.angle", "shapes[1].size"). Fields that contain others (object,
/// objects, named, one_of) are traversed, not visited.
using FieldVisitor =
    std::function<void(const Field& field, const void* value, const std::string& path)>;
void visit_fields(const Schema& schema, const void* object, const FieldVisitor& visitor,
                  const std::string& path = {});

/// "a.b" of "a" and "b"; "b" if the path is empty.
std::string member_path(const std::string& path, const std::string& name);
/// The path of a field of an object at `path`: that of a bare field is the object's own.
std::string field_path(const Schema& schema, const Field& field, const std::string& path);
/// The path of the chosen alternative of a one_of at `path` in an object at `owner`.
std::string alternative_path(const Field& field, int index, const std::string& owner,
                             const std::string& path);

}  // namespace holon::detail
