// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/checks/formulation_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "holon/base/errors.h"
#include "holon/simulate/start/loop_conditions.h"
#include "holon/system/undetermined.h"

namespace holon {
namespace {

constexpr const char* kGroup = "Formulations";
// The accuracy of the formulations, unless the machine is nearly singular.
constexpr double kAgreement = 1e-9;
constexpr std::size_t kMostOutputs = 3000;

using Names = std::set<std::string, std::less<>>;

bool is_acceleration(const SystemOutput& output) {
  return output.dimension == dimensions::kAcceleration ||
         output.dimension == dimensions::kAngularAcceleration;
}

bool is_load(const SystemOutput& output) {
  return output.dimension == dimensions::kForce || output.dimension == dimensions::kTorque;
}

/// Those of the outputs that have a value: a Frame that sampled values move has no acceleration.
std::vector<std::string> keep_defined(const System& system, std::vector<std::string> names) {
  const auto is_defined = [&](const std::vector<std::string>& some) {
    try {
      system.select_outputs(some);
      return true;
    } catch (const ModelError&) {
      return false;
    }
  };
  if (!is_defined(names))
    std::erase_if(names, [&](const std::string& name) { return !is_defined({name}); });
  return names;
}

/// The total momentum; its rate is a force.
const char* const kSystemMomentum = "system.momentum";

/// The states of one formulation from those of another.
class StateMap {
 public:
  StateMap(const System& a, const System& b, const std::vector<double>& parameters)
      : b_(b), programs_(b), inputs_(b, programs_.indicators, 1) {
    inputs_.set_parameters(0, parameters);
    std::vector<std::string> names;
    for (const StateBlock& block : b.states) {
      // A state of both: a valve's spool, the fluid at a node. An output of its name may be
      // something else (`ram.A.mass` of a cylinder is the content of its chamber, not of the node).
      const auto same =
          std::find_if(a.states.begin(), a.states.end(), [&](const StateBlock& other) {
            return other.name == block.name && other.size == block.size;
          });
      // Not for coordinates: one formulation may compute what is a state of the other one.
      const bool prefers_state = same != a.states.end() && block.role == StateBlock::Role::other;
      const std::optional<SystemOutput> output = a.find_output(block.name);
      if (!prefers_state && output && output->size() == block.size) {
        names.push_back(block.name);
        for (int i = 0; i < block.size; ++i) reported_.push_back(block.offset + i);
        continue;
      }
      if (same == a.states.end()) {
        missing = block.name;
        return;
      }
      for (int i = 0; i < block.size; ++i) copied_.emplace_back(same->offset + i, block.offset + i);
    }
    first_discrete_ =
        1 + static_cast<std::size_t>(a.state_count() + a.input_count() + a.parameter_count());
    for (const DiscreteBlock& block : b.discrete) {
      const auto same =
          std::find_if(a.discrete.begin(), a.discrete.end(), [&](const DiscreteBlock& other) {
            return other.name == block.name && other.size == block.size;
          });
      if (same == a.discrete.end() && block.is_guess) {  // it starts at the model's guess
        discrete_.push_back(kNone);
        continue;
      }
      if (same == a.discrete.end()) {
        missing = block.name;
        return;
      }
      for (int i = 0; i < block.size; ++i)
        discrete_.push_back(first_discrete_ + static_cast<std::size_t>(same->offset + i));
    }
    // Modes are the same comparisons in the same order, unless one formulation has more of them.
    if (a.modes == b.modes)
      first_mode_ = first_discrete_ + static_cast<std::size_t>(a.discrete_count());
    states_.emplace(*a.select_outputs(names));
  }

  std::vector<double> calc(const Sample& sample) {
    std::vector<double> x(static_cast<std::size_t>(b_.state_count())), d;
    std::vector<double> reported(reported_.size());
    if (!reported.empty()) states_->run(sample.in.data(), reported.data(), workspace_);
    for (std::size_t k = 0; k < reported.size(); ++k)
      x[static_cast<std::size_t>(reported_[k])] = reported[k];
    for (const auto& [from, to] : copied_) x[static_cast<std::size_t>(to)] = sample.x()[from];
    for (const std::size_t at : discrete_) d.push_back(at == kNone ? 0.0 : sample.in[at]);
    inputs_.set_discrete(0, d.data());
    if (first_mode_) inputs_.set_modes(0, sample.in.data() + *first_mode_);
    inputs_.fill(&sample.time, x.data());
    if (!first_mode_ && b_.mode_count() > 0) inputs_.find_modes();
    return {inputs_.data(), inputs_.data() + b_.function_input_count()};
  }

  std::string missing;  ///< a state of b that a does not have; empty: none

