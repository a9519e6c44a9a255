// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/system/height_film.h"
#include "holon/view/scene/camera.h"
#include "holon/view/svg/palette.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// The part of a plane in contact with spheres: corners in order [m, world].
using GroundPatch = std::array<Vector3<double>, 4>;

/// For each plane of the world used by contacts, the part over which their spheres move, with a
/// margin.
std::vector<GroundPatch> find_ground(const Scene& scene, const Motion& motion);

/// Draws them: a hatched line if the plane is seen edge-on, else a surface.
void draw_ground(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera);

/// How differences of heights are colored [m]: linear up to about `fine`, logarithmic beyond, the
/// darkest from `span` on. Both are 1, 2 or 5 times a power of ten.
struct HeightScale {
  double fine = 1e-3, span = 1e-3;
  /// From -1 to 1.
  double share_of(double difference) const;
};
/// Of the differences from the design (else the start) of the cells that are worked: `fine` is the
/// median of what is left at the end, `span` that of the start.
HeightScale choose_error_scale(const HeightFilm& film);
/// Of the changes since the start: nine in ten are no larger.
HeightScale choose_change_scale(const HeightFilm& film);
/// Light in the middle, blue where a surface is too low, red where it is too high.
Rgb calc_error_color(double share);
/// Heights at the end.
std::vector<double> list_final_heights(const HeightFilm& film);

/// Draws a terrain as it is at the end, coloured by its error to the design or by what was cut and
/// filled, as far as it is within a figure of this size [px], with a legend.
void draw_terrain(SvgWriter& svg, const HeightFilm& film, const Camera& camera, double width,
                  double height);

}  // namespace holon
