// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "holon/model/assembly/assembly.h"
#include "holon/system/height_film.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// The grounds with soil that are not among `films`, around where the machine goes: surfaces by
/// formula, and cells that nobody works.
std::vector<std::shared_ptr<const HeightFilm>> draw_resting_grounds(
    Assembly& assembly, const Motion& motion,
    const std::vector<std::shared_ptr<const HeightFilm>>& films);

}  // namespace holon
