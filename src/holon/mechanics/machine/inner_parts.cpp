// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/inner_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/arbitrary.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/not_known_yet.h"

namespace holon {

namespace {

constexpr std::array<const char*, 6> kMotions{
    "x of the velocity",         "y of the velocity",         "z of the velocity",
    "x of the angular velocity", "y of the angular velocity", "z of the angular velocity"};

std::vector<Expr> apply_rows(const std::vector<Expr>& A, const std::vector<Expr>& x) {
  const std::size_t n = x.size(), m = n == 0 ? 0 : A.size() / n;
  std::vector<Expr> product(m, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) product[i] += A[i * n + j] * x[j];
  return product;
}

/// Values of expressions at an arbitrary state, with the values that parameters have.
class StateProbe {
 public:
  StateProbe(const Symbols& symbols, const std::vector<Expr>& expressions)
      : symbols_(find_symbols(expressions)) {
    if (symbols_.empty()) {
      for (const Expr& e : expressions) constants_.push_back(e.value());
      return;
    }
    for (const Symbols::Parameter& p : symbols.parameters()) known_.emplace(p.symbol, p.value);
    function_ =
        Function::make("probe of a part", symbols.graph(), {{"x", symbols_}}, {{"y", expressions}});
  }

  std::vector<double> evaluate(int round) const {
    if (!function_) return constants_;
    std::vector<double> at;
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
      const auto found = known_.find(symbols_[k]);
      at.push_back(found == known_.end() ? arbitrary_number(k, round) - 0.7 : found->second);
    }
    return function_->evaluate(at);
  }

 private:
  std::vector<Expr> symbols_;
  std::unordered_map<Expr, double> known_;
  FunctionRef function_;
  std::vector<double> constants_;
};

/// Of what a part gives, against what it must be.
class PartCheck {
 public:
  PartCheck(const InnerPart& part, Assembly& assembly) : part_(part), assembly_(assembly) {}

  bool run() {
    check_size("A", {}, part_.A.size(), part_.size());
    if (part_.size() == 0) report("it has no coordinates", "add one by add_coordinate or add_pose");
    if (part_.connections.empty())
      report("it has no connection", "nothing can act on it: connect a frame of it");
    for (const InnerPart::Connection& c : part_.connections) {
      check_size("B", c.frame, c.B.size(), 6 * part_.size());
      check_size("C", c.frame, c.C.size(), 6);
      check_size("D", c.frame, c.D.size(), 6 * part_.size());
    }
    if (is_wrong_) return false;
    for (const InnerPart::Connection& c : part_.connections) {
      std::vector<Expr> place = detail::list_of(c.place.position);
      for (const Expr& e : c.place.rotation.coefficients()) place.push_back(e);
      check_names("the place", c.frame, place, false);
      check_names("B", c.frame, c.B, false);
      check_names("C", c.frame, c.C, true);
      check_names("D", c.frame, c.D, false);
    }
    if (is_wrong_) return false;
    for (const InnerPart::Connection& c : part_.connections) check_motion(c);
    if (!is_wrong_) check_reciprocity();
    return !is_wrong_;
  }

 private:
  static constexpr int kRounds = 4;
  static constexpr double kNear = 1e-8;  // of the largest: rounding error and written constants

  void report(const std::string& message, const std::string& suggestion) {
    is_wrong_ = true;
    part_.report("", message, suggestion);
  }

  static std::string at(const std::string& frame) {
    return frame.empty() ? "" : " of the connection '" + frame + "'";
  }

  void check_size(const char* what, const std::string& frame, std::size_t size,
                  std::size_t expected) {
    if (size == expected) return;
    report(fmt::format("{}{} has {} entries, not {}", what, at(frame), size, expected),
           fmt::format("the part has {} rates; matrices are given by rows", part_.size()));
  }

  void check_names(const char* what, const std::string& frame, const std::vector<Expr>& formulas,
                   bool with_rates) {
    for (const Expr& symbol : find_symbols(formulas)) {
      const auto has = [&](const std::vector<Expr>& list) {
        return std::find(list.begin(), list.end(), symbol) != list.end();
      };
      if (has(part_.q) || (with_rates && has(part_.v)) || !assembly_.symbols()->varies(symbol) ||
          (part_.time && symbol == *part_.time))
        continue;
      report(fmt::format("{}{} depends on more than the part's own coordinates{}", what, at(frame),
                         with_rates ? " and rates" : ""),
             "what varies otherwise belongs in A");
      return;
    }
  }

