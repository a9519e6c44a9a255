// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The inward pass of `recursive` in numbers, only to see its pivots D = Sᵀ I S: where one vanishes,
// a motion along the freedom S (6, translation first) meets no inertia. Notation as in
// docs/design/recursive.md.
//
// What is zero is decided by a bound of the error, B ⪰ ±δI, which takes the same steps as I:
//
//   elimination   I − I S Sᵀ I / D = Pᵀ I P,  P = 1 − S Sᵀ I / D     B <- Pᵀ B P
//   next link     Xᵀ I X                                             B <- Xᵀ B X
//
// and each step adds ρ 6 diag(a), where |δI_ij| ≤ ρ √(a_i a_j): the sums that make an entry of a
// positive semidefinite matrix. Unlike the size of what hangs on the freedom, B does not contain
// what the joints farther out eliminate: a chain of any length is as regular as its last links.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/expr/graph/function.h"
#include "holon/mechanics/tree/checks.h"

namespace holon::detail {

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Eigen::Matrix3d;
using Eigen::Vector3d;

const char* const kCoordinateName[3] = {"x", "y", "z"};

double number_or(const Expr& e, double otherwise) {
  return e.is_constant() ? e.value() : otherwise;
}

Matrix3d skew_of(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}

/// Lets all freedoms of a tree go, one after the other, in one position.
class FreedomCheck {
 public:
  /// `positions`: coordinates by link, NaN where they are not known.
  FreedomCheck(const Mechanism& mechanism, const Tree& tree,
               const std::vector<std::vector<double>>& positions)
      : mechanism_(mechanism), tree_(tree), positions_(positions), states_(tree.links.size()) {}

  /// A freedom without inertia, in the direction S of its link's axes.
  struct Finding {
    std::size_t link;
    int coordinate;     ///< 0–2 translation, 3–5 rotation
    bool is_uncertain;  ///< depends on positions that are not known
    /// Links whose freedoms move with it such that nothing else moves.
    std::vector<std::size_t> undone_by;
  };

  std::vector<Finding> run() {
    for (std::size_t k = tree_.links.size(); k-- > 0;) {
      const Link& link = tree_.links[k];
      State& state = states_[k];
      const bool certain = find_step(k);
      add_own(link, state);
      for (const auto& [S, coordinate] : freedoms_of(link)) let_go(k, S, coordinate);
      if (link.parent == Mechanism::kWorld) continue;
      State& parent = states_[static_cast<std::size_t>(link.parent)];
      parent.inertia += state.step.transpose() * state.inertia * state.step;
      parent.error += state.step.transpose() * state.error * state.step;
      const Vector6 root = state.inertia.diagonal().cwiseMax(0.0).cwiseSqrt();
      add_rounding(parent, (state.step.cwiseAbs().transpose() * root).cwiseAbs2());
      parent.is_uncertain = parent.is_uncertain || state.is_uncertain || !certain;
    }
    return std::move(findings_);
  }

 private:
  struct Gone {
    Vector6 S, weight;  ///< weight: I S / D
  };
  struct State {
    Matrix6 inertia = Matrix6::Zero(), step;  ///< step: acceleration of the parent -> of the link
    Matrix6 error = Matrix6::Zero();          ///< B
    bool is_uncertain = false;
    std::vector<Gone> gone;
  };

  /// Entries known to ρ √(a_i a_j).
  static void add_rounding(State& state, const Vector6& a) {
    constexpr double kRounding = 1e-13;  // some hundred of doubles, for angles near a singular one
    state.error.diagonal() += 6 * kRounding * a;
  }

