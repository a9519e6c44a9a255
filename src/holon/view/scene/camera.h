// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/view/scene/scene.h"

namespace holon {

/// A point of the image [px, y down], and its distance [m].
struct Projected {
  double x = 0, y = 0, depth = 0;
};

/// The projection of the world onto an image: parallel along the view, or perspective from the eye.
class Camera {
 public:
  /// `up` need not be perpendicular to `forward`.
  Camera(const Vector3<double>& eye, const Vector3<double>& forward, const Vector3<double>& up,
         bool perspective);

  Projected project(const Vector3<double>& p_W) const;
  /// Pixels per metre across the view at this point.
  double scale_at(const Vector3<double>& p_W) const;
  const Vector3<double>& forward() const { return forward_; }
  const Vector3<double>& right() const { return right_; }
  const Vector3<double>& up() const { return up_; }
  bool is_perspective() const { return perspective_; }
  /// The direction from a point to the eye, of unit length.
  Vector3<double> to_eye(const Vector3<double>& p_W) const;

  /// Before `fit`: coordinates across the view (metres; for a perspective view per metre of depth).
  std::array<double, 2> across(const Vector3<double>& p_W) const;
  /// Chooses scale and centre so that `low`…`high` (of across) fill width x height, less a margin.
  void fit(const std::array<double, 2>& low, const std::array<double, 2>& high, double width,
           double height, double margin);
  /// From an image of one size to a smaller one.
  void shrink_into(double from_width, double from_height, double width, double height);
  double scale() const { return scale_; }

  /// Tangent of half the vertical field of view; 0: chosen so that everything is visible.
  double half_height = 0;

 private:
  Vector3<double> eye_, forward_, right_, up_;
  bool perspective_;
  double scale_ = 1, center_x_ = 0, center_y_ = 0;
};

/// The model's n-th camera in its initial pose. If the model has none, a suitable one:
/// perpendicular to the plane if everything moves in parallel planes, else from obliquely above.
Camera choose_camera(const Scene& scene, const Motion& motion, std::size_t index = 0);

/// Whether one figure can show many instants of the view of the model's n-th camera: it is at rest,
/// its target remains approximately within its field of view, and no visible object comes beside or
/// behind it.
bool stands_still(const Scene& scene, const Motion& motion, std::size_t index);

/// The normal of the plane in which everything moves; zero if there is none.
Vector3<double> find_plane_normal(const Scene& scene, const Motion& motion);

}  // namespace holon
