// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "holon/model/describe/descriptor.h"

namespace holon {

/// The part types that models may name. A domain fills it with the parts of its headers in parts/,
/// by a function that the build makes of them (tools/cmake/ListParts.cmake):
///
///   void register_mechanics_parts(Catalogue& catalogue);  // holon/mechanics/register.h
///
/// `builtin_catalogue()` in catalogue/ holds all domains.
class Catalogue {
 public:
  template <class P>
  void add() {
    add(part_type_of<P>());
  }
  /// The type must exist as long as the program. A duplicate name throws InternalError.
  void add(const PartType& type);

  const PartType* find(std::string_view name) const;  ///< nullptr if there is none
  /// In the order in which they were added.
  const std::vector<const PartType*>& types() const { return types_; }

 private:
  std::vector<const PartType*> types_;
};

}  // namespace holon
