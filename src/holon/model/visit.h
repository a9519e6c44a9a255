// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "holon/model/field.h"

namespace holon::detail {

/// Calls `visitor` for every value that an object holds, objects inside it included: with its field,
/// its address and its path ("initial.angle", "shapes[1].size"). Fields that only hold others
/// (object, objects, named, one_of) are gone through, not visited.
using FieldVisitor =
    std::function<void(const Field& field, const void* value, const std::string& path)>;
void visit_fields(const Schema& schema, const void* object, const FieldVisitor& visitor,
                  const std::string& path = {});

}  // namespace holon::detail