  /// From the parent's axes and origin to the link's. False where something is not known.
  bool find_step(std::size_t k) {
    const Link& link = tree_.links[k];
    bool known = true;
    const auto number = [&](const Expr& e, double otherwise) {
      known = known && e.is_constant();
      return number_or(e, otherwise);
    };
    Matrix3d R = Matrix3d::Identity();
    const FactoredRotation<Expr>& rotation = link.rotation.factored;
    for (const AxisRotation<Expr>& factor : rotation.factors()) {
      R *= Eigen::AngleAxisd(std::atan2(number(factor.sine(), 0.0), number(factor.cosine(), 1.0)),
                             Vector3d::Unit(factor.axis()))
               .toRotationMatrix();
    }
    if (rotation.matrix()) {
      Matrix3d M;
      for (int i = 0; i < 9; ++i) M(i / 3, i % 3) = number((*rotation.matrix())(i / 3, i % 3), 0.0);
      // A rotation that is not known is any, but none that lays one axis on another.
      const Vector3d oblique = Vector3d(1, 2, 3).normalized();
      R *= known ? M : Eigen::AngleAxisd(0.9 + 0.4 * static_cast<double>(k % 5), oblique).matrix();
    }
    Vector3d r(number(link.position[0], 1.0), number(link.position[1], 1.0),
               number(link.position[2], 1.0));
    const std::vector<double>& q = positions_[k];
    for (double x : q) known = known && !std::isnan(x);
    // Freedoms in all directions hand nothing on, whatever their position.
    if (link.type == JointType::translation || link.type == JointType::free) known = true;
    const auto value = [&](std::size_t i) { return std::isnan(q[i]) ? 0.7 : q[i]; };
    Vector3d slide = Vector3d::Zero();
    Matrix3d own = Matrix3d::Identity();
    if (has_quaternion(link.type)) {
      own = Eigen::Quaterniond(value(0), value(1), value(2), value(3)).normalized();
      if (q.size() > 4) slide = {value(4), value(5), value(6)};
    } else if (is_straight(link.type)) {
      const Vector3d e = link.sign * Vector3d::Unit(link.axis);
      if (link.type != JointType::prismatic) own = Eigen::AngleAxisd(value(0), e);
      if (link.type == JointType::prismatic) slide = value(0) * e;
      if (link.type == JointType::screw) slide = number(link.pitch, 1.0) * value(0) * e;
    }
    r += R * slide;
    const Matrix3d back = (R * own).transpose();
    states_[k].step << back, -back * skew_of(r), Matrix3d::Zero(), back;
    return known;
  }

