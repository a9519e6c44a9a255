// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

inline constexpr const char* kBalance = "Balance";  ///< the group of conserved quantities

/// One check of a model: the difference between two computations of the same quantity.
struct Check {
  enum class Verdict { agrees, disagrees, not_applicable };
  std::string group;  ///< "Formulations"
  std::string what;   ///< "accelerations at 24 states"
  Verdict verdict = Verdict::agrees;
  double value = 0;      ///< the largest difference, relative unless `reason` says otherwise
  double tolerance = 0;  ///< for agreement
  std::string reason;    ///< the reason for the tolerance, or why the check does not apply
  std::string where;     ///< of the largest difference: "pin.acceleration at 3.2 s"
};

/// Agrees if value <= tolerance; NaN does not.
Check make_check(std::string group, std::string what, double value, double tolerance,
                 std::string reason, std::string where);
/// A check that does not apply, with the reason.
Check not_applicable(std::string group, std::string what, std::string reason);

/// "at 3.2 s".
std::string at_time(double time);

/// The largest of many differences, and its location.
class Largest {
 public:
  /// NaN counts as the largest.
  template <class Where>
  void add(double value, const Where& where) {
    if (value <= value_) return;
    value_ = value;
    where_ = where();
  }
  double value() const { return value_; }
  const std::string& where() const { return where_; }

 private:
  double value_ = 0;
  std::string where_;
};

}  // namespace holon
