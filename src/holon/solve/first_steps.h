// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "holon/base/archive.h"
#include "holon/expr/graph/scalar.h"

namespace holon::detail {

/// Jumps of a sampled control resemble each other. What a first step's error says of its length
/// determines the next one: the length that would have had this error, as a share of the step that
/// was proposed before the jump. Until enough first steps have kept to that, and where one has not,
/// a careful choice is stretched instead.
class FirstSteps {
 public:
  void forget() { *this = {}; }
  /// Whether the length of the next one is known without a careful choice.
  bool is_known() const { return trust_ >= 0; }
  double find_known(double before) const { return share_ * before; }
  double stretch(double careful, double before) const {
    return std::max(careful, std::min(stretch_ * careful, before));
  }

  /// `h`, `error`: of the first attempt behind a jump, `chosen` the length that was chosen,
  /// `before` the step that was proposed before the jump. The error is that over the allowed one.
  void learn(double h, double chosen, double before, double error) {
    constexpr double kAim = 0.3, kStretchAim = 0.05, kLeastError = 1e-7, kLeastShare = 1e-6;
    constexpr double kFar = 32;         // a step twice as long as it may be
    constexpr double kSayLittle = 0.5;  // of its choice: a step that its limit cut short
    constexpr int kMostMistrust = 1024;
    const bool was_known = is_known();
    if (was_known ? !(error < kFar) : std::isnan(error)) {
      if (was_known) mistrust_ = std::min(2 * mistrust_, kMostMistrust);
      trust_ = -mistrust_;
    } else if (!was_known) {
      ++trust_;
    }
    if (std::isnan(error)) return;
    const auto longer = [&](double aim) {
      return runtime_pow(aim / std::max(error, kLeastError), 0.2);
    };
    const double share = std::clamp(h * longer(kAim) / before, kLeastShare, 1.0);
    if (h >= kSayLittle * chosen || error > kAim) {
      share_ = share;
    } else {
      share_ = std::max(share_, std::min(h / before, 1.0));
    }
    if (!was_known && h == chosen)
      stretch_ = std::clamp(stretch_ * longer(kStretchAim), 1.0, kMostStretch);
  }

  void archive(Archive& a) {
    a.item("stretch", stretch_);
    a.item("first_share", share_);
    a.item("first_trust", trust_);
    a.item("first_mistrust", mistrust_);
    if (a.is_reading() && !(stretch_ >= 1 && stretch_ <= kMostStretch && share_ > 0 &&
                            share_ <= 1 && mistrust_ >= kMistrust))
      a.refuse("holds a first step beyond its bounds");
  }

 private:
  static constexpr double kMostStretch = 16;
  static constexpr int kMistrust = 8;  // first steps that have to keep to it before it is trusted

  double stretch_ = 1;  // of a careful choice
  double share_ = 1;    // of the step that was proposed before
  int trust_ = -kMistrust, mistrust_ = kMistrust;
};

}  // namespace holon::detail
