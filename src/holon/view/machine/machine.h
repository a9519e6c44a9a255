// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holon/system/height_film.h"
#include "holon/view/machine/vector_marks.h"
#include "holon/view/plots/plot.h"
#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// The mapping of simulated time to the viewer's time.
struct Playback {
  double seconds = 0;  ///< of the viewer's time for the whole motion
  double speed = 1;    ///< simulated seconds per second: 1 if that is convenient to watch
};
Playback choose_playback(double simulated_seconds);

/// The number of equal intervals of the motion for a figure: kFineness for each of its animation
/// frames, so that traces are smooth and still poses are at their times.
int count_moments(double simulated_seconds, std::size_t bodies);
/// Number of shapes times number of cameras.
std::size_t count_drawn_bodies(const Scene& scene);
constexpr int kFineness = 4;

/// A machine in motion on one sheet: poses at equal intervals of time, older ones paler, the last
/// one in full, with the paths of its tips; in viewers that animate SVG it moves on top of that. A
/// machine that rotates in place is shown as a strip of instants instead.
class MachineDrawing {
 public:
  /// The motion needs at least two instants, equally spaced as given by count_moments. For the
  /// model's n-th camera, or for a default camera if it has none.
  MachineDrawing(const Scene& scene, const Motion& motion, double width, std::size_t camera = 0);

  /// Ground that is drawn below the machine, as it is at the end.
  void set_terrains(std::vector<std::shared_ptr<const HeightFilm>> films) {
    terrains_ = std::move(films);
  }

  double height() const { return height_; }
  const Camera& camera() const { return camera_; }
  void draw(SvgWriter& svg, double x, double y) const;
  /// "Poses every 0.5 s …": a description of the figure, for its caption. `until` is the end of the
  /// run, of which the motion may be the beginning only.
  std::string caption(double until) const;

 private:
  struct Drawing {
    std::string path, fill, stroke;
    double opacity = 1;
  };

  void frame_drawing();
  void choose_stills();
  /// [px] that the point with the longest path in the figure travels from each instant to the next.
  std::vector<double> list_travels() const;
  /// The first and the last instant between which something moves.
  std::array<std::size_t, 2> find_active() const;
  void draw_strobe(SvgWriter& svg) const;
  void draw_strip(SvgWriter& svg) const;
  std::vector<Drawing> draw_pose(const Camera& camera, std::size_t time) const;
  void draw_still(SvgWriter& svg, const Camera& camera, std::size_t time, double strength) const;
  void draw_moving(SvgWriter& svg, std::size_t rest) const;
  /// Forces and axes, above all else.
  void draw_vectors(SvgWriter& svg, std::size_t rest, double height) const;
  /// Animates an attribute of the open element through one value for each frame, where it differs
  /// from what is shown at rest.
  void animate(SvgWriter& svg, const char* attribute, const std::string& at_rest,
               const std::vector<const std::string*>& frames) const;
  std::size_t count_frames() const;
  std::string body_color(std::size_t body, const Solid& solid) const;
  std::size_t nearest_time(double t) const;
  std::size_t frame_time(std::size_t frame) const { return frame * kFineness; }

  const Scene& scene_;
  const Motion& motion_;
  std::vector<LinkView> links_;  ///< of the scene and along joints
  VectorMarks vectors_;
  Camera camera_;
  Playback playback_;
  double width_, height_ = 0;
  double diagonal_ = 0;              ///< [px] of the moving parts
  double interval_ = 1;              ///< [s] between still poses
  double begin_ = 0;                 ///< [s] of the first of them
  std::vector<std::size_t> stills_;  ///< their times
  bool in_place_ = false;
  std::vector<std::shared_ptr<const HeightFilm>> terrains_;
};

}  // namespace holon
