// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/machine.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/escape.h"
#include "holon/view/machine/contact_ground.h"
#include "holon/view/machine/link_glyphs.h"
#include "holon/view/machine/machine_marks.h"
#include "holon/view/machine/solids.h"
#include "holon/view/scene/joint_links.h"
#include "holon/view/svg/palette.h"

namespace holon {
namespace {

constexpr double kStripMargin = 14;
constexpr double kMachineMargin = 26;  // [px] around the machine
constexpr double kLeastHeight = 190, kMostHeight = 430;
constexpr int kStillPoses = 10;       // preferred number
constexpr double kWayOfStills = 1.1;  // of the figure's diagonal
constexpr int kStripColumns = 4, kStripRows = 2;
constexpr double kLivePart = 0.4;                   // of the width, beside the strip
constexpr double kPalest = 0.16, kStrongest = 0.6;  // of still poses
constexpr const char* kLinkColor = "#5f666d";
constexpr double kFramesPerSecond = 30;
constexpr int kMostFrames = 900, kMostDrawings = 18000;

// The nearest of 1, 2, 5 times a power of ten, by ratio.
double round_to_125(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  double best = power;
  for (double factor : {2.0, 5.0, 10.0})
    if (std::abs(std::log(factor * power / value)) < std::abs(std::log(best / value)))
      best = factor * power;
  return best;
}

std::string format_number(double value) {
  std::string text;
  append_fixed(text, value, 6);
  return text;
}

std::string animation_timing(double seconds) {
  return svg_attribute("repeatCount", "indefinite") + svg_attribute("calcMode", "discrete") +
         svg_attribute("dur", format_number(seconds) + "s");
}

// To three digits.
double round_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  return std::round(value / unit) * unit;
}

}  // namespace

Playback choose_playback(double simulated_seconds) {
  constexpr double kShortest = 2, kLongest = 40, kWished = 12;
  Playback playback{simulated_seconds, 1};
  if (simulated_seconds > 0 && (simulated_seconds < kShortest || simulated_seconds > kLongest))
    playback.speed = round_to_125(simulated_seconds / kWished);
  playback.seconds = simulated_seconds / playback.speed;
  return playback;
}

int count_moments(double simulated_seconds, std::size_t bodies) {
  const double wished = kFramesPerSecond * choose_playback(simulated_seconds).seconds;
  const double most = std::min<double>(
      kMostFrames, kMostDrawings / static_cast<double>(std::max<std::size_t>(bodies, 1)));
  return kFineness * static_cast<int>(std::clamp(std::ceil(wished), 30.0, std::max(most, 30.0)));
}

std::size_t count_drawn_bodies(const Scene& scene) {
  std::size_t shapes = 0;
  for (const BodyView& body : scene.bodies) shapes += std::max<std::size_t>(body.solids.size(), 1);
  return shapes * std::max<std::size_t>(scene.cameras.size(), 1);
}

MachineDrawing::MachineDrawing(const Scene& scene, const Motion& motion, double width,
                               std::size_t camera)
    : scene_(scene),
      motion_(motion),
      links_(list_links(scene, motion)),
      vectors_(scene, motion),
      camera_(choose_camera(scene, motion, camera)),
      playback_(choose_playback(motion.times.back() - motion.times.front())),
      width_(width) {
  in_place_ = rotates_in_place(scene, motion);
  frame_drawing();
  choose_stills();
}

std::vector<double> MachineDrawing::list_travels() const {
  std::vector<double> travels(motion_.times.size() - 1, 0.0);
  for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
    std::vector<Vector3<double>> points = scene_.bodies[b].tips;
    points.push_back(scene_.bodies[b].center_of_mass);
    for (const Solid& solid : scene_.bodies[b].solids)  // what rotates about them
      for (const Vector3<double>& p : find_extremes(solid, Pose())) points.push_back(p);
    for (const Vector3<double>& point : points) {
      Projected before = camera_.project(motion_.poses[0][b].apply_to_point(point));
      for (std::size_t k = 1; k < motion_.times.size(); ++k) {
        const Projected now = camera_.project(motion_.poses[k][b].apply_to_point(point));
        travels[k - 1] = std::max(travels[k - 1], std::hypot(now.x - before.x, now.y - before.y));
        before = now;
      }
    }
  }
  return travels;
}

