// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With the rotation vector θ and the angular velocity ω in body axes, and R the rotation from them
// into axes at rest, a deviation is there
//
//   R δθ,   δ(R ω) = R (δω − ω × δθ)
//
// so that δ_rest = T δ with T = [R 0; −R [ω] R] by blocks, and δ_rest' = (T f + T') T⁻¹ δ_rest.
#include "holon/analyse/linearise/spin_axes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"
#include "holon/system/tangent.h"

namespace holon::detail {

namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kSpins = 1e-3;  // [rad/s]
/// [rad] by which the fastest body has turned where slopes are compared.
constexpr double kTurn = 0.7;
/// Of the largest slope of the row: rows have units of their own. The point later on the motion is
/// exact where the motion is steady; what varies does so by a good part of itself.
constexpr double kAlike = 1e-7;

struct SpinningBody {
  std::string name;
  Index turn = 0, rate = 0;  ///< first tangent coordinates
  Vector3d omega, omega_rate;
};

Matrix3d cross_matrix(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}

std::vector<double> states_of(const System& system, const std::vector<double>& in) {
  return {in.begin() + 1, in.begin() + 1 + system.state_count()};
}

/// Bodies whose orientation and angular velocity, in body axes, are states.
std::vector<SpinningBody> find_spinning_bodies(const System& system, const std::vector<double>& x,
                                               const std::vector<double>& rates) {
  std::vector<SpinningBody> bodies;
  const int n = tangent_count(system);
  for (int j = 0; j < n; ++j) {
    const StateBlock& block = tangent_block(system, j);
    if (block.kind != StateBlock::Kind::quaternion) continue;
    if (j > 0 && &tangent_block(system, j - 1) == &block) continue;
    const auto vector_at = [&](const auto& list, std::size_t at) {
      return Vector3d(list[at], list[at + 1], list[at + 2]);
    };
    SpinningBody body;
    body.turn = j;
    body.omega = vector_at(rates, static_cast<std::size_t>(j));
    if (!(body.omega.norm() > kSpins)) continue;
    const std::size_t dot = block.name.rfind('.');
    body.name = block.name.substr(0, dot);
    for (int k = 0; k < n; ++k) {
      const StateBlock& other = tangent_block(system, k);
      if (other.role != StateBlock::Role::rate || other.size != 3 || !body.name.size()) continue;
      if (other.dimension != dimensions::kAngularRate ||
          other.name.substr(0, other.name.rfind('.')) != body.name)
        continue;
      const Vector3d own = vector_at(x, static_cast<std::size_t>(other.offset));
      if ((own - body.omega).norm() > 1e-9 * own.norm()) break;  // in other axes
      body.rate = k;
      body.omega_rate = vector_at(rates, static_cast<std::size_t>(k));
      bodies.push_back(body);
      break;
    }
  }
  return bodies;
}

/// The inputs after a time h of steady motion.
std::vector<double> move_on(const System& system, const std::vector<double>& in,
                            const std::vector<double>& dx, double h) {
  std::vector<double> later = in;
  later[0] += h;
  const std::vector<double> x = states_of(system, in);
  for (const StateBlock& block : system.states) {
    const auto o = static_cast<std::size_t>(block.offset);
    if (block.kind != StateBlock::Kind::quaternion) {
      for (std::size_t i = o; i < o + static_cast<std::size_t>(block.size); ++i)
        later[1 + i] += h * dx[i];
      continue;
    }
    const Eigen::Quaterniond q(x[o], x[o + 1], x[o + 2], x[o + 3]),
        rate(dx[o], dx[o + 1], dx[o + 2], dx[o + 3]);
    const Vector3d turn = 2 * h * (q.conjugate() * rate).vec();
    const double angle = turn.norm();
    const Eigen::Quaterniond next =
        angle > 0 ? q * Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) : q;
    later[1 + o] = next.w(), later[2 + o] = next.x(), later[3 + o] = next.y(),
              later[4 + o] = next.z();
  }
  return later;
}

/// T and the like for some of the bodies, after a time h.
struct AxesChange {
  MatrixXd T, inverse, T_rate;
};

AxesChange make_change(Index n, const std::vector<SpinningBody>& bodies,
                       const std::vector<bool>& rests, double h) {
  AxesChange r{MatrixXd::Identity(n, n), MatrixXd::Identity(n, n), MatrixXd::Zero(n, n)};
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!rests[b]) continue;
    const SpinningBody& body = bodies[b];
    const double speed = body.omega.norm();
    const Matrix3d R =
        Eigen::AngleAxisd(h * speed, Vector3d(body.omega / speed)).toRotationMatrix();
    const Matrix3d W = cross_matrix(body.omega), A = cross_matrix(body.omega_rate);
    const Index i = body.turn, k = body.rate;
    r.T.block<3, 3>(i, i) = r.T.block<3, 3>(k, k) = R;
    r.T.block<3, 3>(k, i) = -R * W;
    r.inverse.block<3, 3>(i, i) = r.inverse.block<3, 3>(k, k) = R.transpose();
    r.inverse.block<3, 3>(k, i) = W * R.transpose();
    r.T_rate.block<3, 3>(i, i) = r.T_rate.block<3, 3>(k, k) = R * W;
    r.T_rate.block<3, 3>(k, i) = -R * (W * W + A);
  }
  return r;
}

/// Slopes on the constraints alone, in the chosen axes.
struct SlopesAlong {
  MatrixXd f, g;
  VectorXd f_sizes, g_sizes;  ///< the largest entry of each row before what the constraints prevent
};

