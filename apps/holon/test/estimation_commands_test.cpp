// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// holon sweep, observability and lqr: what they print, write and refuse.
#include <cmath>

#include "command_line_fixture.h"
#include "json_schema.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

const fs::path kSource = HOLON_SOURCE_DIR;
const std::string kExamples = (kSource / "examples").string();

Json check_schema(const std::string& kind, const std::string& text) {
  std::ifstream file(kSource / "docs/schema" / (kind + ".json"));
  const Json value = Json::parse(text, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << text;
  EXPECT_EQ(JsonSchema(Json::parse(file)).check(value), "") << text;
  return value;
}

class EstimationCommands : public CommandLine {};

TEST_F(EstimationCommands, SweepWritesTheSameTableWithAnyNumberOfThreads) {
  const std::string call =
      "sweep '" + kExamples + "/swing_study.yaml' --set study.samples=12 --set simulate.until=1 ";
  const Outcome one = holon(call + "-o one.csv --threads 1 --json");
  EXPECT_EQ(one.status, 0) << one.err;
  const Json json = check_schema("sweep", one.out);
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["finished"], 12);
  EXPECT_EQ(json["recorded"][0]["unit"], "rad");
  EXPECT_EQ(holon(call + "-o two.csv --threads 2").status, 0);
  EXPECT_EQ(read("one.csv"), read("two.csv"));
  EXPECT_FALSE(fs::exists("one.csv.journal"));
}

TEST_F(EstimationCommands, SweepNamesWhatIsMissing) {
  const Outcome outcome = holon("sweep '" + kExamples + "/inverted_pendulum.yaml'");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(has(outcome.err, "has no section 'study'")) << outcome.err;
  const Outcome wrong = holon("sweep '" + kExamples + "/swing_study.yaml' -o a.txt");
  EXPECT_EQ(wrong.status, 2);
}

TEST_F(EstimationCommands, ObservabilityNamesTheDirection) {
  const std::string call = "observability '" + kExamples + "/inverted_pendulum.yaml' ";
  const Outcome outcome = holon(call + "--output hinge.angle");
  EXPECT_TRUE(has(outcome.out, "rank 3 of 4")) << outcome.out << outcome.err;
  EXPECT_TRUE(has(outcome.out, "not observable  1.00 rail.position")) << outcome.out;
  const Json json = check_schema("observability",
                                 holon(call + "--output rail.position --over \"1 s\" --json").out);
  // With the energy that friction has dissipated, which nothing depends on.
  EXPECT_EQ(json["rank"], 4);
  EXPECT_EQ(json["states"], 5);
  EXPECT_EQ(holon(call + "--at 1 --over 1").status, 2);
}

TEST_F(EstimationCommands, LqrPrintsGainsAndRefusesUnknownNames) {
  const std::string call = "lqr '" + kExamples + "/inverted_pendulum.yaml' --input rail.force ";
  const Json json = check_schema(
      "lqr", holon(call + "--weight rail.position=200 --weight hinge.angle=200 --json").out);
  EXPECT_EQ(json["states"][0], "rail.position");
  EXPECT_NEAR(json["K"][0][0].get<double>(), -std::sqrt(200), 1e-9);  // of the weights alone
  const Outcome unknown = holon(call + "--weight rail.positon=1");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(has(unknown.err, "did you mean 'rail.position'?")) << unknown.err;
  const Outcome both = holon(call + "--weight rail.position=1 --poles=-1,-2,-3,-4");
  EXPECT_EQ(both.status, 2);
  const Json placed =
      check_schema("lqr", holon(call + "--poles=-1,-2,-3+2j,-3-2j --sample \"10 ms\" --json").out);
  EXPECT_EQ(placed["period"], 0.01);
}

}  // namespace
}  // namespace holon::test
