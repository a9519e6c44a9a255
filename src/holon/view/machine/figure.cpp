// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/figure.h"

#include <algorithm>
#include <list>
#include <sstream>

#include "holon/base/escape.h"
#include "holon/view/machine/machine.h"

namespace holon {
namespace {

constexpr double kWidth = 800, kFigureMargin = 28, kPanelGap = 24;
constexpr double kTitleLine = 24;
constexpr double kFigureTitleSize = 19, kCaptionSize = 11.5;
constexpr double kWideHeight = 208, kSquareHeight = 300, kLegend = 22;
// Up to this number panels are in one column; more are in two columns.
constexpr std::size_t kOneColumn = 4;

struct PlacedMachine {
  MachineDrawing image;
  double y;
  std::string camera;  // a sentence about it; may be empty
};

/// The scene of a camera: without the objects that it hides.
Scene without_hidden(const Scene& scene, const CameraView& camera) {
  Scene seen = scene;
  const auto is_hidden = [&](const auto& one) {
    return std::find(camera.hides.begin(), camera.hides.end(), one.name) != camera.hides.end();
  };
  std::erase_if(seen.joints, is_hidden);
  std::erase_if(seen.links, is_hidden);
  std::erase_if(seen.contacts, is_hidden);
  // Motions have values for each arrow and axis by its number.
  for (ArrowView& arrow : seen.arrows)
    for (const std::string& hidden : camera.hides)
      if (arrow.output.starts_with(hidden + ".")) arrow.output.clear();
  for (AxisView& axis : seen.axes)
    if (is_hidden(axis)) axis.name.clear();
  for (std::size_t b = 0; b < seen.bodies.size(); ++b) {
    BodyView& body = seen.bodies[b];
    if (!is_hidden(body)) continue;
    body.solids.clear();
    body.tips.clear();
    body.is_frame = true;  // no centre of mass is marked
    std::erase_if(seen.joints,
                  [&](const JointView& joint) { return joint.body == static_cast<int>(b); });
    std::erase_if(seen.links, [&](const LinkView& link) {
      return link.ends[0].body == static_cast<int>(b) || link.ends[1].body == static_cast<int>(b);
    });
    std::erase_if(seen.contacts, [&](const ContactView& contact) {
      return contact.sphere.body == static_cast<int>(b) ||
             contact.ground.body == static_cast<int>(b);
    });
  }
  for (ArrowView& arrow : seen.arrows) {
    if (arrow.contact < 0) continue;
    const std::string& name = scene.contacts[static_cast<std::size_t>(arrow.contact)].name;
    const auto at = std::find_if(seen.contacts.begin(), seen.contacts.end(),
                                 [&](const ContactView& contact) { return contact.name == name; });
    arrow.contact = at == seen.contacts.end() ? -1 : static_cast<int>(at - seen.contacts.begin());
    if (arrow.contact < 0) arrow.output.clear();
  }
  return seen;
}

/// The cameras whose figures show many instants, and the number after the last for a default view:
/// if the model has none, or instead of those that move or rotate with their target.
std::vector<std::size_t> find_drawn_cameras(const Scene& scene, const Motion& motion) {
  std::vector<std::size_t> drawn;
  for (std::size_t k = 0; k < scene.cameras.size(); ++k)
    if (stands_still(scene, motion, k)) drawn.push_back(k);
  if (scene.cameras.empty() || drawn.size() < scene.cameras.size())
    drawn.push_back(scene.cameras.size());
  return drawn;
}

std::string describe_camera(const std::vector<CameraView>& cameras,
                            const std::vector<std::size_t>& drawn, std::size_t camera) {
  if (camera < cameras.size())
    return cameras.size() > 1 ? "Camera '" + cameras[camera].name + "'. " : "";
  std::string moving;
  for (std::size_t k = 0; k < cameras.size(); ++k) {
    if (std::find(drawn.begin(), drawn.end(), k) == drawn.end())
      moving += (moving.empty() ? "'" : ", '") + cameras[k].name + "'";
  }
  return moving.empty() ? "" : "Instead of " + moving + ", which a still image cannot show. ";
}

struct Placed {
  const Panel* panel;
  Rect frame;
};

// Panels by rows in reading order: one of the full width, or two. A plot of two outputs against
// each other should be nearly square, so it shares its row with a neighbour.
std::vector<std::vector<const Panel*>> make_rows(const std::vector<Panel>& panels,
                                                 bool in_columns) {
  std::vector<std::vector<const Panel*>> rows;
  const bool in_pairs = in_columns || panels.size() > kOneColumn;
  bool last_is_open = false;
  for (const Panel& panel : panels) {
    const bool joins =
        !rows.empty() && rows.back().size() == 1 && (in_pairs || last_is_open || !panel.x_is_time);
    if (!joins) rows.emplace_back();
    rows.back().push_back(&panel);
    last_is_open = !panel.x_is_time;
  }
  return rows;
}

// Places the rows from y down; returns the y below them.
double place(const std::vector<Panel>& panels, bool in_columns, double y,
             std::vector<Placed>& placed) {
  const double inner = kWidth - 2 * kFigureMargin, half = 0.5 * (inner - kPanelGap);
  for (const auto& row : make_rows(panels, in_columns)) {
    bool square = false;
    for (const Panel* panel : row) square |= !panel->x_is_time && !panel->curves.empty();
    const double width = row.size() > 1 || square || in_columns ? half : inner;
    double legend = 0;
    for (const Panel* panel : row) legend = std::max(legend, calc_legend_height(*panel, width));
    // Space is reserved for one row of a legend; more make the panel higher.
    const double height = (square ? kSquareHeight : kWideHeight) + std::max(0.0, legend - kLegend);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool is_free = row[k]->title.empty() && row[k]->curves.empty();
      if (is_free) continue;
      placed.push_back(
          {row[k],
           {kFigureMargin + static_cast<double>(k) * (half + kPanelGap), y, width, height}});
    }
    y += height + kPanelGap;
  }
  return panels.empty() ? y : y - kPanelGap;
}

/// The title in lines of this width [px], broken at blanks.
std::vector<std::string> break_title(const std::string& title, double width) {
  std::vector<std::string> lines;
  std::istringstream words(title);
  for (std::string word; words >> word;) {
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    if (!lines.empty() && estimate_text_width(longer, kFigureTitleSize, true) > width)
      lines.push_back(word);
    else if (lines.empty())
      lines.push_back(word);
    else
      lines.back() = longer;
  }
  return lines;
}

}  // namespace

