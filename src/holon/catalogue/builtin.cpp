// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The only list of domains.
#include "holon/catalogue/builtin.h"

#include "holon/bond/register.h"
#include "holon/catalogue/catalogue_of_program.h"
#include "holon/estimate/register.h"
#include "holon/hydraulics/register.h"
#include "holon/mechanics/register.h"
#include "holon/navigation/register.h"
#include "holon/signals/register.h"
#include "holon/terrain/register.h"

namespace holon {

Catalogue& catalogue_of_program() {
  static Catalogue catalogue = [] {
    Catalogue result;
    register_mechanics_parts(result);
    register_hydraulics_parts(result);
    register_signals_parts(result);
    register_bond_parts(result);
    register_navigation_parts(result);
    register_terrain_parts(result);
    register_estimate_parts(result);
    return result;
  }();
  return catalogue;
}

const Catalogue& builtin_catalogue() { return catalogue_of_program(); }

}  // namespace holon
