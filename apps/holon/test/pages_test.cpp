// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What the program writes for other eyes than a table's reader: pages, diagrams, glTF.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_line_fixture.h"
#include "holon/record/open_results.h"
#include "holon/report/page/report.h"

namespace holon {
namespace {

using Pages = test::CommandLine;
using test::Outcome;
using Json = nlohmann::json;

Json read_document(const std::string& html) {
  const std::string begin = "class=\"holon-message\">";
  const std::size_t from = html.find(begin) + begin.size();
  return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

TEST_F(Pages, ARunWithoutAnOutputLeavesAPageToo) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  holon("new pendulum");
  const Outcome run = holon("run pendulum.yaml");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(run.out, "results/pendulum/pendulum.html")) << run.out;
  const Json document = read_document(read("results/pendulum/pendulum.html"));
  EXPECT_EQ(document["state"], "done");
  EXPECT_EQ(document["scene"]["bodies"][0]["name"], "link");
  EXPECT_GE(document["plots"].size(), 1u);
  EXPECT_TRUE(has(document["equations"][0]["mathml"], "<math"));
  EXPECT_TRUE(has(document["diagram"], "</svg>"));
  EXPECT_EQ(document["model"]["files"][0]["text"], read("pendulum.yaml"));
}

TEST_F(Pages, OfALoopGainJudgesTheClosedLoop) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  // 1/(s - 1) is unstable, behind a gain of 3 it is not; behind 0.5 it is.
  const std::string text = R"(holon: 1
parts:
  plant: {type: TransferFunction, input: c.output, numerator: [1], denominator: [1, -1]}
  c: {type: PID, input: 1 - plant.output, kp: GAIN}
outputs: [plant.output]
)";
  for (const auto& [gain, verdict] :
       {std::pair{"3", "Closed loop stable"}, std::pair{"0.5", "Closed loop unstable"}}) {
    std::string with = text;
    write("loop.yaml", with.replace(with.find("GAIN"), 4, gain));
    const Outcome o = holon("linearize loop.yaml --loop plant.input -o loop.html");
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_EQ(read_document(read("loop.html"))["verdict"]["text"], verdict);
  }
}

TEST_F(Pages, OfALinearModelTellPolesPlotsAndMatrices) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  write("mass.yaml", R"(holon: 1
title: Mass on a spring
parameters: {m: 2 kg, k: 200 N/m, c: 4 N s/m}
parts:
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: k, damping: c}
  mass: {type: PointMass, mass: m}
outputs: [slide.position]
)");
  const Outcome o =
      holon("linearize mass.yaml --input slide.force -o table.csv --report page.html");
  EXPECT_EQ(o.status, 0) << o.err;
  const Json document = read_document(read("page.html"));
  EXPECT_EQ(document["verdict"]["text"], "Stable");
  EXPECT_EQ(document["tables"][0]["rows"][0]["cells"],
            Json::parse(R"(["-1 ± 9.94987i", "1.59155 Hz", "0.1", "1 s",
                            "slide.position 50 %, slide.speed 50 %"])"));
  EXPECT_EQ(document["tables"][1]["rows"][0]["group"], "slide.force → slide.position");
  std::vector<std::string> titles;
  for (const Json& plot : document["plots"]) titles.push_back(plot["title"]);
  EXPECT_EQ(titles,
            (std::vector<std::string>{"Of the whole model", "Magnitude, 0 dB is 1 m/N", "Phase",
                                      "Nyquist", "Poles and zeros", "Step of slide.force by 1 N"}));
  EXPECT_EQ(document["plots"][1]["x"]["is_log"], true);
  EXPECT_EQ(document["plots"][4]["curves"][0]["mark"], "cross");
  EXPECT_TRUE(has(document["equations"][0]["mathml"], "<mn>100</mn>"));
  EXPECT_TRUE(has(document["equations"][1]["mathml"], "<mfrac>"));
  EXPECT_EQ(document["equations"][1]["legend"].get<std::string>().substr(0, 7), "<table>");
  EXPECT_EQ(document["model"]["files"][0]["text"], read("mass.yaml"));

  // |G| of 0.5/(s² + 2 s + 100) at its peak, of 1/200 at rest.
  const std::string table = read("table.csv");
  EXPECT_TRUE(
      table.starts_with("input,output,unit,frequency [Hz],real,imaginary,magnitude,phase [deg]\n"
                        "slide.force,slide.position,m/N,"))
      << table.substr(0, 200);
  const std::string steps = read("table.step.csv");
  EXPECT_TRUE(
      steps.starts_with("input,output,unit,time [s],value\n"
                        "slide.force,slide.position,m,0,0\n"))
      << steps.substr(0, 200);
}

TEST_F(Pages, OfALinearModelNeedAnInputForATable) {
  write("a.yaml", "holon: 1\nparts:\n  e: {type: Equations, states: {x: {der: \"-x\"}}}\n");
  const Outcome o = holon("linearize a.yaml -o table.csv");
  EXPECT_EQ(o.status, 2);
  EXPECT_TRUE(has(o.err, "no frequency response without an input and an output")) << o.err;
  EXPECT_TRUE(has(holon("linearize a.yaml -o table.txt").err, "as .csv")) << o.err;
}

