// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/contact_ground.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "holon/view/machine/link_glyphs.h"
#include "holon/view/machine/machine_marks.h"

namespace holon {
namespace {

/// A plane of the world, with the range of its coordinates over which spheres move.
struct GroundPlane {
  Vector3<double> origin, normal;
  Rotation<double> turn;  // z onto the normal
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  double radius = 0;
};

bool is_same(const GroundPlane& plane, const ContactView& contact) {
  constexpr double kSame = 1e-9;
  return (plane.normal - contact.normal).norm() < kSame &&
         std::abs((plane.origin - contact.ground.at).dot(plane.normal)) < kSame;
}

}  // namespace

std::vector<GroundPatch> find_ground(const Scene& scene, const Motion& motion) {
  std::vector<GroundPlane> planes;
  for (const ContactView& contact : scene.contacts) {
    if (contact.ground.body >= 0) continue;
    auto plane = std::find_if(planes.begin(), planes.end(),
                              [&](const GroundPlane& one) { return is_same(one, contact); });
    if (plane == planes.end()) {
      planes.push_back({contact.ground.at, contact.normal,
                        Rotation<double>::from_to({0, 0, 1}, contact.normal)});
      plane = planes.end() - 1;
    }
    plane->radius = std::max(plane->radius, contact.radius);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
      const Vector3<double> p =
          plane->turn.inverse() * (find_place(contact.sphere, motion, k) - plane->origin);
      for (int i = 0; i < 2; ++i) {
        plane->low[i] = std::min(plane->low[i], p[i]);
        plane->high[i] = std::max(plane->high[i], p[i]);
      }
    }
  }
  std::vector<GroundPatch> patches;
  for (const GroundPlane& plane : planes) {
    constexpr double kRoom = 0.12, kRadii = 1.5;
    const double span = std::max(plane.high[0] - plane.low[0], plane.high[1] - plane.low[1]);
    const double room = std::max(kRoom * span, kRadii * plane.radius);
    const auto corner = [&](bool right, bool far) -> Vector3<double> {
      return plane.origin +
             plane.turn * Vector3<double>(right ? plane.high[0] + room : plane.low[0] - room,
                                          far ? plane.high[1] + room : plane.low[1] - room, 0.0);
    };
    patches.push_back(
        {corner(false, false), corner(true, false), corner(true, true), corner(false, true)});
  }
  return patches;
}

void draw_ground(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera) {
  constexpr double kEdge = 3;  // [px] a flatter surface is drawn as a line
  for (const GroundPatch& patch : find_ground(scene, motion)) {
    std::vector<Projected> corners;
    for (const Vector3<double>& corner : patch) corners.push_back(camera.project(corner));
    const auto [left, right] =
        std::minmax_element(corners.begin(), corners.end(),
                            [](const Projected& a, const Projected& b) { return a.x < b.x; });
    double off = 0;  // the line from the leftmost corner to the rightmost
    const double dx = right->x - left->x, dy = right->y - left->y, length = std::hypot(dx, dy);
    for (const Projected& c : corners)
      off = std::max(
          off, std::abs((c.x - left->x) * dy - (c.y - left->y) * dx) / std::max(length, 1e-9));
    if (off < kEdge) {
      draw_hatched(svg, left->x, left->y, right->x, right->y);
      continue;
    }
    SvgPath outline;
    outline.move(corners[0].x, corners[0].y);
    for (std::size_t k = 1; k < corners.size(); ++k) outline.line(corners[k].x, corners[k].y);
    outline.close();
    svg.element(
        "path",
        "fill=\"#f1f1ef\" stroke=\"#a6a6a6\" stroke-width=\"0.9\" stroke-linejoin=\"round\"" +
            svg_attribute("d", outline.data()));
  }
}

