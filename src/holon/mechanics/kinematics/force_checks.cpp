// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kinematics/force_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

#include "holon/base/names.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/tree/checks.h"

namespace holon::detail {

namespace {

class ForceCheck {
 public:
  ForceCheck(const Mechanism& mechanism, std::vector<std::string>& errors)
      : mechanism_(mechanism), errors_(errors) {}

  bool find_frame(const std::string& frame, const ReportError& report, const std::string& part,
                  const char* parameter) {
    if (mechanism_.find_frame(frame) != Mechanism::kNoFrame) return true;
    std::vector<std::string> names{"world"};
    for (const Mechanism::Frame& f : mechanism_.frames) names.push_back(f.name);
    say(report, part, parameter, "'" + frame + "' is not a frame of a body",
        did_you_mean(frame, names), errors_);
    return false;
  }

  /// A frame that another system of the model moves, which has what acts on it.
  bool is_moved_by_model(int body) const {
    return std::any_of(mechanism_.joints.begin(), mechanism_.joints.end(), [&](const auto& joint) {
      return joint.drive && joint.drive->is_inner && mechanism_.find_body(joint.child) == body;
    });
  }

  /// For "world" itself the part has reported it already.
  void check_effect(const Mechanism::Wrench& wrench) {
    const int body = mechanism_.find_body(wrench.on);
    const bool rests = body == Mechanism::kWorld;
    if (wrench.is_of_pair) {
      if (rests && !has_moving_partner(wrench)) resting_pairs_[wrench.name] = wrench.report;
      return;
    }
    // Bonds to a frame with a prescribed motion take its flow, whatever the effort.
    if (wrench.is_inner && !rests) return;
    if (wrench.on == "world" || is_moved_by_model(body) ||
        (!rests && !mechanism_.bodies[static_cast<std::size_t>(body)].is_frame)) {
      return;
    }
    say(wrench.report, wrench.name, "on",
        "it has no effect: " + (rests ? "'" + wrench.on + "' does not move"
                                      : "the motion of '" + wrench.on + "' is prescribed"),
        "name a frame of a body", errors_);
  }

  template <class Element>
  void check_between(const Element& element) {
    const auto& [first, second] = element.between;
    const bool one = find_frame(first, element.report, element.name, "between");
    const bool two = find_frame(second, element.report, element.name, "between");
    if (!one || !two) return;
    const int body = mechanism_.find_body(first);
    if (body != mechanism_.find_body(second)) return;
    const std::string where =
        body == Mechanism::kWorld
            ? "do not move"
            : "are both on '" + mechanism_.bodies[static_cast<std::size_t>(body)].name + "'";
    say(element.report, element.name, "between",
        "it has no effect: '" + first + "' and '" + second + "' " + where,
        "name frames of two bodies, or of a body and the world", errors_);
  }

  void report_resting_pairs() {
    for (const auto& [name, report] : resting_pairs_)
      say(report, name, "between", "it has no effect: neither of its frames moves",
          "name a frame of a body", errors_);
  }

 private:
  bool has_moving_partner(const Mechanism::Wrench& wrench) const {
    return std::any_of(mechanism_.wrenches.begin(), mechanism_.wrenches.end(),
                       [&](const Mechanism::Wrench& other) {
                         return other.name == wrench.name &&
                                mechanism_.find_frame(other.on) != Mechanism::kNoFrame &&
                                mechanism_.find_body(other.on) != Mechanism::kWorld;
                       });
  }

  std::map<std::string, ReportError> resting_pairs_;
  const Mechanism& mechanism_;
  std::vector<std::string>& errors_;
};

}  // namespace

void check_force_elements(const Mechanism& mechanism, std::vector<std::string>& errors) {
  ForceCheck check(mechanism, errors);
  for (const Mechanism::Wrench& wrench : mechanism.wrenches) {
    if (check.find_frame(wrench.on, wrench.report, wrench.name, "on")) check.check_effect(wrench);
    check.find_frame(wrench.axes, wrench.report, wrench.name, "in");
  }
  check.report_resting_pairs();
  for (const Mechanism::Pull& pull : mechanism.pulls) check.check_between(pull);
  for (const Mechanism::Rod& rod : mechanism.rods) check.check_between(rod);
  for (const Mechanism::Bushing& bushing : mechanism.bushings) check.check_between(bushing);
}

void check_lines(const Mechanism& mechanism, Loads& loads, const Symbols& symbols,
                 const std::vector<Expr>& from, const std::vector<Expr>& to) {
  if (mechanism.pulls.empty()) return;
  std::vector<Expr> lengths;
  for (std::size_t i = 0; i < mechanism.pulls.size(); ++i) lengths.push_back(loads.calc_length(i));
  std::unordered_map<Expr, double> known;
  for (std::size_t k = 0; k < from.size(); ++k) known.emplace(from[k], to[k].value());
  for (const Symbols::Parameter& p : symbols.parameters()) known.emplace(p.symbol, p.value);
  Variable inputs{"at_start", {}};
  // What is not known is put in by two numbers: ends that meet either way do not depend on it.
  std::array<std::vector<double>, 2> values;
  for (Expr symbol : find_symbols(lengths)) {
    const auto it = known.find(symbol);
    const bool is_known = it != known.end() && std::isfinite(it->second);
    const double any = 0.1 + 0.017 * static_cast<double>(inputs.elements.size());
    inputs.elements.push_back(symbol);
    values[0].push_back(is_known ? it->second : any);
    values[1].push_back(is_known ? it->second : 1.0 - any * any);
  }
  const FunctionRef f =
      Function::make("lengths at the start", symbols.graph(), {inputs}, {{"lengths", lengths}});
  const std::vector<double> at_start = f->evaluate(values[0]), again = f->evaluate(values[1]);
  constexpr double kSamePlace = 1e-9;  // [m] drawings are not more precise, rounding is far below
  for (std::size_t i = 0; i < at_start.size(); ++i) {
    const Mechanism::Pull& pull = mechanism.pulls[i];
    const bool needs_direction =
        !pull.slack && (!pull.length.is_constant(0.0) || !pull.damping.is_constant(0.0) ||
                        !pull.force.is_constant(0.0));
    if (!needs_direction || at_start[i] > kSamePlace || again[i] > kSamePlace) continue;
    std::vector<std::string> errors;
    say(pull.report, pull.name, "between",
        "'" + pull.between[0] + "' and '" + pull.between[1] +
            "' coincide at the start, where its force has no direction",
        "move one of them, or use a Bushing", errors);
  }
}

}  // namespace holon::detail