TEST_F(Pages, APageIsWrittenToTheRequestedFile) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  holon("new pendulum");
  EXPECT_EQ(holon("run pendulum.yaml -o a.csv --report pages/swing.html").status, 0);
  EXPECT_TRUE(std::filesystem::exists(at("pages/swing.html")));
  EXPECT_FALSE(std::filesystem::exists(at("results")));
  EXPECT_FALSE(std::filesystem::exists(at("a.svg")));
}

TEST_F(Pages, APageShowsEveryFileOfItsModelByItsName) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  std::filesystem::create_directories(at("parts"));
  write("parts/link.yaml",
        "holon: 1\nparts:\n  rod: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}\n"
        "interface: {frames: [rod]}\n");
  write("two.yaml",
        "holon: 1\nparts:\n  left: {type: ./parts/link.yaml}\n"
        "  right: {type: ./parts/link.yaml}\nsimulate: {until: 1 s}\n");
  EXPECT_EQ(holon("run " + at("two.yaml").string() + " -o a.csv --report two.html").status, 0);
  const Json document = read_document(read("two.html"));
  const Json& files = document["model"]["files"];
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0]["name"], "two.yaml");
  EXPECT_EQ(files[0]["text"], read("two.yaml"));
  EXPECT_EQ(files[1]["name"], "parts/link.yaml");
  EXPECT_EQ(files[1]["text"], read("parts/link.yaml"));
  // The whole path is for the provenance.
  EXPECT_TRUE(std::string(document["subtitle"]).starts_with("two.yaml · ")) << document["subtitle"];
  EXPECT_EQ(document["provenance"][0]["value"], at("two.yaml").string());
}

TEST_F(Pages, TablesOfAPageHoldTheRowsThatTheRunRecords) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  holon("new pendulum");
  EXPECT_EQ(holon("run pendulum.yaml -o a.csv --report a.html --set 'simulate.interval=0.5 s' "
                  "--until 2")
                .status,
            0);
  const std::string html = read("a.html");
  EXPECT_EQ(read_document(html)["recorded"], "recorded");
  // 0, 0.5 … 2 s.
  EXPECT_TRUE(has(html, "\"stream\":\"recorded\",\"count\":5,")) << html.size();
}

TEST_F(Pages, APageOfAFailedRunSaysWhyAndShowsWhatThereIs) {
  if (!has_report_front_end()) GTEST_SKIP() << "built without npm";
  // x'' = 2 x³ from 1 with speed 1 is 1/(1 − t): it leaves every number behind at 1 s.
  write("blow.yaml",
        "holon: 1\nparts:\n"
        "  b: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}\n"
        "  j: {type: Prismatic, between: [world, b], axis: x, "
        "force: 2*j.position^3, initial: {position: 1, speed: 1}}\n"
        "simulate: {until: 2 s}\n");
  EXPECT_EQ(holon("run blow.yaml").status, 3);
  const Json document = read_document(read("results/blow/blow.html"));
  EXPECT_EQ(document["state"], "failed");
  EXPECT_TRUE(has(document["reason"], "at t = ")) << document["reason"];
  EXPECT_FALSE(document["scene"].is_null());
}

TEST_F(Pages, ResultsOfEveryKindHoldTheSameNumbers) {
  holon("new pendulum");
  for (const char* ending : {"csv", "h5", "mat"}) {
    const Outcome run = holon(std::string("run pendulum.yaml -o a.") + ending);
    EXPECT_EQ(run.status, 0) << run.err;
  }
  const Results csv = read_results(at("a.csv"));
  for (const char* name : {"a.h5", "a.mat"}) {
    const Results other = read_results(at(name));
    ASSERT_EQ(other.row_count(), csv.row_count()) << name;
    for (const Column& column : csv.columns()) {
      EXPECT_EQ(other.values(column.name), csv.values(column.name)) << name << " " << column.name;
    }
  }
  EXPECT_EQ(holon("compare a.csv a.h5").status, 0);
}

TEST_F(Pages, ADiagramAndAMovingMachineAreExported) {
  holon("new pendulum");
  Outcome run = holon("export svg pendulum.yaml -o diagram.svg");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(read("diagram.svg"), "pin"));
  run = holon("export gltf pendulum.yaml -o pendulum.gltf");
  EXPECT_EQ(run.status, 0) << run.err;
  const Json gltf = Json::parse(read("pendulum.gltf"));
  EXPECT_EQ(gltf["asset"]["version"], "2.0");
  EXPECT_GE(gltf["animations"][0]["channels"].size(), 1u);
  run = holon("export glft pendulum.yaml");
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(has(run.err, "did you mean 'gltf'?")) << run.err;
}

}  // namespace
}  // namespace holon
