// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/branch_kernels.h"

#include <algorithm>
#include <optional>

#include "holon/mechanics/kernels/branch_joint.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/spatial/articulated_body.h"

namespace holon::detail {

namespace {

Expr pair(const ForceMotor<Expr>& F, const AccelerationMotor<Expr>& A) {
  return dot(F.force(), A.a()) + dot(F.torque(), A.alpha());
}

ForceMotor<Expr> scaled(const ForceMotor<Expr>& F, Expr s) {
  return {s * F.force(), s * F.torque()};
}

/// I of one body, in world axes.
ArticulatedInertia<Expr> read_inertia(const BranchShape& shape, const Matrix3<Expr>& R,
                                      Reader& in) {
  const InertiaDyad<Expr> own = in.next_inertia();
  if (shape.is_point) return ArticulatedInertia<Expr>(InertiaDyad<Expr>(own.mass(), {}, {}));
  ArticulatedInertia<Expr> inertia(own.rotate(R));
  if (shape.has_modes) inertia += in.next_articulated().rotate(R);
  return inertia;
}

ForceMotor<Expr> rotate_force(const BranchShape& shape, const Matrix3<Expr>& R,
                              const ForceMotor<Expr>& F) {
  if (shape.is_point) return {multiply(R, F.force()), Vector3<Expr>()};
  return F.rotate(R);
}

ForceMotor<Expr> next_force(Reader& in) {
  const Vector3<Expr> f = in.next3();
  return {f, in.next3()};
}

AccelerationMotor<Expr> next_acceleration(Reader& in) {
  const Vector3<Expr> alpha = in.next3();
  return {alpha, in.next3()};
}

/// Of a block in a list, those of a point first.
std::vector<Expr*> block_entries(ArticulatedBody<Expr>& body, bool is_point) {
  std::vector<Expr*> list;
  for (Expr& e : body.inertia.M.entries()) list.push_back(&e);
  for (int i = 0; i < 3; ++i) list.push_back(&coordinate(body.bias, i));
  if (is_point) return list;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) list.push_back(&body.inertia.H(i, j));
  }
  for (Expr& e : body.inertia.J.entries()) list.push_back(&e);
  for (int i = 3; i < 6; ++i) list.push_back(&coordinate(body.bias, i));
  return list;
}

struct Released {
  ForceMotor<Expr> weight;
  Expr inverse, rate;
};

/// Leaves I − w wᵀ / D, 𝔭 + w rate with w = I∘H, D = (w, H).
Released release_along(ArticulatedBody<Expr>& body, const AccelerationMotor<Expr>& H) {
  const ForceMotor<Expr> w = body.inertia * H;
  Released released;
  released.inverse = 1.0 / pair(w, H);
  const Expr rest = -pair(body.bias, H);
  released.rate = rest * released.inverse;
  released.weight = scaled(w, released.inverse);
  for (int i = 0; i < 6; ++i) {
    const Expr weight = coordinate(released.weight, i);
    for (int j = i; j < 6; ++j) body.inertia.at(i, j) -= weight * coordinate(w, j);
    coordinate(body.bias, i) += weight * rest;
  }
  return released;
}

/// H of a root: along the coordinates, 0–2 of what does not turn.
std::vector<AccelerationMotor<Expr>> unit_screws(const BranchShape& shape) {
  std::vector<AccelerationMotor<Expr>> all;
  for (int k = 0; k < shape.freedoms(); ++k) {
    AccelerationMotor<Expr>& H = all.emplace_back();
    coordinate(H, k) = 1.0;
  }
  return all;
}

}  // namespace

bool is_branch_joint_known(const CutShape& joint) {
  if (joint.type == JointType::free || joint.type == JointType::driven) return false;
  const JointModel& model = joint_model(joint.type);
  return std::none_of(joint.driven.begin(), joint.driven.end(), [&](int f) {
    const JointMeasure measure = model.measures[static_cast<std::size_t>(f)];
    return measure == JointMeasure::about_first || measure == JointMeasure::about_second;
  });
}

std::string BranchShape::text() const {
  std::string t = is_root ? "root" : joint.text();
  const auto add = [&](bool is_so, char name) {
    if (is_so) t += name;
  };
  add(is_reversed, 'r');
  add(is_point, 'p');
  add(parent_is_point, 'q');
  add(hands_on, 'h');
  add(follows_motion, 'f');
  add(follows_driven, 'd');
  add(has_modes, 'm');
  return t + std::to_string(children);
}

int BranchShape::freedoms() const {
  const int all = is_point ? 3 : 6;
  return all - rows();
}

std::vector<Expr> FoldedCalls::call(const std::string& text, const std::vector<Expr>& arguments,
                                    const Write& write) {
  std::string key = text + ' ';
  const auto folds = [](const Expr& e) {
    return e.is_constant(0.0) || e.is_constant(1.0) || e.is_constant(-1.0);
  };
  std::vector<Expr> handed;
  for (const Expr& e : arguments) {
    key += e.is_constant(0.0) ? '0' : e.is_constant(1.0) ? '+' : e.is_constant(-1.0) ? '-' : 'x';
    if (!folds(e)) handed.push_back(e);
  }
  FunctionRef& function = functions_[key];
  if (!function) {
    KernelBuilder k;
    k.input_group("x");
    std::vector<Expr> values;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      values.push_back(folds(arguments[i]) ? arguments[i] : k.input("x" + std::to_string(i)));
    Reader reader(values);
    k.output_group("y");
    write(reader, k);
    function = k.make(text);
  }
  return holon::call(function, handed);
}

