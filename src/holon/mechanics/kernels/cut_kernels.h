// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/mechanics/kernels/kinds.h"
#include "holon/mechanics/mechanism/mechanism.h"

/// Joints that close loops as rows of constraints between their two frames, and the coordinates
/// that they measure there: one Function per kind of cut.
///
/// With d the vector from the parent's joint frame to the child's and e, a axes of the parent's
/// frame, b one of the child's, a row is one of
///
///   shift   g = e·d                                   force e on the child
///   turn    g = a·b − c                               torque b × a on the child
///   screw   g = e·d − h angle                         force e and torque −h e
///   length  g = |d| − length                          force d/|d|
///   drive   g = a coordinate − its prescribed motion  force or torque along it
///
/// and its rate is the power of those on the child and of their opposites on the parent.
namespace holon::detail {

/// What the equations of a cut depend on besides numbers.
struct CutShape {
  JointType type = JointType::revolute;
  bool is_length = false;  ///< a rod between the two frames instead of a joint
  bool is_line = false;    ///< a body on the line between them, see line_body.h
  bool parent_moves = false, child_moves = false;
  std::vector<int> driven;  ///< freedoms whose motion is prescribed: a row each, after the others
  std::vector<bool> kept;   ///< which of its rows are needed

  std::string text() const;
  int kept_count() const;
  bool needs_angles() const;  ///< its rows do
};

/// Number of constraints of a joint of this type that closes a loop: 6 − freedoms.
int cut_row_count(JointType type);
/// Whether row k of a cut is one on directions, of unit 1; else it is one on lengths.
bool cut_row_turns(JointType type, int row);
/// What row k of a cut holds, for messages: "shift along [0, 1, 0]"; axes of the parent's joint
/// frame.
std::string cut_row_name(const Mechanism::Joint& joint, int row);

/// The joint axes as three columns: the last one is the joint's axis (`axis2` on the child's side
/// of a universal joint), the first one x of a planar joint or the other axis of a universal one.
Matrix3<double> cut_axes(const Mechanism::Joint& joint, bool child);

/// What is known of one side of a cut that moves: R (9, by rows), p of the link's origin, in world
/// axes; omega, v of the origin, alpha, a of the joint frame's origin, in link axes.
constexpr std::size_t kCutSideInputs = 9 + 3 + 3 + 3 + 3 + 3;

/// Constants of a cut: of either side place (3) and axes (9, by rows) of the joint frame in link
/// (or world) axes; gravity (3); pitch, c.
std::vector<Expr> cut_constants(const FramePlace& parent, const FramePlace& child,
                                const Mechanism::Joint& joint, const Vector3<Expr>& gravity);

/// Rows of a cut, part by part: what is not requested costs nothing.
///   inputs   of the parent's and of the child's side, where they move, kCutSideInputs; length and
///            its first two derivatives, or of every angle among the coordinates a value less than
///            half a turn away (where there is a screw or a drive), and of every driven freedom its
///            motion and the first two derivatives; constants
///   outputs  of every kept row g, g', bias (g'' less what the unknown accelerations add), or the
///            wrench on the parent's link where it moves and on the child's where it moves (force,
///            moment about the link's origin, in link axes)
enum class CutRowPart : std::uint8_t { position, velocity, bias, wrenches };
FunctionRef make_cut_rows(const CutShape& shape, CutRowPart part, const Kinds& kinds,
                          std::size_t piece);

/// Coordinates, rates or accelerations of a cut joint, as its joint_info counts them.
///   inputs   sides as above; of every angle among the coordinates a value less than half a turn
///            away; constants
///   outputs  q, v or vdot
enum class CutStatePart : std::uint8_t { coordinates, rates, accelerations };
FunctionRef make_cut_state(const CutShape& shape, CutStatePart part, const Kinds& kinds,
                           std::size_t piece);
/// Wrenches that efforts along a cut joint's freedoms make.
///   inputs   sides as above; efforts on the child [N m or N]; constants
///   outputs  force and moment about the link's origin, in link axes, on the parent's link where it
///            moves, then on the child's
FunctionRef make_cut_efforts(const CutShape& shape, const Kinds& kinds, std::size_t piece);
/// Which coordinates of a joint are angles, by their place among the coordinates.
std::vector<int> cut_angles(JointType type);

}  // namespace holon::detail
