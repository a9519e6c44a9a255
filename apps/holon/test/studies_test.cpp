// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "command_line_fixture.h"
#include "holon/record/open_results.h"
#include "holon/report/page/report.h"
#include "json_schema.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kPendulum = R"(holon: 1
title: Pendulum
units: strict
parameters: {m: 2 kg, L: 0.5 m, c: 0.3 N m s/rad}
world: {gravity: [0, 0, -9.81]}
parts:
  bob: {type: RigidBody, mass: m, inertia: [0.01, 0.01, 0.01], center_of_mass: [0, 0, -L], shapes: [{sphere: 5 cm, at: [0, 0, -L]}]}
  pin: {type: Revolute, between: [world, bob], axis: y, damping: c, initial: {angle: 0.4 rad}}
simulate: {until: 1 s, interval: 0.02 s, tolerance: 1e-10}
outputs: [pin.angle]
)";

class Studies : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    write("pendulum.yaml", kPendulum);
  }
  Json check(const std::string& kind, const std::string& text) const {
    std::ifstream file(fs::path(HOLON_SOURCE_DIR) / "docs/schema" / (kind + ".json"));
    const Json value = Json::parse(text, nullptr, false);
    EXPECT_EQ(JsonSchema(Json::parse(file)).check(value), "") << text.substr(0, 2000);
    return value;
  }
};

TEST_F(Studies, ModesHaveTextTablesFigureAndPage) {
  const Outcome o = holon("modes pendulum.yaml -o modes.csv --plot modes.svg");
  EXPECT_EQ(o.status, 0) << o.err;
  // J = 0.01 + m L² = 0.51: s = -c/2J ± i √(m g L/J - (c/2J)²).
  const double J = 0.51, d = 0.3 / (2 * J), w = std::sqrt(9.81 / J - d * d);
  char line[80];
  std::snprintf(line, sizeof line, "%.6g ± %.6gi", -d, w);
  EXPECT_TRUE(has(o.out, line)) << o.out << line;
  EXPECT_TRUE(has(o.out, "about the equilibrium near the start")) << o.out;
  EXPECT_TRUE(has(read("modes.csv"), ",pin.angle,rad,1,0\n")) << read("modes.csv");
  EXPECT_TRUE(has(read("modes.svg"), "Eigenvalues"));
  const Json json = check("modes", holon("modes pendulum.yaml --json").out);
  EXPECT_NEAR(json["modes"][0]["frequency"].get<double>(), w / (2 * std::numbers::pi), 1e-12);
  EXPECT_EQ(json["modes"][0]["shape"]["pin.angle"]["amplitude"], 1);
  if (!has_report_front_end()) return;
  EXPECT_EQ(holon("modes pendulum.yaml --report page.html").status, 0);
  EXPECT_TRUE(has(read("page.html"), "Mode shapes in sequence"));
}

TEST_F(Studies, ModesFollowAParameter) {
  const Outcome o = holon("modes pendulum.yaml --parameter L='20:80:4 cm' -o branches.csv");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(has(read("branches.csv"), "branch,L [cm],real part [1/s]")) << read("branches.csv");
  const Json json =
      check("modes", holon("modes pendulum.yaml --parameter L='20:80:4 cm' --json").out);
  ASSERT_EQ(json["branches"].size(), 1U);
  for (const Json& point : json["branches"][0]["points"]) {
    const double L = point["parameter"].get<double>() / 100, J = 0.01 + 2 * L * L;
    EXPECT_NEAR(2 * std::numbers::pi * point["undamped_frequency"].get<double>(),
                std::sqrt(2 * 9.81 * L / J), 1e-9);
  }
  // A limit of stability: negative damping.
  const Outcome limit = holon("modes pendulum.yaml --parameter c='-1:2:4 N m s/rad' --json");
  EXPECT_NE(limit.status, 0);  // 'damping' is not negative: the model's own error
  EXPECT_TRUE(has(limit.err, "damping must not be negative")) << limit.err;
}

TEST_F(Studies, TheBicycleGetsUnstableAtItsPublishedSpeeds) {
  // Weave 4.2924, capsize 6.0243 m/s (Meijaard et al. 2007); interpolated between steps of 2 cm/s.
  const Json json = check(
      "modes",
      holon("modes bicycle --at start --set push=0 --parameter v='4.28:4.30:2 m/s' --json").out);
  ASSERT_EQ(json["stability_limits"].size(), 1U);
  EXPECT_NEAR(json["stability_limits"][0]["parameter"].get<double>(), 4.292382536341, 1e-4);
}

