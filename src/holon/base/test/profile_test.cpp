// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/profile.h"

#include <gtest/gtest.h>

#include <thread>

namespace holon {
namespace {

using namespace std::chrono_literals;

TEST(Profile, EachMomentBelongsToTheInnermostKind) {
  Profile profile;
  const auto begin = Profile::Clock::now();
  {
    const ProfileRecorder recorder(profile);
    std::this_thread::sleep_for(2ms);
    const WorkScope events(Work::events);
    std::this_thread::sleep_for(2ms);
    for (int k = 0; k < 3; ++k) {
      const WorkScope derivative(Work::derivative);
      std::this_thread::sleep_for(1ms);
    }
  }
  const double wall = std::chrono::duration<double>(Profile::Clock::now() - begin).count();
  EXPECT_GE(profile.share(Work::steps).seconds(), 2e-3);
  EXPECT_GE(profile.share(Work::events).seconds(), 2e-3);
  EXPECT_GE(profile.share(Work::derivative).seconds(), 3e-3);
  EXPECT_EQ(profile.share(Work::derivative).pieces, 3);
  EXPECT_EQ(profile.share(Work::events).pieces, 1);
  EXPECT_EQ(profile.share(Work::rows).seconds(), 0);
  EXPECT_LE(profile.seconds(), wall);
  EXPECT_GE(profile.seconds(), 7e-3);
}

TEST(Profile, NothingIsRecordedOutsideOfARecorderAndInOtherThreads) {
  Profile profile;
  { const WorkScope work(Work::rows); }
  {
    const ProfileRecorder recorder(profile);
    std::thread([] { const WorkScope work(Work::rows); }).join();
  }
  { const WorkScope work(Work::rows); }
  EXPECT_EQ(profile.share(Work::rows).pieces, 0);
}

TEST(Profile, EveryKindHasItsName) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(Work::count); ++k)
    EXPECT_FALSE(name_of(static_cast<Work>(k)).empty());
}

}  // namespace
}  // namespace holon
