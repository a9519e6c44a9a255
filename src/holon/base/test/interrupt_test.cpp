// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace holon {
namespace {

int handled = 0;
void count_signal(int) { ++handled; }

TEST(Interrupt, TheFirstSignalSetsTheFlag) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const InterruptGuard guard;
    EXPECT_FALSE(interrupted());
    std::raise(signal);
    EXPECT_TRUE(interrupted());
  }
}

TEST(Interrupt, ANewRunBeginsWithTheFlagCleared) {
  {
    const InterruptGuard guard;
    request_interrupt();
    EXPECT_TRUE(interrupted());
    const InterruptGuard inner;
    EXPECT_TRUE(interrupted());
  }
  const InterruptGuard guard;
  EXPECT_FALSE(interrupted());
}

TEST(Interrupt, TheHandlerFromBeforeComesBack) {
  std::signal(SIGINT, count_signal);
  { const InterruptGuard guard; }
  handled = 0;
  std::raise(SIGINT);
  EXPECT_EQ(handled, 1);
  std::signal(SIGINT, SIG_DFL);
}

TEST(InterruptDeathTest, TheSecondSignalKills) {
  EXPECT_EXIT(
      {
        const InterruptGuard guard;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace holon
