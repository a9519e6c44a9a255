// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/surroundings.h"

#include "holon/earth/normal_gravity.h"

namespace holon::detail {

Surroundings& Surroundings::of(Assembly& assembly) {
  auto& surroundings = assembly.domain<Surroundings>();
  if (surroundings.gravity) return surroundings;
  if (const auto& earth = assembly.world().earth) {
    surroundings.gravity = [place = earth->frame()](const Vector3<Expr>& point) {
      return place.direction_from_ecef(earth::gravity_vector(place.to_ecef(point)));
    };
    surroundings.rotation = earth->angular_velocity();
  } else {
    surroundings.gravity = [g = assembly.world().gravity](const Vector3<Expr>&) { return g; };
  }
  return surroundings;
}

}  // namespace holon::detail
