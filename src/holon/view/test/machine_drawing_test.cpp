// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "holon/base/errors.h"
#include "holon/view/machine/figure.h"
#include "holon/view/machine/machine.h"
#include "holon/view/machine/machine_marks.h"
#include "holon/view/machine/vector_marks.h"
#include "holon/view/scene/joint_links.h"
#include "machines.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the machines of this folder

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
  EXPECT_FALSE(rotates_in_place(scene, make_swing({0, 1, 0})));
  scene.bodies[0].solids[0].X_BS = Pose();
  scene.bodies[0].center_of_mass = {0, 0, 0};
  EXPECT_TRUE(rotates_in_place(scene, make_swing({0, 1, 0})));
}

TEST(Machine, KnowsWhenItsMomentsMissTheMotion) {
  const Scene scene = make_bar_scene();
  EXPECT_FALSE(misses_motion(scene, make_swing({0, 1, 0})));
  std::vector<std::pair<double, Pose>> poses;
  for (int k = 0; k <= 100; ++k)
    poses.emplace_back(k, Pose(Turn::about_y(std::sin(3.7 * k)), Vec(0, 0, 0)));
  EXPECT_TRUE(misses_motion(scene, make_motion_of(poses)));
  // A motion that ends within one interval is missed, too; no motion is not.
  poses.clear();
  for (int k = 0; k <= 100; ++k)
    poses.emplace_back(k, Pose(Turn::about_y(k == 0 ? 0 : 1), Vec(0, 0, 0)));
  EXPECT_TRUE(misses_motion(scene, make_motion_of(poses)));
  for (auto& [t, pose] : poses) pose = Pose();
  EXPECT_FALSE(misses_motion(scene, make_motion_of(poses)));
}

TEST(Machine, StillPosesBeginWhereSomethingMoves) {
  const Scene scene = make_bar_scene();
  std::vector<std::pair<double, Pose>> poses;
  // At rest until 20 s, half a turn until 22 s, then at rest.
  for (int k = 0; k <= 4000; ++k) {
    const double t = 0.01 * k;
    poses.emplace_back(t, Pose(Turn::about_y(1.5 * std::clamp(t - 20, 0.0, 2.0)), Vec(0, 0, 0)));
  }
  const Motion motion = make_motion_of(poses);
  EXPECT_TRUE(MachineDrawing(scene, motion, 800)
                  .caption(40)
                  .starts_with("Poses every 0.2 s from 20 s to 2"))
      << MachineDrawing(scene, motion, 800).caption(40);
  // The same without rests begins at the start.
  poses.clear();
  for (int k = 0; k <= 4000; ++k) {
    const double t = 0.01 * k;
    poses.emplace_back(t, Pose(Turn::about_y(0.075 * t), Vec(0, 0, 0)));
  }
  const Motion steady = make_motion_of(poses);
  EXPECT_EQ(MachineDrawing(scene, steady, 800).caption(40).find(" from "), std::string::npos);
}

TEST(Machine, SpringsAlongJointsKeepALeastLength) {
  Scene scene = make_bar_scene();
  JointView& joint = scene.joints.at(0);
  joint.symbol = JointDrawings::Symbol::rail;
  joint.axis = {1, 0, 0};
  joint.at = {0, 0, 0};
  joint.along = {true, true};
  std::vector<std::pair<double, Pose>> poses;
  for (int k = 0; k <= 100; ++k)
    poses.emplace_back(0.1 * k, Pose(Turn(), Vec(-0.5 * std::sin(0.1 * k), 0, 0)));
  const Motion motion = make_motion_of(poses);
  const std::vector<LinkView> links = list_links(scene, motion);
  ASSERT_EQ(links.size(), scene.links.size() + 1);
  EXPECT_EQ(links.back().kind, SceneLink::Kind::spring_damper);
  EXPECT_EQ(links.back().ends[0].body, -1);
  double least = 1e9, most = 0;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    const Vector3<double> way =
        motion.poses[k][0].apply_to_point(links.back().ends[1].at) - links.back().ends[0].at;
    EXPECT_NEAR(way.normalized()[0], 1, 1e-12);  // along the axis, the child ahead
    least = std::min(least, way[0]), most = std::max(most, way[0]);
  }
  EXPECT_GT(least, 0.1);
  EXPECT_NEAR(most - least, 1.0, 1e-3);  // the stroke of ±0.5 m
}