 private:
  const System& b_;
  const SystemPrograms programs_;
  SystemInputs inputs_;
  Workspace workspace_;
  std::size_t first_discrete_ = 0;
  std::optional<std::size_t> first_mode_;
  static constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> discrete_;        ///< by discrete state of b: its index in a's inputs
  std::vector<int> reported_;                // components of b's states that are outputs of a
  std::vector<std::pair<int, int>> copied_;  // states of a, and of b
  std::optional<Program> states_;
};

/// [m] The size of the machine, by the positions of its frames; 1 if there are none.
double find_length(const System& a, const std::vector<Sample>& samples) {
  constexpr std::size_t kMostPlaces = 100;
  std::vector<std::string> names;
  for (const SystemOutput& output : a.list_outputs())
    if (output.role == OutputRole::position && names.size() < kMostPlaces)
      names.push_back(output.name);
  if (names.empty()) return 1;
  const Program places(*a.select_outputs(names));
  Workspace workspace;
  std::vector<double> values(static_cast<std::size_t>(places.output_count()));
  double largest = 0;
  for (const Sample& sample : samples) {
    places.run(sample.in.data(), values.data(), workspace);
    for (const double value : values)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return largest > 0 ? largest : 1;
}

/// The largest magnitudes by dimension. Rotation and translation are coupled: a torque of
/// rounding-error size is compared with the forces, an acceleration with the angular accelerations.
class Scales {
 public:
  explicit Scales(double gravity) {
    scales_[dimensions::kAcceleration.to_string()] =
        gravity;  // which other accelerations may balance
  }
  void add(const Dimension& dimension, double value) {
    double& scale = scales_[dimension.to_string()];
    if (std::isfinite(value)) scale = std::max(scale, std::abs(value));
  }
  double of(const SystemOutput& output, double length) const {
    const auto find = [&](const Dimension& dimension) {
      const auto found = scales_.find(dimension.to_string());
      return found == scales_.end() ? 0.0 : found->second;
    };
    const double own = find(output.dimension);
    if (output.dimension == dimensions::kTorque)
      return std::max(own, length * find(dimensions::kForce));
    if (output.dimension == dimensions::kAngularAcceleration)
      return std::max(own, find(dimensions::kAcceleration) / length);
    if (output.dimension == dimensions::kAcceleration)
      return std::max(own, find(dimensions::kAngularAcceleration) * length);
    return own;
  }

 private:
  std::map<std::string, double> scales_;
};

/// The forces on the machine: those of its parts, and the rate of the total momentum. A reaction
/// that is zero in every formulation is rounding error relative to these.
void add_acting(const System& a, const std::vector<Sample>& samples, const Names& reactions,
                Scales& scales) {
  std::vector<std::string> names;
  for (const SystemOutput& output : a.list_outputs()) {
    if (is_load(output) && !reactions.contains(output.name) && names.size() < kMostOutputs)
      names.push_back(output.name);
  }
  names = keep_defined(a, std::move(names));
  std::vector<SystemOutput> outputs;
  for (const std::string& name : names) outputs.push_back(*a.find_output(name));
  Workspace workspace;
  if (!names.empty()) {
    const Program acting(*a.select_outputs(names));
    std::vector<double> values(static_cast<std::size_t>(acting.output_count()));
    for (const Sample& sample : samples) {
      acting.run(sample.in.data(), values.data(), workspace);
      std::size_t at = 0;
      for (const SystemOutput& output : outputs)
        for (int i = 0; i < output.size(); ++i) scales.add(output.dimension, values[at++]);
    }
  }
  if (!a.find_output(kSystemMomentum)) return;
  // By a finite difference along the motion: two digits suffice for a scale.
  constexpr double kStep = 1e-6;  // [s]
  const Program momentum(*a.select_outputs({kSystemMomentum})), f(*a.derivative);
  std::vector<double> slope(static_cast<std::size_t>(a.state_count()));
  std::array<double, 3> here{}, later{};
  for (const Sample& sample : samples) {
    f.run(sample.in.data(), slope.data(), workspace);
    momentum.run(sample.in.data(), here.data(), workspace);
    Sample moved = sample;
    for (std::size_t i = 0; i < slope.size(); ++i) moved.x()[i] += kStep * slope[i];
    momentum.run(moved.in.data(), later.data(), workspace);
    for (std::size_t i = 0; i < 3; ++i)
      scales.add(dimensions::kForce, (later[i] - here[i]) / kStep);
  }
}

Check compare(const System& a, const System& b, const std::string& what,
              const std::vector<std::string>& names, const std::string& none,
              const std::vector<Sample>& samples, StateMap& map, const Names& reactions,
              double gravity) {
  if (names.empty()) return not_applicable(kGroup, what, none);
  const Program of_a(*a.select_outputs(names)), of_b(*b.select_outputs(names));
  std::vector<SystemOutput> outputs;
  for (const std::string& name : names) outputs.push_back(*a.find_output(name));
  Workspace workspace;
  const auto n = static_cast<std::size_t>(of_a.output_count());
  std::vector<double> va(n), vb(n);
  Scales scales(gravity);
  struct Difference {
    double value;
    const Sample* sample;
  };
  std::vector<std::vector<Difference>> worst(outputs.size());
  for (const Sample& sample : samples) {
    of_a.run(sample.in.data(), va.data(), workspace);
    of_b.run(map.calc(sample).data(), vb.data(), workspace);
    std::size_t at = 0;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      double difference = 0;
      for (int i = 0; i < outputs[k].size(); ++i, ++at) {
        if (std::isnan(va[at]) && std::isnan(vb[at])) continue;
        const double d = std::abs(va[at] - vb[at]);
        difference = std::max(difference, std::isfinite(d) ? d : HUGE_VAL);
        scales.add(outputs[k].dimension, va[at]);
      }
      worst[k].push_back({difference, &sample});
    }
  }
  if (std::any_of(outputs.begin(), outputs.end(), is_load))
    add_acting(a, samples, reactions, scales);
  Largest largest;
  const double length = find_length(a, samples);
  // [in SI units] The accelerations of a machine at rest are rounding errors of balanced forces.
  constexpr double kLeastScale = 1e-6;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const double scale = std::max(scales.of(outputs[k], length), kLeastScale);
    for (const Difference& d : worst[k])
      largest.add(d.value / scale, [&] { return outputs[k].name + " " + d.sample->name(); });
  }
  return make_check(kGroup, fmt::format("{} at {} equal states", what, samples.size()),
                    largest.value(), kAgreement,
                    "of the largest of its kind that acts, by exact equations", largest.where());
}

}  // namespace