  /// D v is the velocity of the frame, and C its acceleration at v' = 0.
  void check_motion(const InnerPart::Connection& c) {
    std::vector<Expr> given = apply_rows(c.D, part_.v);
    const std::vector<Expr> velocity = part_.calc_velocity(c.place);
    if (part_.time) {
      const std::vector<Expr> still =
          substitute(velocity, part_.v, std::vector<Expr>(part_.size(), 0.0));
      for (std::size_t i = 0; i < given.size(); ++i) given[i] += still[i];
    }
    const std::vector<Expr> acceleration = part_.calc_rate(velocity);
    compare(given, velocity, "D v" + at(c.frame), "the derivative of its place");
    compare(c.C, acceleration, "C" + at(c.frame), "the acceleration of its place at v' = 0");
  }

  void compare(const std::vector<Expr>& given, const std::vector<Expr>& right,
               const std::string& what, const std::string& meaning) {
    std::vector<Expr> all = given;
    detail::append(all, right);
    const StateProbe probe(*assembly_.symbols(), all);
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<double> values = probe.evaluate(round);
      double largest = 0;
      for (const double v : values) largest = std::max(largest, std::abs(v));
      for (std::size_t i = 0; i < given.size(); ++i) {
        const double a = values[i], b = values[given.size() + i];
        if (std::abs(a - b) <= kNear * largest) continue;
        report(fmt::format("{} is not {}: the {} is {:.6g} instead of {:.6g} at an arbitrary state",
                           what, meaning, kMotions.at(i), a, b),
               "rows are velocity and angular velocity in world axes at the origin of the frame; "
               "connect(frame, place) after set_equations derives all matrices");
        return;
      }
    }
  }

  /// Of any two connections D_i B_j = (D_j B_i)ᵀ, and no connection goes against its wrench.
  void check_reciprocity() {
    const std::size_t count = 6 * part_.connections.size(), n = part_.size();
    std::vector<Expr> products;
    for (const InnerPart::Connection& a : part_.connections) {
      for (std::size_t i = 0; i < 6; ++i) {
        for (const InnerPart::Connection& b : part_.connections) {
          for (std::size_t j = 0; j < 6; ++j) {
            Expr sum = 0.0;
            for (std::size_t k = 0; k < n; ++k) sum += a.D[i * n + k] * b.B[k * 6 + j];
            products.push_back(sum);
          }
        }
      }
    }
    const StateProbe probe(*assembly_.symbols(), products);
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<double> values = probe.evaluate(round);
      const auto size = static_cast<Eigen::Index>(count);
      const Eigen::MatrixXd P = Eigen::Map<const Eigen::MatrixXd>(values.data(), size, size);
      const double largest = P.cwiseAbs().maxCoeff();
      if (!std::isfinite(largest) || (P - P.transpose()).cwiseAbs().maxCoeff() > kNear * largest) {
        report(
            "B does not belong to D: the accelerations of the connections that wrenches cause, D "
            "B, "
            "are not symmetric",
            "B is the inverse mass matrix times D transposed; connect(frame, place) after "
            "set_equations derives both");
        return;
      }
      const double least = calc_symmetric_eigenvalues(P)[0];
      if (least < -kNear * largest) {
        report("a connection accelerates against its wrench: D B is not positive semidefinite",
               "W acts on the part; check the sign of B");
        return;
      }
    }
  }

  const InnerPart& part_;
  Assembly& assembly_;
  bool is_wrong_ = false;
};

}  // namespace

std::vector<Expr> InnerPart::calc_coordinate_rates(const std::vector<Expr>& rates) const {
  std::vector<Expr> result;
  std::size_t at = 0;
  for (const bool is_orientation : orientations) {
    if (!is_orientation) {
      result.push_back(rates[at++]);
      continue;
    }
    const std::size_t first = result.size();
    detail::append(result,
                   call(detail::quaternion_rate_function(),
                        std::vector<Expr>{q[first], q[first + 1], q[first + 2], q[first + 3],
                                          rates[at], rates[at + 1], rates[at + 2]}));
    at += 3;
  }
  return result;
}