TEST(Machine, SpringsInAPlaneAreLinksAlongItsDirections) {
  Scene scene = make_bar_scene();
  scene.joints.at(0).in_plane = {{{true, false}, {1, 0, 0}}, {{true, true}, {0, 0, 1}}};
  const Motion motion = make_swing({0, 1, 0});
  const std::vector<LinkView> links = list_links(scene, motion);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].kind, SceneLink::Kind::spring);
  EXPECT_EQ(links[1].kind, SceneLink::Kind::spring_damper);
  for (const std::size_t k : {0, 1}) {
    const Vec way = links[k].ends[1].at - links[k].ends[0].at;  // from the world to the pin
    EXPECT_NEAR((way.normalized() - scene.joints[0].in_plane[k].second).norm(), 0, 1e-12);
  }
}

/// The bar with a vector at its pin: 10 N or N m, at the second instant half of it.
struct LoadedBar {
  Scene scene = make_bar_scene();
  Motion motion = make_swing({0, 1, 0});
  Camera camera{{0, -4, 0}, {0, 1, 0}, {0, 0, 1}, false};  // x to the right, z up

  LoadedBar(SceneArrow::Kind kind, const Vec& direction) {
    scene.arrows.push_back({kind, "pin.load", {}, -1});
    for (std::size_t k = 0; k < motion.times.size(); ++k)
      motion.arrows.push_back({(k == 1 ? 5.0 : 10.0) * direction});
    camera.fit({-2, -1}, {2, 1}, 400, 200, 0);
  }
  std::string draw(std::size_t time) const {
    return VectorMarks(scene, motion).draw(0, time, camera, 400, 200);
  }
};

TEST(VectorMarks, ArrowsAreInProportionToTheirForces) {
  const LoadedBar bar(SceneArrow::Kind::reaction_force, {0, 0, 1});
  // From the pin in the middle, 64 px for the usual magnitude.
  EXPECT_TRUE(bar.draw(0).starts_with("M200 100L200 36M")) << bar.draw(0);
  EXPECT_TRUE(bar.draw(1).starts_with("M200 100L200 68M")) << bar.draw(1);
  EXPECT_EQ(VectorMarks(bar.scene, bar.motion).describe(0, 0), "pin.load: 10 N at 0 s");
  EXPECT_EQ(LoadedBar(SceneArrow::Kind::force, {0, 1, 0}).draw(0), "M0 0");  // along the view
}

TEST(VectorMarks, TorquesAlongTheViewTurnAboutTheirPoints) {
  for (const double side : {1.0, -1.0}) {
    const std::string path = LoadedBar(SceneArrow::Kind::torque, {0, side, 0}).draw(0);
    double x = 0, y = 0, next_x = 0, next_y = 0;
    ASSERT_EQ(std::sscanf(path.c_str(), "M%lf %lfL%lf %lf", &x, &y, &next_x, &next_y), 4) << path;
    // y of the sheet is down: a torque towards the viewer (-y) turns counter-clockwise.
    const double turn = (x - 200) * (next_y - 100) - (y - 100) * (next_x - 200);
    EXPECT_EQ(turn > 0, side > 0) << path;
  }
}

TEST(VectorMarks, AxesAreLinesThatEndAtTheSheet) {
  Scene scene = make_bar_scene();
  scene.axes.push_back({"screw", false});
  Motion motion = make_swing({0, 1, 0});
  motion.axes.assign(motion.times.size(), {{{0, 0, 0}, {1, 0, 0}, 0.25}});
  motion.axes[1][0].direction = {0, 0, 0};
  motion.axes[2][0].point = {0, 0, 100};
  const Camera camera = LoadedBar(SceneArrow::Kind::force, {0, 0, 1}).camera;
  const VectorMarks marks(scene, motion);
  ASSERT_EQ(marks.size(), 1u);
  // 0.42 of the sheet's height to both sides of the pin.
  EXPECT_TRUE(marks.draw(0, 0, camera, 400, 200).starts_with("M116 100L284 100M"));
  EXPECT_TRUE(marks.draw(0, 0, camera, 250, 200).starts_with("M116 100L250 100"));
  EXPECT_EQ(marks.draw(0, 1, camera, 400, 200), "M0 0");
  EXPECT_EQ(marks.draw(0, 2, camera, 400, 200), "M0 0");
  EXPECT_EQ(marks.describe(0, 0), "screw: pitch 0.25 m/rad at 0 s");
}

