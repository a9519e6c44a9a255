// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/manifold.h"

#include <array>
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Quaternion = std::array<double, 4>;  // w, x, y, z

Quaternion multiply(const double* a, const double* b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// The unit quaternion of a rotation vector.
Quaternion calc_exponential_of(const double* delta) {
  const double square = delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2];
  const double angle = std::sqrt(square);
  // sin(θ/2)/θ, by its series where the quotient loses digits.
  const double factor = square < 1e-8 ? 0.5 - square / 48 : std::sin(angle / 2) / angle;
  return {std::cos(angle / 2), factor * delta[0], factor * delta[1], factor * delta[2]};
}

/// The rotation vector of a quaternion of any norm, |·| ≤ π.
void calc_logarithm(const Quaternion& q, double* delta) {
  const double sign = q[0] < 0 ? -1 : 1;
  const double sine = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double w = sign * q[0];
  // θ/sin(θ/2) = 2 atan(s/w)/s.
  const double factor =
      sine < 1e-4 * w ? 2 / w * (1 - sine * sine / (3 * w * w)) : 2 * std::atan2(sine, w) / sine;
  for (std::size_t i = 0; i < 3; ++i) delta[i] = sign * factor * q[i + 1];
}

double wrap(double angle) {
  const double wrapped = std::remainder(angle, 2 * std::numbers::pi);
  return wrapped <= -std::numbers::pi ? std::numbers::pi : wrapped;
}

void normalise(double* q) {
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (std::size_t i = 0; i < 4; ++i) q[i] /= norm;
}

/// Rows x, y, z of 2 [q*⊗]: 2 vec(q* ⊗ y) = E y.
Eigen::Matrix<double, 3, 4> conjugate_rows(const double* q) {
  Eigen::Matrix<double, 3, 4> E;
  E << -q[1], q[0], q[3], -q[2],  //
      -q[2], -q[3], q[0], q[1],   //
      -q[3], q[2], -q[1], q[0];
  return 2 * E;
}

/// The right Jacobian of SO(3).
Eigen::Matrix3d right_jacobian(const Eigen::Vector3d& d) {
  const double square = d.squaredNorm(), angle = std::sqrt(square);
  Eigen::Matrix3d cross;
  cross << 0, -d[2], d[1], d[2], 0, -d[0], -d[1], d[0], 0;
  const bool is_small = square < 1e-6;
  const double half = std::sin(angle / 2);
  const double a = is_small ? 0.5 - square / 24 : 2 * half * half / square;
  const double c = is_small ? 1.0 / 6 - square / 120 : (angle - std::sin(angle)) / (square * angle);
  return Eigen::Matrix3d::Identity() - a * cross + c * (cross * cross);
}

}  // namespace

Manifold Manifold::euclidean(int n) {
  Manifold m;
  for (int i = 0; i < n; ++i) m.add({"x" + std::to_string(i + 1), {}, Kind::euclidean, 0, 0, 1});
  return m;
}

Manifold Manifold::of(const System& system, const std::vector<int>& parameters) {
  Manifold m;
  for (const StateBlock& block : system.states)
    m.add({block.name, block.components,
           block.kind == StateBlock::Kind::quaternion ? Kind::quaternion : Kind::euclidean, 0, 0,
           block.size});
  for (const int p : parameters)
    m.add({system.parameters[static_cast<std::size_t>(p)].name, {}, Kind::euclidean, 0, 0, 1});
  return m;
}

Manifold Manifold::of_outputs(const System& system, const std::vector<std::string>& names) {
  Manifold m;
  for (const std::string& name : names) {
    const std::optional<SystemOutput> output = system.find_output(name);
    if (!output) {
      system.select_outputs({name});  // throws with the most similar name
      throw InternalError("output '" + name + "' was found and not found");
    }
    const bool turns = output->size() == 1 && output->dimension == dimensions::kAngle;
    const bool is_quaternion = output->components == std::vector<std::string>{"w", "x", "y", "z"};
    m.add({output->name, output->components,
           is_quaternion ? Kind::quaternion : (turns ? Kind::angle : Kind::euclidean), 0, 0,
           output->size()});
  }
  return m;
}

void Manifold::add(Block block) {
  HOLON_CHECK(block.kind != Kind::quaternion || block.size == 4, "a quaternion has four numbers");
  block.offset = size_;
  block.tangent = tangent_size_;
  size_ += block.size;
  tangent_size_ += block.tangent_size();
  is_flat_ = is_flat_ && block.kind == Kind::euclidean;
  blocks_.push_back(std::move(block));
}

std::string Manifold::name(int component) const {
  for (const Block& b : blocks_)
    if (component < b.offset + b.size)
      return component_name(b.name, b.components, component - b.offset);
  throw InternalError("there is no component " + std::to_string(component));
}