std::vector<Expr> InnerPart::calc_rate(const std::vector<Expr>& functions) const {
  std::vector<Expr> moving = q, rates = calc_coordinate_rates(v);
  if (time) {
    moving.push_back(*time);
    rates.emplace_back(1.0);
  }
  return derivative(functions, moving, rates);
}

std::vector<Expr> InnerPart::calc_velocity(const FramePlace& place) const {
  const Vector4<Expr> c = place.rotation.coefficients();
  std::vector<Expr> all = detail::list_of(place.position);
  all.insert(all.end(), {c[0], c[1], c[2], c[3]});
  const std::vector<Expr> rates = calc_rate(all);
  std::vector<Expr> velocity(rates.begin(), rates.begin() + 3);
  detail::append(velocity, place.rotation.calc_world_rate(
                               Vector4<Expr>(rates[3], rates[4], rates[5], rates[6])));
  return velocity;
}

std::size_t InnerParts::add(std::string name, ReportError report) {
  InnerPart& part = parts_.emplace_back();
  part.name = std::move(name);
  part.report = std::move(report);
  return parts_.size() - 1;
}

Expr InnerParts::acceleration(std::size_t part, std::size_t rate) const {
  if (!is_finished_) throw NotKnownYet("accelerations of a part are not known yet");
  return parts_[part].vdot.at(rate);
}

bool InnerParts::drive_frames(Mechanism& mechanism, Assembly& assembly) {
  bool is_right = true;
  for (const InnerPart& part : parts_) {
    if (!PartCheck(part, assembly).run()) {
      is_right = false;
      continue;
    }
    for (const InnerPart::Connection& c : part.connections) {
      Mechanism::Drive& drive = *mechanism.joints[static_cast<std::size_t>(c.joint)].drive;
      const std::vector<Expr> w = part.time ? part.calc_velocity(c.place) : apply_rows(c.D, part.v);
      drive.velocity = detail::vector_of(w);
      drive.angular_velocity =
          c.place.rotation.inverse().apply(detail::vector_of(std::span(w).subspan(3)));
    }
  }
  return is_right;
}

void InnerParts::find_links(const Mechanism& mechanism, const Tree& tree) {
  for (InnerPart& part : parts_) {
    for (InnerPart::Connection& c : part.connections) {
      const int body = mechanism.find_body(c.frame);
      c.link = static_cast<std::size_t>(tree.bodies[static_cast<std::size_t>(body)].link);
    }
  }
}

void detail::add_riders(PartResponse& response, const Tree& tree, Kinematics& kinematics) {
  for (std::size_t c = 0; c < response.connections.size(); ++c) {
    const auto link = static_cast<std::size_t>(response.connections[c].link);
    for (const int child : tree.links[link].children) {
      const std::vector<Expr>& from = kinematics.pose(link);
      const std::vector<Expr>& to = kinematics.pose(static_cast<std::size_t>(child));
      const Matrix3<Expr> R_WC = matrix_by_rows(std::span(from).first(9));
      const Matrix3<Expr> R_WR = matrix_by_rows(std::span(to).first(9));
      const Vector3<Expr> arm =
          vector_of(std::span(to).last(3)) - vector_of(std::span(from).last(3));
      const PartResponse::Connection carrier = response.connections[c];
      PartResponse::Connection& rider = response.connections.emplace_back();
      rider.link = child;
      for (int i = 0; i < 6; ++i) {
        ForceMotor<Expr> unit;
        (i < 3 ? unit.resultant() : unit.moment())[i % 3] = 1.0;
        const std::vector<Expr> there =
            list_of(unit.rotate(R_WR).shift_back(arm).rotate_back(R_WC));
        const auto combine = [&](const std::vector<std::vector<Expr>>& columns) {
          std::vector<Expr> sum(response.rates.size(), 0.0);
          for (std::size_t j = 0; j < 6; ++j)
            for (std::size_t a = 0; a < sum.size(); ++a) sum[a] += there[j] * columns[j][a];
          return sum;
        };
        rider.efforts.push_back(combine(carrier.efforts));
        rider.accelerations.push_back(combine(carrier.accelerations));
      }
    }
  }
}

