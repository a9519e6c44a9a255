// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/estimate/transition.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Places of parameters among the inputs of a System's functions.
std::vector<int> find_input_places(const System& system, const std::vector<int>& parameters);

/// The inputs (t, x, u, p, d, m) of a System's functions, for a state with parameters behind.
class EstimatedInputs {
 public:
  EstimatedInputs(const System& system, const Program& indicators, std::vector<int> states)
      : system_(system), states_(std::move(states)), inputs_(system, indicators, 1) {
    for (const SystemParameter& p : system.parameters) parameters_.push_back(p.value);
  }
  void set_parameters(const std::vector<double>& values);
  void set_parameter(int index, double value) {
    parameters_.at(static_cast<std::size_t>(index)) = value;
    inputs_.set_parameters(0, parameters_);
  }
  const std::vector<double>& parameters() const { return parameters_; }
  void set_discrete(const std::vector<double>& values);
  void set_ramp(const InputRamp& ramp) { ramp_ = ramp; }
  SystemInputs& inputs() { return inputs_; }
  const double* fill(double t, const double* x);

 private:
  const System& system_;
  std::vector<int> states_;
  std::vector<double> parameters_;
  InputRamp ramp_;
  SystemInputs inputs_;
};

}  // namespace holon::detail
