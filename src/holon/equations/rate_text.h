// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/equations/mechanics_text.h"
#include "holon/expr/print/print.h"
#include "holon/study/loading.h"

namespace holon {

/// The rates of a model's states, x' = f(t, x), by short names with a legend: p and q of the
/// storage of bond graphs with the element's name, parameters by their names. Linear equations that
/// determine some of them are written as equations, not solved. `named`: the model with its
/// parameters as symbols (load_with_element_names). `of`: the rates and main outputs of one part;
/// empty: all rates. Empty where there are none.
std::string write_rates(const LoadedModel& named, const std::string& of, Notation notation);

/// All rates, for a page.
MotionSheet write_rate_sheet(const LoadedModel& named);

}  // namespace holon
