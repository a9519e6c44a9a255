// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

namespace detail {
class Resolver;
class SystemDefinitions;
}  // namespace detail

/// A delayed signal. Its value is one of the System's inputs u, in this order; the caller that runs
/// the system stores the history from which it is interpolated.
struct SystemDelay {
  std::string name;
  double time = 0;           ///< [s] the delay, positive
  bool has_history = false;  ///< the signal before the start is given
};

/// By input.
std::vector<SystemDelay> list_delays(const System& system);

/// A function of the inputs of the system's functions -> signals to be delayed (nu), history (nu).
/// `history` gives the signals at t before the start, or the present values of those without a
/// given history. Adds nodes to the graph that the functions share, see System::select_outputs.
FunctionRef make_delayed_signals(const System& system);

namespace detail {

/// By delay: its output at the start.
std::vector<Expr> make_history(const SystemDefinitions& definitions, Resolver& resolver);

}  // namespace detail
}  // namespace holon
