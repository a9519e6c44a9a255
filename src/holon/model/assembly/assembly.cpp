// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/assembly.h"

#include "holon/system/definitions.h"

namespace holon {

Assembly::Assembly(Diagnostics& diagnostics)
    : Assembly(std::make_shared<Symbols>(), {}, {}, diagnostics) {}

Assembly::Assembly(std::shared_ptr<Symbols> symbols, WorldSettings world, SimulateSettings simulate,
                   Diagnostics& diagnostics)
    : system_(std::make_shared<SystemBuilder>(std::move(symbols))),
      world_(std::move(world)),
      simulate_(std::move(simulate)),
      diagnostics_(&diagnostics) {
  world_.set_gravity_of_earth();
}

void Assembly::add_step(Steps& steps, const std::string& key, std::function<void(Assembly&)> run) {
  for (const auto& [known, function] : steps) {
    if (known == key) return;
  }
  steps.emplace_back(key, std::move(run));
}

void Assembly::on_formulate(const std::string& key, std::function<void(Assembly&)> formulate) {
  add_step(formulations_, key, std::move(formulate));
}

void Assembly::on_connect(const std::string& key, std::function<void(Assembly&)> connect) {
  add_step(connections_, key, std::move(connect));
}

void Assembly::formulate() {
  for (Steps* steps : {&connections_, &formulations_}) {
    // One may register another.
    for (std::size_t k = 0; k < steps->size(); ++k) {
      const auto run = (*steps)[k].second;
      run(*this);
    }
  }
}

System Assembly::make_system(std::string title) {
  System system;
  try {
    system = system_->build(std::move(title));
  } catch (const ModelError& error) {
    Diagnostics located;
    if (!error.part_path().empty() && locate_ && locate_(error.part_path(), error, located)) {
      throw InputError(std::move(located));
    }
    throw;
  }
  if (const auto self = weak_from_this().lock()) {
    using Kept = std::pair<std::shared_ptr<Assembly>, decltype(system.definitions)>;
    const auto kept = std::make_shared<Kept>(self, system.definitions);
    system.definitions = {kept, kept->second.get()};
  }
  return system;
}

}  // namespace holon
