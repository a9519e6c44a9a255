// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/formulations/part_response.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/model/assembly/assembly.h"

namespace holon {

/// A part with coordinates of its own, by what it gives to the equations of the whole
/// (aggregate_part.h).
struct InnerPart {
  struct Connection {
    std::string frame;  ///< full name, of a driven body of the mechanism
    int joint = -1;     ///< that drives it
    FramePlace place;   ///< in the world
    /// (n x 6), (6), (6 x n), by rows; see aggregate_part.h.
    std::vector<Expr> B, C, D;
    std::size_t link = 0;  ///< that stands for it in the tree
  };
  std::string name;
  ReportError report{};
  std::vector<Expr> q, v;                 ///< states
  std::vector<Expr> starts, start_rates;  ///< of q and v
  std::vector<bool> orientations;  ///< by block of q: a quaternion and three rates, or one of each
  std::vector<Expr> A;             ///< v' without wrenches
  std::optional<Expr> time{};      ///< where B, C, D and the places depend on it, too
  std::vector<Expr> mass;          ///< (n x n) by rows, where the part gave it; else empty
  std::vector<Connection> connections;
  Expr kinetic = 0.0, potential = 0.0;  ///< [J]
  Expr dissipated = 0.0, power = 0.0;   ///< [W] taken by friction, supplied from outside
  /// [kg m/s], and [kg m²/s] about the world's origin, in world axes; empty: none.
  std::vector<Expr> momentum, angular_momentum;
  std::vector<Expr> free_vdot;  ///< A with what forces at connections add
  std::vector<Expr> vdot;       ///< known once the machine is formulated

  std::size_t size() const { return v.size(); }
  /// The rates of q at rates `v`, or the change of q at a change of them.
  std::vector<Expr> calc_coordinate_rates(const std::vector<Expr>& rates) const;
  /// d/dt of functions of q, v and the time, at v' = 0.
  std::vector<Expr> calc_rate(const std::vector<Expr>& functions) const;
  /// Velocity and angular velocity of a place that is a function of q and the time, in world axes.
  std::vector<Expr> calc_velocity(const FramePlace& place) const;
};

/// The parts of a machine that have inner states.
class InnerParts {
 public:
  std::size_t add(std::string name, ReportError report);
  InnerPart& operator[](std::size_t index) { return parts_[index]; }
  const InnerPart& operator[](std::size_t index) const { return parts_[index]; }
  bool empty() const { return parts_.empty(); }
  std::vector<InnerPart>::const_iterator begin() const { return parts_.begin(); }
  std::vector<InnerPart>::const_iterator end() const { return parts_.end(); }
  /// v' of one rate. Throws NotKnownYet before `finish`.
  Expr acceleration(std::size_t part, std::size_t rate) const;

  /// Checks what the parts gave, and moves their frames; false where something is wrong, which is
  /// reported then.
  bool drive_frames(Mechanism& mechanism, Assembly& assembly);
  void find_links(const Mechanism& mechanism, const Tree& tree);
  /// What forces at the connections do, and the accelerations of their links without any wrenches
  /// of joints.
  void apply_loads(const Tree& tree, Kinematics& kinematics, std::vector<LinkState>& states);
  const std::vector<PartResponse>& responses() const { return responses_; }
  /// v', with what wrenches of joints add to it, by part; empty: nothing. Sets the accelerations of
  /// the connections' links.
  void finish(const std::vector<std::vector<Expr>>& added, Kinematics& kinematics,
              std::vector<LinkState>& states);
  /// Sets the derivatives of the parts' states, once `finish` has run.
  void set_derivatives(Assembly& assembly) const;
  /// A sum with what the parts have of it.
  std::vector<Expr> add_momenta(std::vector<Expr> sum, std::vector<Expr> InnerPart::*which) const;

 private:
  void set_link_accelerations(const InnerPart& part, const std::vector<Expr>& vdot,
                              Kinematics& kinematics, std::vector<LinkState>& states) const;

  std::vector<InnerPart> parts_;
  std::vector<PartResponse> responses_;
  bool is_finished_ = false;
};

namespace detail {
/// Adds the frames that move in connections of a part, and in such frames, as connections: they
/// have the velocity of their carrier besides their own, and hand its wrenches on.
void add_riders(PartResponse& response, const Tree& tree, Kinematics& kinematics);
}  // namespace detail

}  // namespace holon
