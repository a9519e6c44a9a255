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

std::optional<Vector3<Expr>> Surroundings::find_uniform_gravity() const {
  const Vector3<Expr> here = gravity(Vector3<Expr>(0.0, 0.0, 0.0)),
                      there = gravity(Vector3<Expr>(0.3, -0.4, 0.5));
  for (int k = 0; k < 3; ++k)
    if (here[k] != there[k]) return {};
  return here;
}

const std::vector<OutputType>& world_gravity_outputs() {
  static const std::vector<OutputType> outputs{
      {"gravity", {"x", "y", "z"}, dimensions::kAcceleration, "uniform gravity, in world axes"}};
  return outputs;
}

}  // namespace holon::detail