TEST_F(Studies, WrongSweepsAreExplained) {
  const std::pair<const char*, const char*> cases[]{
      {"modes pendulum.yaml --parameter L", "a name and its values are missing"},
      {"modes pendulum.yaml --parameter L=1:2", "there are three numbers"},
      {"modes pendulum.yaml --parameter L='1 m:2:3'", "the unit is written once"},
      {"modes pendulum.yaml --parameter L=1:2:1", "an integer from 2 to 2000"},
      {"modes pendulum.yaml --parameter L='1:2:3 metre'", "'metre' is not a unit"},
      {"modes pendulum.yaml --parameter pin.dampin='1:2:3 N m s/rad'", "did you mean 'damping'"},
      {"modes pendulum.yaml --parameter L='1:2:3 s'", "a length (m) is needed"},
      {"modes pendulum.yaml --at equilibrum", "did you mean 'equilibrium'"},
      {"modes pendulum.yaml -o modes.txt", "modes are written as .csv"},
  };
  for (const auto& [command, message] : cases) {
    const Outcome o = holon(command);
    EXPECT_NE(o.status, 0) << command;
    EXPECT_TRUE(has(o.err, message)) << command << "\n" << o.err << o.out;
  }
}

TEST_F(Studies, TrimListsSolutionsWithTheirStability) {
  const Outcome o = holon("trim pendulum.yaml -o steady.csv");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(has(o.out, "2 steady states from 40 starts")) << o.out;
  EXPECT_TRUE(has(read("steady.csv"), "solution,stability,largest growth [1/s],pin.angle [rad]"))
      << read("steady.csv");
  const Json json = check("trim", holon("trim pendulum.yaml --json").out);
  ASSERT_EQ(json["solutions"].size(), 2U);
  EXPECT_EQ(json["solutions"][0]["stability"], "stable");
  EXPECT_EQ(json["solutions"][1]["stability"], "unstable");
  const Json held = check(
      "trim", holon("trim pendulum.yaml --solve pin.torque --for pin.angle='30 deg' --json").out);
  EXPECT_NEAR(held["solutions"][0]["unknowns"]["pin.torque"]["value"].get<double>(), 9.81 / 2,
              1e-9);
}

TEST_F(Studies, WrongTrimsAreExplained) {
  const std::pair<const char*, const char*> cases[]{
      {"trim pendulum.yaml --for pin.angel=1", "did you mean 'pin.angle'"},
      {"trim pendulum.yaml --for pin.angle", "write OUTPUT=VALUE"},
      {"trim pendulum.yaml --for pin.angle='1 m'", "'pin.angle' is in rad, not in m"},
      {"trim pendulum.yaml --for bob.position=1", "write bob.position.x"},
      {"trim pendulum.yaml --solve pin.torqe", "did you mean 'pin.torque'"},
      {"trim pendulum.yaml --for pin.angle=1", "no steady state was found from 40 starts"},
      {"trim pendulum.yaml --starts -3", "the number of starts"},
      {"trim pendulum.yaml --turn", "no body is free to turn about the vertical"},
  };
  for (const auto& [command, message] : cases) {
    const Outcome o = holon(command);
    EXPECT_NE(o.status, 0) << command;
    EXPECT_TRUE(has(o.err, message)) << command << "\n" << o.err << o.out;
  }
}

TEST_F(Studies, SensitivityAgreesWithDifferences) {
  const Outcome o =
      holon("sensitivity pendulum.yaml --to L,pin.initial.angle --check -o s.csv --plot s.svg");
  EXPECT_EQ(o.status, 0) << o.err << o.out;
  EXPECT_TRUE(has(o.out, "agrees") && !has(o.out, "DISAGREES")) << o.out;
  EXPECT_TRUE(has(read("s.csv"), "der(pin.angle")) << read("s.csv").substr(0, 300);
  const Json json =
      check("sensitivity", holon("sensitivity pendulum.yaml --to L,m --check --json").out);
  EXPECT_EQ(json["outputs"][0]["name"], "pin.angle");
  EXPECT_TRUE(json["checks"][0]["agrees"].get<bool>());
  // The ball and the belt with their events.
  for (const char* run : {"bouncing_ball --of ball.height --to restitution --until 2",
                          "stick_slip --of spring.force --to stiffness --until 8"}) {
    const Outcome events = holon(std::string("sensitivity ") + run + " --check");
    EXPECT_EQ(events.status, 0) << events.err << events.out;
    EXPECT_TRUE(has(events.out, "Instants of events")) << events.out;
  }
}

