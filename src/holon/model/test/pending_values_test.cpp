// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/pending_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

namespace holon::detail {
namespace {

/// Values that are sums of others: 1 more than those that they name.
class Sums final : public PendingValues::Evaluator {
 public:
  explicit Sums(std::size_t count) : parameters_(count), needs_(count), results_(count, 0) {
    for (std::size_t k = 0; k < count; ++k) parameters_[k].full = "p" + std::to_string(k);
  }

  void need(std::size_t value, std::size_t other) { needs_[value].push_back(other); }
  void work_out(std::size_t value) { pending_.work_out({&parameters_[value]}); }
  long result(std::size_t value) const { return results_[value]; }
  const std::vector<std::vector<std::string>>& circles() const { return circles_; }
  std::size_t evaluations() const { return evaluations_; }
  std::size_t deepest() const { return deepest_; }

  void calc(const PendingValue& value) override {
    ++evaluations_;
    deepest_ = std::max(deepest_, ++depth_);
    const std::size_t k = index_of(value);
    long sum = 1;
    for (const std::size_t other : needs_[k]) {
      if (results_[other] == 0) work_out(other);
      if (pending_.is_unwinding()) break;
      sum += results_[other];
    }
    --depth_;
    if (!pending_.is_unwinding()) results_[k] = sum;
  }
  void fail(const PendingValue& value) override { results_[index_of(value)] = kFailed; }
  void report_circle(std::span<const PendingValue> members) override {
    std::vector<std::string>& names = circles_.emplace_back();
    for (const PendingValue& member : members) names.push_back(member.name());
  }

  static constexpr long kFailed = -1;

 private:
  std::size_t index_of(const PendingValue& value) const {
    return std::stoul(value.parameter->full.substr(1));
  }

  std::deque<ScopedParameter> parameters_;
  std::vector<std::vector<std::size_t>> needs_;
  std::vector<long> results_;
  std::vector<std::vector<std::string>> circles_;
  std::size_t evaluations_ = 0, depth_ = 0, deepest_ = 0;
  PendingValues pending_{*this};
};

TEST(PendingValues, FollowAChainOfAnyLengthWithLittleStack) {
  constexpr std::size_t kCount = 10'000;
  constexpr std::size_t kDeepest = 32;  // as pending_values.cpp has it
  Sums sums(kCount);
  for (std::size_t k = 1; k < kCount; ++k) sums.need(k, k - 1);
  sums.work_out(kCount - 1);
  EXPECT_EQ(sums.result(kCount - 1), static_cast<long>(kCount));
  EXPECT_LE(sums.deepest(), kDeepest);
  EXPECT_LE(sums.evaluations(), 2 * kCount + kDeepest);
  EXPECT_TRUE(sums.circles().empty());
}

TEST(PendingValues, EvaluateEachSharedValueOnce) {
  // A ladder: every value needs the two before it, which by plain recursion takes 2^n.
  constexpr std::size_t kCount = 40;
  Sums sums(kCount);
  for (std::size_t k = 2; k < kCount; ++k) {
    sums.need(k, k - 1);
    sums.need(k, k - 2);
  }
  sums.work_out(kCount - 1);
  // s_k = 1 + s_{k-1} + s_{k-2} with s_0 = s_1 = 1: 2 F_{k+1} − 1.
  long a = 1, b = 1;  // F_1, F_2
  for (std::size_t k = 1; k < kCount; ++k) {
    const long next = a + b;
    a = b;
    b = next;
  }
  EXPECT_EQ(sums.result(kCount - 1), 2 * a - 1);
  EXPECT_LE(sums.evaluations(), 2 * kCount);
}

TEST(PendingValues, ReportACycleOnceWithItsMembers) {
  Sums sums(4);
  sums.need(0, 1);
  sums.need(1, 2);
  sums.need(2, 3);
  sums.need(3, 1);
  sums.work_out(0);
  ASSERT_EQ(sums.circles().size(), 1U);
  EXPECT_EQ(sums.circles()[0], (std::vector<std::string>{"p1", "p2", "p3"}));
}

TEST(PendingValues, FindALongCycleAndFailItsMembers) {
  constexpr std::size_t kCount = 200;
  Sums sums(kCount);
  for (std::size_t k = 0; k < kCount; ++k) sums.need(k, (k + 1) % kCount);
  sums.work_out(0);
  ASSERT_GE(sums.circles().size(), 1U);
  EXPECT_EQ(sums.result(0), Sums::kFailed);
}

}  // namespace
}  // namespace holon::detail
