// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/analyse/checks/check.h"
#include "holon/analyse/checks/samples.h"

namespace holon {

/// The reactions that redundancy leaves undetermined, in one formulation.
std::vector<std::string> find_open_reactions(const System& system,
                                             const std::vector<double>& parameters,
                                             const std::vector<Sample>& samples);

/// Accelerations and determinate reactions of two formulations (`pair`: "recursive against
/// augmented") of one machine at equal states: those of `samples`, which are states of `a`; the
/// states of `b` are outputs of `a` by their names. `reactions`: their outputs (see MachineFacts);
/// `open`: those that are undetermined. `gravity` [m/s²]: a scale of accelerations, which may
/// result from its cancellation.
std::vector<Check> check_formulations(const std::string& pair, const System& a, const System& b,
                                      const std::vector<double>& parameters,
                                      const std::vector<Sample>& samples,
                                      const std::vector<std::string>& reactions,
                                      const std::vector<std::string>& open, double gravity);

}  // namespace holon
