// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/encoder.h"

#include <numbers>

#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kEncoderPeriod = 0.1;  // [s] of the sensor

TEST(Encoder, CountsInBothDirections) {
  Model model;
  const Expr t = model.time();
  const double count = 2 * std::numbers::pi / 100;
  model.add<Encoder>("e",
                     {.angle = count * (2.25 - 5.0 * t), .counts = 100, .sample = kEncoderPeriod});
  model.add<Encoder>("a", {.angle = count * (2.25 - 5.0 * t),
                           .counts = 100,
                           .absolute = true,
                           .sample = kEncoderPeriod});
  const Results r =
      run(model, 1, {"e.count", "e.angle", "e.rate", "a.count", "a.angle"}, kEncoderPeriod);
  EXPECT_EQ(r.values("e.count")[0], 2);
  EXPECT_EQ(r.values("e.rate")[0], 0);
  EXPECT_EQ(r.values("e.count")[10], -3);  // of −2.75
  EXPECT_NEAR(r.values("e.angle")[10], -3 * count, 1e-12);
  EXPECT_EQ(r.values("e.rate")[10], 0);                                // −2.25 had −3, too
  EXPECT_NEAR(r.values("e.rate")[5], -count / kEncoderPeriod, 1e-12);  // from 0.25 to −0.25
  EXPECT_EQ(r.values("a.count")[10], 97);
  EXPECT_NEAR(r.values("a.angle")[10], 97 * count, 1e-12);
}

TEST(Encoder, NamesTwoResolutions) {
  Model model;
  model.add<Encoder>("e", {.counts = 100, .bits = 8, .sample = kEncoderPeriod});
  EXPECT_EQ(errors_of(model),
            "parts/e: 'counts' and 'bits' both determine the counts per revolution; keep one of "
            "them\n");
}

TEST(Encoder, NeedsASample) {
  Model model;
  model.add<Encoder>("e", {});
  EXPECT_EQ(errors_of(model),
            "parts/e: a sensor needs a 'sample', the rate of its measurements; write 'sample: 100 "
            "Hz'\n");
}

}  // namespace
}  // namespace holon