// The whole motion, unless the machine is at rest for a good part of it, at the beginning or the
// end.
std::array<std::size_t, 2> MachineDrawing::find_active() const {
  constexpr double kLittle = 0.005, kMostOfIt = 0.75;
  const std::vector<double> travels = list_travels();
  double whole = 0;
  for (const double way : travels) whole += way;
  std::array<std::size_t, 2> active{0, motion_.times.size() - 1};
  double way = 0;
  for (std::size_t k = 0; k < travels.size(); ++k) {
    if (way <= kLittle * whole) active[0] = k;
    way += travels[k];
    if (way >= (1 - kLittle) * whole) {
      active[1] = k + 1;
      break;
    }
  }
  const auto duration = [&](std::size_t from, std::size_t to) {
    return motion_.times[to] - motion_.times[from];
  };
  if (!(whole > 0) || duration(active[0], active[1]) > kMostOfIt * duration(0, travels.size()))
    return {0, motion_.times.size() - 1};
  return active;
}

// Still poses show a motion while they do not overlap: until the point with the longest path has
// travelled about once across the figure. A few of them are spread over that time, which begins
// where something moves.
void MachineDrawing::choose_stills() {
  const std::array<std::size_t, 2> active = find_active();
  const double begin = motion_.times[active[0]], end = motion_.times[active[1]];
  if (in_place_) {
    constexpr int kIntervals = kStripColumns * kStripRows - 1;
    interval_ = (end - begin) / kIntervals;
    double round = round_to_125(interval_);
    if (round > interval_) round = round_to_125(interval_ / 1.5);
    if (round <= interval_ && round * kIntervals > 0.6 * (end - begin)) interval_ = round;
    begin_ = active[0] > 0 ? interval_ * std::floor(begin / interval_) : begin;
    for (int k = 0; k <= kIntervals; ++k) stills_.push_back(nearest_time(begin_ + k * interval_));
    return;
  }
  double window = end - begin;
  for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
    std::vector<Vector3<double>> points = scene_.bodies[b].tips;
    points.push_back(scene_.bodies[b].center_of_mass);
    for (const Vector3<double>& point : points) {
      double way = 0;
      Projected before = camera_.project(motion_.poses[active[0]][b].apply_to_point(point));
      for (std::size_t k = active[0] + 1;
           k < motion_.times.size() && motion_.times[k] - begin < window; ++k) {
        const Projected now = camera_.project(motion_.poses[k][b].apply_to_point(point));
        way += std::hypot(now.x - before.x, now.y - before.y);
        before = now;
        if (way > kWayOfStills * diagonal_) window = motion_.times[k] - begin;
      }
    }
  }
  if (window > 0.8 * (end - begin)) window = end - begin;
  interval_ = round_to_125(window / kStillPoses);
  begin_ = active[0] > 0 ? interval_ * std::floor(begin / interval_) : begin;
  for (int k = 0; begin_ + k * interval_ <= begin + window + 0.01 * interval_; ++k)
    stills_.push_back(nearest_time(begin_ + k * interval_));
}

// Scale and height, so that every instant fits.
void MachineDrawing::frame_drawing() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::array<double, 2> low{kInfinity, kInfinity}, high{-kInfinity, -kInfinity};
  const auto take = [&](const Vector3<double>& p) {
    const auto at = camera_.across(p);
    for (std::size_t i = 0; i < 2; ++i) {
      low[i] = std::min(low[i], at[i]);
      high[i] = std::max(high[i], at[i]);
    }
  };
  for (const auto& poses : motion_.poses)
    for (std::size_t b = 0; b < poses.size(); ++b) {
      for (const Solid& solid : scene_.bodies[b].solids)
        for (const Vector3<double>& p : find_extremes(solid, poses[b])) take(p);
      for (const Vector3<double>& tip : scene_.bodies[b].tips) take(poses[b].apply_to_point(tip));
    }
  for (const LinkView& link : links_)
    for (const BodyPoint& end : link.ends)
      for (std::size_t k = 0; k < motion_.times.size(); ++k) take(find_place(end, motion_, k));
  for (const GroundPatch& patch : find_ground(scene_, motion_))
    for (const Vector3<double>& corner : patch) take(corner);
  const double across = std::max(high[0] - low[0], 1e-9), up = std::max(high[1] - low[1], 1e-9);
  if (in_place_) {
    height_ = 300;
    camera_.fit(low, high, kLivePart * width_, height_ - 20, kStripMargin);
  } else {
    // A camera's field of view determines the scale; the sheet is cropped to the contents.
    double scale =
        std::min((width_ - 2 * kMachineMargin) / across, (kMostHeight - 2 * kMachineMargin) / up);
    if (camera_.half_height > 0) scale = std::min(scale, 0.5 * kMostHeight / camera_.half_height);
    height_ = std::clamp(scale * up + 2 * kMachineMargin, kLeastHeight, kMostHeight);
    const double spare_x = 0.5 * ((width_ - 2 * kMachineMargin) / scale - across);
    camera_.fit({low[0] - spare_x, low[1]}, {high[0] + spare_x, high[1]}, width_, height_,
                kMachineMargin);
  }
  diagonal_ = camera_.scale() * std::hypot(across, up);
}

