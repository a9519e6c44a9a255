// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/inertia.h"

#include "holon/model/describe/descriptor.h"

namespace holon {

void InertiaMatrix::describe(Fields<InertiaMatrix>& f) {
  f.numbers("entries", &InertiaMatrix::entries, "kg m^2",
            "Ixx, Iyy, Izz and, where it is not diagonal, Ixy, Ixz, Iyz of the matrix")
      .required()
      .sizes({3, 6});
  f.bare();
}

void Rod::describe(Fields<Rod>& f) {
  f.value("length", &Rod::length, "m", "length of the rod").required().positive();
  f.axis("axis", &Rod::axis, "direction of the rod");
}

namespace {

/// across (1 − e eᵀ) + along e eᵀ.
std::array<Expr, 6> about_axis(const Axis& axis, Expr along, Expr across) {
  const auto& e = axis.direction;
  const Expr difference = along - across;
  return {across + difference * (e[0] * e[0]), across + difference * (e[1] * e[1]),
          across + difference * (e[2] * e[2]), difference * (e[0] * e[1]),
          difference * (e[0] * e[2]),          difference * (e[1] * e[2])};
}

}  // namespace

std::array<Expr, 6> calc_inertia(const Inertia& inertia, Expr mass) {
  if (const auto* given = std::get_if<InertiaMatrix>(&inertia)) {
    std::array<Expr, 6> entries{};
    for (std::size_t k = 0; k < given->entries.size() && k < 6; ++k) entries[k] = given->entries[k];
    return entries;
  }
  if (const auto* rod = std::get_if<Rod>(&inertia)) {
    return about_axis(rod->axis, 0.0, mass * square(rod->length) / 12.0);
  }
  if (const auto* box = std::get_if<Box>(&inertia)) {
    const Expr xx = square(box->size[0]), yy = square(box->size[1]), zz = square(box->size[2]);
    const Expr m = mass / 12.0;
    return {m * (yy + zz), m * (xx + zz), m * (xx + yy), 0.0, 0.0, 0.0};
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&inertia)) {
    const Expr rr = square(cylinder->radius);
    return about_axis(cylinder->axis, 0.5 * mass * rr,
                      mass * (3.0 * rr + square(cylinder->length)) / 12.0);
  }
  const Expr moment = 0.4 * mass * square(std::get<Sphere>(inertia).radius);
  return {moment, moment, moment, 0.0, 0.0, 0.0};
}

}  // namespace holon
