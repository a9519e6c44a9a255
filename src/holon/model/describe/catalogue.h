// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "holon/model/describe/descriptor.h"

namespace holon {

/// The part types that models may name. A domain fills it:
///
///   void register_mechanics_parts(Catalogue& catalogue) {
///   #define HOLON_PART(Type) catalogue.add<Type>();
///   #include "holon/mechanics/parts.inc"
///   #undef HOLON_PART
///   }
///
/// declared in `holon/mechanics/register.h`; `builtin_catalogue()` in catalogue/ holds all domains.
class Catalogue {
 public:
  template <class P>
  void add() {
    add(part_type_of<P>());
  }
  /// The type must live as long as the program. A name that stands already is InternalError.
  void add(const PartType& type);

  const PartType* find(std::string_view name) const;  ///< nullptr where there is none
  /// In the order in which they were added.
  const std::vector<const PartType*>& types() const { return types_; }

 private:
  std::vector<const PartType*> types_;
};

/// Why a type of the language is not in the catalogue: "HydraulicCylinder" is not in this version
/// yet. False where the language has no such type.
bool is_future_part(std::string_view type);

}  // namespace holon
