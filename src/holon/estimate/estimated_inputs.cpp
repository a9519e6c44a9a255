// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/estimated_inputs.h"

#include <algorithm>

#include "holon/base/errors.h"

namespace holon::detail {

std::vector<int> find_input_places(const System& system, const std::vector<int>& parameters) {
  std::vector<int> places;
  for (const int p : parameters) {
    HOLON_CHECK(p >= 0 && p < system.parameter_count(), "a parameter that is a state is one");
    places.push_back(1 + system.state_count() + system.input_count() + p);
  }
  return places;
}

void EstimatedInputs::set_parameters(const std::vector<double>& values) {
  HOLON_CHECK(values.size() == parameters_.size(), "one value per parameter");
  parameters_ = values;
  inputs_.set_parameters(0, parameters_);
}

void EstimatedInputs::set_discrete(const std::vector<double>& values) {
  HOLON_CHECK(static_cast<int>(values.size()) == system_.discrete_count(),
              "one value per discrete state");
  inputs_.set_discrete(0, values.data());
}

const double* EstimatedInputs::fill(double t, const double* x) {
  if (!ramp_.parameters.empty()) {
    const double length = ramp_.end - ramp_.begin;
    const double s = length > 0 ? std::clamp((t - ramp_.begin) / length, 0.0, 1.0) : 1.0;
    for (std::size_t k = 0; k < ramp_.parameters.size(); ++k)
      parameters_[static_cast<std::size_t>(ramp_.parameters[k])] =
          ramp_.first[k] + s * (ramp_.last[k] - ramp_.first[k]);
    if (states_.empty()) inputs_.set_parameters(0, parameters_);
  }
  if (!states_.empty()) {
    for (std::size_t k = 0; k < states_.size(); ++k)
      parameters_[static_cast<std::size_t>(states_[k])] =
          x[static_cast<std::size_t>(system_.state_count()) + k];
    inputs_.set_parameters(0, parameters_);
  }
  return inputs_.fill(&t, x);
}

}  // namespace holon::detail
