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

/// A signal that counts as it was some time ago. Its value is one of the System's inputs u, in this
/// order, and whoever runs the system keeps the history that it is read from.
struct SystemDelay {
  std::string name;
  double time = 0;           ///< [s] by which it is delayed, above 0
  bool has_history = false;  ///< something says what the signal was before the start
};

/// By input.
std::vector<SystemDelay> list_delays(const System& system);

/// What is delayed, -> signals (nu), history (nu), of the inputs of the system's functions.
/// `history` is what the signals were at t before the start; those that nothing says anything of
/// are what they are. Grows the graph that the functions share, see System::select_outputs.
FunctionRef make_delayed_signals(const System& system);

namespace detail {

/// By delay: what it gives at the start.
std::vector<Expr> make_history(const SystemDefinitions& definitions, Resolver& resolver);

}  // namespace detail
}  // namespace holon
