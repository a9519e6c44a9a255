// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

/// A space of states or measurements: a list of blocks, each of which is plain numbers, an angle
/// [rad], or a unit quaternion (w, x, y, z) that rotates body axes into world axes. Its errors δ
/// ("tangent coordinates", n) are differences of numbers; for a quaternion the rotation vector
/// [rad] in body axes:
///   x ⊞ δ: numbers x + δ;  q ⊗ exp(δ),  exp(δ) = (cos |δ|/2, δ/|δ| sin |δ|/2)
///   y ⊟ x: numbers y − x, of an angle in (−π, π];  log(q_x* ⊗ q_y), |log| ≤ π
class Manifold {
 public:
  enum class Kind : std::uint8_t { euclidean, angle, quaternion };
  struct Block {
    std::string name;
    std::vector<std::string> components;  ///< empty for a scalar
    Kind kind = Kind::euclidean;
    int offset = 0;   ///< of the first component in x
    int tangent = 0;  ///< of the first component in δ
    int size = 1;     ///< components in x; in δ 3 for a quaternion
    int tangent_size() const { return kind == Kind::quaternion ? 3 : size; }
  };

  Manifold() = default;
  /// n plain numbers named "x1" …
  static Manifold euclidean(int n);
  /// The states of a System, then these of its parameters (by index) as plain numbers.
  static Manifold of(const System& system, const std::vector<int>& parameters = {});
  /// The System's outputs, complete ones or components: angles where their dimension is that of an
  /// angle and they are a single number, quaternions where the components are w, x, y, z.
  static Manifold of_outputs(const System& system, const std::vector<std::string>& names);

  /// Appends a block; offset and tangent are set here.
  void add(Block block);
  const std::vector<Block>& blocks() const { return blocks_; }
  int size() const { return size_; }                  ///< components of x
  int tangent_size() const { return tangent_size_; }  ///< components of δ
  bool is_flat() const { return is_flat_; }           ///< only plain numbers
  std::string name(int component) const;              ///< "body.orientation.w"
  std::string tangent_name(int index) const;          ///< "body.orientation.x" of a rotation vector
  /// Index of the tangent coordinate of that name, or -1.
  int find_tangent(const std::string& name) const;
  /// First tangent coordinate and number of a block or single coordinate of that name; {-1, 0} if
  /// there is none.
  std::pair<int, int> find(const std::string& name) const;

  /// x ⊞ δ in place; quaternions are normalised.
  void retract(double* x, const double* delta) const;
  /// δ with y = x ⊞ δ.
  void local(const double* x, const double* y, double* delta) const;
  Eigen::VectorXd retract(const Eigen::VectorXd& x, const Eigen::VectorXd& delta) const;
  Eigen::VectorXd local(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;

  /// ∂(y ⊟ x)/∂y at y = x (n x size): the components' derivatives become those of tangent
  /// coordinates.
  Eigen::MatrixXd local_jacobian(const double* x) const;
  /// ∂(x ⊞ δ)/∂δ at δ = 0 (size x n).
  Eigen::MatrixXd retract_jacobian(const double* x) const;
  /// Errors about x ⊞ δ̂ for small errors about x near δ̂: J = ∂((x ⊞ δ) ⊟ (x ⊞ δ̂))/∂δ at δ̂
  /// (n x n), for a quaternion the right Jacobian of SO(3),
  ///   I − (1 − cos θ)/θ² [δ̂]× + (θ − sin θ)/θ³ [δ̂]×²  (J. Solà, arXiv:1812.01537, (143)).
  /// After a correction P becomes J P Jᵀ. Returns the number of quaternions for which it is not I.
  int reset_jacobian(const Eigen::VectorXd& delta, Eigen::MatrixXd& J) const;
  /// A ← J A for that J, of which only the rows of quaternions differ. Returns the same number.
  int reset_rows(const Eigen::VectorXd& delta, Eigen::MatrixXd& A) const;

  /// The blocks of a quaternion q in the two Jacobians above.
  static Eigen::Matrix<double, 3, 4> local_rows(const double* q);
  static Eigen::Matrix<double, 4, 3> retract_rows(const double* q);

 private:
  std::vector<Block> blocks_;
  int size_ = 0, tangent_size_ = 0;
  bool is_flat_ = true;
};

}  // namespace holon
