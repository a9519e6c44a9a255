// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/model/describe/catalogue.h"
#include "holon/model/describe/source.h"

namespace holon::detail {

/// A model file that begins with another one, `extends: base.yaml`: the sections of the base with
/// what this file says put into them. Maps are merged at every depth, lists and single values are
/// replaced, a part with another `type` replaces the one that is there, and a key without a value
/// removes what the base has under it.
///
/// `variant` must have `extends`; `load` reads the base, with its own bases. The result has the
/// variant's place; values keep theirs. Empty, with errors in `diagnostics`, if the base cannot be
/// read: errors found in what is left would be misleading.
SourceNode extend(const SourceNode& variant, const Catalogue& catalogue,
                  const std::function<std::shared_ptr<const SourceNode>(
                      const std::string& path, const SourceNode& request)>& load,
                  Diagnostics& diagnostics);

}  // namespace holon::detail