  /// Values that are not numbers stand for a body that is massive enough.
  void add_own(const Link& link, State& state) {
    bool known = true;
    const auto number = [&](const Expr& of, double otherwise) {
      const Expr e = without_deflection(of);
      known = known && e.is_constant();
      return number_or(e, otherwise);
    };
    const double m = number(link.inertia.mass(), 1.0);
    Vector3d mc;
    for (int k = 0; k < 3; ++k) mc[k] = number(link.inertia.first_moment()[k], 0.0);
    Matrix3d theta;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) theta(i, k) = number(link.inertia.theta()(i, k), 0.0);
    }
    if (!known)
      theta += (1 + mc.squaredNorm()) / (m > 0 ? std::min(1.0, m) : 1.0) * Matrix3d::Identity();
    Matrix6 own;
    own << m * Matrix3d::Identity(), -skew_of(mc), skew_of(mc), theta;
    for (int i = 0; i < 6 && link.modal; ++i) {
      ArticulatedInertia<Expr> modal = *link.modal;
      for (int k = 0; k < 6; ++k) own(i, k) += number_or(modal.at(i, k), 0.0);
    }
    state.inertia += own;
    Vector6 sizes;  // turned from the axes in which they were given
    sizes << Vector3d::Constant(m), Vector3d::Constant(theta.trace());
    add_rounding(state, sizes);
  }

  /// With all modes of elastic bodies at rest.
  Expr without_deflection(const Expr& e) const {
    if (e.is_constant()) return e;
    std::vector<Expr> displacements;
    for (const Mechanism::Body& body : mechanism_.bodies) {
      for (const Mechanism::Mode& mode : body.modes) displacements.push_back(mode.displacement);
    }
    if (displacements.empty()) return e;
    return substitute(std::span(&e, 1), displacements,
                      std::vector<Expr>(displacements.size(), 0.0))[0];
  }

  std::vector<std::pair<Vector6, int>> freedoms_of(const Link& link) const {
    std::vector<std::pair<Vector6, int>> all;
    LinkShape shape;
    shape.type = link.type;
    shape.axis = link.axis;
    shape.prescribed = is_prescribed(mechanism_, link);
    for (int f : shape.freedoms()) {
      all.emplace_back(Vector6::Unit(f), f);
      if (link.type == JointType::screw) all.back().first[link.axis] = number_or(link.pitch, 1.0);
    }
    return all;
  }

  void let_go(std::size_t k, const Vector6& S, int coordinate) {
    State& state = states_[k];
    const Vector6 column = state.inertia * S;
    const double D = S.dot(column);
    if (D <= S.dot(state.error * S)) {
      findings_.push_back({k, coordinate, state.is_uncertain, find_undoing(k, S)});
      return;
    }
    state.gone.push_back({S, column / D});
    const Vector6 before = state.inertia.diagonal();
    state.inertia -= column * column.transpose() / D;
    const Matrix6 P = Matrix6::Identity() - S * column.transpose() / D;
    state.error = P.transpose() * state.error * P;
    add_rounding(state, before);
  }

  /// The freedom moves alone, and those outside it yield as nothing holds them: who moves?
  std::vector<std::size_t> find_undoing(std::size_t link, const Vector6& S) const {
    constexpr double kMoves = 1e-6;
    std::vector<std::size_t> moving;
    std::vector<Vector6> change(tree_.links.size(), Vector6::Zero());
    const auto yield = [&](std::size_t k) {
      bool moves = false;
      const std::vector<Gone>& gone = states_[k].gone;
      for (std::size_t g = gone.size(); g-- > 0;) {
        const double rate = -gone[g].weight.dot(change[k]);
        moves = moves || std::abs(rate) > kMoves;
        change[k] += rate * gone[g].S;
      }
      if (moves) moving.push_back(k);
    };
    change[link] = S;
    yield(link);
    for (std::size_t k = link + 1; k < tree_.links.size(); ++k) {
      const int parent = tree_.links[k].parent;
      if (parent < static_cast<int>(link)) continue;
      change[k] = states_[k].step * change[static_cast<std::size_t>(parent)];
      if (!change[k].isZero(0.0)) yield(k);
    }
    return moving;
  }

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<std::vector<double>>& positions_;
  std::vector<State> states_;
  std::vector<Finding> findings_;
};

/// Says that nothing has inertia along a freedom, wherever the mechanism stands.
void report_freedom(const Mechanism& mechanism, const Link& link, int coordinate,
                    std::vector<std::string>& errors) {
  const std::string& body = mechanism.bodies[static_cast<std::size_t>(link.body)].name;
  const bool turns = coordinate >= 3;
  const std::string what = turns ? "moment of inertia" : "mass";
  if (link.joint < 0) {
    const Mechanism::Body& b = mechanism.bodies[static_cast<std::size_t>(link.body)];
    return say(b.report, body, turns ? "inertia" : "mass",
               fmt::format("'{}' is free to {} its {} axis, {} which nothing has a {}", body,
                           turns ? "rotate about" : "move along", kCoordinateName[coordinate % 3],
                           turns ? "about" : "along", what),
               turns ? "give it an inertia, or use a PointMass that no joint is attached to"
                     : "give it a mass",
               errors);
  }
  const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
  if (!is_straight(link.type)) {
    return say(joint.report, joint.name, "",
               fmt::format("joint '{}' lets '{}' {} its {} axis, {} which nothing has a {}",
                           joint.name, body, turns ? "rotate about" : "move along",
                           kCoordinateName[coordinate % 3], turns ? "about" : "along", what),
               "give '" + body + (turns ? "' an inertia" : "' a mass"), errors);
  }
  const std::vector<JointMotion> motions = joint_motions(joint);
  Vector3<double> axis = joint.axis;
  bool second = false;
  for (const JointMotion& motion : motions) {
    if (motion.freedom != link.freedom) continue;
    axis = motion.axis;
    second = motion.in_child;
  }
  say(joint.report, joint.name, second ? "axis2" : "axis",
      fmt::format("joint '{}' lets '{}' {} its {} [{:.6g}, {:.6g}, {:.6g}], {} which nothing "
                  "has a {}",
                  joint.name, body, turns ? "rotate about" : "move along",
                  second ? "axis2" : "axis", axis[0], axis[1], axis[2], turns ? "about" : "along",
                  what),
      turns ? "give '" + body + "' an inertia, or a centre of mass off the axis"
            : "give '" + body + "' a mass",
      errors);
}