TEST_F(Studies, WrongSensitivitiesAreExplained) {
  write("delayed.yaml", R"(holon: 1
parts:
  d: {type: Delay, input: 'sin(1 [rad/s]*time)', time: 0.1 s}
  sum: {type: Integrator, input: d.output, initial: 0}
)");
  const std::pair<const char*, const char*> cases[]{
      {"sensitivity pendulum.yaml --to LL", "there is no value 'LL'"},
      {"sensitivity pendulum.yaml --to pin.dampin", "did you mean 'pin.damping'"},
      {"sensitivity pendulum.yaml --to L --of pin.angel", "did you mean 'pin.angle'"},
      {"sensitivity pendulum.yaml --to L --solver rk4 --set simulate.step='1 ms'",
       "not through 'rk4'"},
      {"sensitivity pid_crane --to place.kp --until 1", "is quantised ('floor')"},
      {"sensitivity delayed.yaml --to sum.initial --of sum.output",
       "through time delays are not available"},
      {"sensitivity pendulum.yaml", "needs --to"},
  };
  for (const auto& [command, message] : cases) {
    const Outcome o = holon(command);
    EXPECT_NE(o.status, 0) << command;
    EXPECT_TRUE(has(o.err, message)) << command << "\n" << o.err << o.out;
  }
}

TEST_F(Studies, EffortsMakeTheMotionAgain) {
  const Outcome o = holon(
      "inverse pendulum.yaml --motion pin.angle='0.4 [rad]*cos(3 [rad/s]*time)' --set "
      "simulate.interval='1 ms' -o efforts.csv");
  EXPECT_EQ(o.status, 0) << o.err << o.out;
  // Forwards with the efforts as a series, linear between rows of a millisecond.
  std::string forward = kPendulum;
  forward.insert(forward.find("parts:"), "inputs: {u: efforts.csv}\n");
  const std::string damping = "damping: c,";
  forward.replace(forward.find(damping), damping.size(), "damping: c, torque: u.pin.torque,");
  write("forward.yaml", forward);
  const Outcome run = holon("run forward.yaml -o forward.csv -q");
  EXPECT_EQ(run.status, 0) << run.err;
  // The last row: 1 s.
  const std::string rows = read("forward.csv");
  const std::size_t last = rows.find_last_of('\n', rows.size() - 2) + 1;
  const double angle = std::stod(rows.substr(rows.find(',', last) + 1));
  EXPECT_NEAR(angle, 0.4 * std::cos(3.0), 2e-6);  // linear interpolation: h² τ''/8 = 1e-6 N m
  // And from that recorded motion the efforts again.
  const Outcome back = holon("inverse pendulum.yaml --data forward.csv -o back.csv");
  EXPECT_EQ(back.status, 0) << back.err;
  check("inverse", holon("inverse pendulum.yaml --data forward.csv --json").out);
}

TEST_F(Studies, WrongMotionsAreExplained) {
  const std::pair<const char*, const char*> cases[]{
      {"inverse pendulum.yaml", "needs the motion"},
      {"inverse pendulum.yaml --motion pin.angel=time", "did you mean 'pin.angle'"},
      {"inverse pendulum.yaml --motion pin.angle", "write NAME=FORMULA"},
      {"inverse pendulum.yaml --motion pin.angle='2 [m]*time'", "an angle (rad)"},
      {"inverse pendulum.yaml --motion pin.angle='w*time'",
       "'w' is neither 'time' nor a parameter"},
      {"inverse pendulum.yaml --motion pin.angle=0 --effort pin.torque,m", "there must be as many"},
      {"inverse stick_slip --motion contact.position=0", "discrete states"},
  };
  for (const auto& [command, message] : cases) {
    const Outcome o = holon(command);
    EXPECT_NE(o.status, 0) << command;
    EXPECT_TRUE(has(o.err, message)) << command << "\n" << o.err << o.out;
  }
}

