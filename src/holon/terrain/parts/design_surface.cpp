// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/design_surface.h"

#include <fmt/format.h>

#include <filesystem>

#include "holon/model/assembly/frame_motion.h"
#include "holon/terrain/formula_ground.h"
#include "holon/terrain/tin_ground.h"

namespace holon {

using detail::SurfaceFormula;

void DesignSurface::Plane::describe(Fields<Plane>& f) {
  f.vector("through", &Plane::through, "m", "a point of the plane, in world axes");
  f.value("slope_x", &Plane::slope_x, "", "rise per length along x");
  f.value("slope_y", &Plane::slope_y, "", "rise per length along y");
}

void DesignSurface::TriangleFile::describe(Fields<TriangleFile>& f) {
  f.text("file", &TriangleFile::file, "LandXML file with a TIN").file().required();
  f.bare();
  f.text("surface", &TriangleFile::surface,
         "name of the surface in the file, where there are several");
  f.vector("origin", &TriangleFile::origin, "m",
           "the world's origin in the file: easting, northing, elevation");
  f.value("cell", &TriangleFile::cell, "m", "size of the cells of the smooth surface").positive();
}

void DesignSurface::Edge::describe(Fields<Edge>& f) {
  f.frame("left", &Edge::left, "left end of the edge").required();
  f.frame("right", &Edge::right, "right end of the edge").required();
}

std::vector<MadeName> DesignSurface::list_names(const SourceNode& part) {
  return detail::list_position_names(part, SurfaceFormula::kHeight);
}

void DesignSurface::describe(Descriptor<DesignSurface>& d) {
  d.type("DesignSurface", "The target surface of earthworks.");
  d.role(PartRole::field);
  d.value("height", &DesignSurface::height, "m", "height as a formula of x and y in world axes")
      .varying();
  d.objects("planes", &DesignSurface::planes,
            "planes, of which the lowest or highest is used at each point");
  d.choice("take", &DesignSurface::take, {"lowest", "highest"}, "which of the planes is used");
  d.object("land_xml", &DesignSurface::land_xml, "the triangles of a LandXML file");
  d.object("edge", &DesignSurface::edge, "a cutting edge whose errors are outputs");
  d.output("deviation", "m",
           "largest deviation of the smooth surface from the triangles of the file");
  d.output("inside", "", "1 where both ends of the edge are above triangles of the file, else 0");
  d.output("error.left", "m", "height of the edge's left end above the surface");
  d.output("error.right", "m", "height of the edge's right end above the surface");
  d.output("error.mean", "m", "mean of both");
  d.output("error.cross_slope", "",
           "cross slope error of the edge, positive where its left end is too high");
}

namespace {

/// The errors of an edge.
class EdgeErrors {
 public:
  EdgeErrors(PartBuilder& b, const DesignSurface::Edge& edge)
      : b_(b), surfaces_(GroundSurfaces::of(b.assembly())) {
    const auto [left, left_error] = find_error("left", edge.left);
    const auto [right, right_error] = find_error("right", edge.right);
    const Vector3<Expr> along = left - right;
    b.define_output("error.left", left_error);
    b.define_output("error.right", right_error);
    b.define_output("error.mean", 0.5 * (left_error + right_error));
    b.define_output("error.cross_slope",
                    (left_error - right_error) / sqrt(square(along[0]) + square(along[1])));
  }

 private:
  std::pair<Vector3<Expr>, Expr> find_error(const std::string& end, const FrameName& frame) {
    const detail::FrameMotion motion(b_.assembly().symbols(), frame.path);
    const Vector3<Expr> p = motion.vector(FrameOutput::position);
    const GroundPoint point =
        surfaces_.request(b_, "edge." + end, b_.name(), "below_" + end, p[0], p[1]);
    return {p, p[2] - point.height};
  }