TEST(Machine, SpringsAboutPinsAreSpirals) {
  Scene scene = make_bar_scene();
  const auto draw = [&] {
    SvgWriter svg;
    for (const Mark& mark : find_marks(scene)) draw_mark(svg, mark);
    return svg.str();
  };
  const std::string plain = draw();
  scene.joints.at(0).about = {true, false};
  const std::string spring = draw();
  scene.joints.at(0).about = {true, true};
  const std::string both = draw();
  EXPECT_GT(spring.size(), plain.size());
  EXPECT_GT(both.size(), spring.size());
  EXPECT_NE(both.find("stroke-dasharray"), std::string::npos);
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

TEST(Figure, NamesForcesAndAnimatesThem) {
  const LoadedBar bar(SceneArrow::Kind::reaction_force, {0, 0, 1});
  const std::string svg = write_svg(make_figure(bar.scene, bar.motion));
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_NE(svg.find("<title>pin.load: "), std::string::npos);
  EXPECT_NE(svg.find("reaction force, 10 N"), std::string::npos);
}

TEST(Figure, BreaksLongTitlesIntoLines) {
  const Scene scene = make_bar_scene();
  const Motion motion = make_swing({0, 1, 0});
  Figure figure = make_figure(scene, motion);
  figure.title =
      "A title of words that do not have room in one line of a sheet of eight hundred pixels";
  const std::string svg = write_svg(figure);
  EXPECT_NE(svg.find(">A title of words"), std::string::npos);
  EXPECT_NE(svg.find("hundred pixels</text>"), std::string::npos);
  EXPECT_EQ(svg.find(figure.title + "</text>"), std::string::npos);
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
  // 6 s at 30 per second, except those at which nothing has moved by a tenth of a pixel.
  EXPECT_LE(count_items("values"), 180);
  EXPECT_GT(count_items("values"), 150);
  EXPECT_EQ(count_items("values"), count_items("keyTimes"));
}

TEST(Figure, AnimatesColoursThroughColoursOnly) {
  // A rotating box shows one to three faces: some of its paths are empty at times.
  Scene scene = make_bar_scene();
  scene.bodies[0].solids = {make_box({1, 0.7, 0.5})};
  const Motion motion = make_swing({1, 1, 0.3});
  const std::string svg = write_svg(make_figure(scene, motion));
  EXPECT_NE(svg.find("M0 0"), std::string::npos);
  EXPECT_EQ(svg.find("none;"), std::string::npos);
  EXPECT_EQ(svg.find(";none"), std::string::npos);
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

// Attribute values of the document, as numbers.
std::vector<double> find_numbers(const std::string& svg, const std::string& attribute) {
  std::vector<double> numbers;
  const std::string begin = " " + attribute + "=\"";
  for (std::size_t at = 0; (at = svg.find(begin, at)) != std::string::npos; ++at)
    numbers.push_back(std::strtod(svg.c_str() + at + begin.size(), nullptr));
  return numbers;
}

TEST(Figure, MakesRoomForTheLegendOfDozensOfCurves) {
  const auto draw = [](int count) {
    Figure figure;
    Panel panel;
    panel.x_is_time = true;
    for (int i = 0; i < count; ++i)
      panel.curves.push_back({"link[" + std::to_string(i) + "].joint.angle", {0, 1}, {0, 1.0 * i}});
    figure.panels = {panel, panel};
    return write_svg(figure);
  };
  for (int count : {8, 30, 60, 500}) {
    const std::string svg = draw(count);
    EXPECT_TRUE(is_well_formed(svg));
    const double height = find_numbers(svg, "height")[0];
    for (const char* attribute : {"y", "y1", "y2"})
      for (double y : find_numbers(svg, attribute)) {
        EXPECT_GE(y, 0) << count;
        EXPECT_LE(y, height) << count;
      }
    EXPECT_EQ(svg.find("… and ") != std::string::npos, count >= 60);  // twelve rows of four
    EXPECT_LT(height, 2000) << count;
  }
  EXPECT_NE(draw(500).find(" more</text>"), std::string::npos);
  EXPECT_GT(find_numbers(draw(60), "height")[0], find_numbers(draw(8), "height")[0] + 200);
}

TEST(Figure, ShowsTheMachineFromEachOfItsCameras) {
  Scene scene = make_bar_scene();
  const Motion motion = make_swing({0, 1, 0});
  scene.cameras = {{"front", "world", "link", {0, -4, 0}, {0, 0, 1}, 0},
                   {"above", "world", "link", {0, 0, 4}, {0, 1, 0}, 0}};
  const std::string svg = write_svg(make_figure(scene, motion));
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_NE(svg.find("Camera 'front'"), std::string::npos);
  EXPECT_NE(svg.find("Camera 'above'"), std::string::npos);
  scene.cameras.pop_back();
  const std::string one = write_svg(make_figure(scene, motion));
  EXPECT_EQ(one.find("Camera"), std::string::npos);
  EXPECT_GT(find_numbers(svg, "height")[0], find_numbers(one, "height")[0] + 190);
}

TEST(Machine, ItsPictureHoldsTheTracesToo) {
  // The tip is far outside the solid.
  Scene scene = make_bar_scene();
  scene.bodies[0].tips = {{3, 0, 0}};
  const Motion motion = make_swing({0, 1, 0});
  const MachineDrawing image(scene, motion, 700);
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    const Projected p = image.camera().project(motion.poses[k][0].apply_to_point({3, 0, 0}));
    EXPECT_GE(p.x, 0);
    EXPECT_LE(p.x, 700);
    EXPECT_GE(p.y, 0);
    EXPECT_LE(p.y, image.height());
  }
}

TEST(Scene, TurnsAJointsAxisWithItsFrame) {
  Diagnostics diagnostics;
  Assembly assembly(diagnostics);
  // The prismatic joint's frame on the block is rotated by 90° about z: its x axis is the block's y
  // axis.
  SceneBody block{"block", {}, {0.0, 0.0, 0.0}, {{"slide", {}}}};
  const Expr half = std::sqrt(0.5);
  block.frames[0].second.rotate = Orientation{{half, 0.0, 0.0, half}};
  assembly.scene().bodies = {block};
  assembly.scene().joints = {{"rail", "Prismatic", "world", "block.slide", "x"},
                             {"back", "Prismatic", "block.slide", "world", "x"}};
  const Scene scene = make_scene(assembly, {});
  const Motion motion =
      make_motion_of({{0, Pose(Turn::from_axis_angle(Vec(0, 0, 1), M_PI / 2), Vec(0, 0, 0))}});
  EXPECT_NEAR((find_axis(scene.joints[0], motion, 0) - Vec(-1, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((find_axis(scene.joints[1], motion, 0) - Vec(1, 0, 0)).norm(), 0, 1e-12);
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
  // The bob is attached to its joint: a bar to its mass, and a ball there.
  ASSERT_EQ(scene.bodies[1].solids.size(), 2u);
  EXPECT_EQ(scene.bodies[1].solids[1].kind, Solid::Kind::sphere);
  EXPECT_TRUE(scene.joints[0].on_world);
  EXPECT_FALSE(scene.joints[1].on_world);
  EXPECT_TRUE(scene.bodies[0].tips.empty());
  EXPECT_EQ(scene.outputs(), (std::vector<std::string>{"link.position", "link.orientation",
                                                       "bob.position", "bob.orientation"}));
  EXPECT_THROW(scene.find_frame("link.tipp"), InputError);
}

}  // namespace
}  // namespace holon
