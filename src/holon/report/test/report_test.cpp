// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "holon/view/test/machines.h"

namespace holon {
namespace {

using Json = nlohmann::json;

std::vector<Json> read_messages(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" class=\"holon-message\">";
  std::vector<Json> messages;
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    messages.push_back(Json::parse(html.substr(from, html.find("</script>", from) - from)));
  }
  return messages;
}

/// Poses of a bar that turns about y by `rate`, with a force at its pin.
Stream make_poses(double rate, double interval, std::size_t rows) {
  Stream stream;
  stream.name = "poses";
  for (const char* name :
       {"time", "link.position.x", "link.position.y", "link.position.z", "link.orientation.w",
        "link.orientation.x", "link.orientation.y", "link.orientation.z", "pin.reaction.force.x",
        "pin.reaction.force.y", "pin.reaction.force.z"}) {
    stream.columns.push_back({name, stream.columns.empty() ? "s" : "", "", 64});
    stream.values.emplace_back();
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const double t = interval * static_cast<double>(row), half = 0.5 * rate * t;
    const std::vector<double> values{t, 0, 0, 0, std::cos(half), 0, std::sin(half), 0, 1, 2, 3};
    for (std::size_t c = 0; c < values.size(); ++c) stream.values[c].push_back(values[c]);
  }
  return stream;
}

class ReportPage : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  }
};

TEST_F(ReportPage, HoldsItsDocumentAndItsStreams) {
  Report report;
  report.title = "A <b>bold</b> & \"quoted\" title";
  report.generator = "Holon";
  report.state = Report::State::failed;
  report.reason = "the step no longer moves the time";
  report.warnings = {"stiff"};
  report.statistics = {{"Run", {{"Steps", "12", "accepted"}}}};
  report.model_path = "swing.yaml";
  report.files = {{"swing.yaml", "holon: 1\n# </script>\n"}};
  const std::string html = write_report(report);
  EXPECT_NE(html.find("<title>A &lt;b&gt;bold&lt;/b&gt; &amp; "), std::string::npos);
  const std::vector<Json> messages = read_messages(html);
  ASSERT_EQ(messages.size(), 1u);
  const Json& document = messages[0];
  EXPECT_EQ(document["type"], "document");
  EXPECT_EQ(document["title"], report.title);
  EXPECT_EQ(document["state"], "failed");
  EXPECT_EQ(document["reason"], report.reason);
  EXPECT_EQ(document["warnings"][0], "stiff");
  EXPECT_EQ(document["statistics"][0]["items"][0]["hint"], "accepted");
  EXPECT_EQ(document["model"]["files"][0]["text"], report.files[0].text);
  EXPECT_TRUE(document["scene"].is_null());
}

TEST_F(ReportPage, CurvesNameTheirColumnsAndTheScaleOfTheirUnit) {
  Report report;
  report.curves.name = "curves";
  report.curves.columns = {{"time", "s", "", 64}, {"pin.angle", "rad", "", 32}};
  report.curves.values = {{0, 1}, {0, 1}};
  PanelForm panel;
  panel.title = "Swing";
  panel.x_name = "time";
  panel.x_is_time = true;
  panel.y_name = "pin.angle";
  panel.y_unit = "°";
  panel.curves = {{"pin.angle", "time", "pin.angle", Unit{}, make_unit("deg")}};
  report.panels = {panel};
  const std::vector<Json> messages = read_messages(write_report(report));
  ASSERT_EQ(messages.size(), 4u);
  const Json& curve = messages[0]["plots"][0]["curves"][0];
  EXPECT_EQ(curve["stream"], "curves");
  EXPECT_EQ(curve["x"], 0);
  EXPECT_EQ(curve["y"], 1);
  // A radian is 180/π degrees; the division rounds once more.
  EXPECT_NEAR(curve["scale"].get<double>(), 180 / std::numbers::pi, 1e-13);
  EXPECT_EQ(curve["x_scale"], 1.0);
}

