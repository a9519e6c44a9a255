// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "holon/mechanics/formulations/constraint_rows.h"

namespace holon {

/// Whether a flat tree has a link as a share of the body that carries it: a rotor, or a frame that
/// is driven in another link.
inline bool is_carried(const Link& link) {
  return is_straight(link.type) ||
         (link.type == JointType::driven && link.parent != Mechanism::kWorld);
}
/// The link of that body, or a frame that is driven in the world.
inline int carrier_of(const Tree& tree, int link) {
  while (link != Mechanism::kWorld && is_carried(tree.links[static_cast<std::size_t>(link)]))
    link = tree.links[static_cast<std::size_t>(link)].parent;
  return link;
}

/// What rows do to the freedoms between them and the world, from the pivots of the passes.
class BasePaths {
 public:
  /// The path of a closure's rows to the base.
  struct Path {
    std::vector<int> links;  ///< with freedoms, on the path, from the world
    std::map<int, std::vector<std::vector<Expr>>> efforts;  ///< by link: u by freedom and row
    /// The wrench (6) that is left at bodies where the path ends: by link and row.
    std::map<int, std::vector<std::vector<Expr>>> left;
  };
  enum class End : std::uint8_t {
    world,
    bodies  ///< paths start on hinges alone and end at the bodies that carry these
  };
  /// `rows` must live as long as this.
  explicit BasePaths(ConstraintRows& rows, End end = End::world);

  /// What every row's unit wrenches do.
  Path propagate_to_base(const ConstraintPath& path);
  /// Some rows hold whatever the coordinates are: a planar mechanism never leaves its plane. They
  /// need no effort, wherever the links are; that is tried with a few random states. By closure
  /// the rows that remain; those of line bodies all do.
  std::vector<std::vector<bool>> find_needed_rows();

 private:
  bool ends_at(int link) const;

  ConstraintRows& rows_;
  const End end_;
  detail::Kinds step_kinds_;                           ///< by link
  std::map<int, FunctionRef> functions_with_efforts_;  ///< by kind
};

}  // namespace holon
