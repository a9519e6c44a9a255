// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The open model of the desktop: edits, findings, the library.
#include <csignal>

#include "serve_fixture.h"

namespace holon::test {
namespace {

TEST_F(Serve, EditsAreMinimalAndUndoGivesTheSameBytesOverRestarts) {
  DesktopClient client = open_pendulum();
  const Json edit =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "Mass"},
                                 {"edits", {{{"set", "parameters.m"}, {"value", "2 kg"}}}}});
  ASSERT_EQ(edit["revision"], revision_ + 1) << edit;
  const Json event = client.wait_for_event("model");
  EXPECT_EQ(event["label"], "Mass");
  EXPECT_EQ(event["state"]["canUndo"], true);
  std::string expected = kServedPendulum;
  expected.replace(expected.find("1 kg "), 5, "2 kg ");
  EXPECT_EQ(read("models/pendulum.yaml"), expected);
  const Json stale =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "Mass"},
                                 {"edits", {{{"set", "parameters.m"}, {"value", "3 kg"}}}}});
  EXPECT_EQ(stale["error"]["kind"], "stale");
  const Json layout =
      client.call("model.edit", {{"revision", revision_},  // fits any
                                 {"label", "Move"},
                                 {"edits", {{{"layout", {{"link", {{"x", 10.4}, {"y", -20}}}}}}}}});
  EXPECT_EQ(layout["revision"], revision_ + 2) << layout;
  EXPECT_EQ(read("models/pendulum.yaml"), expected + "layout:\n  link: [10, -20]\n");

  EXPECT_EQ(end(SIGKILL), -SIGKILL);
  start();
  DesktopClient again = open_pendulum();
  EXPECT_TRUE(again.call("model.undo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), expected);
  EXPECT_TRUE(again.call("model.undo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), kServedPendulum);
  EXPECT_EQ(again.call("model.undo")["error"]["kind"], "refused");
  EXPECT_TRUE(again.call("model.redo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), expected);
}

TEST_F(Serve, AnEditElsewhereIsOfferedAndNeverWrittenOver) {
  DesktopClient client = open_pendulum();
  std::string other = kServedPendulum;
  other.replace(other.find("1 kg "), 5, "7 kg ");
  write("models/pendulum.yaml", other);
  const Json disk = client.wait_for_event("disk");
  EXPECT_EQ(disk["text"], other);
  const Json refused =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "x"},
                                 {"edits", {{{"set", "parameters.L"}, {"value", "2 m"}}}}});
  EXPECT_EQ(refused["error"]["kind"], "changed-on-disk") << refused;
  EXPECT_EQ(read("models/pendulum.yaml"), other);
  EXPECT_TRUE(client.call("model.resolve", {{"choice", "take"}}).contains("revision"));
  EXPECT_EQ(client.call("model.state")["text"], other);
  EXPECT_TRUE(client.call("model.undo").contains("revision"));
  EXPECT_EQ(read("models/pendulum.yaml"), kServedPendulum);
}

TEST_F(Serve, FindingsHaveTheirPlaces) {
  DesktopClient client = open_pendulum();
  std::string text = kServedPendulum;
  text.replace(text.find("damping"), 7, "dampng");
  ASSERT_TRUE(
      client.call("model.text", {{"revision", revision_}, {"text", text}}).contains("revision"));
  const Json checked = client.wait_for([&](const Json& event) {
    return event.value("event", "") == "checked" && event["checked"] == revision_ + 1;
  });
  ASSERT_EQ(checked["findings"].size(), 1U) << checked;
  EXPECT_EQ(checked["findings"][0]["range"]["line"], 19);
  EXPECT_EQ(checked["findings"][0]["range"]["column"], 5);
  EXPECT_EQ(checked["findings"][0]["suggestion"], "did you mean 'damping'?");
  const Json broken =
      client.call("model.text", {{"revision", revision_ + 1}, {"text", "a: [1,\n"}});
  ASSERT_TRUE(broken.contains("revision"));
  const Json state = client.call("model.state");
  EXPECT_EQ(state["parsed"], false);
  EXPECT_FALSE(state["findings"].empty());
  EXPECT_EQ(state["parts"].size(), 2U);  // of the last text that could be read
}

// The bulldozer is in several files: a copy has all of them, or none.
TEST_F(Serve, ACopyOfAnExampleHasTheFilesThatItUses) {
  DesktopClient client = connect();
  const Json opened = client.call("model.open", {{"example", "gps_bulldozer"}});
  ASSERT_TRUE(opened.contains("text")) << opened;
  ASSERT_TRUE(client.call("model.saveAs", {{"path", "mine.yaml"}}).contains("text"));
  EXPECT_FALSE(read("models/machine.yaml").empty());
  EXPECT_FALSE(read("models/filter_model.yaml").empty());
  EXPECT_FALSE(fs::exists(at("models/outage.yaml")));  // a model of its own
  EXPECT_EQ(holon("check models/mine.yaml").status, 0);

  write("models/machine.yaml", "holon: 1\n");
  const Json refused =
      client.call("model.open", {{"example", "gps_bulldozer"}, {"as", "second.yaml"}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_TRUE(has(refused["error"]["message"].dump(), "machine.yaml")) << refused;
  EXPECT_FALSE(fs::exists(at("models/second.yaml")));
  EXPECT_EQ(read("models/machine.yaml"), "holon: 1\n");
}

TEST_F(Serve, AModelIsOpenInOneServerAtATime) {
  DesktopClient client = open_pendulum();
  const pid_t first = leave_running();
  start();
  DesktopClient other = connect();
  const Json refused = other.call("model.open", {{"path", "pendulum.yaml"}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_EQ(refused["error"]["kind"], "busy");
  EXPECT_TRUE(has(refused["error"]["message"], std::to_string(first))) << refused;
  client.call("model.close");
  EXPECT_TRUE(other.call("model.open", {{"path", "pendulum.yaml"}}).contains("text"));
  end_other(first);
}

TEST_F(Serve, OutputsKnowHowOftenTheyCanBeDifferentiated) {
  // |sin t| has a kink: the acceleration is continuous, the rate has one continuous derivative
  // more, the angle two.
  std::string text = kServedPendulum;
  const std::string damping = "    damping: 0.05 N m s/rad\n";
  text.insert(text.find(damping), "    torque: \"1 [N m]*abs(sin(2 [rad/s]*time))\"\n");
  write("models/kink.yaml", text);
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"path", "kink.yaml"}}).contains("text"));
  const Json answer = client.call(
      "smoothness", {{"outputs", {"pin.acceleration", "pin.rate", "pin.angle", "pin.nothing"}}});
  ASSERT_TRUE(answer.contains("outputs")) << answer;
  const Json& outputs = answer["outputs"];
  EXPECT_EQ(outputs["pin.acceleration"], (Json{{"continuous", 0}, {"cause", "abs"}}));
  EXPECT_EQ(outputs["pin.rate"], (Json{{"continuous", 1}, {"cause", "abs"}}));
  EXPECT_EQ(outputs["pin.angle"], (Json{{"continuous", 2}, {"cause", "abs"}}));
  EXPECT_FALSE(outputs.contains("pin.nothing"));
}

TEST_F(Serve, TheLibraryKeepsPartsForOtherModels) {
  write("models/crane.yaml", R"yaml(holon: 1
title: Crane
units: strict
parameters: {m: 3 kg}
parts:
  arm:                      # of two bodies
    parameters: {L: 2 m}
    parts:
      boom:                 # the first one
        type: RigidBody
        mass: 5 kg
        inertia: {sphere: L/2}
        frames: {tip: {at: [L, 0, 0]}}
      hook: {type: PointMass, mass: 1 kg}
    interface: {frames: {tip: boom.tip}}
  load:
    parts:
      box: {type: PointMass, mass: m}
  driven:
    parts:
      lift: {type: Integrator, input: arm.boom.velocity.x, initial: 0}
)yaml");
  fs::create_directory(at("models/other"));
  write("models/other/m.yaml", "holon: 1\ntitle: Other\nparts: {}\n");
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"path", "crane.yaml"}}).contains("text"));
  EXPECT_EQ(client.call("library.keep", {{"part", "arm"}, {"as", "arm"}}), Json::object());
  const std::string kept = read("data/holon/parts/arm.yaml");
  EXPECT_EQ(kept, R"yaml(holon: 1
title: arm
units: strict
parameters: {L: 2 m}
parts:
  boom:                 # the first one
    type: RigidBody
    mass: 5 kg
    inertia: {sphere: L/2}
    frames: {tip: {at: [L, 0, 0]}}
  hook: {type: PointMass, mass: 1 kg}
interface: {frames: {tip: boom.tip}}
)yaml");
  for (const auto& [part, as, why] : {std::tuple{"arm", "arm", "has a part 'arm' already"},
                                      std::tuple{"arm.hook", "hook", "is a single part"},
                                      std::tuple{"load", "load", "refers to names outside it"},
                                      std::tuple{"driven", "driven", "refers to names outside it"},
                                      std::tuple{"arm", "../arm2", "is not a name"}}) {
    const Json refused = client.call("library.keep", {{"part", part}, {"as", as}});
    ASSERT_TRUE(refused.contains("error")) << part;
    EXPECT_TRUE(has(refused["error"]["message"], why)) << refused;
  }
  const Json gallery = client.call("gallery");
  ASSERT_EQ(gallery["library"].size(), 1U) << gallery["library"];
  EXPECT_EQ(gallery["library"][0]["path"], "arm.yaml");
  // Another model, in a folder of its own, gets a copy beside it.
  const Json opened = client.call("model.open", {{"path", "other/m.yaml"}});
  ASSERT_TRUE(opened.contains("text")) << opened;
  EXPECT_EQ(client.call("library.take", {{"name", "arm.yaml"}})["type"], "arm.yaml");
  EXPECT_EQ(client.call("library.take", {{"name", "arm.yaml"}})["type"], "arm.yaml");
  EXPECT_EQ(read("models/other/arm.yaml"), kept);
  EXPECT_EQ(client.call("library.take", {{"name", "../parts/arm.yaml"}})["error"]["kind"],
            "forbidden");
  const Json added =
      client.call("model.edit", {{"revision", opened["revision"]},
                                 {"label", "Add arm"},
                                 {"edits", {{{"addPart", "arm"}, {"type", "arm.yaml"}}}}});
  EXPECT_TRUE(added.contains("revision")) << added;
  EXPECT_EQ(holon("check models/other/m.yaml").status, 0);
  const Json again =
      client.call("model.edit", {{"revision", added["revision"]},
                                 {"label", "Add arm"},
                                 {"edits", {{{"addPart", "second"}, {"type", "arm.yaml"}}}}});
  EXPECT_TRUE(again.contains("revision")) << again;
  EXPECT_TRUE(has(read("models/other/m.yaml"), "\n  second: {type: arm.yaml}\n"))
      << read("models/other/m.yaml");
  write("models/other/arm.yaml", "holon: 1\n");
  EXPECT_TRUE(has(client.call("library.take", {{"name", "arm.yaml"}})["error"]["message"],
                  "another 'arm.yaml'"));
}