TEST_F(ReportPage, TheSceneNamesTheColumnsOfPosesAndOfArrowsThatAreThere) {
  Scene scene = test::make_bar_scene();
  scene.arrows = {{SceneArrow::Kind::reaction_force, "pin.reaction.force", {0, {0, 0, 0}}},
                  {SceneArrow::Kind::reaction_torque, "pin.reaction.torque", {0, {0, 0, 0}}}};
  scene.cameras = {{"front", "world", "link", {0, -4, 0}, {0, 0, 1}, 0, {"link"}}};
  Report report;
  report.scene = &scene;
  report.poses = make_poses(1, 0.01, 3);
  report.plane = {0, 1, 0};
  const Json document = read_messages(write_report(report)).at(0);
  const Json& out = document["scene"];
  EXPECT_EQ(out["bodies"][0]["name"], "link");
  EXPECT_EQ(out["bodies"][0]["pose"], 1);
  EXPECT_EQ(out["bodies"][0]["solids"][0]["kind"], "box");
  EXPECT_EQ(out["plane"], (Json{0, 1, 0}));
  ASSERT_EQ(out["arrows"].size(), 1u);
  EXPECT_EQ(out["arrows"][0]["columns"], (Json{8, 9, 10}));
  EXPECT_EQ(out["cameras"][0]["hides"][0], "link");
  EXPECT_EQ(out["cameras"][0]["look_at"]["body"], 0);
}

TEST(PoseStride, KeepsRowsSoDenseThatNothingTurnsFarBetweenThem) {
  const Scene scene = test::make_bar_scene();
  // 10 s in rows of a millisecond at 1 rad/s: a sixtieth of a second would be 16 rows.
  EXPECT_EQ(choose_pose_stride(scene, make_poses(1, 1e-3, 10001)), 16u);
  // At 100 rad/s a quarter of a radian is 2.5 rows.
  EXPECT_EQ(choose_pose_stride(scene, make_poses(100, 1e-3, 10001)), 2u);
  // Too fast for the rows that there are: all of them.
  EXPECT_EQ(choose_pose_stride(scene, make_poses(1000, 1e-3, 10001)), 1u);
  // A short run: six hundred rows at least.
  EXPECT_EQ(choose_pose_stride(scene, make_poses(0.01, 1e-5, 6001)), 10u);
}

TEST_F(ReportPage, TheSceneTellsContactsPullsAndWhatIsNotDetermined) {
  Scene scene = test::make_bar_scene();
  scene.arrows = {{SceneArrow::Kind::reaction_force, "pin.reaction.force", {0, {0, 0, 0}}}};
  scene.contacts = {{"foot", {-1, {0, 0, -1}}, {0, {1, 0, 0}}, {0, 0, 1}, 0.1}};
  scene.arrows[0].contact = 0;
  scene.links = {{SceneLink::Kind::rod, "rod", {BodyPoint{-1, {0, 0, 1}}, BodyPoint{0, {1, 0, 0}}}},
                 {SceneLink::Kind::bushing, "rubber", {BodyPoint{}, BodyPoint{}}}};
  Report report;
  report.scene = &scene;
  report.poses = make_poses(1, 0.01, 3);
  report.poses.columns.push_back({"rod.tension", "N", "", 32});
  report.poses.values.push_back({1, 2, 3});
  // A component that is zero throughout is not seen.
  report.poses.values[9] = {0, 0, 0};
  report.undetermined = {"pin.reaction.force.y"};
  Json out = read_messages(write_report(report)).at(0)["scene"];
  EXPECT_EQ(out["contacts"][0]["radius"], 0.1);
  EXPECT_EQ(out["contacts"][0]["sphere"]["body"], 0);
  EXPECT_EQ(out["arrows"][0]["contact"], 0);
  EXPECT_FALSE(out["arrows"][0].contains("undetermined"));
  EXPECT_EQ(out["links"][0]["pull"]["name"], "rod.tension");
  EXPECT_EQ(out["links"][0]["pull"]["column"], report.poses.find("rod.tension"));
  EXPECT_FALSE(out["links"][1].contains("pull"));
  for (const char* open : {"pin.reaction.force", "pin.reaction.force.z"}) {
    report.undetermined = {open};
    out = read_messages(write_report(report)).at(0)["scene"];
    EXPECT_EQ(out["arrows"][0]["undetermined"], true) << open;
  }
}

}  // namespace
}  // namespace holon
