// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// holon sweep, observability and lqr: what they print, write and refuse.
#include <cmath>

#include "command_line_fixture.h"
#include "json_schema.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

const fs::path kSourceFolder = HOLON_SOURCE_DIR;
const std::string kExamples = (kSourceFolder / "examples").string();

Json check_schema(const std::string& kind, const std::string& text) {
  std::ifstream file(kSourceFolder / "docs/schema" / (kind + ".json"));
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

TEST_F(EstimationCommands, SweepFindsWhichValuesMatter) {
  const std::string call = "sweep '" + kExamples + "/ishigami_study.yaml' -o i.csv ";
  const Json json = check_schema("sweep", holon(call + "--json").out);
  EXPECT_EQ(json["kind"], "sobol");
  EXPECT_EQ(json["samples"], 1024 * 5);
  const double first[] = {0.3139, 0.4424, 0.0}, total[] = {0.5576, 0.4424, 0.2437};
  constexpr double kSampling = 0.03;  // twice the half width of the intervals
  for (std::size_t k = 0; k < 3; ++k) {
    const Json& value = json["influence"][0]["values"][k];
    EXPECT_NEAR(value["first"]["value"].get<double>(), first[k], kSampling);
    EXPECT_NEAR(value["total"]["value"].get<double>(), total[k], kSampling);
  }
  const Outcome morris = holon(call + "--set study.kind=morris --set study.samples=20");
  EXPECT_EQ(morris.status, 0) << morris.err;
  EXPECT_TRUE(has(morris.out, "influence on y  mu*")) << morris.out;
  EXPECT_TRUE(has(morris.out, "80 of 80 samples")) << morris.out;
  const Outcome odd = holon(call + "--set study.samples=100");
  EXPECT_TRUE(has(odd.err, "100 is not a power of two")) << odd.err;
}

TEST_F(EstimationCommands, SweepNamesWhatIsWrongInAStudy) {
  const std::string call = "sweep '" + kExamples + "/ishigami_study.yaml' -o i.csv ";
  const std::pair<const char*, const char*> cases[] = {
      {"--set study.kind=sobl", "did you mean 'sobol'?"},
      {"--set study.kind=random", "there is 'monte_carlo'"},
      {"--set study.samples=1", "one sample does not determine any influence"},
      {"--set study.samples=0", "'samples' is a whole number from 1, not 0"},
      {"--set study.levels=4", "'levels' belongs to 'kind: morris'"},
      {"--set study.kind=morris --set study.levels=5", "'levels' is an even number up to 100"},
      {"--set study.samples=1e9", "the study has more than 1000000000 runs"}};
  for (const auto& [setting, message] : cases) {
    const Outcome outcome = holon(call + setting);
    EXPECT_NE(outcome.status, 0) << setting;
    EXPECT_TRUE(has(outcome.err, message)) << setting << ": " << outcome.err;
  }
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

/// A motor whose current is ten thousand times as fast as the motion: SciPy's singular values of
/// the rows C exp(A t) at 401 instants. The steps are of order 3 and follow the slow modes.
TEST_F(EstimationCommands, ObservabilityOverATimeBearsStiffModels) {
  write("motor.yaml", R"(holon: 1
title: motor
parts:
  h:
    type: Equations
    states:
      c: {initial: 0 A, der: "(-0.5 [ohm]*c - 0.05 [V s/rad]*w)/0.05 [mH]"}
      w: {initial: 0 rad/s, der: "(0.05 [N m/A]*c - 1e-4 [N m s/rad]*w)/1e-4 [kg m^2]"}
      s: {initial: 0 rad, der: w}
outputs: [h.s]
)");
  const std::pair<const char*, std::vector<double>> cases[] = {
      {"0.3 s", {4.84735562e-06, 6.73139793e-02, 2.00283498e+01}},
      {"1 s", {4.43230505e-06, 4.04706518e-02, 2.00286848e+01}},
      {"3 s", {3.43040325e-06, 2.66230457e-02, 2.00287831e+01}}};
  for (const auto& [over, values] : cases) {
    const Json json = check_schema(
        "observability",
        holon("observability motor.yaml --json --over \"" + std::string(over) + "\"").out);
    ASSERT_EQ(json["directions"].size(), 3U) << over;
    EXPECT_EQ(json["rank"], 3) << over;
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(json["directions"][k]["singular_value"].get<double>(), values[k],
                  2e-3 * values[k])
          << over;
  }
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
