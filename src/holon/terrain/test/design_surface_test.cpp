// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/design_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/test/tape_settings.h"
#include "holon/terrain/parts/blade.h"
#include "holon/terrain/parts/ground_probe.h"
#include "holon/terrain/tin.h"

namespace holon {
namespace {

using test::errors_of;
using test::tape_settings;

constexpr double kDesignRounding = 1e3 * std::numeric_limits<double>::epsilon();

/// An edge of 3 m along y that moves along x, 0.1 m high on the left and 0.04 m on the right.
Results run_edge(DesignSurface surface, Expr (*height)(Expr x, Expr y) = nullptr) {
  Model model;
  const Expr t = model.time();
  if (height) surface.height = height(model.output("plan.x"), model.output("plan.y"));
  surface.edge = DesignSurface::Edge{"left", "right"};
  model.add<Frame>("left", {.position = {t, 1.5, 0.1}});
  model.add<Frame>("right", {.position = {t, -1.5, 0.04}});
  model.add<GroundProbe>("probe", {.on = "left", .ground = "plan"});
  model.add<DesignSurface>("plan", surface);
  return simulate(make_system(model), tape_settings(2, 0.25, 1e-9),
                  {"plan.inside", "plan.error.left", "plan.error.right", "plan.error.mean",
                   "plan.error.cross_slope", "probe.height", "probe.clearance", "probe.slope_x",
                   "probe.slope_y"});
}

TEST(DesignSurface, MeasuresTheErrorsOfAnEdge) {
  const Results rows = run_edge({}, [](Expr x, Expr y) { return 0.02 * x + 0.01 * y; });
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double x = rows.values("time")[k];
    const double left = 0.1 - 0.02 * x - 0.015, right = 0.04 - 0.02 * x + 0.015;
    EXPECT_NEAR(rows.values("plan.error.left")[k], left, kDesignRounding);
    EXPECT_NEAR(rows.values("plan.error.right")[k], right, kDesignRounding);
    EXPECT_NEAR(rows.values("plan.error.mean")[k], (left + right) / 2, kDesignRounding);
    // The edge rises by 0.06 m in 3 m to the left, the design by 0.01.
    EXPECT_NEAR(rows.values("plan.error.cross_slope")[k], 0.02 - 0.01, kDesignRounding);
    EXPECT_NEAR(rows.values("probe.clearance")[k], left, kDesignRounding);
  }
}

TEST(DesignSurface, TakesTheLowestOrHighestOfPlanes) {
  DesignSurface crown;
  crown.planes = {{.through = {0.0, 0.0, 0.5}, .slope_y = -0.04},
                  {.through = {0.0, 0.0, 0.5}, .slope_y = 0.04}};
  for (const bool lowest : {true, false}) {
    crown.take = lowest ? DesignSurface::Choice::lowest : DesignSurface::Choice::highest;
    const Results rows = run_edge(crown);
    EXPECT_NEAR(rows.values("probe.height")[0], lowest ? 0.44 : 0.56, kDesignRounding);
    EXPECT_NEAR(rows.values("probe.slope_y")[0], lowest ? -0.04 : 0.04, kDesignRounding);
  }
}

std::string write_land_xml(const std::string& name, const std::string& body,
                           const std::string& unit = "meter") {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << "<?xml version=\"1.0\"?>\n<LandXML version=\"1.2\"><Units><Metric "
                         "linearUnit=\""
                      << unit
                      << "\"/></Units><Surfaces><Surface name=\"plan\"><Definition "
                         "surfType=\"TIN\">"
                      << body << "</Definition></Surface></Surfaces></LandXML>\n";
  return path;
}

/// A roof: its ridge along x at y = 0, 1 m high; 4 m by 4 m. Points are northing, easting,
/// elevation.
const char* const kRoof =
    "<Pnts><P id=\"1\">98 50 10</P><P id=\"2\">98 54 10</P><P id=\"r\">100 50 11</P>"
    "<P id=\"s\">100 54 11</P><P id=\"5\">102 50 10</P><P id=\"6\">102 54 10</P></Pnts>"
    "<Faces><F>1 2 s</F><F>1 s r</F><F>r s 6</F><F>r 6 5</F><F i=\"1\">1 5 6</F></Faces>";

TEST(DesignSurface, ReadsTheTrianglesOfALandXmlFile) {
  std::string error;
  const auto tin = detail::read_land_xml(write_land_xml("roof.xml", kRoof), "", error);
  ASSERT_TRUE(tin) << error;
  EXPECT_EQ(tin->triangle_count(), 4u);
  EXPECT_NEAR(tin->height(52.3, 99).value(), 10.5, kDesignRounding);
  EXPECT_NEAR(tin->height(50, 101.5).value(), 10.25, kDesignRounding);
  EXPECT_NEAR(tin->height(54, 100).value(), 11, kDesignRounding);
  EXPECT_FALSE(tin->height(54.1, 100));
  EXPECT_NEAR(tin->nearest_height(55, 101), 10.5, kDesignRounding);
  const auto feet = detail::read_land_xml(write_land_xml("feet.xml", kRoof, "foot"), "", error);
  EXPECT_NEAR(feet->height(52 * 0.3048, 100 * 0.3048).value(), 11 * 0.3048, kDesignRounding);

  // In two lists of faces.
  std::string two = kRoof;
  two.insert(two.find("<F>r s 6"), "</Faces><Faces>");
  const auto halves = detail::read_land_xml(write_land_xml("halves.xml", two), "", error);
  ASSERT_TRUE(halves) << error;
  EXPECT_EQ(halves->triangle_count(), 4u);
  EXPECT_NEAR(halves->height(50, 101.5).value(), 10.25, kDesignRounding);

  DesignSurface surface;
  surface.land_xml = DesignSurface::TriangleFile{
      testing::TempDir() + "roof.xml", "plan", {50.5, 100.0, 10.0}, 0.1};
  Model model;
  const Expr t = model.time();
  model.add<DesignSurface>("plan", surface);
  model.add<Frame>("mast", {.position = {t, 1.0 - t, 3.0}});
  model.add<GroundProbe>("probe", {.on = "mast", .ground = "plan"});
  const Results rows = simulate(make_system(model), tape_settings(1, 0.25, 1e-9),
                                {"probe.height", "probe.slope_y", "plan.deviation"});
  // The slope changes by 1 at the ridge, which lies between two rows of cells: the mean of both is
  // h/4 lower.
  const double off = 0.1 / 4;
  EXPECT_NEAR(rows.values("plan.deviation")[0], off, 1e-9);
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double y = 1 - rows.values("time")[k];
    const bool is_ridge = y < 0.15;
    EXPECT_NEAR(rows.values("probe.height")[k], 1 - y / 2, is_ridge ? off + 1e-9 : 1e-9);
    if (!is_ridge) EXPECT_NEAR(rows.values("probe.slope_y")[k], -0.5, 1e-9);
  }

