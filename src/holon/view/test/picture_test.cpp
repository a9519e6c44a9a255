// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "holon/base/errors.h"
#include "holon/system/system_builder.h"
#include "holon/view/figure.h"
#include "holon/view/machine.h"
#include "holon/view/machine_marks.h"
#include "holon/view/solids.h"

namespace holon {
namespace {

using Turn = Rotation<double>;
using Vec = Vector3<double>;

Solid make_box(const Vec& size) {
  Solid solid;
  solid.size = size;
  return solid;
}

Solid make_round(Solid::Kind kind, double radius, double length = 0) {
  Solid solid;
  solid.kind = kind;
  solid.size = {radius, length, 0};
  return solid;
}

// Looks along y, x to the right, z up, 100 px per metre, the origin at (100, 100).
Camera make_front_camera() {
  Camera camera({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, false);
  camera.fit({-1, -1}, {1, 1}, 200, 200, 0);
  return camera;
}

TEST(Camera, ParallelViewKeepsLengths) {
  const Camera camera = make_front_camera();
  const Projected p = camera.project({0.5, 3, 0.25});
  EXPECT_NEAR(p.x, 150, 1e-12);
  EXPECT_NEAR(p.y, 75, 1e-12);
  EXPECT_NEAR(p.depth, 3, 1e-12);
  EXPECT_NEAR(camera.scale_at({0, 7, 0}), 100, 1e-12);
}

TEST(Camera, PerspectiveShrinksWithDistance) {
  Camera camera({0, -4, 0}, {0, 1, 0}, {0, 0, 1}, true);
  camera.fit({-0.25, -0.25}, {0.25, 0.25}, 200, 200, 0);
  EXPECT_NEAR(camera.project({1, 0, 0}).x, 200, 1e-9);
  EXPECT_NEAR(camera.project({1, 4, 0}).x, 150, 1e-9);
  EXPECT_NEAR(camera.scale_at({0, 0, 0}), 2 * camera.scale_at({0, 4, 0}), 1e-9);
}

Motion make_motion_of(const std::vector<std::pair<double, Pose>>& poses) {
  Motion motion;
  for (const auto& [t, pose] : poses) {
    motion.times.push_back(t);
    motion.poses.push_back({pose});
  }
  return motion;
}

// A bar from its pin to 1 m along x, which turns about an axis through the pin.
Motion make_swing(const Vec& axis, double end = 6) {
  std::vector<std::pair<double, Pose>> poses;
  const int count = count_moments(end, 1);
  for (int k = 0; k <= count; ++k)
    poses.emplace_back(end * k / count,
                       Pose(Turn::from_axis_angle(axis, std::sin(0.0125 * k)), Vec(0, 0, 0)));
  return make_motion_of(poses);
}

Scene make_bar_scene() {
  Scene scene;
  BodyView body;
  body.name = "link";
  Solid bar = make_box({1, 0.05, 0.05});
  bar.X_BS = Pose(Vec(0.5, 0, 0));
  body.solids.push_back(bar);
  body.center_of_mass = {0.5, 0, 0};
  body.tips.push_back({1, 0, 0});
  scene.bodies.push_back(body);
  scene.joints.push_back({"pin", "Revolute", 0, {0, 0, 0}, {0, 1, 0}, true});
  return scene;
}

TEST(Camera, StandsBesideAPlaneMotion) {
  const Scene scene = make_bar_scene();
  const Camera side = choose_camera(scene, make_swing({0, 1, 0}));
  EXPECT_NEAR((side.forward() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((side.right() - Vec(1, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((side.up() - Vec(0, 0, 1)).norm(), 0, 1e-12);
  const Camera above = choose_camera(scene, make_swing({0, 0, 1}));
  EXPECT_NEAR((above.right() - Vec(1, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((above.up() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  const Camera along_x = choose_camera(scene, make_swing({1, 0, 0}));
  EXPECT_NEAR((along_x.right() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((along_x.up() - Vec(0, 0, 1)).norm(), 0, 1e-12);
}

TEST(Camera, StandsObliquelyWhereMotionIsSpatial) {
  const Camera camera = choose_camera(make_bar_scene(), make_swing({1, 1, 0.3}));
  for (Eigen::Index i = 0; i < 3; ++i) EXPECT_GT(std::abs(camera.forward()[i]), 0.3);
  EXPECT_LT(camera.forward()[2], 0);  // from above
  EXPECT_GT(camera.up()[2], 0.9);
}

TEST(Camera, OfTheModelLooksAtItsTarget) {
  Scene scene = make_bar_scene();
  scene.cameras.push_back({"front", "world", "link", {0, -4, 0}, {0, 0, 1}, 0.7});
  const Camera camera = choose_camera(scene, make_swing({0, 1, 0}));
  EXPECT_TRUE(camera.is_perspective());
  EXPECT_NEAR((camera.forward() - Vec(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR(camera.half_height, std::tan(0.35), 1e-12);
}

TEST(Solids, ABoxShowsTheFacesTurnedToTheCamera) {
  const Camera front = make_front_camera();
  EXPECT_EQ(draw_faces(make_box({0.4, 0.2, 0.2}), Pose(), front).size(), 1u);
  EXPECT_EQ(draw_outline(make_box({0.4, 0.2, 0.2}), Pose(), front),
            "M80 90L120 90L120 110L80 110Z");
  const Pose turned(Turn::from_axis_angle({1, 1, 1}, 0.7), Vec(0, 0, 0));
  EXPECT_EQ(draw_faces(make_box({0.4, 0.2, 0.2}), turned, front).size(), 3u);
}

TEST(Solids, LightComesFromAbove) {
  Camera above({0, 0, 0}, {0, 1, -0.5}, {0, 0, 1}, false);
  above.fit({-1, -1}, {1, 1}, 200, 200, 0);
  const std::vector<Face> faces = draw_faces(make_box({1, 1, 1}), Pose(), above);
  ASSERT_EQ(faces.size(), 2u);  // the front (-y), then the top (+z)
  EXPECT_GT(faces[1].brightness, faces[0].brightness);
}

TEST(Solids, RoundOnesHaveRoundOutlines) {
  const Camera front = make_front_camera();
  EXPECT_EQ(draw_outline(make_round(Solid::Kind::sphere, 0.1), Pose(), front),
            "M90 100A10 10 0 1 1 110 100A10 10 0 1 1 90 100Z");
  // A capsule along z: two half circles and two straight sides.
  const std::string capsule =
      draw_outline(make_round(Solid::Kind::capsule, 0.1, 0.4), Pose(), front);
  EXPECT_EQ(std::count(capsule.begin(), capsule.end(), 'A'), 2);
  EXPECT_NE(capsule.find("L"), std::string::npos);
  // Seen along its axis it is a disc.
  const Pose away(Turn::about_x(M_PI / 2), Vec(0, 0, 0));
  EXPECT_EQ(draw_outline(make_round(Solid::Kind::capsule, 0.1, 0.4), away, front),
            "M90 100A10 10 0 1 1 110 100A10 10 0 1 1 90 100Z");
  // A cylinder from the side is a rectangle with one visible side, from above a disc.
  EXPECT_EQ(draw_outline(make_round(Solid::Kind::cylinder, 0.1, 0.4), Pose(), front),
            "M110 120L90 120L90 80L110 80Z");
  EXPECT_EQ(draw_faces(make_round(Solid::Kind::cylinder, 0.1, 0.4), Pose(), front).size(), 1u);
  EXPECT_EQ(draw_faces(make_round(Solid::Kind::cylinder, 0.1, 0.4), away, front).size(), 1u);
  // Obliquely its ends are ellipses, half as high as wide at 30 degrees.
  const Pose tilted(Turn::about_x(M_PI / 6), Vec(0, 0, 0));
  const std::string oblique =
      draw_outline(make_round(Solid::Kind::cylinder, 0.1, 0.4), tilted, front);
  EXPECT_NE(oblique.find("A10 5 "), std::string::npos) << oblique;
}

TEST(Solids, HullsHaveNoPointsInsideOrOnEdges) {
  const auto hull = convex_hull({{0, 0}, {10, 0}, {5, 0}, {10, 10}, {0, 10}, {5, 5}, {0, 0}});
  EXPECT_EQ(hull.size(), 4u);
  EXPECT_EQ(convex_hull({{1, 1}}).size(), 1u);
  EXPECT_EQ(convex_hull({{0, 0}, {1, 0}, {2, 0}}).size(), 2u);
}

TEST(Playback, IsRealTimeWhereThatCanBeWatched) {
  for (double seconds : {2.0, 6.0, 10.0, 40.0}) {
    EXPECT_EQ(choose_playback(seconds).speed, 1);
    EXPECT_EQ(choose_playback(seconds).seconds, seconds);
  }
  EXPECT_EQ(choose_playback(0.012).speed, 0.001);
  EXPECT_EQ(choose_playback(3600).speed, 200);  // 18 s
  for (double seconds : {1e-6, 0.02, 1.0, 100.0, 1e5}) {
    EXPECT_GE(choose_playback(seconds).seconds, 5);
    EXPECT_LE(choose_playback(seconds).seconds, 25);
  }
  EXPECT_EQ(count_moments(6, 2), kFineness * 180);
  EXPECT_LE(count_moments(40, 1000) * 1000, kFineness * 30000);
}

TEST(Machine, AMotionInPlaceBecomesAStrip) {
  Scene scene = make_bar_scene();
  EXPECT_FALSE(turns_in_place(scene, make_swing({0, 1, 0})));
  scene.bodies[0].solids[0].X_BS = Pose();
  scene.bodies[0].center_of_mass = {0, 0, 0};
  EXPECT_TRUE(turns_in_place(scene, make_swing({0, 1, 0})));
}

TEST(Machine, KnowsWhenItsMomentsMissTheMotion) {
  const Scene scene = make_bar_scene();
  EXPECT_FALSE(misses_motion(scene, make_swing({0, 1, 0})));
  std::vector<std::pair<double, Pose>> poses;
  for (int k = 0; k <= 100; ++k)
    poses.emplace_back(k, Pose(Turn::about_y(std::sin(3.7 * k)), Vec(0, 0, 0)));
  EXPECT_TRUE(misses_motion(scene, make_motion_of(poses)));
  // A motion that is over after one interval is missed too; one that never happens is not.
  poses.clear();
  for (int k = 0; k <= 100; ++k)
    poses.emplace_back(k, Pose(Turn::about_y(k == 0 ? 0 : 1), Vec(0, 0, 0)));
  EXPECT_TRUE(misses_motion(scene, make_motion_of(poses)));
  for (auto& [t, pose] : poses) pose = Pose();
  EXPECT_FALSE(misses_motion(scene, make_motion_of(poses)));
}

TEST(Machine, PinsHideTheCentreOfMassBelowThem) {
  Scene scene = make_bar_scene();
  EXPECT_EQ(find_marks(scene).size(), 2u);
  scene.bodies[0].center_of_mass = {0, 0, 0};
  ASSERT_EQ(find_marks(scene).size(), 1u);
  EXPECT_EQ(find_marks(scene)[0].kind, Mark::Kind::pin);
}

// Whether every tag is closed in its order and every attribute quoted.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
    const std::string name = tag.substr(0, tag.find_first_of(" \n/", tag[0] == '/' ? 1 : 0));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != name) return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty();
}

Figure make_figure(const Scene& scene, const Motion& motion) {
  Figure figure;
  figure.title = "Link & pin";
  figure.description = "A link that swings.";
  figure.scene = &scene;
  figure.motion = &motion;
  Panel panel;
  panel.title = "Swing";
  panel.x_label = "time (s)";
  panel.y_label = "angle (°)";
  panel.x_is_time = panel.y_degrees = true;
  Curve curve{"pin.angle", motion.times, {}};
  for (double t : motion.times) curve.y.push_back(60 * std::sin(t));
  panel.curves = {curve, curve};
  panel.curves[1].label = "knee.angle";
  figure.panels = {panel, panel};
  return figure;
}

TEST(Figure, IsAWellFormedDocumentWithTheSameBytesEachTime) {
  const Scene scene = make_bar_scene();
  const Motion motion = make_swing({0, 1, 0});
  const std::string svg = write_svg(make_figure(scene, motion));
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(svg, write_svg(make_figure(scene, motion)));
  EXPECT_NE(svg.find("Link &amp; pin"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Figure, AnimatesInRealTimeWithAPathPerMoment) {
  const Scene scene = make_bar_scene();
  const Motion motion = make_swing({0, 1, 0});
  const std::string svg = write_svg(make_figure(scene, motion));
  EXPECT_NE(svg.find("dur=\"6s\""), std::string::npos);
  const std::size_t animate = svg.find("attributeName=\"d\"");
  ASSERT_NE(animate, std::string::npos);
  const auto count_items = [&](const std::string& attribute) {
    const std::size_t begin = svg.find(attribute + "=\"", animate) + attribute.size() + 2;
    const std::string items = svg.substr(begin, svg.find('"', begin) - begin);
    return std::count(items.begin(), items.end(), ';') + 1;
  };
  // 6 s at 30 a second, less those at which nothing has moved by a tenth of a pixel.
  EXPECT_LE(count_items("values"), 180);
  EXPECT_GT(count_items("values"), 150);
  EXPECT_EQ(count_items("values"), count_items("keyTimes"));
}

TEST(Figure, ShowsPlotsWithoutAMachineAndAMachineWithoutPlots) {
  const Scene scene = make_bar_scene();
  const Motion motion = make_swing({0, 1, 0});
  Figure plots = make_figure(scene, motion);
  plots.scene = nullptr;
  EXPECT_TRUE(is_well_formed(write_svg(plots)));
  EXPECT_EQ(write_svg(plots).find("<animate"), std::string::npos);
  Figure machine = make_figure(scene, motion);
  machine.panels.clear();
  EXPECT_TRUE(is_well_formed(write_svg(machine)));
}

TEST(Figure, SurvivesCurvesWithoutFiniteValues) {
  Figure figure;
  Panel panel;
  panel.x_is_time = true;
  panel.curves = {{"a", {0, 1}, {std::nan(""), INFINITY}}, {"b", {}, {}}};
  figure.panels = {panel};
  EXPECT_TRUE(is_well_formed(write_svg(figure)));
  figure.panels[0].curves = {{"constant", {0, 1}, {5, 5}}};
  EXPECT_TRUE(is_well_formed(write_svg(figure)));
}

System make_system_with_outputs() {
  SystemBuilder builder(std::make_shared<Symbols>());
  const Expr x = builder.add_state({.name = "x"}, {0.0})[0];
  builder.set_derivative(x, 1.0);
  const auto define = [&](const char* name, const Dimension& dimension, bool main) {
    builder.define_output({.name = name, .dimension = dimension, .is_main = main}, {x});
  };
  define("pin.angle", dimensions::kAngle, true);
  define("elbow.angle", dimensions::kAngle, true);
  define("slide.position", dimensions::kLength, true);
  define("pin.rate", dimensions::kAngularRate, false);
  builder.define_output({.name = "link.position",
                         .components = {"x", "y", "z"},
                         .dimension = dimensions::kLength,
                         .is_main = true},
                        {x, x, x});
  return builder.build("test");
}

TEST(Panels, GroupMainOutputsByWhatTheyAre) {
  const System system = make_system_with_outputs();
  const std::vector<PanelRequest> panels = choose_panels(system, {}, {});
  ASSERT_EQ(panels.size(), 3u);
  EXPECT_EQ(panels[0].plot.title, "Angle");
  EXPECT_EQ(panels[0].plot.unit, "deg");
  EXPECT_EQ(panels[0].plot.y, (std::vector<std::string>{"pin.angle", "elbow.angle"}));
  EXPECT_EQ(panels[1].plot.y, (std::vector<std::string>{"slide.position"}));
  EXPECT_EQ(panels[2].plot.title, "link.position");
  EXPECT_EQ(panel_outputs(panels).size(), 4u);
  EXPECT_EQ(choose_panels(system, {}, {"pin.rate"}).size(), 1u);
}

TEST(Panels, TellEverythingThatIsWrongAtOnce) {
  const System system = make_system_with_outputs();
  PlotSettings first, second, third;
  first.y = {"pin.angel"};
  second.y = {"pin.angle"};
  second.unit = "mm";
  third.y = {"pin.angle"};
  third.x = "link.position";
  third.x_unit = "mmm";
  try {
    choose_panels(system, {first, second, third}, {});
    FAIL();
  } catch (const InputError& e) {
    const std::string text = e.diagnostics().to_string();
    EXPECT_NE(text.find("plots[0]/y: there is no output 'pin.angel'"), std::string::npos) << text;
    EXPECT_NE(text.find("pin.angle"), std::string::npos);
    EXPECT_NE(
        text.find("plots[1]/unit: 'mm' is the unit of a length (m), but 'pin.angle' is an angle"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("link.position.x"), std::string::npos) << text;
    EXPECT_NE(text.find("plots[2]/x_unit"), std::string::npos) << text;
  }
}

TEST(Panels, CallEnergiesAndTorquesByTheirNames) {
  SystemBuilder builder(std::make_shared<Symbols>());
  for (const char* name : {"system.energy.total", "motor.torque"})
    builder.define_output({.name = name, .dimension = dimensions::kEnergy, .is_main = true}, {1.0});
  const System system = builder.build("test");
  const std::vector<PanelRequest> panels = choose_panels(system, {}, {});
  ASSERT_EQ(panels.size(), 2u);
  EXPECT_EQ(panels[0].plot.title, "Energy");
  EXPECT_EQ(panels[1].plot.title, "Torque");
}

TEST(Panels, DrawAPathInSpaceTrueToScale) {
  const System system = make_system_with_outputs();
  PlotSettings plot;
  plot.x = "link.position.x";
  plot.y = {"link.position.z"};
  Results results;
  results.begin({{"time", {}, ""}, {"link.position.x", {}, ""}, {"link.position.z", {}, ""}});
  EXPECT_TRUE(make_panel(choose_panels(system, {plot}, {})[0], results).equal_scales);
  plot.x_unit = "mm";
  EXPECT_FALSE(make_panel(choose_panels(system, {plot}, {})[0], results).equal_scales);
  plot.x = "pin.angle";
  plot.x_unit = "deg";
  results.begin({{"time", {}, ""}, {"pin.angle", {}, ""}, {"link.position.z", {}, ""}});
  EXPECT_FALSE(make_panel(choose_panels(system, {plot}, {})[0], results).equal_scales);
}

TEST(Panels, ShowNumbersInTheirUnits) {
  const System system = make_system_with_outputs();
  PlotSettings plot;
  plot.y = {"link.position", "slide.position"};
  plot.unit = "mm";
  plot.x = "pin.angle";
  plot.x_unit = "deg";
  Results results;
  results.begin({{"time", {}, ""},
                 {"link.position.x", {}, ""},
                 {"link.position.y", {}, ""},
                 {"link.position.z", {}, ""},
                 {"slide.position", {}, ""},
                 {"pin.angle", {}, ""}});
  const double row[] = {0, 1, 2, 3, 4, M_PI / 6};
  results.row(row);
  const Panel panel = make_panel(choose_panels(system, {plot}, {})[0], results);
  ASSERT_EQ(panel.curves.size(), 4u);
  EXPECT_EQ(panel.curves[1].label, "link.position.y");
  EXPECT_NEAR(panel.curves[1].y[0], 2000, 1e-9);
  EXPECT_NEAR(panel.curves[0].x[0], 30, 1e-12);
  EXPECT_EQ(panel.x_label, "pin.angle (°)");
  EXPECT_EQ(panel.y_label, "length (mm)");
}

TEST(Scene, MakesUpBarsForBodiesWithoutShapes) {
  Diagnostics diagnostics;
  Assembly assembly(diagnostics);
  SceneBody link{"link", {}, {0.5, 0.0, 0.0}, {{"pin", {}}, {"tip", {}}}};
  link.frames[1].second.at = {1.0, 0.0, 0.0};
  SceneBody bob{"bob", {}, {0.0, 0.0, -0.3}, {}};
  assembly.scene().bodies = {link, bob};
  assembly.scene().joints = {{"hinge", "Revolute", "world", "link.pin", "y"},
                             {"knee", "Revolute", "link.tip", "bob", "y"}};
  const Scene scene = make_scene(assembly, {});
  ASSERT_EQ(scene.bodies.size(), 2u);
  ASSERT_EQ(scene.bodies[0].solids.size(), 1u);
  EXPECT_EQ(scene.bodies[0].solids[0].kind, Solid::Kind::capsule);
  EXPECT_NEAR(scene.bodies[0].solids[0].size[1], 1, 1e-12);
  // The bob hangs on its joint: a bar to its mass, and a ball there.
  ASSERT_EQ(scene.bodies[1].solids.size(), 2u);
  EXPECT_EQ(scene.bodies[1].solids[1].kind, Solid::Kind::sphere);
  EXPECT_TRUE(scene.joints[0].on_world);
  EXPECT_FALSE(scene.joints[1].on_world);
  EXPECT_TRUE(scene.bodies[0].tips.empty());
  EXPECT_EQ(scene.outputs(), (std::vector<std::string>{"link.position", "link.orientation",
                                                       "bob.position", "bob.orientation"}));
  EXPECT_THROW(scene.find_frame("link.tipp"), InputError);
}

TEST(Scene, TellsWrongColours) {
  Diagnostics diagnostics;
  Assembly assembly(diagnostics);
  Shape shape;
  shape.color = "stelblue";
  assembly.scene().bodies = {{"link", {shape}, {0.0, 0.0, 0.0}, {}}};
  try {
    make_scene(assembly, {});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'steelblue'"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace holon