std::vector<std::string> find_open_reactions(const System& system,
                                             const std::vector<double>& parameters,
                                             const std::vector<Sample>& samples) {
  if (!system.constraints || system.constraints->names.empty() || samples.empty()) return {};
  const SystemPrograms programs(system);
  const Sample& sample = samples.back();
  LoopConditions conditions(system, programs, sample.time, parameters);
  if (conditions.rows() > kMostRowsForRank) return {};
  const std::vector<double> x(sample.x(), sample.x() + system.state_count());
  using Level = LoopConditions::Level;
  const Eigen::MatrixXd J =
      conditions.calc_jacobian(x, conditions.states(Level::speeds), Level::speeds)
          .topRows(conditions.rows());
  return find_undetermined(*system.constraints, J, conditions.row_scales(), sample.in);
}

std::vector<Check> check_formulations(const std::string& pair, const System& a, const System& b,
                                      const std::vector<double>& parameters,
                                      const std::vector<Sample>& samples,
                                      const std::vector<std::string>& reactions,
                                      const std::vector<std::string>& open, double gravity) {
  const std::string of_accelerations = pair + ": accelerations",
                    of_reactions = pair + ": determinate reactions";
  const Names loads(reactions.begin(), reactions.end());
  StateMap map(a, b, parameters);
  if (!map.missing.empty()) {
    const std::string reason =
        "the state '" + map.missing + "' of the other formulation is unknown to this one";
    return {not_applicable(kGroup, of_accelerations, reason),
            not_applicable(kGroup, of_reactions, reason)};
  }
  std::vector<std::string> names[2];
  for (const SystemOutput& output : a.list_outputs()) {
    if (!b.find_output(output.name)) continue;
    const auto is_open = [&](const std::string& name) {
      return std::find(open.begin(), open.end(), name) != open.end();
    };
    for (const bool is_force : {false, true}) {
      std::vector<std::string>& list = names[is_force];
      const bool belongs = is_force ? loads.contains(output.name) : is_acceleration(output);
      if (!belongs || is_open(output.name) || list.size() > kMostOutputs) continue;
      // In a planar loop only the components out of the plane are undetermined.
      std::vector<std::string> components;
      for (int i = 0; i < output.size(); ++i)
        components.push_back(component_name(output.name, output.components, i));
      if (std::none_of(components.begin(), components.end(), is_open)) {
        list.push_back(output.name);
        continue;
      }
      for (const std::string& component : components)
        if (!is_open(component)) list.push_back(component);
    }
  }
  for (std::vector<std::string>& list : names)
    list = keep_defined(b, keep_defined(a, std::move(list)));
  return {compare(a, b, of_accelerations, names[0], "no state has an acceleration", samples, map,
                  loads, gravity),
          compare(a, b, of_reactions, names[1],
                  open.empty() ? "there are no joints"
                               : "redundant constraints leave all reactions undetermined",
                  samples, map, loads, gravity)};
}

}  // namespace holon