// Between the kinks the torque is m g l sin of the angle: the speed of the triangle jumps at each
// half second, and no efforts make the impulses that this takes.
TEST_F(Studies, KinksOfAMotionAreNoted) {
  write("triangle.yaml", R"yaml(holon: 1
parts:
  b: {type: RigidBody, mass: 2 kg, inertia: [1, 1, 1], center_of_mass: [0, 0, -0.5]}
  pin: {type: Revolute, between: [world, b], axis: y}
simulate: {until: 1.4 s, interval: 0.1 s}
)yaml");
  const std::string start = "inverse triangle.yaml --motion pin.angle=";
  const Outcome o = holon(start + "'abs(mod(time/1 [s] + 0.25, 1) - 0.5)*1 [rad]' -o t.csv");
  EXPECT_EQ(o.status, 0) << o.err << o.out;
  // t + 0.25 = 0.5 and 1.
  EXPECT_TRUE(has(o.out, "the speed of 'pin.angle' jumps at 0.25 s, 0.75 s, 1.25 s")) << o.out;
  const Results efforts = read_results(at("t.csv"));
  for (std::size_t k = 0; k < efforts.row_count(); ++k)
    EXPECT_NEAR(efforts.values("pin.torque")[k],
                2 * 9.80665 * 0.5 * std::sin(efforts.values("pin.angle")[k]), 1e-12);
  // Steep, but smooth; and a speed that is continuous.
  for (const char* smooth : {"'0.1 [rad]*tanh(1e4*(time/1 [s] - 0.7))'",
                             "'abs(time/1 [s] - 0.7)*(time/1 [s] - 0.7)*1 [rad]'"}) {
    const Outcome none = holon(start + smooth);
    EXPECT_EQ(none.status, 0) << none.err;
    EXPECT_FALSE(has(none.out, "jumps at")) << none.out;
  }
  const Outcome jump = holon(start + "'if(time > 0.3 [s], 1, 0)*1 [rad]'");
  EXPECT_NE(jump.status, 0) << jump.out;
  EXPECT_TRUE(has(jump.err, "it jumps by 1 at 0.3 s")) << jump.err;
}

// A normal distribution of small mean has negative masses: these samples are not run.
TEST_F(Studies, SamplesBeyondTheRangeOfAValueFail) {
  write("study.yaml", R"yaml(holon: 1
parameters: {m: 1 kg}
parts:
  a: {type: PointMass, mass: m}
  r: {type: Prismatic, between: [world, a], axis: x, stiffness: 10, initial: {position: 0.1}}
simulate: {until: 0.1 s}
study: {kind: grid, vary: {m: {values: [1 kg, -0.5 kg, 2 kg]}}, record: {end: final(r.position)}}
)yaml");
  const Outcome o = holon("sweep study.yaml -o study.csv");
  EXPECT_TRUE(has(o.err,
                  "1 of 3 samples failed, first sample 1 (m = -0.5 kg): 'a.mass' is not "
                  "positive (study.yaml:4:30): -0.5 kg"))
      << o.err;
  const Results rows = read_results(at("study.csv"));
  ASSERT_EQ(rows.row_count(), 3U);
  EXPECT_EQ(rows.values("status"), (std::vector<double>{0, 2, 0}));
  EXPECT_TRUE(std::isnan(rows.values("record.end")[1]));
  EXPECT_NEAR(rows.values("record.end")[2], 0.1 * std::cos(std::sqrt(5.0) * 0.1), 1e-8);
}

// The spring that holds the mass there would push: a negative stiffness is no solution.
TEST_F(Studies, TrimsBeyondTheRangeOfAValueAreNoSolutions) {
  write("hang.yaml", R"yaml(holon: 1
parameters: {k: 100 N/m}
parts:
  a: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, a], axis: z, stiffness: k}
simulate: {until: 1 s}
)yaml");
  const Outcome o = holon("trim hang.yaml --solve k --for r.position='0.1 m'");
  EXPECT_NE(o.status, 0) << o.out;
  EXPECT_TRUE(has(o.err, "'r.stiffness' is negative (hang.yaml:5:")) << o.err << o.out;
  const Outcome right = holon("trim hang.yaml --solve k --for r.position='-0.1 m'");
  EXPECT_EQ(right.status, 0) << right.err;
}