namespace {

/// 1, 2 or 5 times a power of ten, at least `x`.
double round_up_125(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= x * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

/// What `part` of the values does not exceed; nothing without values.
std::optional<double> find_quantile(std::vector<double> values, double part) {
  std::erase_if(values, [](double v) { return !(v > 0); });
  if (values.empty()) return std::nullopt;
  const auto rank =
      values.begin() +
      static_cast<std::ptrdiff_t>(std::ceil(part * static_cast<double>(values.size()))) - 1;
  std::nth_element(values.begin(), rank, values.end());
  return *rank;
}

std::vector<std::size_t> list_worked_cells(const HeightFilm& film) {
  std::vector<bool> is_worked(film.start.size());
  for (const HeightFilm::Frame& frame : film.frames)
    for (const std::uint64_t cell : frame.cells) is_worked[static_cast<std::size_t>(cell)] = true;
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < is_worked.size(); ++cell)
    if (is_worked[cell]) cells.push_back(cell);
  return cells;
}

std::vector<double> list_distances(const std::vector<double>& a, const std::vector<double>& b,
                                   const std::vector<std::size_t>& cells) {
  std::vector<double> distances;
  for (const std::size_t cell : cells) distances.push_back(std::abs(a[cell] - b[cell]));
  return distances;
}

}  // namespace

double HeightScale::share_of(double difference) const {
  const double share = std::log1p(std::abs(difference) / fine) / std::log1p(span / fine);
  return std::copysign(std::min(1.0, share), difference);
}

std::vector<double> list_final_heights(const HeightFilm& film) {
  std::vector<double> heights = film.start;
  for (const HeightFilm::Frame& frame : film.frames)
    for (std::size_t k = 0; k < frame.cells.size(); ++k)
      heights[static_cast<std::size_t>(frame.cells[k])] = frame.heights[k];
  return heights;
}

HeightScale choose_change_scale(const HeightFilm& film) {
  const auto change = find_quantile(
      list_distances(list_final_heights(film), film.start, list_worked_cells(film)), 0.9);
  if (!change) return {};
  return {round_up_125(*change), round_up_125(*change)};
}

HeightScale choose_error_scale(const HeightFilm& film) {
  if (film.design.empty()) return choose_change_scale(film);
  std::vector<std::size_t> cells = list_worked_cells(film);
  if (cells.empty())
    for (std::size_t cell = 0; cell < film.start.size(); ++cell) cells.push_back(cell);
  const auto before = find_quantile(list_distances(film.start, film.design, cells), 0.5);
  const auto after =
      find_quantile(list_distances(list_final_heights(film), film.design, cells), 0.5);
  if (!before && !after) return {};
  constexpr double kFar = 4;  // less apart the two need no logarithms
  const double fine = round_up_125(after.value_or(*before));
  const double span = std::max(fine, round_up_125(before.value_or(*after)));
  return {span < kFar * fine ? span : fine, span};
}

Rgb calc_error_color(double share) {
  if (std::isnan(share)) return {0.6, 0.6, 0.6};
  // As in the report's page.
  constexpr double kLow[4][3] = {{230, 224, 210}, {143, 191, 220}, {43, 115, 181}, {26, 66, 128}};
  constexpr double kHigh[4][3] = {{230, 224, 210}, {242, 182, 107}, {203, 85, 31}, {146, 51, 26}};
  const auto& colors = share < 0 ? kLow : kHigh;
  const double at = 3 * std::min(1.0, std::abs(share));
  const int from = std::min(2, static_cast<int>(at));
  const auto channel = [&](int k) {
    return (colors[from][k] + (at - from) * (colors[from + 1][k] - colors[from][k])) / 255;
  };
  return {channel(0), channel(1), channel(2)};
}

namespace {

/// A bar of the colors with the differences that they stand for, at the upper left.
void draw_height_legend(SvgWriter& svg, const HeightScale& scale, bool has_design) {
  constexpr double kLeft = 8, kTop = 16, kBar = 168, kHeight = 8;
  constexpr int kPieces = 42;
  const SvgText small{.size = 10.5, .anchor = "middle", .fill = "#666666"};
  svg.text(kLeft, kTop - 5,
           has_design ? "Ground: too low / too high, mm" : "Ground: cut / filled, mm",
           {.size = 10.5, .fill = "#666666"});
  for (int k = 0; k < kPieces; ++k) {
    std::string box;
    append_fixed(box, kLeft + kBar * k / kPieces, 2);
    svg.element(
        "rect",
        svg_attribute("x", box) + svg_attribute("y", kTop) +
            svg_attribute("width", kBar / kPieces + 0.3) + svg_attribute("height", kHeight) +
            svg_attribute("fill", format_color(calc_error_color(2 * (k + 0.5) / kPieces - 1))));
  }
  const auto tick = [&](double difference) {
    std::string text = difference > 0 ? "+" : difference < 0 ? "−" : "";
    append_fixed(text, 1e3 * std::abs(difference), 2);
    svg.text(kLeft + 0.5 * kBar * (1 + scale.share_of(difference)), kTop + kHeight + 11, text,
             small);
  };
  tick(0);
  constexpr double kApart = 0.2;  // of half of the bar
  for (const double sign : {-1.0, 1.0}) {
    tick(sign * scale.span);
    const double share = scale.share_of(scale.fine);
    if (share > kApart && share < 1 - kApart) tick(sign * scale.fine);
  }
}

}  // namespace

