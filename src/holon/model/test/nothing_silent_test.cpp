// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What would change nothing, or something else than it says, is an error.

#include <gtest/gtest.h>

#include "elaborate_helper.h"

namespace holon::test {
namespace {

bool has(const std::string& errors, const std::string& words) {
  return errors.find(words) != std::string::npos;
}

TEST(NothingIsSilent, AFormulaThatNamesAValueWhichIsNotGiven) {
  const std::string errors = errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1}
  b: {type: Wheel, mass: "1 + a.initial.angle"}
)yaml");
  EXPECT_TRUE(has(errors, "a formula names 'a.initial.angle', which is not given")) << errors;
}

TEST(NothingIsSilent, SettingWhatAPartIsFromOutside) {
  for (const char* name : {"a.type", "a.repeat", "a.override"}) {
    const std::string errors = errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1}
)yaml",
                                         {}, {{name, "3"}});
    EXPECT_TRUE(has(errors, "cannot be set from outside")) << name << ": " << errors;
  }
}

TEST(NothingIsSilent, AnOverrideOfAMemberThatIsWrittenInAnotherWay) {
  const std::string errors = errors_in(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, repeat: 3, override: {02: {mass: 3}}}
)yaml");
  EXPECT_TRUE(has(errors, "'02' is no member of 'a'")) << errors;
}

TEST(NothingIsSilent, AParameterWithTheNameOfAnOutputOrValue) {
  for (const char* name : {"mass", "position"}) {
    const std::string errors = errors_in(std::string(R"yaml(holon: 1
parts:
  a: {type: Wheel, mass: 1, parameters: {)yaml") +
                                         name + ": 3}}\n");
    EXPECT_TRUE(has(errors, "cannot be a parameter's name too")) << name << ": " << errors;
  }
}

}  // namespace
}  // namespace holon::test