std::vector<std::vector<double>> make_positions(const Tree& tree, double phase) {
  std::vector<std::vector<double>> positions;
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const double q = phase + 1.3 * static_cast<double>(k % 7);
    positions.emplace_back(static_cast<std::size_t>(joint_info(tree.links[k].type).q), q);
    if (has_quaternion(tree.links[k].type)) positions.back()[1] += phase;
  }
  return positions;
}

}  // namespace

void check_freedoms(const Mechanism& mechanism, const Tree& tree,
                    std::vector<std::string>& errors) {
  // Of positions that are singular by chance none is like the next: only what lacks inertia in all
  // of them lacks it anywhere.
  using Finding = FreedomCheck::Finding;
  std::vector<Finding> lacking;
  bool is_first = true;
  for (double phase : {0.7, 2.3, 4.1}) {
    const std::vector<Finding> here =
        FreedomCheck(mechanism, tree, make_positions(tree, phase)).run();
    if (here.empty()) return;
    const auto is_elsewhere = [&](const Finding& f) {
      return std::none_of(here.begin(), here.end(), [&](const Finding& other) {
        return other.link == f.link && other.coordinate == f.coordinate;
      });
    };
    if (is_first) lacking = here;
    lacking.erase(std::remove_if(lacking.begin(), lacking.end(), is_elsewhere), lacking.end());
    is_first = false;
  }
  for (const Finding& finding : lacking)
    report_freedom(mechanism, tree.links[finding.link], finding.coordinate, errors);
}

void check_start_position(const Mechanism& mechanism, const Tree& tree,
                          const std::vector<std::vector<double>>& positions,
                          std::vector<std::string>& errors) {
  for (const auto& finding : FreedomCheck(mechanism, tree, positions).run()) {
    if (finding.is_uncertain) continue;
    const auto name_of = [&](std::size_t k) -> const std::string& {
      const Link& link = tree.links[k];
      return link.joint >= 0 ? mechanism.joints[static_cast<std::size_t>(link.joint)].name
                             : mechanism.bodies[static_cast<std::size_t>(link.body)].name;
    };
    std::string others;
    for (std::size_t k : finding.undone_by) {
      const std::string& name = name_of(k);
      if (k == finding.link || others.find("'" + name + "'") != std::string::npos) continue;
      others += (others.empty() ? "'" : ", '") + name + "'";
    }
    const Link& link = tree.links[finding.link];
    const std::string& name = name_of(finding.link);
    const ReportError& report = link.joint >= 0
                                    ? mechanism.joints[static_cast<std::size_t>(link.joint)].report
                                    : mechanism.bodies[static_cast<std::size_t>(link.body)].report;
    const bool turns = finding.coordinate >= 3;
    say(report, name, "",
        fmt::format("the mechanism starts in a singular configuration: '{}' {} in the same "
                    "direction as {}, so that their accelerations are not determined",
                    name, turns ? "rotates" : "translates",
                    others.empty() ? "the bodies attached to it" : others),
        "start slightly away from it, or replace the three revolute joints by one Spherical",
        errors);
  }
}

}  // namespace holon::detail
