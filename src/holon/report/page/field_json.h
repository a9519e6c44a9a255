// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "holon/system/height_film.h"

namespace holon {

/// The field `fields` of a scene: docs/design/report.md. Heights are 16-bit numbers across the
/// range of all heights of a field. Frames are left out where they hold more changes than a page
/// should: those that remain hold what changed since the last of them.
nlohmann::ordered_json write_fields(const std::vector<std::shared_ptr<const HeightFilm>>& films);

}  // namespace holon
