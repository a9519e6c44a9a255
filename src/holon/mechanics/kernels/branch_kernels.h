// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "holon/mechanics/kernels/cut_kernels.h"
#include "holon/mechanics/kernels/traced.h"

/// The elimination of the augmented equations along a flat tree, body by body: the rows of the
/// joint that holds a body to its parent are
///
///   J_c a_c + J_p a_p = c,   J_p = −J_c X,
///
/// since a row's wrench acts on both bodies at one place (X takes an acceleration from the parent's
/// reference point to the body's). With the null space J_c H = 0 and a solution J_c g = c
///
///   a_c = X a_p + g + H s,
///
/// so that of the body only s is left, and what it hands on to its parent is, for any c,
///
///   I' = Xᵀ (I − I H (Hᵀ I H)⁻¹ Hᵀ I) X = J_pᵀ (J_c I⁻¹ J_cᵀ)⁻¹ J_p,
///
/// what elimination of the body and then of its rows would leave, with one pivot per freedom of the
/// joint instead of one per row and acceleration (P. E. Nikravesh, ch. 8; R. Featherstone, ch. 7).
/// H and g are exact where bodies stand off their constraints, too. All motors in world axes; a
/// body's reference point is its origin, that of a point mass the joint's place.
namespace holon::detail {

/// What the elimination of a body depends on besides numbers.
struct BranchShape {
  CutShape joint;                ///< that holds it, sides as the model names them
  bool is_root = false;          ///< no joint holds it
  bool is_reversed = false;      ///< it is the joint's parent
  bool is_point = false;         ///< it does not turn
  bool parent_is_point = false;  ///< what it hands on to does not
  bool hands_on = false;         ///< its parent has accelerations, too
  bool follows_motion = false;   ///< c is that of g'' = 0, from the motion; else it is given
  bool follows_driven = false;   ///< its parent's motion is prescribed
  bool has_modes = false;
  int children = 0;

  std::string text() const;
  int freedoms() const;
  int rows() const { return is_root ? 0 : joint.kept_count(); }
};

/// Whether the elimination covers joints of this kind.
bool is_branch_joint_known(const CutShape& joint);

/// Calls of Functions that are made as they are needed: one for all calls with the same text and
/// the same arguments 0, 1 and −1, which fold.
class FoldedCalls {
 public:
  using Write = std::function<void(Reader& in, KernelBuilder& out)>;
  std::vector<Expr> call(const std::string& text, const std::vector<Expr>& arguments,
                         const Write& write);

 private:
  std::unordered_map<std::string, FunctionRef> functions_;
};

/// Towards the base, what is not of the forces. In, one after the other:
///   own      R, p, omega, v (18), in link axes; of what is driven alpha, and acceleration of the
///            joint's place (6), else zeros
///   other    likewise, where it moves
///   joint    cut_constants, with gravity only beside what is driven
///   body     mass, first moment, inertia (10); modes (21)
///   blocks   of the children: inertia (21, of a point 6)
/// A root has of the first three its own R (9). Out:
///   g and I∘g (12), where it follows the motion, else I (21 or 6); neither of a root
///   of every freedom   H (6; not of a root), weight I H / D (6), 1 / D
///   r_other_own (3), where a joint holds it; inertia for the parent, where it hands on
/// An acceleration on which forces depend is thus no argument of what it is multiplied with.
void write_branch_inertia(const BranchShape& shape, Reader& in, KernelBuilder& out);
/// The forces. In: R and I∘g (15), or of a root R, or sides and joint as above, c (rows) and I;
/// bias force and load (12), in link axes; what the children hand on (6, to a point 3); of every
/// freedom H, weight, 1 / D; r_other_own, where it hands on. Out: g, where c is given; of every
/// freedom the rate −(H, bias) / D; bias for the parent.
void write_branch_bias(const BranchShape& shape, Reader& in, KernelBuilder& out);

/// What both leave of a body.
struct BranchPivots {
  std::vector<std::vector<Expr>> screws, weights;  ///< by freedom (6)
  std::vector<Expr> inverses, rates;               ///< by freedom
  std::vector<Expr> particular, by_rows;           ///< g, I∘g (6)
  std::vector<Expr> inertia;
  std::vector<Expr> distance;  ///< r_other_own (3)
  std::vector<Expr> handed_inertia, handed_bias;
};
void read_inertia_results(const BranchShape& shape, const std::vector<Expr>& results,
                          BranchPivots& pivots);
void read_bias_results(const BranchShape& shape, const std::vector<Expr>& results,
                       BranchPivots& pivots);

/// From the base. In: the parent's acceleration (alpha, a) (6), where it has one, own R (9), g,
/// r_other_own, of every freedom H, weight, rate. Out: alpha in link axes (3, not of a point), a;
/// alpha in world axes, a (6).
void write_branch_outward(const BranchShape& shape, Reader& in, KernelBuilder& out);

/// A wrench that is propagated to the base. In: force and torque about the reference point (6), g,
/// r_other_own, of every freedom H, weight. Out: of every freedom the effort; the work along g; the
/// wrench on the parent (6), where it has accelerations.
void write_branch_wrench(const BranchShape& shape, Reader& in, KernelBuilder& out);

/// Multipliers of the rows. In: sides and joint as write_branch_inertia, bias and load together
/// (6), inertia, own alpha and a (6), and of every child what it hands on (6). Out: λ by row;
/// wrench of the joint on the body, about the parent's reference point (6).
void write_branch_multipliers(const BranchShape& shape, Reader& in, KernelBuilder& out);

}  // namespace holon::detail