void draw_terrain(SvgWriter& svg, const HeightFilm& film, const Camera& camera, double width,
                  double height) {
  // Some thousand tiles, each of so many cells on a side.
  constexpr double kMostTiles = 4000;
  const double cells = static_cast<double>(film.nx) * film.ny;
  const int side = std::max(1, static_cast<int>(std::ceil(std::sqrt(cells / kMostTiles))));
  const std::vector<double> heights = list_final_heights(film);
  const std::vector<double>& reference = film.design.empty() ? film.start : film.design;
  const HeightScale scale = choose_error_scale(film);
  const auto at = [&](int i, int j) {
    return static_cast<std::size_t>(std::min(j, film.ny - 1)) * static_cast<std::size_t>(film.nx) +
           static_cast<std::size_t>(std::min(i, film.nx - 1));
  };
  const auto corner = [&](int i, int j) {
    const int column = std::min(i, film.nx - 1), row = std::min(j, film.ny - 1);
    return camera.project(
        {film.x0 + column * film.cell, film.y0 + row * film.cell, heights[at(column, row)]});
  };
  struct Tile {
    std::array<Projected, 4> corners;
    double depth = 0, error = 0;
  };
  std::vector<Tile> tiles;
  for (int j = 0; j + 1 < film.ny; j += side) {
    for (int i = 0; i + 1 < film.nx; i += side) {
      Tile tile{
          {corner(i, j), corner(i + side, j), corner(i + side, j + side), corner(i, j + side)}};
      bool is_in_front = true, is_seen = false;
      for (const Projected& p : tile.corners) {
        is_in_front &=
            std::isfinite(p.x) && std::isfinite(p.y) && (p.depth > 0 || !camera.is_perspective());
        is_seen |= p.x >= 0 && p.x <= width && p.y >= 0 && p.y <= height;
        tile.depth += 0.25 * p.depth;
      }
      if (!is_in_front || !is_seen) continue;
      int count = 0;
      for (int b = j; b < std::min(j + side, film.ny); ++b) {
        for (int a = i; a < std::min(i + side, film.nx); ++a) {
          tile.error += heights[at(a, b)] - reference[at(a, b)];
          ++count;
        }
      }
      tile.error /= count;
      tiles.push_back(tile);
    }
  }
  if (tiles.empty()) return;
  std::stable_sort(tiles.begin(), tiles.end(),
                   [](const Tile& a, const Tile& b) { return a.depth > b.depth; });
  // An inner document is clipped. Neighbours in the order of drawing that have one colour are one
  // path.
  svg.open("svg", svg_attribute("width", width) + svg_attribute("height", height));
  svg.open("g", "fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"0.8\"");
  const auto color_of = [&](const Tile& tile) {
    // Paler than on the page, so that the machine stands out; steps that no eye sees.
    constexpr double kPale = 0.25, kShades = 48;
    const double share = scale.share_of(tile.error);
    const double shade = std::isnan(share) ? share : std::round(kShades * share) / kShades;
    return format_color(mix(calc_error_color(shade), {1, 1, 1}, kPale));
  };
  for (std::size_t first = 0; first < tiles.size();) {
    const std::string color = color_of(tiles[first]);
    SvgPolyline outline(false);
    for (; first < tiles.size() && color_of(tiles[first]) == color; ++first) {
      const std::array<Projected, 4>& corners = tiles[first].corners;
      outline.move(corners[0].x, corners[0].y);
      for (std::size_t k = 1; k < 4; ++k) outline.line(corners[k].x, corners[k].y);
      outline.close();
    }
    svg.element("path", svg_attribute("color", color) + svg_attribute("d", outline.data()));
  }
  svg.close();
  svg.close();
  if (!film.design.empty() || !film.frames.empty())
    draw_height_legend(svg, scale, !film.design.empty());
}

}  // namespace holon