void InnerParts::apply_loads(const Tree& tree, Kinematics& kinematics,
                             std::vector<LinkState>& states) {
  responses_.clear();
  for (InnerPart& part : parts_) {
    PartResponse& response = responses_.emplace_back();
    response.rates = part.v;
    response.coordinates = part.q;
    response.coordinate_rates = part.calc_coordinate_rates(part.v);
    response.orientations = part.orientations;
    response.mass = part.mass;
    part.free_vdot = part.A;
    const std::size_t n = part.size();
    for (const InnerPart::Connection& c : part.connections) {
      PartResponse::Connection& own = response.connections.emplace_back();
      own.link = static_cast<int>(c.link);
      const Matrix3<Expr> R = detail::matrix_by_rows(std::span(kinematics.pose(c.link)).first(9));
      for (std::size_t i = 0; i < 6; ++i) {
        const std::size_t first = i < 3 ? 0 : 3;
        std::vector<Expr> effort(n, 0.0), acceleration(n, 0.0);
        for (std::size_t k = 0; k < 3; ++k) {
          const Expr r = R(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i % 3));
          for (std::size_t a = 0; a < n; ++a) {
            effort[a] += c.D[(first + k) * n + a] * r;
            acceleration[a] += c.B[a * 6 + first + k] * r;
          }
        }
        own.efforts.push_back(std::move(effort));
        own.accelerations.push_back(std::move(acceleration));
      }
    }
    detail::add_riders(response, tree, kinematics);
    for (const PartResponse::Connection& c : response.connections) {
      if (const auto& load = states[static_cast<std::size_t>(c.link)].load) {
        for (std::size_t i = 0; i < 6; ++i)
          for (std::size_t a = 0; a < n; ++a)
            part.free_vdot[a] += c.accelerations[i][a] * (*load)[i];
      }
    }
    response.accelerations = part.free_vdot;
    set_link_accelerations(part, part.free_vdot, kinematics, states);
  }
}

void InnerParts::set_link_accelerations(const InnerPart& part, const std::vector<Expr>& vdot,
                                        Kinematics& kinematics,
                                        std::vector<LinkState>& states) const {
  for (const InnerPart::Connection& c : part.connections) {
    std::vector<Expr> w = apply_rows(c.D, vdot);
    for (std::size_t i = 0; i < 6; ++i) w[i] += c.C[i];
    const Matrix3<Expr> R = detail::matrix_by_rows(std::span(kinematics.pose(c.link)).first(9));
    const Vector3<Expr> turning =
        R.transpose() * Vector3<Expr>(detail::vector_of(std::span(w).subspan(3)));
    std::vector<Expr>& own = states[c.link].vdot;
    own = detail::list_of(turning);
    own.insert(own.end(), w.begin(), w.begin() + 3);
  }
}

void InnerParts::finish(const std::vector<std::vector<Expr>>& added, Kinematics& kinematics,
                        std::vector<LinkState>& states) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    InnerPart& part = parts_[p];
    part.vdot = part.free_vdot;
    for (std::size_t a = 0; a < part.size() && !added.empty(); ++a) part.vdot[a] += added[p][a];
    set_link_accelerations(part, part.vdot, kinematics, states);
  }
  is_finished_ = true;
}

void InnerParts::set_derivatives(Assembly& assembly) const {
  for (const InnerPart& part : parts_) {
    const std::vector<Expr> qdot = part.calc_coordinate_rates(part.v);
    for (std::size_t i = 0; i < qdot.size(); ++i) assembly.set_derivative(part.q[i], qdot[i]);
    for (std::size_t i = 0; i < part.size(); ++i) assembly.set_derivative(part.v[i], part.vdot[i]);
  }
}

std::vector<Expr> InnerParts::add_momenta(std::vector<Expr> sum,
                                          std::vector<Expr> InnerPart::*which) const {
  for (const InnerPart& part : parts_) {
    const std::vector<Expr>& own = part.*which;
    for (std::size_t i = 0; i < own.size(); ++i) sum[i] += own[i];
  }
  return sum;
}

}  // namespace holon