std::size_t MachineDrawing::nearest_time(double t) const {
  const auto after = std::lower_bound(motion_.times.begin(), motion_.times.end(), t);
  if (after == motion_.times.begin()) return 0;
  if (after == motion_.times.end()) return motion_.times.size() - 1;
  const auto index = static_cast<std::size_t>(after - motion_.times.begin());
  return t - motion_.times[index - 1] < motion_.times[index] - t ? index - 1 : index;
}

std::string MachineDrawing::caption(double until) const {
  const double end = motion_.times.back();
  const bool is_whole = end > until * (1 - 1e-6);
  const std::string shown =
      is_whole ? "" : " of the first " + format_number(round_digits(end)) + " s";
  std::string text;
  if (in_place_) {
    if (!is_whole) text = "Moments" + shown + ".";
  } else {
    const double last = motion_.times[stills_.back()];
    const bool all = last > end - interval_;
    const bool traced = std::any_of(scene_.bodies.begin(), scene_.bodies.end(),
                                    [](const BodyView& body) { return !body.tips.empty(); });
    text = "Poses every " + format_number(interval_) + " s";
    const std::string until_last = format_number(std::round(last / interval_) * interval_) + " s";
    if (begin_ > motion_.times.front()) {
      text += " from " + format_number(begin_) + " s to " + until_last;
    } else if (!all || !is_whole) {
      text += " over the first " + until_last;
    }
    text += ", older ones paler";
    text += traced && !all
                ? "; the line is the path" + (is_whole ? " of the full run" : shown) + "."
                : ".";
  }
  if (playback_.speed > 1)
    text +=
        " The animation is " + format_number(playback_.speed) + " times as fast as the machine.";
  if (playback_.speed < 1)
    text += " The animation is " + format_number(1 / playback_.speed) + " times slower.";
  return text;
}

void MachineDrawing::draw(SvgWriter& svg, double x, double y) const {
  std::string shift = "translate(";
  append_fixed(shift, x);
  shift += ' ';
  append_fixed(shift, y);
  svg.open("g", svg_attribute("transform", shift + ")"));
  if (in_place_) {
    draw_strip(svg);
  } else {
    draw_strobe(svg);
  }
  svg.close();
}

void MachineDrawing::draw_strobe(SvgWriter& svg) const {
  for (const auto& film : terrains_) draw_terrain(svg, *film, camera_, width_, height_);
  draw_ground(svg, scene_, motion_, camera_);
  draw_rails(svg, scene_, motion_, camera_);
  draw_traces(svg, scene_, motion_, camera_);
  for (std::size_t k = 0; k + 1 < stills_.size(); ++k) {
    const double age = static_cast<double>(k) / static_cast<double>(stills_.size() - 1);
    draw_still(svg, camera_, stills_[k], kPalest + (kStrongest - kPalest) * age * age);
  }
  draw_supports(svg, scene_, motion_, camera_);
  draw_moving(svg, stills_.back());
  draw_vectors(svg, stills_.back(), height_);
  draw_scale(svg, camera_, height_);
}