/// The largest entry of each row; rows far below the largest one of all may be its rounding error.
VectorXd row_sizes(const MatrixXd& m) {
  constexpr double kMayBeRounding = 1e-8;  // times kAlike: some 1e-15
  if (m.size() == 0) return VectorXd::Zero(m.rows());
  const VectorXd sizes = m.cwiseAbs().rowwise().maxCoeff();
  return sizes.cwiseMax(kMayBeRounding * sizes.maxCoeff());
}

SlopesAlong restrict_slopes(const TangentSlopes& s, const AxesChange& change) {
  const Index n = s.f.rows();
  SlopesAlong r{(change.T * s.f + change.T_rate) * change.inverse, s.g * change.inverse, {}, {}};
  r.f_sizes = row_sizes(r.f), r.g_sizes = row_sizes(r.g);
  if (s.c.rows() == 0) return r;
  constexpr double kDependent = 1e-9;  // of the largest pivot
  // The rows of places, then those of speeds: their sizes differ with the speeds.
  MatrixXd G = s.c * change.inverse;
  for (Index i = 0; i < G.rows(); ++i) {
    const double size = G.row(i).norm();
    if (size > 0) G.row(i) /= size;
  }
  const PivotedQr qr(G.transpose());
  const MatrixXd Q = qr.Q().leftCols(qr.rank(kDependent));
  const MatrixXd P = MatrixXd::Identity(n, n) - Q * Q.transpose();
  r.f = r.f * P;
  r.g = r.g * P;
  return r;
}

/// The largest difference in relation to the size of its row.
double find_difference(const MatrixXd& a, const MatrixXd& b, const VectorXd& sizes) {
  if (!a.allFinite() || !b.allFinite()) return INFINITY;
  double most = 0;
  for (Index i = 0; i < a.rows() && a.cols() > 0; ++i)
    most = std::max(most, (a.row(i) - b.row(i)).cwiseAbs().maxCoeff() / std::max(1e-300, sizes[i]));
  return most;
}

std::string list_spinning(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

}  // namespace

std::vector<std::string> SpinAxes::list_notes() const {
  std::vector<std::string> notes;
  if (is_changed())
    notes.push_back(
        "deviations of " + list_spinning(resting) +
        (resting.size() == 1 ? ", which turns steadily, are" : ", which turn steadily, are") +
        " along axes that coincide with those of the body at the operating point and do not turn");
  if (!is_constant)
    notes.push_back("the coefficients are not constant along this motion: the axes of " +
                    list_spinning(turning) +
                    (turning.size() == 1 ? " turn with it" : " turn with them") +
                    ", so that poles are those of this instant and not of the machine; "
                    "formulation: recursive, where a joint's angle is a state, may have constant "
                    "ones");
  else if (is_changed() && !outputs_are_constant)
    notes.push_back(
        "outputs along axes that turn with a body have coefficients that vary with its turns");
  return notes;
}

SpinAxes find_spin_axes(const System& system, const OperatingPoint& point,
                        const CalcTangentSlopes& calc) {
  SpinAxes axes;
  const std::vector<double> x = states_of(system, point.in),
                            dx = system.derivative->evaluate(point.in),
                            rates = calc_tangent_rates(system, x, dx);
  const std::vector<SpinningBody> bodies = find_spinning_bodies(system, x, rates);
  if (bodies.empty()) return axes;
  double fastest = 0;
  for (const SpinningBody& body : bodies) fastest = std::max(fastest, body.omega.norm());
  const double h = kTurn / fastest;
  const TangentSlopes here = calc(point.in), later = calc(move_on(system, point.in, dx, h));
  if (!here.f.allFinite() || !later.f.allFinite() || !later.c.allFinite()) return axes;
  const Index n = here.f.rows();
  std::vector<bool> rests(bodies.size(), false);
  const auto compare = [&](const std::vector<bool>& which) {
    const SlopesAlong a = restrict_slopes(here, make_change(n, bodies, which, 0)),
                      b = restrict_slopes(later, make_change(n, bodies, which, h));
    return std::pair(find_difference(a.f, b.f, a.f_sizes.cwiseMax(b.f_sizes)),
                     find_difference(a.g, b.g, a.g_sizes.cwiseMax(b.g_sizes)));
  };
  auto best = compare(rests);
  const auto attempt = [&](const std::vector<bool>& which) {
    if (best.first <= kAlike) return;
    const auto found = compare(which);
    if (!(found.first < 0.5 * best.first)) return;
    best = found;
    rests = which;
  };
  attempt(std::vector<bool>(bodies.size(), true));
  for (std::size_t b = 0; b < bodies.size() && bodies.size() > 1; ++b) {
    std::vector<bool> other = rests;
    other[b] = !other[b];
    attempt(other);
  }
  axes.is_constant = best.first <= kAlike;
  axes.outputs_are_constant = best.second <= kAlike;
  if (!axes.is_constant) rests.assign(bodies.size(), false);
  for (std::size_t b = 0; b < bodies.size(); ++b)
    (rests[b] ? axes.resting : axes.turning).push_back(bodies[b].name);
  if (axes.resting.empty()) return axes;
  const AxesChange change = make_change(n, bodies, rests, 0);
  axes.T = change.T, axes.inverse = change.inverse, axes.T_rate = change.T_rate;
  // Steady where the motion, as a deviation, does not change: (T f) times its own direction.
  VectorXd along(n);
  for (Index j = 0; j < n; ++j) along[j] = rates[static_cast<std::size_t>(j)];
  const MatrixXd f = (axes.T * here.f + axes.T_rate) * axes.inverse;
  const VectorXd direction = axes.T * along;
  const VectorXd change_of_rates = (f * direction).cwiseAbs(),
                 most = f.cwiseAbs() * direction.cwiseAbs();
  axes.is_steady = ((change_of_rates - kAlike * most.cwiseMax(1.0)).array() <= 0).all();
  return axes;
}

}  // namespace holon::detail
