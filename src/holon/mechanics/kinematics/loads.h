// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/kernels/load_kernels.h"
#include "holon/mechanics/tree/link_shape.h"

namespace holon {

class Kinematics;

/// What force elements do to the links: wrenches, pulls and bushings of a mechanism, by calls of
/// one Function per kind. Everything is made when it is first requested, and kept.
class Loads {
 public:
  /// All must live as long as this.
  Loads(const Mechanism& mechanism, const Tree& tree, Kinematics& kinematics);

  /// One body that an element acts on.
  struct Side {
    enum class Kind { wrench, pull, bushing } kind = Kind::wrench;
    std::size_t element = 0;  ///< index among its kind
    bool is_first = true;
    int body = Mechanism::kWorld;
    int link = Mechanism::kWorld;  ///< kWorld also for bodies that are fixed to the world
  };
  const std::vector<Side>& sides() const { return sides_; }
  /// Force and moment [N, N m] on a link about its origin in its axes (of what does not move: about
  /// the world's origin, in world axes), added to what is there already (6).
  std::vector<Expr> add_load(const Side& side, std::vector<Expr> loads);
  std::vector<Expr> calc_load(const Side& side) {
    return add_load(side, std::vector<Expr>(6, 0.0));
  }
  /// Fills LinkState::load of every link that something acts on.
  void apply_to(std::vector<LinkState>& states);

  Expr calc_wrench_power(std::size_t wrench);  ///< [W] that it gives to its body

  Expr calc_length(std::size_t pull);       ///< [m]
  Expr calc_length_rate(std::size_t pull);  ///< [m/s]
  Expr calc_tension(std::size_t pull);      ///< [N]
  Expr calc_pull_energy(std::size_t pull);  ///< [J]
  Expr calc_pull_power(std::size_t pull);   ///< [W] that it gives to its bodies
  Expr calc_pull_loss(std::size_t pull);    ///< [W] that its damper takes

  /// The deflection of a bushing and its forces, in the first frame's axes.
  enum class BushingOutput { position, rotation, velocity, angular_velocity, force, torque };
  std::vector<Expr> calc_bushing(std::size_t bushing, BushingOutput which);
  Expr calc_bushing_energy(std::size_t bushing);  ///< [J]
  Expr calc_bushing_power(std::size_t bushing);   ///< [W] that it gives to its bodies
  Expr calc_bushing_loss(std::size_t bushing);    ///< [W] that its dampers take

  Expr calc_energy();         ///< [J] of all springs
  Expr calc_damping_power();  ///< [W] that all dampers take

 private:
  using Places = std::array<Tree::BodyPlace, 2>;
  using Values = std::vector<std::vector<Expr>>;  // by element; empty: not made yet

  void classify_wrenches();
  void classify_pulls();
  void classify_bushings();
  Places places_of(const std::array<std::string, 2>& between) const;
  static detail::OnLinks on_links(const Places& places);
  void append_poses(std::vector<Expr>& arguments, const Places& places);
  /// Calls the Function of an element's kind, made by `make` where it is the first of its kind.
  template <class Make>
  static std::vector<Expr> call_kind(detail::Kinds& kinds, std::size_t piece,
                                     std::vector<Expr> arguments, const Make& make);

  std::vector<Expr> add_wrench(std::size_t wrench, std::vector<Expr> loads);
  std::vector<Expr> add_pull(const Side& side, std::vector<Expr> loads);
  std::vector<Expr> add_bushing(const Side& side, std::vector<Expr> loads);
  const std::vector<Expr>& line(std::size_t pull);         // length, directions (3, 3)
  const std::vector<Expr>& line_rate(std::size_t pull);    // length'
  const std::vector<Expr>& tension(std::size_t pull);      // T
  const std::vector<Expr>& bushing_spring(std::size_t b);  // p, φ, F, M
  const std::vector<Expr>& bushing_damper(std::size_t b);  // p', ω, F, M
  Expr add_pull_energy(std::size_t pull, Expr sum);
  Expr add_pull_loss(std::size_t pull, Expr sum);
  Expr add_bushing_energy(std::size_t bushing, Expr sum);
  Expr add_bushing_loss(std::size_t bushing, Expr sum);
  bool is_damped(std::size_t bushing) const;

  const Mechanism& mechanism_;
  const Tree& tree_;
  Kinematics& kinematics_;
  std::vector<Side> sides_;
  std::vector<Tree::BodyPlace> wrench_axes_;
  std::vector<Places> wrench_places_, pull_places_, bushing_places_;
  detail::Kinds wrench_kinds_, line_kinds_, line_rate_kinds_, tension_kinds_, pull_load_kinds_,
      pull_energy_kinds_, pull_loss_kinds_, bushing_spring_kinds_, bushing_damper_kinds_,
      bushing_load_kinds_, bushing_energy_kinds_, bushing_loss_kinds_;
  Values line_, line_rate_, tension_, bushing_spring_, bushing_damper_;
};

}  // namespace holon
