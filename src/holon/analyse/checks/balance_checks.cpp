// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// The checks of runs (run_checks.h) by balances: what energy, mass and momentum are at the end
// against what they were at the start, with what went in and out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "holon/analyse/checks/run_checks.h"

namespace holon {
namespace {

// Their sum, with these signs, is constant.
constexpr std::array kBalanced{"system.energy.total", "system.energy.dissipated",
                               "system.energy.supplied"};
constexpr std::array kSigns{1.0, 1.0, -1.0};

constexpr std::string_view kMomentum = ".momentum.";
constexpr std::string_view kJacobi = ".jacobi_integral";

/// Energies of the part that has "pair.momentum.a" or "pair.jacobi_integral".
std::vector<std::string> scales_of_conserved(const std::string& name) {
  const std::size_t momentum = name.find(kMomentum);
  if (momentum != std::string::npos) return {name.substr(0, momentum) + ".energy.kinetic"};
  const std::string part = name.substr(0, name.size() - kJacobi.size());
  return {part + ".energy.kinetic", part + ".energy.potential"};
}

/// The energy gained so far at jumps of prescribed speeds: the work of an impulse that is in no
/// output.
class ImpulseWork {
 public:
  explicit ImpulseWork(const Results& steps) {
    const std::size_t speeds = steps.columns().size();
    if (speeds <= 1 + kBalanced.size()) return;
    const std::size_t energies = speeds - kBalanced.size();
    for (std::size_t r = 1; r < steps.row_count(); ++r) {
      if (steps.values(0)[r] != steps.values(0)[r - 1]) continue;
      bool jumps = false;
      for (std::size_t c = 1; c < energies; ++c)
        jumps |= steps.values(c)[r] != steps.values(c)[r - 1];
      if (!jumps) continue;
      double gain = works_.empty() ? 0 : works_.back().second;
      for (std::size_t k = 0; k < kSigns.size(); ++k)
        gain += kSigns[k] * (steps.values(energies + k)[r] - steps.values(energies + k)[r - 1]);
      works_.emplace_back(steps.values(0)[r], gain);
    }
  }
  /// [J] After the events at `time`, and before.
  std::array<double, 2> at(double time) const {
    double before = 0, after = 0;
    for (const auto& [t, work] : works_) {
      if (t < time) before = work;
      if (t <= time) after = work;
    }
    return {after, before};
  }
  bool has_any() const { return !works_.empty(); }

