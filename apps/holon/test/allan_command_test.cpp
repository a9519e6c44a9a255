// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line_fixture.h"
#include "json_schema.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

/// A sensor at rest, recorded at its own ticks.
const char* const kAtRest =
    "holon: 1\nparts:\n  table: {type: Frame}\n"
    "  imu: {type: Imu, on: table, sample: 100 Hz, gyro: {noise_density: 0.3 deg/s/sqrt(Hz), "
    "bias: {random_walk: 0.5 deg/s/sqrt(s)}}}\n"
    "simulate: {until: 100 s, interval: 10 ms, seed: 3}\n"
    "outputs: [imu.angular_velocity, imu.delta_angle, imu.clamped]\n";

class AllanCommand : public CommandLine {
 protected:
  void record() {
    write("a.yaml", kAtRest);
    ASSERT_EQ(holon("run a.yaml -o a.h5 -q").status, 0);
  }
};

TEST_F(AllanCommand, RecoversTheNoiseOfAnImu) {
  record();
  const Outcome outcome = holon("allan a.h5 imu.angular_velocity --confidence 0.999 --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  std::ifstream file(fs::path(HOLON_SOURCE_DIR) / "docs/schema/allan.json");
  EXPECT_EQ(JsonSchema(Json::parse(file)).check(json), "");
  ASSERT_EQ(json["signals"].size(), 3u);
  const double degree = 0.017453292519943295;
  const std::pair<const char*, double> expected[] = {{"white", 0.3 * degree},
                                                     {"random_walk", 0.5 * degree}};
  for (const Json& signal : json["signals"]) {
    EXPECT_EQ(signal["unit"], "rad/s");
    for (const auto& [noise, coefficient] : expected) {
      for (const Json& term : signal["terms"]) {
        if (term["noise"] != noise) continue;
        EXPECT_EQ(term["found"], true) << noise;
        EXPECT_LT(term["lower"], coefficient) << noise;
        EXPECT_GT(term["upper"], coefficient) << noise;
      }
    }
  }
  // The integrals have the same noise.
  const Json integrals =
      Json::parse(holon("allan a.h5 imu.delta_angle.x --increments --json").out)["signals"][0];
  EXPECT_EQ(integrals["unit"], "rad/s");
  EXPECT_NEAR(integrals["terms"][1]["coefficient"].get<double>(), 0.3 * degree, 0.02 * degree);
}

TEST_F(AllanCommand, WritesTextTableAndPage) {
  record();
  const Outcome outcome = holon("allan a.h5 imu.angular_velocity.x -o out.csv --report out.html");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "imu.angular_velocity.x: 10001 samples of 0.01 s")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "random_walk")) << outcome.out;
  EXPECT_TRUE(has(read("out.csv"),
                  "signal,unit,time [s],deviation,lower,upper,freedoms,fit\n"
                  "imu.angular_velocity.x,rad/s,0.01,"));
  EXPECT_TRUE(has(read("out.html"), "Allan deviation"));
}

TEST_F(AllanCommand, NamesWhatItCannotRead) {
  record();
  const std::pair<const char*, const char*> cases[] = {
      {"allan a.h5 imu.angular_velocit.x",
       "the results have no column 'imu.angular_velocit.x'; did you mean "
       "'imu.angular_velocity.x'?"},
      {"allan a.yaml x", "'a.yaml' is a model; 'holon run a.yaml' makes its results"},
      {"allan aa.h5 x", "there is no file 'aa.h5'; 'holon run MODEL -o aa.h5' writes one"},
      {"allan a.h5", "'holon allan' needs a file of results and a signal"},
      {"allan a.h5 imu.clamped --confidence 2", "--confidence is a probability"},
      {"allan a.h5 imu.clamped -o a.h5", "-o a.h5: the deviations are written as .csv"},
      {"allan few.csv x", "an Allan deviation needs at least 9 samples, not 3"},
      {"allan uneven.csv x",
       "the rows are not at equal intervals: row 2 is at 1 s; record with a 'simulate.interval' "
       "that is the sensor's 'sample'"}};
  write("few.csv", "time,x\n0,1\n1,2\n2,0\n");
  write("uneven.csv", "time,x\n0,1\n1,2\n3,0\n");
  for (const auto& [command, message] : cases) {
    const Outcome outcome = holon(command);
    EXPECT_NE(outcome.status, 0) << command;
    EXPECT_TRUE(has(outcome.err, message)) << command << ": " << outcome.err;
  }
  const Outcome held = holon("allan a.h5 imu.clamped");
  EXPECT_TRUE(has(held.err, "most values of 'imu.clamped' are equal to the one before"))
      << held.err;
}

}  // namespace
}  // namespace holon::test
