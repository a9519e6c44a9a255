// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// The length of vectors in a figure: in proportion to their magnitudes, `pixels` for the one that
/// all but a twentieth of the motion's stay below.
struct VectorScale {
  double usual = 0;  ///< [N or N m]; 0: there are none
  static constexpr double kPixels = 64, kLongest = 1.5;
  /// [px] of a magnitude, at most 1.5 times the usual length.
  double length_of(double magnitude) const;
};

/// Forces, torques and reactions at their points, and instantaneous screw axes and central axes of
/// wrenches, as far as the motion holds their values. Arrows of forces and of torques have a scale
/// each.
class VectorMarks {
 public:
  VectorMarks(const Scene& scene, const Motion& motion);

  /// Number of symbols.
  std::size_t size() const { return arrows_.size() + axes_.size(); }
  /// SVG path data of a symbol at an instant; a path of one point where it is not visible.
  std::string draw(std::size_t symbol, std::size_t time, const Camera& camera, double width,
                   double height) const;
  /// Its style, as attributes.
  std::string style(std::size_t symbol) const;
  /// Its name and value at an instant: "pin.reaction.force: 73.1 N".
  std::string describe(std::size_t symbol, std::size_t time) const;
  /// An arrow of a round magnitude for each kind that is there, at the lower right.
  void draw_legend(SvgWriter& svg, double width, double height) const;

 private:
  bool is_axis(std::size_t symbol) const { return symbol >= arrows_.size(); }
  const ArrowView& arrow(std::size_t symbol) const { return scene_.arrows[arrows_[symbol]]; }
  const VectorScale& scale_of(SceneArrow::Kind kind) const;
  std::string draw_axis(const AxisPose& axis, const Camera& camera, double width,
                        double height) const;

  const Scene& scene_;
  const Motion& motion_;
  std::vector<std::size_t> arrows_;  ///< of the scene, those with values
  std::vector<bool> is_open_;        ///< each: not determined
  std::vector<std::size_t> axes_;    ///< of the scene, those with values
  VectorScale forces_, torques_;
};

}  // namespace holon