std::string write_svg(const Figure& figure) {
  const double inner = kWidth - 2 * kFigureMargin;
  double y = kFigureMargin;
  const std::vector<std::string> title = break_title(figure.title, inner);
  if (!title.empty())
    y += kFigureTitleSize + 12 + kTitleLine * static_cast<double>(title.size() - 1);
  std::list<Scene> scenes;  // referred to by figures
  std::vector<PlacedMachine> machines;
  if (figure.scene && figure.motion && !figure.scene->empty() && figure.motion->times.size() > 1) {
    const std::vector<CameraView>& cameras = figure.scene->cameras;
    const std::vector<std::size_t> drawn = find_drawn_cameras(*figure.scene, *figure.motion);
    for (const std::size_t k : drawn) {
      const std::string name = describe_camera(cameras, drawn, k);
      const Scene* scene = figure.scene;
      if (k < cameras.size() && !cameras[k].hides.empty())
        scene = &scenes.emplace_back(without_hidden(*scene, scene->cameras[k]));
      machines.push_back({MachineDrawing(*scene, *figure.motion, inner, k), y, name});
      machines.back().image.set_terrains(figure.terrains);
      y += machines.back().image.height() + kPanelGap - 2;
    }
    y += kPanelGap;
  }
  std::vector<Placed> placed;
  double height = place(figure.panels, figure.in_columns, y, placed) + kFigureMargin - 8;
  if (figure.panels.empty()) height -= machines.empty() ? 0 : kPanelGap;

  SvgWriter svg;
  std::string size;
  append_fixed(size, height);
  svg.open("svg", "xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"" + size +
                      "\" viewBox=\"0 0 800 " + size +
                      "\" role=\"img\" font-family=\"Helvetica, Arial, 'Liberation Sans', "
                      "'DejaVu Sans', sans-serif\"");
  svg.element("title", {}, xml_text(figure.title));
  if (!figure.description.empty()) svg.element("desc", {}, xml_text(figure.description));
  svg.element("rect", "width=\"800\" height=\"" + size + "\" fill=\"#ffffff\"");
  for (std::size_t k = 0; k < title.size(); ++k)
    svg.text(kFigureMargin,
             kFigureMargin + kFigureTitleSize - 3 + kTitleLine * static_cast<double>(k), title[k],
             {.size = kFigureTitleSize, .fill = "#111111", .bold = true});
  for (const PlacedMachine& machine : machines) {
    machine.image.draw(svg, kFigureMargin, machine.y);
    const std::string caption = machine.camera + machine.image.caption(figure.until);
    const double width = estimate_text_width(caption, kCaptionSize);
    svg.text(
        kWidth - kFigureMargin, machine.y + machine.image.height() + 16, caption,
        {.size = kCaptionSize * std::min(1.0, inner / width), .anchor = "end", .fill = "#666666"});
  }
  // Panels of the full width have aligned axes.
  double left = 0, right = 0;
  for (const Placed& p : placed)
    if (p.frame.width == inner) {
      const PanelMargins margins = calc_margins(*p.panel, p.frame);
      left = std::max(left, margins.left);
      right = std::max(right, margins.right);
    }
  // The cursor moves with the animation only if both cover the same time.
  double seconds = 0;
  if (!machines.empty() && figure.motion->times.back() > figure.until * (1 - 1e-6))
    seconds = choose_playback(figure.motion->times.back() - figure.motion->times.front()).seconds;
  for (const Placed& p : placed) {
    PanelMargins margins = calc_margins(*p.panel, p.frame);
    if (p.frame.width == inner) margins = {left, right};
    draw_panel(svg, *p.panel, p.frame, margins, seconds);
  }
  svg.close();
  return svg.str();
}

}  // namespace holon