// Values that are opened, or become 0, may change the order of states.
TEST_F(Studies, StatesAreKnownByTheirNames) {
  write("two.yaml", R"yaml(holon: 1
world: {gravity: [0, 0, 0]}
parts:
  b: {type: RigidBody, mass: 1 kg, inertia: [2, 2, 2]}
  j: {type: Revolute, between: [world, b], axis: z}
  p: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  q: {type: Revolute, between: [world, p], axis: z, torque: "-1 [N m/rad]*j.angle"}
simulate: {until: 2 s, interval: 1 s}
)yaml");
  EXPECT_EQ(holon("inverse two.yaml --motion j.angle='1 [rad/s^2]*time^2' --motion "
                  "q.angle='0.5 [rad/s^2]*time^2' -o two.csv")
                .status,
            0);
  const Results efforts = read_results(at("two.csv"));
  for (std::size_t k = 0; k < 3; ++k) {
    const double t = static_cast<double>(k);
    EXPECT_NEAR(efforts.values("j.torque")[k], 2 * 2, 1e-12);
    EXPECT_NEAR(efforts.values("q.torque")[k], 1 + t * t, 1e-12);
  }

  write("held.yaml", R"yaml(holon: 1
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1], center_of_mass: [0.5, 0, 0]}
  first: {type: Revolute, between: [world, a], axis: y, initial: {angle: 0.4 rad}}
  b: {type: RigidBody, mass: 3 kg, inertia: [1, 1, 1], center_of_mass: [0.2, 0, 0]}
  second: {type: Revolute, between: [world, b], axis: y, torque: "-8 [N m/rad]*(second.angle - first.angle)"
}
simulate: {until: 1 s}
)yaml");
  const Json trim =
      Json::parse(holon("trim held.yaml --solve second.angle --solve first.torque --json").out);
  const Json& found = trim["solutions"][0];
  EXPECT_NEAR(found["unknowns"]["first.torque"]["value"].get<double>(),
              -9.80665 * 0.5 * std::cos(0.4), 1e-9);
  EXPECT_EQ(found["states"]["first.angle"]["value"].get<double>(), 0.4);
  const double s = found["states"]["second.angle"]["value"].get<double>();
  EXPECT_NEAR(-8 * (s - 0.4) + 3 * 9.80665 * 0.2 * std::cos(s), 0, 1e-8);

  write("apart.yaml", R"yaml(holon: 1
world: {gravity: [0, 0, -9.81]}
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1], center_of_mass: [0, 0, -0.5]}
  first: {type: Revolute, between: [world, a], axis: y}
  b: {type: RigidBody, mass: 3 kg, inertia: [1, 1, 1], center_of_mass: [0, 0, -0.9]}
  second: {type: Revolute, between: [world, b], axis: y, damping: 0.3, stiffness: 1}
simulate: {until: 1 s}
)yaml");
  const Json modes =
      Json::parse(holon("modes apart.yaml --parameter first.stiffness='0:2:3 N m/rad' --json").out);
  ASSERT_EQ(modes["branches"].size(), 2U);
  int followed = 0;
  for (const Json& branch : modes["branches"]) {
    if (branch["points"][0]["undamped_frequency"].get<double>() > 0.4) continue;  // the second
    for (const Json& point : branch["points"]) {
      const double k = point["parameter"].get<double>();
      EXPECT_NEAR(2 * std::numbers::pi * point["undamped_frequency"].get<double>(),
                  std::sqrt((9.81 * 0.5 + k) / 1.25), 1e-9);
      ++followed;
    }
  }
  EXPECT_EQ(followed, 3);
}

TEST_F(Studies, EffortsThatCannotBeKnownAreRefused) {
  write("driven.yaml", R"yaml(holon: 1
parts:
  b: {type: PointMass, mass: 1 kg}
  s: {type: Prismatic, between: [world, b], axis: x, force: "-e.z"}
  e: {type: Equations, states: {z: {initial: 0 N, der: "1 [N/s]"}}}
simulate: {until: 2 s, interval: 0.5 s}
)yaml");
  const Outcome driven = holon("inverse driven.yaml --motion s.position='0.5 [m/s^2]*time^2'");
  EXPECT_NE(driven.status, 0);
  EXPECT_TRUE(has(driven.err, "the efforts depend on the state 'e.z'")) << driven.err;
  // A motor with 0.5 N m at most turns 1 kg m^2.
  write("limited.yaml", R"yaml(holon: 1
parts:
  hub: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  fix: {type: Fixed, between: [world, hub]}
  w: {type: Flywheel, on: hub, axis: z, mass: 1 kg, inertia: 1, limits: {torque: 0.5 N m}}
simulate: {until: 2 s, interval: 1 s}
)yaml");
  EXPECT_EQ(
      holon("inverse limited.yaml --motion w.angle='0.15 [rad/s^2]*time^2' -o limited.csv").status,
      0);
  EXPECT_NEAR(read_results(at("limited.csv")).values("w.torque")[1], 0.3, 1e-9);
  const Outcome beyond = holon("inverse limited.yaml --motion w.angle='1 [rad/s^2]*time^2'");
  EXPECT_NE(beyond.status, 0);
  EXPECT_TRUE(has(beyond.err, "w.torque' cannot make this motion")) << beyond.err;
}

}  // namespace
}  // namespace holon::test
