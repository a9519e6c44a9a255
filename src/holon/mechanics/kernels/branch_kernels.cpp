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

Expr work_of(const ForceMotor<Expr>& F, const AccelerationMotor<Expr>& A) {
  return dot(F.force(), A.a()) + dot(F.torque(), A.alpha());
}

ForceMotor<Expr> scaled_force(const ForceMotor<Expr>& F, Expr s) {
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

/// In a list, those of a point first.
std::vector<Expr*> inertia_entries(ArticulatedInertia<Expr>& inertia, bool is_point) {
  std::vector<Expr*> list;
  for (Expr& e : inertia.M.entries()) list.push_back(&e);
  if (is_point) return list;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) list.push_back(&inertia.H(i, j));
  }
  for (Expr& e : inertia.J.entries()) list.push_back(&e);
  return list;
}

struct Released {
  ForceMotor<Expr> weight;
  Expr inverse;
};

/// Leaves I − w wᵀ / D with w = I∘H, D = (w, H).
Released release_along(ArticulatedInertia<Expr>& inertia, const AccelerationMotor<Expr>& H) {
  const ForceMotor<Expr> w = inertia * H;
  Released released;
  released.inverse = 1.0 / work_of(w, H);
  released.weight = scaled_force(w, released.inverse);
  for (int i = 0; i < 6; ++i) {
    const Expr weight = coordinate(released.weight, i);
    for (int j = i; j < 6; ++j) inertia.at(i, j) -= weight * coordinate(w, j);
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
  const auto is_known = [](const JointRow& row) {
    return row.kind == JointRow::Kind::shift || row.kind == JointRow::Kind::turn ||
           row.kind == JointRow::Kind::screw;
  };
  return std::all_of(model.rows.begin(), model.rows.end(), is_known);
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

void write_branch_inertia(const BranchShape& shape, Reader& in, KernelBuilder& out) {
  std::optional<BranchJoint> joint;
  Matrix3<Expr> R;
  if (shape.is_root) {
    R = in.next_matrix();
  } else {
    joint.emplace(shape, in);
    R = joint->R();
  }
  ArticulatedBody<Expr> body{read_inertia(shape, R, in), {}};
  for (int child = 0; child < shape.children; ++child) {
    ArticulatedInertia<Expr> block;
    for (Expr* e : inertia_entries(block, shape.is_point)) *e = in.next();
    body.inertia += block;
  }
  if (joint && shape.follows_motion) {
    const AccelerationMotor<Expr> g = joint->calc_particular({});
    out.output(g);
    out.output(body.inertia * g);
  } else if (joint) {
    for (const Expr* e : inertia_entries(body.inertia, shape.is_point)) out.output(*e);
  }
  const std::vector<AccelerationMotor<Expr>> screws = joint ? joint->screws() : unit_screws(shape);
  for (std::size_t f = 0; f < screws.size(); ++f) {
    Released released;
    if (joint) {
      released = release_along(body.inertia, screws[f]);
      out.output(screws[f]);
    } else {
      const Pivot<Expr> pivot = body.release(static_cast<int>(f), 0.0);
      released = {pivot.weight, pivot.inverse};
    }
    out.output(released.weight);
    out.output(released.inverse);
  }
  if (!joint) return;
  out.output(joint->distance());
  if (!shape.hands_on) return;
  ArticulatedInertia<Expr> handed = body.inertia.shift_back(joint->distance());
  for (const Expr* e : inertia_entries(handed, shape.parent_is_point)) out.output(*e);
}

void write_branch_bias(const BranchShape& shape, Reader& in, KernelBuilder& out) {
  Matrix3<Expr> R;
  ForceMotor<Expr> by_rows;
  if (shape.is_root) {
    R = in.next_matrix();
  } else if (shape.follows_motion) {
    R = in.next_matrix();
    by_rows = next_force(in);
  } else {
    const BranchJoint joint(shape, in);
    R = joint.R();
    std::vector<Expr> c;
    for (int k = 0; k < shape.rows(); ++k) c.push_back(in.next());
    ArticulatedInertia<Expr> inertia;
    for (Expr* e : inertia_entries(inertia, shape.is_point)) *e = in.next();
    const AccelerationMotor<Expr> g = joint.calc_particular(c);
    out.output(g);
    by_rows = inertia * g;
  }
  const ForceMotor<Expr> need = next_force(in);
  ForceMotor<Expr> bias = rotate_force(shape, R, need - next_force(in)) + by_rows;
  for (int child = 0; child < shape.children; ++child) {
    const Vector3<Expr> force = in.next3();
    bias += ForceMotor<Expr>(force, shape.is_point ? Vector3<Expr>() : in.next3());
  }
  const std::vector<AccelerationMotor<Expr>> units = unit_screws(shape);
  for (std::size_t f = 0; f < units.size(); ++f) {
    const AccelerationMotor<Expr> H = shape.is_root ? units[f] : next_acceleration(in);
    const ForceMotor<Expr> weight = next_force(in);
    const Expr rest = -work_of(bias, H);
    out.output(rest * in.next());
    bias += scaled_force(weight, rest);
    if (shape.is_root) coordinate(bias, static_cast<int>(f)) = 0.0;
  }
  if (!shape.hands_on) return;
  bias = bias.shift_back(in.next3());
  out.output(bias.force());
  if (!shape.parent_is_point) out.output(bias.torque());
}

void read_inertia_results(const BranchShape& shape, const std::vector<Expr>& results,
                          BranchPivots& pivots) {
  std::span<const Expr> rest = results;
  const auto take = [&](std::size_t size) {
    const std::span<const Expr> taken = rest.first(size);
    rest = rest.subspan(size);
    return std::vector<Expr>(taken.begin(), taken.end());
  };
  if (!shape.is_root && shape.follows_motion) {
    pivots.particular = take(6);
    pivots.by_rows = take(6);
  } else if (!shape.is_root) {
    pivots.inertia = take(shape.is_point ? 6 : 21);
  }
  for (int f = 0; f < shape.freedoms(); ++f) {
    if (!shape.is_root) pivots.screws.push_back(take(6));
    pivots.weights.push_back(take(6));
    pivots.inverses.push_back(take(1)[0]);
  }
  if (shape.is_root) return;
  pivots.distance = take(3);
  pivots.handed_inertia.assign(rest.begin(), rest.end());
}

void read_bias_results(const BranchShape& shape, const std::vector<Expr>& results,
                       BranchPivots& pivots) {
  auto next = results.begin();
  if (!shape.is_root && !shape.follows_motion) {
    pivots.particular.assign(next, next + 6);
    next += 6;
  }
  pivots.rates.assign(next, next + shape.freedoms());
  pivots.handed_bias.assign(next + shape.freedoms(), results.end());
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
    const AccelerationMotor<Expr> change = (rates[f] - work_of(weights[f], before)) * screws[f];
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
    work = work_of(F, next_acceleration(in));
    distance = in.next3();
  }
  std::vector<AccelerationMotor<Expr>> screws = unit_screws(shape);
  for (std::size_t f = 0; f < screws.size(); ++f) {
    if (!shape.is_root) screws[f] = next_acceleration(in);
    const ForceMotor<Expr> weight = next_force(in);
    const Expr effort = work_of(F, screws[f]);
    F -= scaled_force(weight, effort);
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