std::string Manifold::tangent_name(int index) const {
  for (const Block& b : blocks_) {
    const int k = index - b.tangent;
    if (k >= b.tangent_size()) continue;
    return b.kind == Kind::quaternion ? b.name + "." + "xyz"[k]
                                      : component_name(b.name, b.components, k);
  }
  throw InternalError("there is no tangent coordinate " + std::to_string(index));
}

int Manifold::find_tangent(const std::string& name) const {
  const auto [first, count] = find(name);
  return count == 1 ? first : -1;
}

std::pair<int, int> Manifold::find(const std::string& name) const {
  for (const Block& b : blocks_) {
    if (b.name == name) return {b.tangent, b.tangent_size()};
    if (!name.starts_with(b.name + ".")) continue;
    for (int k = 0; k < b.tangent_size(); ++k)
      if (tangent_name(b.tangent + k) == name) return {b.tangent + k, 1};
  }
  return {-1, 0};
}

void Manifold::retract(double* x, const double* delta) const {
  for (const Block& b : blocks_) {
    double* at = x + b.offset;
    if (b.kind == Kind::quaternion) {
      const Quaternion moved = multiply(at, calc_exponential_of(delta + b.tangent).data());
      std::copy(moved.begin(), moved.end(), at);
      normalise(at);
    } else {
      for (int i = 0; i < b.size; ++i) at[i] += delta[b.tangent + i];
    }
  }
}

void Manifold::local(const double* x, const double* y, double* delta) const {
  for (const Block& b : blocks_) {
    const double *from = x + b.offset, *to = y + b.offset;
    double* d = delta + b.tangent;
    if (b.kind == Kind::quaternion) {
      const double conjugate[4] = {from[0], -from[1], -from[2], -from[3]};
      calc_logarithm(multiply(conjugate, to), d);
    } else {
      for (int i = 0; i < b.size; ++i)
        d[i] = b.kind == Kind::angle ? wrap(to[i] - from[i]) : to[i] - from[i];
    }
  }
}

VectorXd Manifold::retract(const VectorXd& x, const VectorXd& delta) const {
  VectorXd y = x;
  retract(y.data(), delta.data());
  return y;
}

VectorXd Manifold::local(const VectorXd& x, const VectorXd& y) const {
  VectorXd delta(tangent_size_);
  local(x.data(), y.data(), delta.data());
  return delta;
}

MatrixXd Manifold::local_jacobian(const double* x) const {
  MatrixXd J = MatrixXd::Zero(tangent_size_, size_);
  for (const Block& b : blocks_) {
    if (b.kind == Kind::quaternion)
      J.block<3, 4>(b.tangent, b.offset) = local_rows(x + b.offset);
    else
      J.block(b.tangent, b.offset, b.size, b.size).setIdentity();
  }
  return J;
}

MatrixXd Manifold::retract_jacobian(const double* x) const {
  MatrixXd J = MatrixXd::Zero(size_, tangent_size_);
  for (const Block& b : blocks_) {
    if (b.kind == Kind::quaternion)
      J.block<4, 3>(b.offset, b.tangent) = retract_rows(x + b.offset);
    else
      J.block(b.offset, b.tangent, b.size, b.size).setIdentity();
  }
  return J;
}

int Manifold::reset_jacobian(const VectorXd& delta, MatrixXd& J) const {
  int count = 0;
  if (is_flat_) return 0;
  J.setIdentity(tangent_size_, tangent_size_);
  for (const Block& b : blocks_) {
    if (b.kind != Kind::quaternion) continue;
    const Eigen::Vector3d d = delta.segment<3>(b.tangent);
    if (d.isZero(0)) continue;
    ++count;
    J.block<3, 3>(b.tangent, b.tangent) = right_jacobian(d);
  }
  return count;
}

int Manifold::reset_rows(const VectorXd& delta, MatrixXd& A) const {
  int count = 0;
  for (const Block& b : blocks_) {
    if (b.kind != Kind::quaternion) continue;
    const Eigen::Vector3d d = delta.segment<3>(b.tangent);
    if (d.isZero(0)) continue;
    ++count;
    const Eigen::Matrix3d J = right_jacobian(d);
    for (Eigen::Index j = 0; j < A.cols(); ++j) {
      const Eigen::Vector3d column = A.col(j).segment<3>(b.tangent);
      A.col(j).segment<3>(b.tangent) = J * column;
    }
  }
  return count;
}

Eigen::Matrix<double, 3, 4> Manifold::local_rows(const double* q) {
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return conjugate_rows(q) / square;
}

Eigen::Matrix<double, 4, 3> Manifold::retract_rows(const double* q) {
  return conjugate_rows(q).transpose() / 4;
}

}  // namespace holon
