// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Plugins that Holon refuses, one for each FAULT.
#include <stdexcept>

#include "holon/catalogue/plugin.h"
#include "holon/mechanics/machine/aggregate_part.h"

namespace {

[[maybe_unused]] void add_nothing(holon::Catalogue&) {}

/// Throws in build(), or gives matrices that do not belong together.
struct Faulty {
  holon::Expr mass = 1.0;

  static void describe(holon::Descriptor<Faulty>& d) {
    d.type(FAULT == 5 ? "RigidBody" : "Faulty", "A part that is refused.");
    d.value("mass", &Faulty::mass, "kg", "of it");
    d.frame("hook", "moves with it");
  }

  void build(holon::PartBuilder& b) const {
    using namespace holon;
    if (FAULT == 4) throw std::runtime_error("no such luck");
    AggregatePart part(b);
    const auto [s, rate] =
        part.add_coordinate({.name = "s", .rate = "s_rate", .dimension = dimensions::kLength});
    part.set_accelerations({0.0});
    AggregatePart::Matrices m;
    m.B.assign(6, 0.0);
    m.C.assign(6, 0.0);
    m.D.assign(6, 0.0);
    m.B[0] = 1.0 / mass;
    m.D[0] = FAULT == 6 ? 2.0 : 1.0;
    part.connect("hook", {.position = {s, 0.0, 0.0}}, m);
  }
};

}  // namespace

#if FAULT == 1
extern "C" int nothing_of_holon() { return 0; }
#elif FAULT == 2
extern "C" {
extern const holon::PluginHeader holon_plugin;
const holon::PluginHeader holon_plugin{holon::kPluginInterface + 1, holon::kVersion, &add_nothing};
}
#elif FAULT == 3
HOLON_PLUGIN(catalogue) {
  static_cast<void>(catalogue);
  throw std::runtime_error("nothing to add");
}
#else
HOLON_PLUGIN(catalogue) { catalogue.add<Faulty>(); }
#endif