void MachineDrawing::draw_strip(SvgWriter& svg) const {
  const double left = kLivePart * width_ + 14, height = height_ - 20;
  const double cell_width = (width_ - left) / kStripColumns, cell_height = height / kStripRows;
  draw_ground(svg, scene_, motion_, camera_);
  draw_rails(svg, scene_, motion_, camera_);
  draw_supports(svg, scene_, motion_, camera_);
  draw_traces(svg, scene_, motion_, camera_);
  draw_moving(svg, 0);
  draw_vectors(svg, 0, height_);
  draw_scale(svg, camera_, height_ - 16);
  for (std::size_t k = 0; k < stills_.size(); ++k) {
    const std::size_t row = k / kStripColumns;
    Camera camera = camera_;
    camera.shrink_into(kLivePart * width_, height, cell_width, cell_height - 16);
    std::string shift = "translate(";
    append_fixed(shift, left + cell_width * static_cast<double>(k % kStripColumns));
    shift += ' ';
    append_fixed(shift, cell_height * static_cast<double>(row));
    svg.open("g", svg_attribute("transform", shift + ")"));
    draw_still(svg, camera, stills_[k], 1);
    std::string label;
    append_fixed(label, motion_.times[stills_[k]], 2);
    svg.text(0.5 * cell_width, cell_height - 3, label + " s",
             {.size = 11, .anchor = "middle", .fill = "#666666"});
    svg.close();
  }
}

std::string MachineDrawing::body_color(std::size_t body, const Solid& solid) const {
  return solid.color.empty() ? curve_color(body) : solid.color;
}

void MachineDrawing::draw_still(SvgWriter& svg, const Camera& camera, std::size_t time,
                                double strength) const {
  std::string opacity;
  append_fixed(opacity, strength);
  const bool pale = strength < 1;
  svg.open("g", "stroke-width=\"1\" stroke-linejoin=\"round\"" +
                    (pale ? svg_attribute("opacity", opacity) : std::string()));
  for (const Drawing& d : draw_pose(camera, time)) {
    const std::string& fill = d.fill;
    svg.element("path", svg_attribute("d", d.path) + svg_attribute("fill", fill) +
                            svg_attribute("stroke", d.stroke));
  }
  svg.close();
}

// All visible surfaces at one instant, far ones first.
std::vector<MachineDrawing::Drawing> MachineDrawing::draw_pose(const Camera& camera,
                                                               std::size_t time) const {
  struct Item {
    double depth;
    std::size_t body;
    const Solid* solid;
  };
  std::vector<Item> items;
  for (std::size_t b = 0; b < scene_.bodies.size(); ++b)
    for (const Solid& solid : scene_.bodies[b].solids)
      items.push_back({calc_depth(solid, motion_.poses[time][b], camera), b, &solid});
  // Bodies in one plane keep the model's order, whatever their rounding errors.
  const double same = 1e-3 / std::max(camera.scale(), 1e-9);
  std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
    return std::floor(a.depth / same + 0.5) > std::floor(b.depth / same + 0.5);
  });
  // Links are always behind, so that an index in the list always belongs to the same link.
  std::vector<Drawing> drawings;
  for (const LinkView& link : links_) {
    const auto end_at = [&](std::size_t moment, std::size_t end) {
      return camera.project(find_place(link.ends[end], motion_, moment));
    };
    const Projected a = end_at(0, 0), b = end_at(0, 1);
    const Projected from = end_at(time, 0), to = end_at(time, 1);
    double rest = std::hypot(b.x - a.x, b.y - a.y);
    if (link.kind == SceneLink::Kind::cylinder) {
      const Vector3<double> way =
          find_place(link.ends[1], motion_, time) - find_place(link.ends[0], motion_, time);
      rest = std::hypot(to.x - from.x, to.y - from.y) * link.barrel / std::max(way.norm(), 1e-9);
    }
    drawings.push_back({draw_link(link.kind, from, to, rest), "none", kLinkColor, 1});
  }
  for (const Item& item : items) {
    Rgb color;
    parse_color(body_color(item.body, *item.solid), color);
    const std::string stroke = format_color(mix(color, {0, 0, 0}, 0.3));
    for (const Face& face : draw_faces(*item.solid, motion_.poses[time][item.body], camera))
      drawings.push_back({face.path,
                          format_color(mix(color, {1, 1, 1}, 0.1 + 0.54 * face.brightness)), stroke,
                          item.solid->opacity});
  }
  return drawings;
}

std::size_t MachineDrawing::count_frames() const {
  return std::max<std::size_t>((motion_.times.size() - 1) / kFineness, 1);
}

