// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/camera.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

Vector3<double> crossed(const Vector3<double>& a, const Vector3<double>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3<double> unit(const Vector3<double>& v) { return v / v.norm(); }

}  // namespace

Camera::Camera(const Vector3<double>& eye, const Vector3<double>& forward,
               const Vector3<double>& up, bool perspective)
    : eye_(eye), forward_(unit(forward)), perspective_(perspective) {
  Vector3<double> right = crossed(forward_, up);
  // If the view is along `up`, any perpendicular direction is used.
  if (right.norm() < 1e-9) right = crossed(forward_, {0, 1, 0});
  if (right.norm() < 1e-9) right = crossed(forward_, {1, 0, 0});
  right_ = unit(right);
  up_ = crossed(right_, forward_);
}

std::array<double, 2> Camera::across(const Vector3<double>& p_W) const {
  const Vector3<double> r = p_W - eye_;
  const double depth = perspective_ ? std::max(r.dot(forward_), 1e-3) : 1;
  return {r.dot(right_) / depth, r.dot(up_) / depth};
}

Projected Camera::project(const Vector3<double>& p_W) const {
  const auto [x, y] = across(p_W);
  return {center_x_ + scale_ * x, center_y_ - scale_ * y, (p_W - eye_).dot(forward_)};
}

double Camera::scale_at(const Vector3<double>& p_W) const {
  if (!perspective_) return scale_;
  return scale_ / std::max((p_W - eye_).dot(forward_), 1e-3);
}

Vector3<double> Camera::to_eye(const Vector3<double>& p_W) const {
  if (!perspective_) return -forward_;
  return unit(eye_ - p_W);
}

void Camera::fit(const std::array<double, 2>& low, const std::array<double, 2>& high, double width,
                 double height, double margin) {
  const double across_x = std::max(high[0] - low[0], 1e-9);
  const double across_y = std::max(high[1] - low[1], 1e-9);
  scale_ = std::min((width - 2 * margin) / across_x, (height - 2 * margin) / across_y);
  center_x_ = 0.5 * width - scale_ * 0.5 * (low[0] + high[0]);
  center_y_ = 0.5 * height + scale_ * 0.5 * (low[1] + high[1]);
}

void Camera::shrink_into(double from_width, double from_height, double width, double height) {
  const double factor = std::min(width / from_width, height / from_height);
  scale_ *= factor;
  center_x_ = factor * center_x_ + 0.5 * (width - factor * from_width);
  center_y_ = factor * center_y_ + 0.5 * (height - factor * from_height);
}

Vector3<double> find_plane_normal(const Scene& scene, const Motion& motion) {
  constexpr double kFlat = 1e-6;
  std::vector<Vector3<double>> candidates{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  for (const JointView& joint : scene.joints) candidates.push_back(find_axis(joint, motion, 0));
  double size = 0;
  for (const auto& poses : motion.poses)
    for (std::size_t b = 0; b < poses.size(); ++b)
      size = std::max(size, (poses[b].translation() - motion.poses[0][b].translation()).norm());
  for (const Vector3<double>& normal : candidates) {
    bool flat = true;
    for (const auto& poses : motion.poses)
      for (std::size_t b = 0; b < poses.size() && flat; ++b) {
        const Pose& first = motion.poses[0][b];
        const Vector3<double> moved = poses[b].translation() - first.translation();
        const Vector3<double> in_body = first.apply_inverse_to_vector(normal);
        flat &= std::abs(moved.dot(normal)) <= kFlat * (size + 1e-12);
        flat &= (poses[b].apply_to_vector(in_body) - normal).norm() <= kFlat;
      }
    if (flat) return normal;
  }
  return {0, 0, 0};
}

bool stands_still(const Scene& scene, const Motion& motion, std::size_t index) {
  constexpr double kStill = 1e-6;                // [m, rad]
  constexpr double kWide = 1.0, kBeside = 1.35;  // [rad] from the centre of the image
  const CameraView& camera = scene.cameras[index];
  const auto on = scene.find_frame(camera.on), target = scene.find_frame(camera.look_at);
  const Pose first = motion.pose(0, on);
  const Vector3<double> eye = first.apply_to_point(camera.at);
  const Vector3<double> forward = choose_camera(scene, motion, index).forward();
  const double usual = camera.field_of_view > 0 ? 0.75 * camera.field_of_view : kWide;
  const auto is_within = [&](const Vector3<double>& point, double angle) {
    const Vector3<double> way = point - eye;
    return way.dot(forward) >= std::cos(angle) * way.norm();
  };
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    const Pose now = motion.pose(k, on);
    const bool stays =
        (now.translation() - first.translation()).norm() < kStill &&
        (now.apply_to_vector(forward) - first.apply_to_vector(forward)).norm() < kStill &&
        (now.apply_to_vector(camera.up) - first.apply_to_vector(camera.up)).norm() < kStill;
    if (!stays || !is_within(motion.pose(k, target).translation(), usual)) return false;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      const BodyView& body = scene.bodies[b];
      const bool is_hidden =
          std::find(camera.hides.begin(), camera.hides.end(), body.name) != camera.hides.end();
      if (is_hidden || body.solids.empty()) continue;
      for (const Solid& solid : body.solids) {
        if (!is_within(motion.poses[k][b].apply_to_point(solid.X_BS.translation()), kBeside))
          return false;
      }
    }
  }
  return true;
}

Camera choose_camera(const Scene& scene, const Motion& motion, std::size_t index) {
  if (index < scene.cameras.size()) {
    const CameraView& camera = scene.cameras[index];
    const Pose on = motion.pose(0, scene.find_frame(camera.on));
    const auto target = scene.find_frame(camera.look_at);
    // The figure shows many instants, so the camera points at the middle of the target's path.
    Vector3<double> low = motion.pose(0, target).translation(), high = low;
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
      const Vector3<double> p = motion.pose(k, target).translation();
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const Vector3<double> eye = on.apply_to_point(camera.at);
    const Vector3<double> forward = 0.5 * (low + high) - eye;
    if (forward.norm() > 1e-9) {
      Camera result(eye, forward, on.apply_to_vector(camera.up), true);
      if (camera.field_of_view > 0) result.half_height = std::tan(0.5 * camera.field_of_view);
      return result;
    }
  }
  const Vector3<double> normal = find_plane_normal(scene, motion);
  if (normal.norm() > 0.5) {
    // From the side with x to the right or, if the view is along x, y to the right.
    const Vector3<double> up =
        std::abs(normal[2]) > 0.99 ? Vector3<double>(0, 1, 0) : Vector3<double>(0, 0, 1);
    const Camera one({0, 0, 0}, normal, up, false);
    const double right = std::abs(one.right()[0]) > 1e-6 ? one.right()[0] : one.right()[1];
    return right > 0 ? one : Camera({0, 0, 0}, -normal, up, false);
  }
  constexpr double kAzimuth = -0.96, kElevation = 0.38;  // [rad]: 55° right of the front, 22° up
  const Vector3<double> from(std::cos(kElevation) * std::cos(kAzimuth),
                             std::cos(kElevation) * std::sin(kAzimuth), std::sin(kElevation));
  return {{0, 0, 0}, -from, {0, 0, 1}, false};
}

}  // namespace holon
