// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/model/assembly/joint_drawings.h"

namespace holon {

/// One constraint between the frames of a joint that closes a loop. With d the position of the
/// child's frame from the parent's, a an axis of the parent's frame and b one of the child's:
///
///   shift   g = a_i · d
///   turn    g = a_i · b_j − (axis · axis2, where the joint has a second axis)
///   twist   g = ½ (a_i · b_j − a_j · b_i): no rotation of b against a but about axes normal to a_k
///   screw   g = a_i · d − pitch · angle
///
/// Axis 2 is the joint's own (of the child: `axis2`, where there is one).
struct JointRow {
  enum class Kind : std::uint8_t { shift, turn, twist, screw } kind = Kind::shift;
  int i = 0, j = 0;
};

/// How a coordinate is measured between the two frames of a joint that closes a loop.
enum class JointMeasure : std::uint8_t {
  along_x,      ///< a_0 · d
  along_y,      ///< a_1 · d
  along_axis,   ///< a_2 · d
  about_axis,   ///< the angle of b_0 from a_0 about the axis
  about_first,  ///< of a joint with two axes: about the parent's
  about_second  ///< about the child's
};

/// The description of a type of joint: what the tree, the constraints of loops, the outputs and the
/// drawings use of it. A header of mechanism/joints/ has one, and joint_model.cpp lists them.
struct JointModel {
  /// One of the simpler motions of which it is composed, one after the other.
  struct Motion {
    enum class Direction : std::uint8_t { axis, axis2, plane_x, plane_y };
    JointType type = JointType::revolute;
    Direction direction = Direction::axis;
    int freedom = 0;  ///< which of the joint's
  };

  JointType type = JointType::fixed;
  JointInfo info{};
  char letter = '-';              ///< in names of kernels
  std::vector<Motion> motions{};  ///< empty where the kernels have the motion itself
  /// Held by its rows in the spanning tree, too: no simpler motions one after the other have just
  /// its freedoms. `motions`, which may have more, then serve the start only.
  bool is_always_cut = false;
  std::vector<JointRow> rows{};          ///< constraints where it closes a loop
  std::vector<JointMeasure> measures{};  ///< one per freedom of `info`
  /// Components of the motor (vx, vy, vz, wx, wy, wz) that a link on it may have, of joints without
  /// `motions`; of a straight joint along x: a link's own axis is added.
  std::vector<int> components{};
  bool has_second_axis = false;  ///< `axis2`, on the child's side
  JointDrawings::Symbol symbol = JointDrawings::Symbol::ball;
  bool draws_about = false, draws_along = false;  ///< springs and dampers about, along the axis
};

const JointModel& joint_model(JointType type);

// What descriptions of joints share.

inline constexpr bool kRotates = true, kTranslates = false;
inline constexpr JointRow kShiftX{JointRow::Kind::shift, 0}, kShiftY{JointRow::Kind::shift, 1},
    kShiftZ{JointRow::Kind::shift, 2};
/// Axis 2 of the child remains normal to axes 0 and 1 of the parent.
inline constexpr JointRow kTiltX{JointRow::Kind::turn, 0, 2}, kTiltY{JointRow::Kind::turn, 1, 2},
    kSpin{JointRow::Kind::turn, 1, 0};

inline FreedomInfo angle_about_axis() {
  return {"angle", "rate", "acceleration", "torque", "", "about the axis", kRotates};
}

}  // namespace holon
