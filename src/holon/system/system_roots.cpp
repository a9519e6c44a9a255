// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system_roots.h"

#include <algorithm>
#include <iterator>

#include "holon/base/errors.h"

namespace holon::detail {

void add_roots_of_outputs(const SystemDefinitions& d, std::vector<Resolver::Root>& roots) {
  const auto is_known = [&](Expr symbol) {
    return std::any_of(roots.begin(), roots.end(),
                       [&](const auto& root) { return root.symbol == symbol; });
  };
  const auto add = [&](std::span<const Expr> unknowns) {
    Resolver resolver(d, Resolver::Relations::hold);
    resolver.resolve(unknowns);
    for (const Resolver::Root& root : resolver.roots())
      if (!is_known(root.symbol)) roots.push_back(root);
  };
  std::vector<Expr> others;
  std::copy_if(d.unknowns.begin(), d.unknowns.end(), std::back_inserter(others),
               [&](Expr unknown) { return !is_known(unknown); });
  if (others.empty()) return;
  try {
    return add(others);
  } catch (const ModelError&) {
    // Each separately.
  }
  for (const Expr& unknown : others) {
    try {
      add({&unknown, 1});
    } catch (const ModelError&) {
      continue;
    }
  }
}

SystemRoots add_guesses(SystemDefinitions& d, const std::vector<Resolver::Root>& roots) {
  SystemRoots added;
  const auto add = [&](const std::string& name) {
    DiscreteBlock block{.name = name};
    block.offset = static_cast<int>(d.discrete_symbols.size());
    block.is_guess = true;
    d.discrete_symbols.push_back(d.symbols->graph()->symbol(name));
    d.discrete_of_symbol.emplace(d.discrete_symbols.back().id(), block.offset);
    d.discrete_initial.emplace_back(0.0);
    d.discrete.push_back(std::move(block));
    return d.discrete.back().offset;
  };
  for (const Resolver::Root& root : roots) {
    added.flags.push_back(add("~root of " + root.name + " is known"));
    add("~root of " + root.name);
    d.guess_of_symbol.emplace(root.symbol.id(), added.flags.back());
    d.root_symbols.push_back(root.symbol);
    added.names.push_back(root.name);
  }
  return added;
}

}  // namespace holon::detail
