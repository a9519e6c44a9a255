// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The only list of domains.
#include "holon/catalogue/builtin.h"

#if __has_include("holon/mechanics/register.h")
#include "holon/mechanics/register.h"
#endif

namespace holon {

const Catalogue& builtin_catalogue() {
  static const Catalogue catalogue = [] {
    Catalogue result;
#if __has_include("holon/mechanics/register.h")
    register_mechanics_parts(result);
#endif
    return result;
  }();
  return catalogue;
}

}  // namespace holon
