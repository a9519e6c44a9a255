// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bare numbers in the formulas of models: `units: strict`, and the warnings without it. And units
// that blocks take from their signals.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "model_text.h"

namespace holon::test {
namespace {

std::string pendulum_with_torque(const std::string& torque, const std::string& head = "") {
  return head + "parameters: {L: 1 m, k: 5, F: 5 N}\n" +
         "parts:\n  a: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1], center_of_mass: [L, 0, "
         "0]}\n"
         "  pin: {type: Revolute, between: [world, a], axis: y, damping: 0.05, torque: \"" +
         torque + " + 0*k*F*L\"}\n";
}
constexpr const char* kStrict = "units: strict\n";

TEST(StrictUnits, MakeABareNumberInAFormulaPure) {
  EXPECT_MESSAGE(
      errors_in(pendulum_with_torque("5*L", kStrict)),
      "error: parts/pin (Revolute): a torque or energy (N m) is needed, not a length (m)");
  EXPECT_MESSAGE(errors_in(pendulum_with_torque("k*L", kStrict)), "not a length (m)");
  EXPECT_MESSAGE(errors_in(pendulum_with_torque("F*L*sin(2*time)", kStrict)), "2 [rad/s] * time");
  EXPECT_EQ(errors_in(pendulum_with_torque("k*F*L", kStrict)), "");
  EXPECT_EQ(errors_in(pendulum_with_torque("-5 [N m/rad]*(pin.angle - 90 [deg])", kStrict)), "");
  EXPECT_EQ(errors_in(pendulum_with_torque("max(0, F*L)", kStrict)), "");
}

TEST(StrictUnits, AreOneWordOfThatMeaning) {
  EXPECT_MESSAGE(errors_in(pendulum_with_torque("F*L", "units: loose\n")),
                 "'units' can be 'strict', not the text 'loose'");
}

TEST(StrictUnits, BelongToTheFile) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "holon_strict_units";
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << "holon: 1\n" << text;
  };
  write("strict.yaml", pendulum_with_torque("k*L", kStrict));
  write("loose.yaml", pendulum_with_torque("k*L"));
  const auto errors = [&](const std::string& text) {
    Diagnostics diagnostics;
    load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics,
                    (folder / "model.yaml").string());
    return diagnostics.error_count();
  };
  EXPECT_EQ(errors("parts: {a: {type: ./strict.yaml}}\n"), 1u);
  EXPECT_EQ(errors("units: strict\nparts: {a: {type: ./loose.yaml}}\n"), 0u);
  // An argument is text of the file that gives it.
  EXPECT_EQ(errors("units: strict\nparts: {a: {type: ./loose.yaml, parameters: {L: 2 + 1 [m]}}}\n"),
            1u);
  fs::remove_all(folder);
}

TEST(BareNumbers, ThatStandForQuantitiesAreWarnedOf) {
  EXPECT_MESSAGE(
      errors_in(pendulum_with_torque("5*L")),
      "warning: parts/pin (Revolute): '5' has no unit and is used as a quantity here; write 5 [N]");
  EXPECT_MESSAGE(errors_in(pendulum_with_torque("k*L")),
                 "'k' has no unit and is used as a quantity here; give 'k' in N");
  EXPECT_MESSAGE(
      errors_in(pendulum_with_torque("-5*(pin.angle - 90 [deg]) - 2*pin.rate")),
      "'5' and '2' have no units and are used as quantities here; write 5 [N m/rad] and 2 "
      "[N m s/rad]");
  EXPECT_MESSAGE(errors_in(pendulum_with_torque("5 [N m/rad]*(pin.angle - 90)")),
                 "'90' is taken in radians, as it has no unit; write 90 [deg] or 90 [rad]");
  EXPECT_EQ(errors_in(pendulum_with_torque("0.2*sin(2 [rad/s]*time)")), "");
}

TEST(BareNumbers, AsAnglesBeyondARevolutionAreWarnedOf) {
  const auto initial = [](const std::string& angle) {
    return errors_in(
        "parts:\n  a: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}\n"
        "  pin: {type: Revolute, between: [world, a], initial: {angle: " +
        angle + "}}\n");
  };
  EXPECT_MESSAGE(
      initial("20"),
      "4:63: warning: parts/pin (Revolute): an angle of 20 is taken in radians; write '20 "
      "deg', or '20 rad' if that is intended");
  EXPECT_EQ(initial("6.28"), "");
  EXPECT_EQ(initial("20 rad"), "");
  EXPECT_EQ(initial("20 deg"), "");
}

/// The dimension of an output as it is recorded.
std::string unit_of(const std::string& parts, const std::string& output) {
  Diagnostics diagnostics;
  const Model model = load(
      "parts:\n"
      "  a: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}\n"
      "  pin: {type: Revolute, between: [world, a]}\n" +
          parts,
      diagnostics);
  diagnostics.throw_if_errors();
  const auto found = make_system(model).find_output(output);
  return found ? found->dimension.to_string() : "no output";
}

TEST(Blocks, KeepTheAnglesOfTheirSignals) {
  EXPECT_EQ(unit_of("  c: {type: PID, setpoint: 1 rad, measurement: pin.angle, kp: 3 N m/rad}\n",
                    "c.error"),
            "rad");
  EXPECT_EQ(
      unit_of("  c: {type: PID, setpoint: 1, measurement: pin.angle, kp: 3 N m/rad}\n", "c.error"),
      "rad");
  EXPECT_EQ(unit_of("  c: {type: PID, setpoint: 1 rad, measurement: pin.angle, kp: 3 N m/rad}\n",
                    "c.output"),
            "N m");
  EXPECT_EQ(unit_of("  c: {type: PID, input: \"pin.angle - 20 [deg]\"}\n", "c.error"), "rad");
  EXPECT_EQ(unit_of("  c: {type: Integrator, input: pin.rate}\n", "c.output"), "rad");
  for (const char* block :
       {"Filter, input: pin.angle, cutoff: 5 Hz", "Limiter, input: pin.angle, limits: [-1, 1]",
        "RateLimiter, input: pin.angle, rising: 1 rad/s", "Hold, input: pin.angle, sample: 5 Hz",
        "Delay, input: pin.angle, time: 1 s",
        "Switch, condition: \"time > 1 [s]\", then: 0, else: pin.angle",
        "Table, x: [0 s, 1 s], values: [0 rad, 1 rad], input: time",
        "Noise, mean: 3 deg, sample: 5 Hz"}) {
    EXPECT_EQ(unit_of("  c: {type: " + std::string(block) + "}\n", "c.output"), "rad") << block;
  }
}

TEST(Blocks, ATableHasTheUnitsOfItsFile) {
  const auto path = std::filesystem::temp_directory_path() / "holon_angles.csv";
  std::ofstream(path) << "time [s], angle [deg], force [N]\n0, 0, 0\n1, 180, 2\n";
  const std::string table = "  c: {type: Table, file: " + path.string() + ", input: time";
  EXPECT_EQ(unit_of(table + "}\n", "c.output"), "rad");
  EXPECT_EQ(unit_of(table + ", column: force}\n", "c.output"), "N");
  EXPECT_MESSAGE(errors_in("parts:\n" + table.substr(0, table.rfind("time")) + "1 m}\n"),
                 "a time (s) is needed, not a length (m)");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace holon::test
