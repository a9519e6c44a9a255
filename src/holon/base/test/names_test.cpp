// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/names.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

const std::vector<std::string> kParameters = {
    "mass",      "inertia", "center_of_mass", "frames", "shapes",          "initial", "damping",
    "stiffness", "axis",    "between",        "origin", "motion",          "torque",  "force",
    "bore",      "rod",     "angle",          "rate",   "angular_velocity"};

TEST(EditDistance, CountsInsertionsDeletionsSubstitutionsAndSwaps) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("saturday", "sunday"), 3);
  EXPECT_EQ(edit_distance("angel", "angle"), 1);
  EXPECT_EQ(edit_distance("ca", "abc"), 3);  // optimal string alignment
  EXPECT_EQ(edit_distance("same", "same"), 0);
}

TEST(FindNearest, SeesTypingErrors) {
  EXPECT_EQ(find_nearest("borre", kParameters), "bore");
  EXPECT_EQ(find_nearest("intertia", kParameters), "inertia");
  EXPECT_EQ(find_nearest("dampign", kParameters), "damping");
  EXPECT_EQ(find_nearest("stifness", kParameters), "stiffness");
  EXPECT_EQ(find_nearest("axes", kParameters), "axis");
  EXPECT_EQ(find_nearest("centre_of_mass", kParameters), "center_of_mass");
}

TEST(FindNearest, SeesSlipsOfCaseAndUnderscores) {
  EXPECT_EQ(find_nearest("Mass", kParameters), "mass");
  EXPECT_EQ(find_nearest("centerOfMass", kParameters), "center_of_mass");
  EXPECT_EQ(find_nearest("center-of-mass", kParameters), "center_of_mass");
  EXPECT_EQ(find_nearest("angularVelocity", kParameters), "angular_velocity");
  EXPECT_EQ(find_nearest("rigidbody", {"RigidBody", "PointMass"}), "RigidBody");
}

TEST(FindNearest, SeesAbbreviations) {
  EXPECT_EQ(find_nearest("com", kParameters), "center_of_mass");
  EXPECT_EQ(find_nearest("vel", kParameters), "angular_velocity");
  EXPECT_EQ(find_nearest("init", kParameters), "initial");
  EXPECT_EQ(find_nearest("masses", kParameters), "mass");
}

TEST(FindNearest, ComparesDottedNamesPieceByPiece) {
  const std::vector<std::string> names = {"boom.angle", "boom.rate", "arm.angle", "link[3].tip"};
  EXPECT_EQ(find_nearest("boom.angel", names), "boom.angle");
  EXPECT_EQ(find_nearest("bom.angle", names), "boom.angle");
  EXPECT_EQ(find_nearest("rate", names), "boom.rate");
  EXPECT_EQ(find_nearest("link[2].tip", names), "link[3].tip");
}

TEST(FindNearest, ForgivesALetterOfAShortNameWhereTheRestIsRight) {
  EXPECT_EQ(find_nearest("pn.angle", {"pin.rate", "pin.angle"}), "pin.angle");
  EXPECT_EQ(find_nearest("pn.angel", {"pin.rate", "pin.angle"}), "");
  EXPECT_EQ(find_nearest("pn", {"pin"}), "");
}

TEST(FindNearest, KeepsQuietWhereNothingIsMeant) {
  EXPECT_EQ(find_nearest("voltage", kParameters), "");
  EXPECT_EQ(find_nearest("q", {"x", "y", "z"}), "");
  EXPECT_EQ(find_nearest("kd", {"kp", "ki"}), "");
  EXPECT_EQ(find_nearest("", kParameters), "");
  EXPECT_EQ(find_nearest("x", std::vector<std::string>{}), "");
}

TEST(FindNearest, SeesASwapInTheShortestNames) { EXPECT_EQ(find_nearest("pk", {"kp"}), "kp"); }

TEST(FindNearest, PrefersTheNearerAndOfEqualsTheFirst) {
  EXPECT_EQ(find_nearest("rats", {"mass", "rate", "rates"}), "rate");
  EXPECT_EQ(find_nearest("tore", {"bore", "core"}), "bore");
}

TEST(DidYouMean, AsksOrSaysNothing) {
  EXPECT_EQ(did_you_mean("borre", kParameters), "did you mean 'bore'?");
  EXPECT_EQ(did_you_mean("voltage", kParameters), "");
}

TEST(QuoteList, JoinsWithCommasAndAConjunction) {
  EXPECT_EQ(quote_list({}), "");
  EXPECT_EQ(quote_list({"a"}), "'a'");
  EXPECT_EQ(quote_list({"a", "b"}), "'a' or 'b'");
  EXPECT_EQ(quote_list({"a", "b", "c"}, "and"), "'a', 'b' and 'c'");
  EXPECT_EQ(quote_list({"a", "b", "c", "d"}, "or", 2), "'a', 'b' … (2 more)");
}

}  // namespace
}  // namespace holon