 private:
  std::vector<std::pair<double, double>> works_;  // time, sum
};

}  // namespace

std::vector<std::string> VerifyRuns::list_jumping(const System& system) const {
  std::vector<std::string> outputs;
  for (const std::string& name : prescribed_speeds_)
    if (system.find_output(name)) outputs.push_back(name);
  if (outputs.empty()) return outputs;
  for (const char* name : kBalanced) {
    if (!system.find_output(name)) return {};
    outputs.emplace_back(name);
  }
  return outputs;
}

Check VerifyRuns::check_mass(const RecordedRun& run, const MachineFacts& facts) const {
  constexpr double kOfMass = 1e-9;
  const std::string what = "mass of closed circuits along the run";
  const int mass = run.rows.find("system.fluid.mass"),
            flow = run.rows.find("system.fluid.mass_flow");
  if (facts.fluid_nodes.empty() || mass < 0 || flow < 0)
    return not_applicable(kBalance, what, "the model has no fluid");
  const std::vector<double>& masses = run.rows.values(static_cast<std::size_t>(mass));
  const std::vector<double>& flows = run.rows.values(static_cast<std::size_t>(flow));
  if (std::any_of(flows.begin(), flows.end(), [](double v) { return v != 0; }))
    return not_applicable(kBalance, what, "tanks or graphs of the model supply and take fluid");
  Largest largest;
  for (std::size_t r = 0; r < masses.size(); ++r)
    largest.add(std::abs(masses[r] / masses[0] - 1),
                [&] { return at_time(run.rows.values(0)[r]); });
  return make_check(kBalance, what, largest.value(), kOfMass,
                    "of the total; steps conserve sums of states to rounding error",
                    largest.where());
}

Check VerifyRuns::check_energy(const RecordedRun& run, const RecordedRun& finer,
                               const MachineFacts& facts) const {
  const std::string what = "energy along the run";
  if (const std::string why = facts.why_no_energy(); !why.empty())
    return not_applicable(kBalance, what, why);
  for (const std::string& name : energy_outputs())
    if (run.rows.find(name) < 0)
      return not_applicable(kBalance, what, "the model has no output '" + name + "'");
  // The effect of rounding errors of the total and of the rates of a machine at rest.
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon(), kRests = 1e-15;  // [J]
  double scale = 0;
  Largest largest;
  const auto drift = [&](const RecordedRun& r, Largest& most) {
    const auto values = [&](const char* name) -> const std::vector<double>& {
      return r.rows.values(std::string("system.energy.") + name);
    };
    const auto &total = values("total"), &lost = values("dissipated"), &given = values("supplied"),
               &kinetic = values("kinetic"), &stored = values("stored");
    const ImpulseWork impulses(r.steps);
    for (std::size_t k = 0; k < total.size(); ++k) {
      scale = std::max({scale, std::abs(kinetic[k]), std::abs(lost[k] - lost[0]),
                        std::abs(given[k]), std::abs(stored[k] - stored[0])});
      const double rounding = kRounding * std::max(std::abs(total[0]), std::abs(total[k]));
      const double fault = total[k] + lost[k] - given[k] - total[0] - lost[0] + given[0];
      // A row at the instant of a jump belongs to one side of it.
      const auto [after, before] = impulses.at(r.rows.values(0)[k]);
      const double least = std::min(std::abs(fault - after), std::abs(fault - before));
      most.add(std::max(0.0, least - rounding), [&] { return at_time(r.rows.values(0)[k]); });
    }
  };
  drift(run, largest);
  if (!(scale > kRests)) return not_applicable(kBalance, what, "nothing moves");
  if (!settings_.step)
    return make_check(kBalance, what, largest.value() / scale, std::max(1e-12, error_of_steps(run)),
                      fmt::format("of the largest energy that is kinetic, stored, dissipated or "
                                  "supplied; {} steps may err by the tolerance",
                                  run.summary.status.steps.steps),
                      largest.where());
  Largest fine;
  drift(finer, fine);
  return make_check(kBalance, what + ", at half the step", fine.value() / scale,
                    std::max(1e-9, largest.value() / scale / 4),
                    "of the largest energy that is kinetic, stored, dissipated or supplied; a "
                    "quarter of that at the full step",
                    fine.where());
}

// Against the largest of itself, of the energies, and of the momentum that has the kinetic energy.
std::vector<Check> VerifyRuns::check_conserved(const RecordedRun& run,
                                               const MachineFacts& facts) const {
  const auto largest_of = [&](const std::string& name) {
    double largest = 0;
    for (const double v : run.rows.values(name)) largest = std::max(largest, std::abs(v));
    return largest;
  };
  std::vector<Check> checks;
  for (const std::string& name : facts.conserved) {
    const std::vector<double>& values = run.rows.values(name);
    double scale = largest_of(name);
    for (const std::string& other : scales_of_conserved(name)) {
      const double kinetic = largest_of(other);
      const std::size_t momentum = name.find(kMomentum);
      if (momentum == std::string::npos) {
        scale = std::max(scale, kinetic);
        continue;
      }
      const double rate = largest_of(name.substr(0, momentum) + ".rate." +
                                     name.substr(momentum + kMomentum.size()));
      if (rate > 0) scale = std::max(scale, kinetic / rate);
    }
    Largest largest;
    for (std::size_t r = 0; r < values.size(); ++r)
      largest.add(std::abs(values[r] - values[0]), [&] { return at_time(run.rows.values(0)[r]); });
    checks.push_back(make_check(
        kBalance, name + " along the run", scale > 0 ? largest.value() / scale : largest.value(),
        std::max(1e-12, error_of_steps(run)),
        "the equations keep it constant; every step may err by the tolerance", largest.where()));
  }
  return checks;
}

std::vector<std::string> outputs_of_conserved(const std::string& name) {
  std::vector<std::string> outputs = scales_of_conserved(name);
  outputs.push_back(name);
  const std::size_t momentum = name.find(kMomentum);
  if (momentum != std::string::npos) {
    outputs.push_back(name.substr(0, momentum) + ".rate." +
                      name.substr(momentum + kMomentum.size()));
  }
  return outputs;
}

std::vector<Check> VerifyRuns::check_momentum(const RecordedRun& run,
                                              const MachineFacts& facts) const {
  const std::string momentum = "momentum along the run", angular = "angular momentum along the run";
  std::string reason;
  if (!facts.has_bodies) reason = "the model has no bodies";
  if (!facts.outer_forces.empty()) {
    reason = "the machine is not isolated: ";
    for (std::size_t k = 0; k < facts.outer_forces.size() && k < 4; ++k)
      reason += (k == 0 ? "" : ", ") + facts.outer_forces[k];
    if (facts.outer_forces.size() > 4) reason += ", …";
  }
  if (!reason.empty())
    return {not_applicable(kBalance, momentum, reason), not_applicable(kBalance, angular, reason)};
  std::vector<Check> checks;
  for (const auto& [name, what] : {std::pair<std::string, std::string>{"system.momentum", momentum},
                                   {"system.angular_momentum", angular}}) {
    double scale = 0;
    Largest largest;
    for (const std::size_t c : run.rows.find_quantity(name)) {
      const std::vector<double>& values = run.rows.values(c);
      for (std::size_t r = 0; r < values.size(); ++r) {
        scale = std::max(scale, std::abs(values[r]));
        largest.add(std::abs(values[r] - values[0]),
                    [&] { return at_time(run.rows.values(0)[r]); });
      }
    }
    constexpr double kNone = 1e-9;  // [N s, N m s] no momentum at all
    checks.push_back(make_check(kBalance, what, largest.value() / std::max(scale, kNone),
                                std::max(1e-12, error_of_steps(run)),
                                "no external forces act; every step may err by the tolerance",
                                largest.where()));
  }
  return checks;
}

}  // namespace holon
