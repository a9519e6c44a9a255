// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/energy_account.h"

#include <algorithm>

#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/part_type.h"

namespace holon {
namespace {

constexpr const char* kDissipated = "system.energy.dissipated";
constexpr const char* kSupplied = "system.energy.supplied";
constexpr const char* kStored = "system.energy.stored";
constexpr const char* kTotal = "system.energy.total";
constexpr const char* kChangingAtStart = "system.energy.changing_at_start";
constexpr const char* kSinceStart = "system.energy.stored_since_start";

struct AccountSlot {
  std::shared_ptr<EnergyAccount> account;
};

Expr add_energy_state(Assembly& assembly, const std::string& name) {
  StateBlock block;
  block.name = name;
  block.dimension = dimensions::kEnergy;
  return assembly.add_state(std::move(block), {0.0})[0];
}

/// The output of this name ("system.power") as system_outputs() describes it.
SystemOutput describe(const std::string& name) {
  const std::vector<OutputType>& all = system_outputs();
  const auto found = std::find_if(all.begin(), all.end(), [&](const OutputType& output) {
    return "system." + output.name == name;
  });
  return {name, {}, found->dimension, found->description};
}

}  // namespace

std::shared_ptr<EnergyAccount> EnergyAccount::of(Assembly& assembly) {
  std::shared_ptr<EnergyAccount>& account = assembly.domain<AccountSlot>().account;
  if (!account) {
    account = std::make_shared<EnergyAccount>();
    account->define_outputs(assembly);
    // After all domains have formulated: they register while parts are built.
    assembly.on_connect("energy", [account](Assembly& all) {
      all.on_formulate("energy", [account](Assembly& last) { account->add_integrals(last); });
    });
  }
  return account;
}

bool EnergyAccount::is_requested(Assembly& assembly, std::string_view output) {
  return assembly.symbols()->has_output(output);  // a requested output has a symbol
}

Expr EnergyAccount::add_integral(Assembly& assembly, const std::string& name, Expr power,
                                 const std::string& description) {
  const Expr state = add_energy_state(assembly, name);
  assembly.set_derivative(state, power);
  assembly.define_output({name, {}, dimensions::kEnergy, description}, std::vector<Expr>{state});
  return state;
}

Expr EnergyAccount::dissipated(Assembly& assembly) {
  if (!dissipated_) dissipated_ = add_energy_state(assembly, kDissipated);
  return *dissipated_;
}

void EnergyAccount::expect_losses(Assembly& assembly) {
  if (assembly.domain<PartModels>().is_inner && !is_requested(assembly, kDissipated)) return;
  dissipated(assembly);
}

std::optional<Expr> EnergyAccount::supplied(Assembly& assembly) {
  if (!supplied_ && is_requested(assembly, kSupplied))
    supplied_ = add_energy_state(assembly, kSupplied);
  return supplied_;
}

Expr EnergyAccount::sum(std::function<Expr()> Share::*part) const {
  Expr all = 0.0;
  for (const Share& share : shares_) {
    if (share.*part) all += (share.*part)();
  }
  return all;
}

void EnergyAccount::define_outputs(Assembly& assembly) {
  const auto define = [&](const char* name, std::function<Expr()> Share::*part) {
    assembly.define_output(describe(name), [account = shared_from_this(), part] {
      return std::vector<Expr>{account->sum(part)};
    });
  };
  define("system.energy.kinetic", &Share::kinetic);
  define("system.energy.potential", &Share::potential);
  define("system.power", &Share::power);
  define("system.dissipated_power", &Share::dissipated);
}

/// Outputs that may need a state. An integral that is not requested has no output.
void EnergyAccount::add_integrals(Assembly& assembly) {
  if (assembly.diagnostics().has_errors()) return;  // formulation is incomplete
  const Expr storing = sum(&Share::storing), lost = sum(&Share::dissipated);
  const auto define = [&](const char* name, std::function<Expr()> calc) {
    assembly.define_output(describe(name),
                           [calc = std::move(calc)] { return std::vector<Expr>{calc()}; });
  };
  const bool is_state = storing.is_constant(0.0);
  if (is_state || is_requested(assembly, kStored) || is_requested(assembly, kTotal)) {
    const Expr since_start =
        is_state ? Expr(0.0)
                 : add_integral(assembly, kSinceStart, storing,
                                "absorbed since the start by storage whose energy is not a "
                                "function of the state, such as hydraulic fluid");
    const auto stored = [account = shared_from_this(), since_start] {
      return account->sum(&Share::stored) + since_start;
    };
    define(kStored, stored);
    define(kTotal, [account = shared_from_this(), stored] {
      return account->sum(&Share::kinetic) + account->sum(&Share::potential) + stored();
    });
  }
  if (!lost.is_constant(0.0) && is_requested(assembly, kDissipated)) dissipated(assembly);
  if (dissipated_) assembly.set_derivative(*dissipated_, lost);
  if (dissipated_ || lost.is_constant(0.0)) {
    define(kDissipated, [state = dissipated_.value_or(0.0)] { return state; });
  }
  if (const std::optional<Expr> state = supplied(assembly)) {
    const Expr power = sum(&Share::power), changing = sum(&Share::changing);
    if (changing.is_constant(0.0)) {
      assembly.set_derivative(*state, power);
      define(kSupplied, [state = *state] { return state; });
      return;
    }
    // Where a coefficient jumps so does the energy, at no power.
    assembly.set_derivative(*state, power - assembly.time_derivative(changing));
    const Expr before =
        assembly.add_discrete({kChangingAtStart, {}, dimensions::kEnergy}, {changing})[0];
    define(kSupplied, [supplied = *state + (changing - before)] { return supplied; });
  }
}

}  // namespace holon
