// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/joint_model.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "holon/mechanics/kernels/cut_kernels.h"

namespace holon {
namespace {

/// Sums of six products of numbers below 2, with axes normalised to rounding error.
constexpr double kJointRounding = 1e-14;

constexpr double kModelPitch = 0.3;  ///< [m/rad]

Mechanism::Joint make_skew_joint(JointType type) {
  Mechanism::Joint joint;
  joint.type = type;
  joint.axis = Vector3<double>(0.6, 0.0, 0.8);
  // Not normal to the first one, so that the dual axes differ from the axes.
  joint.axis2 = Vector3<double>(0.28, 0.96, 0.0);
  return joint;
}

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // (angular; linear), (moment; force)

void append_column(Columns& columns, const Vector3<double>& upper, const Vector3<double>& lower) {
  columns.conservativeResize(6, columns.cols() + 1);
  columns.rightCols<1>() << upper, lower;
}

/// Velocities of the child against the parent that the joint's motions give, at rest. Of a joint
/// that is always cut they may be more than its own.
Columns velocities_of(const Mechanism::Joint& joint) {
  const Vector3<double> zero = Vector3<double>::Zero();
  Columns S(6, 0);
  for (const JointMotion& motion : joint_motions(joint)) {
    const Vector3<double> e = motion.axis;
    if (motion.type == JointType::revolute) append_column(S, e, zero);
    if (motion.type == JointType::prismatic) append_column(S, zero, e);
    if (motion.type == JointType::screw) append_column(S, e, kModelPitch * e);
    for (int k = 0; k < 3; ++k) {
      const Vector3<double> unit = Vector3<double>::Unit(k);
      const bool moves = motion.type == JointType::translation || motion.type == JointType::free;
      const bool turns = motion.type == JointType::spherical || motion.type == JointType::free;
      if (moves) append_column(S, zero, unit);
      if (turns) append_column(S, unit, zero);
    }
  }
  return S;
}

/// The wrenches of its constraints on the child, at rest: by the definitions of the rows.
Columns wrenches_of(const Mechanism::Joint& joint) {
  const Matrix3<double> a = detail::cut_axes(joint, false), b = detail::cut_axes(joint, true);
  const Vector3<double> zero = Vector3<double>::Zero();
  Columns W(6, 0);
  for (const JointRow& row : joint_model(joint.type).rows) {
    const Vector3<double> e = a.col(row.i);
    if (row.kind == JointRow::Kind::shift) append_column(W, zero, e);
    if (row.kind == JointRow::Kind::turn) append_column(W, b.col(row.j).cross(e), zero);
    if (row.kind == JointRow::Kind::twist) {
      append_column(W, (b.col(row.j).cross(e) - b.col(row.i).cross(a.col(row.j))) / 2, zero);
    }
    if (row.kind == JointRow::Kind::screw) append_column(W, -kModelPitch * e, e);
  }
  return W;
}

class EachJointModel : public testing::TestWithParam<int> {
 protected:
  JointType type() const { return static_cast<JointType>(GetParam()); }
};

TEST_P(EachJointModel, HasAsManyNamesMeasuresAndRowsAsFreedoms) {
  const JointModel& model = joint_model(type());
  EXPECT_EQ(model.type, type());
  EXPECT_EQ(model.measures.size(), model.info.freedoms.size());
  if (!model.info.freedoms.empty()) {
    EXPECT_EQ(model.info.freedoms.size(), static_cast<std::size_t>(model.info.v));
  }
  if (type() == JointType::driven) {  // prescribed, not constrained by rows
    EXPECT_TRUE(model.rows.empty());
    return;
  }
  EXPECT_EQ(model.rows.size() + static_cast<std::size_t>(model.info.v), 6U);
  if (model.is_always_cut) {
    EXPECT_TRUE(model.measures.empty());  // nothing has them as states
    return;
  }
  if (model.motions.empty()) {
    EXPECT_EQ(model.components.size(), static_cast<std::size_t>(model.info.v));
    return;
  }
  std::vector<int> freedoms;
  for (const JointModel::Motion& motion : model.motions) freedoms.push_back(motion.freedom);
  std::sort(freedoms.begin(), freedoms.end());
  for (int k = 0; k < model.info.v; ++k) EXPECT_EQ(freedoms.at(static_cast<std::size_t>(k)), k);
}

/// The principle of virtual power: what holds a joint together does no work along its freedoms, and
/// freedoms and constraints together are all six components.
TEST_P(EachJointModel, ConstrainsExactlyWhatItsMotionsLeave) {
  if (type() == JointType::driven) return;
  const Mechanism::Joint joint = make_skew_joint(type());
  const Columns S = velocities_of(joint), W = wrenches_of(joint);
  const auto rank = [](const Columns& m) -> Eigen::Index {
    return m.cols() == 0 ? 0 : Eigen::JacobiSVD<Eigen::MatrixXd>(m).rank();
  };
  EXPECT_EQ(rank(S), S.cols());
  EXPECT_EQ(rank(W), W.cols());
  if (joint_model(type()).is_always_cut) {
    // What the rows leave of its motions are its freedoms.
    const Eigen::MatrixXd powers = W.transpose() * S;
    EXPECT_EQ(S.cols() - Eigen::JacobiSVD<Eigen::MatrixXd>(powers).rank(),
              static_cast<Eigen::Index>(joint_info(type()).v));
    EXPECT_EQ(W.cols() + joint_info(type()).v, 6);
    return;
  }
  EXPECT_EQ(S.cols() + W.cols(), 6);
  if (S.cols() == 0 || W.cols() == 0) return;
  EXPECT_LT((S.transpose() * W).cwiseAbs().maxCoeff(), kJointRounding);
}

TEST_P(EachJointModel, HasALetterOfItsOwn) {
  for (int other = 0; other < GetParam(); ++other) {
    EXPECT_NE(joint_model(static_cast<JointType>(other)).letter, joint_model(type()).letter);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, EachJointModel,
                         testing::Range(0, static_cast<int>(JointType::driven) + 1));

}  // namespace
}  // namespace holon
