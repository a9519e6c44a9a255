// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/fields/magnetic_field.h"

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/navigation/parts/magnetometer.h"

namespace holon {
namespace {

constexpr double kEarthMoment = 7.72e22;  // [A m²] of the Earth
constexpr double kMeanRadius = 6371200.0;

Model with_probes(MagneticField field) {
  Model model;
  model.add<MagneticField>("magnetic", std::move(field));
  model.add<Frame>("equator", {.position = {kMeanRadius, 0.0, 0.0}});
  model.add<Frame>("pole", {.position = {0.0, 0.0, kMeanRadius},
                            .orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, M_PI / 2)});
  model.add<Magnetometer>("at_equator", {.on = "equator"});
  model.add<Magnetometer>("at_pole", {.on = "pole"});
  return model;
}

TEST(MagneticField, OfADipoleIsTwiceAsStrongAtItsPole) {
  // At the equator B = −μ0 m/(4π r³), at the pole along the axis twice that; the Earth's has 29.85
  // µT at the equator.
  Model model =
      with_probes({.dipole = MagneticField::Dipole{.moment = kEarthMoment, .axis = "-z"}});
  const double strength = 1e-7 * kEarthMoment / std::pow(kMeanRadius, 3);
  EXPECT_NEAR(strength, 29.85e-6, 0.01e-6);
  // The pole's frame is turned about x: world −z is its −y.
  test::expect_start(model, {"at_equator.field", "at_pole.field"},
                     {0.0, 0.0, strength, 0.0, -2 * strength, 0.0});
}

TEST(MagneticField, MayTurnWithItsCentre) {
  Model model;
  model.add<Frame>("earth", {.position = {0.0, 0.0, 5.0},
                             .orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, M_PI / 2)});
  model.add<MagneticField>(
      "magnetic", {.dipole = MagneticField::Dipole{.moment = 1e7, .center = "earth", .axis = "z"}});
  model.add<Magnetometer>("probe", {.on = "world"});
  // The moment points along x, the probe is across it: −m μ0/(4π r³).
  test::expect_start(model, {"probe.field"}, {-1.0 / 125, 0.0, 0.0});
}

TEST(MagneticField, FollowsFormulasOfPositionAndTime) {
  Model model;
  const Expr x = model.output("magnetic.x"), z = model.output("magnetic.z");
  model.add<MagneticField>("magnetic", {.field = {x * z, 2.0 * z, 3.0 + model.time()}});
  model.add<Frame>("here", {.position = {2.0, 1.0, 5.0}});
  model.add<Magnetometer>("probe", {.on = "here"});
  const auto B = test::values_at_start(make_system(model), {"probe.field"}, 0.5);
  EXPECT_EQ(B[0], 10.0);
  EXPECT_EQ(B[1], 10.0);
  EXPECT_EQ(B[2], 3.5);
}

TEST(MagneticField, SaysWhatIsWrong) {
  const auto errors = [](MagneticField field) {
    return test::errors_of(with_probes(std::move(field)));
  };
  EXPECT_EQ(errors({}), "parts/magnetic: no field is given; give either 'dipole' or 'field'\n");
  EXPECT_EQ(errors({.dipole = MagneticField::Dipole{.moment = 1.0}, .field = {0.0, 0.0, 1.0}}),
            "parts/magnetic: 'dipole' gives the field already; give either 'dipole' or 'field'\n");
  EXPECT_EQ(
      errors({.field = {0.0, 1.0}}),
      "parts/magnetic: 'field' takes 3 formulas, not 2; give the components along x, y and z\n");
  Model twice = with_probes({.field = {0.0, 0.0, 1.0}});
  twice.add<MagneticField>("second", {.field = {0.0, 0.0, 1.0}});
  EXPECT_EQ(test::errors_of(twice),
            "parts/second: there is already a MagneticField part; keep one of them\n");
}

}  // namespace
}  // namespace holon