void MachineDrawing::animate(SvgWriter& svg, const char* attribute, const std::string& at_rest,
                             const std::vector<const std::string*>& frames) const {
  // Only the instants at which it changes.
  std::string values, times;
  std::size_t changes = 0;
  const std::string* before = nullptr;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const std::string& now = *frames[k];
    if (before && now == *before) continue;
    before = &now;
    if (changes > 0) values += ';', times += ';';
    values += now;
    append_fixed(times, static_cast<double>(k) / static_cast<double>(frames.size()), 5);
    ++changes;
  }
  if (changes == 1 && values == at_rest) return;
  std::string all = svg_attribute("attributeName", attribute) +
                    animation_timing(playback_.seconds) + svg_attribute("values", values);
  if (changes < frames.size()) all += svg_attribute("keyTimes", times);
  svg.element("animate", all);
}

// The machine in full: in its pose at `rest`, and moving if the viewer animates. At each instant
// the n-th path is the n-th from behind.
void MachineDrawing::draw_moving(SvgWriter& svg, std::size_t rest) const {
  const std::size_t frames = count_frames();
  std::vector<std::vector<Drawing>> movie;
  std::size_t slots = 0;
  for (std::size_t k = 0; k < frames; ++k) {
    movie.push_back(draw_pose(camera_, frame_time(k)));
    slots = std::max(slots, movie.back().size());
  }
  const std::vector<Drawing> at_rest = draw_pose(camera_, rest);
  slots = std::max(slots, at_rest.size());
  const auto slot_of = [](const std::vector<Drawing>& drawings,
                          std::size_t slot) -> const Drawing& {
    // A path of one point is invisible. Browsers animate colours to "none" as black.
    static const Drawing nothing{"M0 0", "#ffffff", "#ffffff", 1};
    return slot < drawings.size() ? drawings[slot] : nothing;
  };
  svg.open("g", "stroke-width=\"1.2\" stroke-linejoin=\"round\"");
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Drawing& still = slot_of(at_rest, slot);
    std::string attributes = svg_attribute("d", still.path) + svg_attribute("fill", still.fill) +
                             svg_attribute("stroke", still.stroke);
    if (still.opacity < 1) attributes += svg_attribute("opacity", still.opacity);
    svg.open("path", attributes);
    const auto animate_member = [&](const char* name, std::string Drawing::*member) {
      std::vector<const std::string*> values;
      for (std::size_t k = 0; k < frames; ++k) values.push_back(&(slot_of(movie[k], slot).*member));
      animate(svg, name, still.*member, values);
    };
    animate_member("d", &Drawing::path);
    animate_member("fill", &Drawing::fill);
    animate_member("stroke", &Drawing::stroke);
    svg.close();
  }
  for (const Mark& mark : find_marks(scene_)) {
    if (!has_room(mark, scene_, motion_, camera_)) continue;
    const auto place = [&](std::size_t frame) {
      const Projected p = camera_.project(
          motion_.poses[frame][static_cast<std::size_t>(mark.body)].apply_to_point(mark.at));
      std::string text;
      append_fixed(text, p.x, 1);
      text += ' ';
      append_fixed(text, p.y, 1);
      return text;
    };
    svg.open("g", svg_attribute("transform", "translate(" + place(rest) + ")"));
    draw_mark(svg, mark);
    std::string values;
    for (std::size_t k = 0; k < frames; ++k) values += (k > 0 ? ";" : "") + place(frame_time(k));
    svg.element("animateTransform",
                svg_attribute("attributeName", "transform") + svg_attribute("type", "translate") +
                    animation_timing(playback_.seconds) + svg_attribute("values", values));
    svg.close();
  }
  svg.close();
}

void MachineDrawing::draw_vectors(SvgWriter& svg, std::size_t rest, double height) const {
  if (vectors_.size() == 0) return;
  svg.open("g");
  for (std::size_t symbol = 0; symbol < vectors_.size(); ++symbol) {
    const auto draw_at = [&](std::size_t time) {
      return vectors_.draw(symbol, time, camera_, in_place_ ? kLivePart * width_ : width_, height);
    };
    std::vector<std::string> paths;
    std::vector<const std::string*> frames;
    for (std::size_t k = 0; k < count_frames(); ++k) paths.push_back(draw_at(frame_time(k)));
    for (const std::string& path : paths) frames.push_back(&path);
    const std::string still = draw_at(rest);
    svg.open("path", svg_attribute("d", still) + " " + vectors_.style(symbol));
    svg.element("title", {}, xml_text(vectors_.describe(symbol, rest)));
    animate(svg, "d", still, frames);
    svg.close();
  }
  svg.close();
  vectors_.draw_legend(svg, width_, in_place_ ? height + 4 : height);
}

}  // namespace holon