TEST_F(Serve, TheLibraryKeepsTheFilesOfAPartAndNoOthers) {
  constexpr const char* kSoil = R"yaml(holon: 1
title: Soil
parts:
  soil:
    parts:
      table: {type: Table, file: FILE}
)yaml";
  const auto soil_of = [&](const std::string& file) {
    std::string text = kSoil;
    return text.replace(text.find("FILE"), 4, file);
  };
  fs::create_directory(at("models/data"));
  write("models/data/depth.csv", "x,y\n0,0\n1,2\n");
  write("depth.csv", "x,y\n0,0\n1,3\n");
  write("models/inside.yaml", soil_of("data/depth.csv"));
  write("models/outside.yaml", soil_of("../depth.csv"));
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"path", "inside.yaml"}}).contains("text"));
  EXPECT_EQ(client.call("library.keep", {{"part", "soil"}, {"as", "soil"}}), Json::object());
  EXPECT_EQ(read("data/holon/parts/data/depth.csv"), "x,y\n0,0\n1,2\n");
  // Another file of that name is not taken for its own.
  write("models/data/depth.csv", "x,y\n0,0\n1,5\n");
  const Json other = client.call("library.keep", {{"part", "soil"}, {"as", "second"}});
  ASSERT_TRUE(other.contains("error")) << other;
  EXPECT_TRUE(has(other["error"]["message"], "another file of that name")) << other;
  EXPECT_FALSE(fs::exists(at("data/holon/parts/second.yaml")));
  ASSERT_TRUE(client.call("model.open", {{"path", "outside.yaml"}}).contains("text"));
  const Json refused = client.call("library.keep", {{"part", "soil"}, {"as", "third"}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_TRUE(has(refused["error"]["message"], "'../depth.csv', which lies outside")) << refused;
}

TEST_F(Serve, WhatIsCheckedIsNotTakenForTheTextAfterAnEdit) {
  DesktopClient client = open_pendulum();
  const auto is_checked = [&](std::int64_t revision) {
    client.wait_for([&](const Json& event) {
      return event.value("event", "") == "checked" && event["checked"] == revision;
    });
  };
  is_checked(revision_);
  client.call("model.edit", {{"revision", revision_},
                             {"label", "Add"},
                             {"edits", {{{"addPart", "other"}, {"type", "Revolute"}}}}});
  // The joint has no ends yet: findings without an error are those of the text before.
  EXPECT_EQ(client.wait_for_event("model")["state"]["checked"], revision_);
  is_checked(revision_ + 1);
  // A text that cannot be read has its findings at once.
  client.call("model.text", {{"revision", revision_ + 1}, {"text", "holon: ["}});
  EXPECT_EQ(client.wait_for_event("model")["state"]["checked"], revision_ + 2);
  client.call("model.undo");
  EXPECT_LT(client.wait_for_event("model")["state"]["checked"], revision_ + 3);
  is_checked(revision_ + 3);
}

TEST_F(Serve, TwoBrowsersSeeOneState) {
  DesktopClient first = open_pendulum(), second = connect();
  EXPECT_EQ(second.call("model.state")["path"], "pendulum.yaml");
  first.call("model.edit", {{"revision", revision_},
                            {"label", "Length"},
                            {"edits", {{{"set", "parameters.L"}, {"value", "2 m"}}}}});
  const Json event = second.wait_for_event("model");
  EXPECT_EQ(event["label"], "Length");
  EXPECT_FALSE(event.contains("cause"));
  EXPECT_TRUE(second.call("model.undo").contains("revision"));
  EXPECT_EQ(first.wait_for(
                [](const Json& e) { return e.value("label", "") == "Undo"; })["state"]["canUndo"],
            false);
}

TEST_F(Serve, AFormulaShowsItsErrorUnderTheCaret) {
  DesktopClient client = open_pendulum();
  client.wait_for_event("checked");
  const Json wrong = client.call("formula.check",
                                 {{"path", "parts.pin.torque"}, {"text", "-5 [N m/rad]*pin.angl"}});
  ASSERT_EQ(wrong["errors"].size(), 1U) << wrong;
  EXPECT_EQ(wrong["errors"][0]["offset"], 17);
  EXPECT_EQ(wrong["errors"][0]["suggestion"], "did you mean 'pin.angle'?");
  const Json unit = client.call("formula.check", {{"path", "parts.link.mass"}, {"text", "3 m"}});
  ASSERT_EQ(unit["errors"].size(), 1U) << unit;
  const Json right =
      client.call("formula.check", {{"path", "parts.pin.damping"}, {"text", "2*0.5 [N m s/rad]"}});
  EXPECT_TRUE(right["errors"].empty()) << right;
  EXPECT_EQ(right["value"], 1.0);
  EXPECT_TRUE(has(right["mathml"], "<mn>0.5</mn>")) << right;
}

}  // namespace
}  // namespace holon::test
