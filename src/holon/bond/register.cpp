// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/register.h"

#include "holon/bond/parts/bond_graph.h"
#include "holon/model/describe/catalogue.h"

namespace holon {

void register_bond_parts(Catalogue& catalogue) {
#define HOLON_PART(Type) catalogue.add<Type>();
#include "holon/bond/parts.inc"
#undef HOLON_PART
}

}  // namespace holon
