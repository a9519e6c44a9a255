// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

/// The same machine in other engines, to be timed beside Holon in one run.
namespace holon::bench {

/// Bodies in a tree of revolute joints, axes x, y, z in turn: body i hangs on `parent[i]` (-1 for
/// the world), its joint offset by (1, 0, 0) from the parent's (from the origin for the first);
/// centre of mass (0.5, 0, 0), box 1 × 0.1 × 0.1 m, 1 kg; gravity 9.80665 m/s² along −z.
struct Tree {
  std::vector<int> parent;

  static Tree chain(int bodies);
  /// A complete binary tree of 2^levels − 1 bodies, numbered level by level.
  static Tree binary(int levels);
  int size() const { return static_cast<int>(parent.size()); }
};

constexpr double kMass = 1.0;
constexpr double kGravity = 9.80665;
/// About the centre of mass: m/12 (b² + c²) of the box.
constexpr double kInertiaLong = kMass / 12.0 * (0.1 * 0.1 + 0.1 * 0.1);
constexpr double kInertiaAcross = kMass / 12.0 * (1.0 + 0.1 * 0.1);

/// One forward dynamics of the tree in another engine.
class Peer {
 public:
  virtual ~Peer() = default;
  /// Takes over angles and rates of all joints; what was computed before is void.
  virtual void set_state(const std::vector<double>& angle, const std::vector<double>& rate) = 0;
  /// Everything that depends on the state, computed anew after set_state.
  virtual void calc() = 0;
  /// Accelerations of the joints after calc.
  virtual std::vector<double> accelerations() const = 0;
};

std::string mujoco_version();
/// nullptr where its reader refuses the model.
std::unique_ptr<Peer> make_mujoco(const Tree& tree);

std::string simbody_version();
std::unique_ptr<Peer> make_simbody(const Tree& tree);

/// N windows in a row in the plane xz, each a four-bar linkage: N + 1 cranks, uniform rods of 1 m
/// and 1 kg hinged about y to the ground at x = 0, 1, …, upright at angle 0, their tips joined by N
/// such rods as couplers, level at angle 0; gravity as above. Benchmark A02 of M. González, D.
/// Dopico, U. Lugrís, J. Cuadrado, Multibody Syst. Dyn. 16 (2006) 179. The couplers hang on the
/// cranks on their left; their joints on the right are constraints. Angles: of the cranks from the
/// world, then of the couplers from their cranks.
std::unique_ptr<Peer> make_simbody_n_four_bar(int windows);

}  // namespace holon::bench