  PartBuilder& b_;
  GroundSurfaces& surfaces_;
};

void refuse_output(PartBuilder& b, const char* name, const char* why, const char* advice) {
  b.define_output(name, [full = b.member(name), why, advice] {
    throw ModelError("'" + full + "' has no value: " + why, advice);
    return std::vector<Expr>{};
  });
}

std::optional<detail::Tin> read_triangles(PartBuilder& b, const DesignSurface::TriangleFile& in) {
  std::filesystem::path path = in.file;
  if (path.is_relative()) path = std::filesystem::path(b.folder()) / path;
  std::string error;
  const auto tin = detail::read_land_xml(path.string(), in.surface, error);
  if (!tin) {
    b.error("land_xml.file", error);
    return {};
  }
  std::vector<detail::Tin::Point> points = tin->points();
  for (int k = 0; k < 3; ++k) {
    if (!in.origin[k].is_constant()) {
      b.error("land_xml.origin", "the origin of a file must be constant");
      return {};
    }
    for (detail::Tin::Point& p : points) p[static_cast<std::size_t>(k)] -= in.origin[k].value();
  }
  return detail::Tin(std::move(points), tin->triangles());
}

}  // namespace

void DesignSurface::build(PartBuilder& b) const {
  if (!b.written("height").empty()) detail::define_position_names(b, SurfaceFormula::kHeight);
  const int given = (height ? 1 : 0) + (planes.empty() ? 0 : 1) + (land_xml ? 1 : 0);
  if (given != 1) {
    b.error("", given == 0 ? "the surface is not defined" : "the surface is defined more than once",
            "give one of 'height', 'planes' and 'land_xml'");
    return;
  }
  if (edge) {
    EdgeErrors(b, *edge);
  } else {
    for (const char* name :
         {"inside", "error.left", "error.right", "error.mean", "error.cross_slope"})
      refuse_output(b, name, "the surface has no 'edge'", "give it one: {left: …, right: …}");
  }
  GroundSurfaces& surfaces = GroundSurfaces::of(b.assembly());
  if (land_xml) {
    std::optional<detail::Tin> tin = read_triangles(b, *land_xml);
    if (!tin) return;
    constexpr double kMostCells = 4e6;
    const double cells = detail::TinGround::count_cells(*tin, land_xml->cell);
    if (!(cells <= kMostCells)) {
      b.error("land_xml.cell",
              fmt::format("a surface may have {:g} cells, not {:.3g}", kMostCells, cells),
              "choose larger cells");
      return;
    }
    auto ground = std::make_shared<detail::TinGround>(b.name(), std::move(*tin), land_xml->cell);
    b.define_output("deviation", Expr(ground->deviation()));
    if (edge) {
      const auto is_above = [&](const FrameName& end) {
        const detail::FrameMotion motion(b.assembly().symbols(), end.path);
        const Vector3<Expr> p = motion.vector(FrameOutput::position);
        return ground->calc_inside(p[0], p[1]);
      };
      b.define_output("inside", is_above(edge->left) * is_above(edge->right));
    }
    surfaces.offer(b, std::move(ground));
    return;
  }
  if (edge) b.define_output("inside", Expr(1.0));
  refuse_output(b, "deviation", "the surface is exact without cells",
                "only that of a LandXML file is not");
  Expr z = height.value_or(0.0);
  if (!planes.empty()) {
    const Expr x = b.assembly().output(b.member("x")), y = b.assembly().output(b.member("y"));
    for (std::size_t k = 0; k < planes.size(); ++k) {
      const Plane& plane = planes[k];
      const Expr own = plane.through[2] + plane.slope_x * (x - plane.through[0]) +
                       plane.slope_y * (y - plane.through[1]);
      z = k == 0 ? own : take == Choice::lowest ? min(z, own) : max(z, own);
    }
  }
  SurfaceFormula formula(b, z);
  if (!formula.is_sound()) return;
  surfaces.offer(
      b, std::make_shared<detail::FormulaGround>(b.name(), std::move(formula), std::nullopt));
}

}  // namespace holon
