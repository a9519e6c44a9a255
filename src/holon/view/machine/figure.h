// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/system/height_film.h"
#include "holon/view/plots/plot.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// A sheet for a paper: the machine in motion, and plots.
struct Figure {
  std::string title;
  std::string description;         ///< alternative text, with the provenance
  const Scene* scene = nullptr;    ///< nullptr: plots only
  const Motion* motion = nullptr;  ///< of the whole run, or of its beginning
  double until = 0;                ///< [s] end of the run
  /// Ground that is drawn below the machine.
  std::vector<std::shared_ptr<const HeightFilm>> terrains{};
  std::vector<Panel> panels;
  /// Panels are in two columns, row by row; one without a title and curves leaves its place empty.
  /// Otherwise arranged by kind and number.
  bool in_columns = false;
};

/// The sheet as an SVG document of 800 px width. The same figure gives the same bytes.
std::string write_svg(const Figure& figure);

}  // namespace holon