void write_branch_inward(const BranchShape& shape, Reader& in, KernelBuilder& out) {
  std::optional<BranchJoint> joint;
  Matrix3<Expr> R;
  std::vector<Expr> c;
  if (shape.is_root) {
    R = in.next_matrix();
  } else {
    joint.emplace(shape, in);
    R = joint->R();
    for (int k = 0; k < shape.rows() && !shape.follows_motion; ++k) c.push_back(in.next());
  }
  const ForceMotor<Expr> bias = next_force(in);
  const ForceMotor<Expr> need = bias - next_force(in);
  ArticulatedBody<Expr> body{read_inertia(shape, R, in), rotate_force(shape, R, need)};
  for (int child = 0; child < shape.children; ++child) {
    ArticulatedBody<Expr> block;
    for (Expr* e : block_entries(block, shape.is_point)) *e = in.next();
    body += block;
  }
  AccelerationMotor<Expr> g;
  if (joint) {
    g = joint->calc_particular(c);
    body.bias += body.inertia * g;
  }
  const std::vector<AccelerationMotor<Expr>> screws = joint ? joint->screws() : unit_screws(shape);
  for (std::size_t f = 0; f < screws.size(); ++f) {
    Released released;
    if (joint) {
      released = release_along(body, screws[f]);
      out.output(screws[f]);
    } else {
      const Pivot<Expr> pivot = body.release(static_cast<int>(f), 0.0);
      released = {pivot.weight, pivot.inverse, pivot.rate};
    }
    out.output(released.weight);
    out.output(released.inverse);
    out.output(released.rate);
  }
  if (!joint) return;
  out.output(g);
  out.output(joint->distance());
  if (!shape.hands_on) return;
  body = body.shift_back(joint->distance());
  for (const Expr* e : block_entries(body, shape.parent_is_point)) out.output(*e);
}

BranchPivots read_pivots(const BranchShape& shape, const std::vector<Expr>& results) {
  std::span<const Expr> rest = results;
  const auto take = [&](std::size_t size) {
    const std::span<const Expr> taken = rest.first(size);
    rest = rest.subspan(size);
    return std::vector<Expr>(taken.begin(), taken.end());
  };
  BranchPivots pivots;
  for (int f = 0; f < shape.freedoms(); ++f) {
    if (!shape.is_root) pivots.screws.push_back(take(6));
    pivots.weights.push_back(take(6));
    pivots.inverses.push_back(take(1)[0]);
    pivots.rates.push_back(take(1)[0]);
  }
  if (shape.is_root) return pivots;
  pivots.particular = take(6);
  pivots.distance = take(3);
  pivots.block.assign(rest.begin(), rest.end());
  return pivots;
}

void write_branch_outward(const BranchShape& shape, Reader& in, KernelBuilder& out) {
  AccelerationMotor<Expr> before;
  if (shape.hands_on) before = next_acceleration(in);
  const Matrix3<Expr> R = in.next_matrix();
  AccelerationMotor<Expr> own;
  if (!shape.is_root) {
    const AccelerationMotor<Expr> g = next_acceleration(in);
    const Vector3<Expr> distance = in.next3();
    before = before.shift(distance);
    own = before + g;
  }
  std::vector<AccelerationMotor<Expr>> screws = unit_screws(shape);
  std::vector<ForceMotor<Expr>> weights;
  std::vector<Expr> rates;
  for (std::size_t f = 0; f < screws.size(); ++f) {
    if (!shape.is_root) screws[f] = next_acceleration(in);
    weights.push_back(next_force(in));
    rates.push_back(in.next());
  }
  for (std::size_t f = screws.size(); f-- > 0;) {
    const AccelerationMotor<Expr> change = (rates[f] - pair(weights[f], before)) * screws[f];
    before += change;
    own += change;
  }
  if (!shape.is_point) out.output(multiply_transposed(R, own.alpha()));
  out.output(own.a());
  out.output(own);
}

void write_branch_wrench(const BranchShape& shape, Reader& in, KernelBuilder& out) {
  ForceMotor<Expr> F = next_force(in);
  if (shape.is_point) F.moment() = Vector3<Expr>();
  Expr work = 0.0;
  Vector3<Expr> distance;
  if (!shape.is_root) {
    work = pair(F, next_acceleration(in));
    distance = in.next3();
  }
  std::vector<AccelerationMotor<Expr>> screws = unit_screws(shape);
  for (std::size_t f = 0; f < screws.size(); ++f) {
    if (!shape.is_root) screws[f] = next_acceleration(in);
    const ForceMotor<Expr> weight = next_force(in);
    const Expr effort = pair(F, screws[f]);
    F -= scaled(weight, effort);
    if (shape.is_root) coordinate(F, static_cast<int>(f)) = 0.0;
    out.output(effort);
  }
  out.output(work);
  if (!shape.hands_on) return;
  F = F.shift_back(distance);
  if (shape.parent_is_point) F.moment() = Vector3<Expr>();
  out.output(F);
}

void write_branch_multipliers(const BranchShape& shape, Reader& in, KernelBuilder& out) {
  const BranchJoint joint(shape, in);
  const ForceMotor<Expr> need = rotate_force(shape, joint.R(), next_force(in));
  const ArticulatedInertia<Expr> inertia = read_inertia(shape, joint.R(), in);
  ForceMotor<Expr> F = need + inertia * next_acceleration(in);
  for (int child = 0; child < shape.children; ++child) F += next_force(in);
  if (shape.is_point) F.moment() = Vector3<Expr>();
  for (const Expr& e : joint.calc_multipliers(F)) out.output(e);
  F = F.shift_back(joint.distance());
  if (shape.parent_is_point) F.moment() = Vector3<Expr>();
  out.output(F);
}

}  // namespace holon::detail
