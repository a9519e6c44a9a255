// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/interrupt.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace holon {
namespace {

int handled = 0;
void count_signal(int) { ++handled; }

TEST(Interrupt, TheFirstSignalSetsTheFlag) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ}) {
    const InterruptGuard guard;
    EXPECT_FALSE(interrupted());
    EXPECT_EQ(interrupting_signal(), 0);
    std::raise(signal);
    EXPECT_TRUE(interrupted());
    EXPECT_EQ(interrupting_signal(), signal);
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

TEST(Interrupt, AnIgnoredSignalStaysIgnored) {
  std::signal(SIGHUP, SIG_IGN);
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_FALSE(interrupted());
  }
  std::signal(SIGHUP, SIG_DFL);
}

TEST(Interrupt, ASignalThatIsSentTwiceAtOnceIsOne) {
  const InterruptGuard guard;
  std::raise(SIGTERM);
  std::raise(SIGTERM);
  EXPECT_TRUE(interrupted());
}

TEST(InterruptDeathTest, TheSecondSignalKills) {
  for (const int signal : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(
        {
          const InterruptGuard guard;
          std::raise(signal);
          std::this_thread::sleep_for(std::chrono::milliseconds(250));
          std::raise(signal);
        },
        testing::KilledBySignal(signal), "");
  }
}

TEST(Interrupt, WritesThatNobodyReadsDoNotKill) {
  const InterruptGuard guard;
  std::raise(SIGPIPE);
  std::raise(SIGXFSZ);
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  std::raise(SIGPIPE);
  std::raise(SIGXFSZ);
  EXPECT_EQ(interrupting_signal(), SIGPIPE);
}

TEST(Interrupt, WaitsWhileAFileIsReplaced) {
  const InterruptGuard guard;
  {
    const SignalPause pause;
    std::raise(SIGTERM);
    EXPECT_FALSE(interrupted());
  }
  EXPECT_TRUE(interrupted());
}

}  // namespace
}  // namespace holon