  // The triangles end at x = 3.5 m; their cells of 0.1 m half a cell behind.
  const Results edge = run_edge(surface);
  for (std::size_t k = 0; k < edge.row_count(); ++k)
    EXPECT_EQ(edge.values("plan.inside")[k], 1) << k;
  surface.land_xml->origin[0] = 52.5;
  const Results far = run_edge(surface);  // they end at 1.5 m
  for (std::size_t k = 0; k < far.row_count(); ++k)
    if (const double x = far.values("time")[k]; std::abs(x - 1.5) > 0.1)
      EXPECT_EQ(far.values("plan.inside")[k], x < 1.5 ? 1 : 0) << x;
}

TEST(DesignSurface, NamesWhatIsWrongInAFile) {
  const auto refuse = [](const std::string& body, const std::string& unit = "meter") {
    std::string error;
    EXPECT_FALSE(detail::read_land_xml(write_land_xml("bad.xml", body, unit), "", error));
    return error.substr(error.rfind('/') + 1);
  };
  EXPECT_EQ(refuse("<Pnts><P id=\"1\">1 2</P></Pnts>"),
            "bad.xml: the point '1' needs three numbers: northing, easting, elevation");
  EXPECT_EQ(refuse("<Pnts><P id=\"1\">1 2 3</P></Pnts><Faces><F>1 2 3</F></Faces>"),
            "bad.xml: a face names the point '2', which does not exist");
  EXPECT_EQ(refuse("<Pnts><P id=\"1\">1 2 3</P></Pnts><Faces><F>1 1</F></Faces>"),
            "bad.xml: a face has 2 points, not 3: '1 1'");
  EXPECT_EQ(refuse("<Pnts><P id=\"1\">1 2 3</P></Pnts><Faces><F>1 1 1</F></Faces>"),
            "bad.xml: the surface has no triangle with an area");
  EXPECT_EQ(refuse(kRoof, "furlong"), "bad.xml: its linear unit 'furlong' is not known");
  std::string error;
  EXPECT_FALSE(detail::read_land_xml(write_land_xml("roof.xml", kRoof), "site", error));
  EXPECT_EQ(error.substr(error.rfind('/') + 1),
            "roof.xml: it has no surface 'site'; it may be 'plan'");
}

TEST(DesignSurface, NamesWrongInput) {
  Model model;
  model.add<DesignSurface>("plan", {});
  EXPECT_EQ(errors_of(model),
            "parts/plan: the surface is not defined; give one of 'height', 'planes' and "
            "'land_xml'\n");
  Model worked;
  worked.add<DesignSurface>("plan", {.height = 0.0});
  worked.add<RigidBody>("edge", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  worked.add<Blade>("blade", {.on = "edge", .ground = "plan", .width = 3.0, .height = 1.0});
  EXPECT_EQ(errors_of(worked),
            "parts/blade: ground: 'plan' is a surface without soil; add a part of type Terrain\n");
}

}  // namespace
}  // namespace holon
