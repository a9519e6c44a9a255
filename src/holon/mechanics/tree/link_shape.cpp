// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/link_shape.h"

#include <algorithm>

#include "holon/mechanics/mechanism/joint_model.h"

namespace holon::detail {

std::vector<int> LinkShape::freedoms() const {
  if (prescribed) return {};
  std::vector<int> components = joint_model(type).components;
  if (is_straight()) {
    for (int& component : components) component += axis;
  }
  return components;
}

std::vector<std::vector<int>> LinkShape::kept_coordinates() const {
  std::vector<std::vector<int>> kept;
  std::array<bool, 6> gone{};
  for (int f : freedoms()) {
    gone[static_cast<std::size_t>(f)] = true;
    kept.emplace_back();
    for (int c = 0; c < 6; ++c) {
      if (!gone[static_cast<std::size_t>(c)]) kept.back().push_back(c);
    }
  }
  return kept;
}

std::string LinkShape::text() const {
  std::string t{joint_model(type).letter};
  t += "xyz"[axis];
  if (sign < 0) t += '-';
  if (prescribed) t += is_idle ? 'Q' : 'P';
  if (at_rest) t += 'R';
  if (has_effort) t += 'E';
  if (has_drive) t += 'D';
  if (has_load) t += 'L';
  if (has_modes) t += 'm';
  if (has_inverses) t += 'I';
  for (int a : factor_axes) t += "XYZ"[a];
  if (has_matrix) t += 'M';
  return t;
}

const Mechanism::Freedom& freedom_of(const Mechanism& mechanism, const Link& link) {
  static const Mechanism::Freedom none;
  if (link.joint < 0) return none;
  return mechanism.joints[static_cast<std::size_t>(link.joint)]
      .freedoms[static_cast<std::size_t>(link.freedom)];
}

bool is_prescribed(const Mechanism& mechanism, const Link& link) {
  return link.type == JointType::driven || freedom_of(mechanism, link).motion.has_value();
}

LinkShape make_shape(const Mechanism& mechanism, const Link& link, const LinkState& state) {
  const Mechanism::Freedom& freedom = freedom_of(mechanism, link);
  LinkShape shape;
  shape.type = link.type;
  shape.axis = shape.is_straight() ? link.axis : 2;
  shape.sign = shape.is_straight() ? link.sign : 1;
  shape.prescribed = is_prescribed(mechanism, link);
  shape.at_rest = link.parent == Mechanism::kWorld;
  shape.has_drive = !shape.prescribed && !state.effort.is_constant(0.0);
  shape.has_effort = shape.has_drive ||
                     (!shape.prescribed &&
                      (!freedom.stiffness.is_constant(0.0) || !freedom.damping.is_constant(0.0)));
  shape.has_load = state.load.has_value();
  shape.has_modes = link.modal.has_value();
  const FactoredRotation<Expr>& rotation = link.rotation.factored;
  for (const AxisRotation<Expr>& factor : rotation.factors()) {
    shape.factor_axes.push_back(factor.axis());
  }
  shape.has_matrix = rotation.matrix().has_value();
  return shape;
}

void find_idle_links(const Tree& tree, std::vector<LinkShape>& shapes) {
  for (std::size_t k = shapes.size(); k-- > 0;) {
    const Link& link = tree.links[k];
    shapes[k].is_idle = link.type == JointType::driven && link.inertia.mass().is_constant(0.0) &&
                        !shapes[k].has_load &&
                        std::all_of(link.children.begin(), link.children.end(), [&](int c) {
                          return shapes[static_cast<std::size_t>(c)].is_idle;
                        });
  }
}

}  // namespace holon::detail
