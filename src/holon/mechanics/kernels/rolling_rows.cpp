// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A disc on a plane, in axes of the disc's link. With n, a, R as in parts/constraints/rolling.cpp
// and c = a·n, s = |c a − n|, the triad (a, t₁, e) has
//
//   e = (c a − n)/s   towards the contact point,   t₁ = e × a   along the track,
//   t₂ = s a + c e    across it,                   n = c a − s e                                (1)
//
// ρ = R e leads from the centre to the contact point. A unit force along n, t₁ or t₂ there has the
// moment ρ × n = R c t₁, ρ × t₁ = −R a, ρ × t₂ = R s t₁ about the centre. With Ω the angular
// velocity of the disc against the plane the contact point moves along the edge by
//
//   ρ' = R ((Ω·t₁) a + (c/s) (Ω·e) t₁),                                                         (2)
//
// seen from the plane, and the velocity u of the disc's material point there against that of the
// plane has, seen from the plane, the derivative
//
//   u° = a_C + ω' × ρ + ω × ρ* − (a_P + ω_P' × d + ω_P × d') − ω_P × u, (3) ρ* = ρ' + ω_P × ρ,   d'
//   = v_C + ρ* − v_P,
//
// d from the plane's frame to the contact point. The rows of accelerations are n·u° = 0, t₁·u° = 0,
// t₂·u° = 0: the first is the second derivative of the height, and the others leave out what the
// turning of t₁ and t₂ adds where u is not zero. So a slip that is left keeps its size.

#include "holon/mechanics/kernels/rolling_rows.h"

#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

namespace {

/// One side of the contact: what moves, and a point and a direction fixed in it.
struct RollingSide {
  bool moves = false;
  Matrix3<Expr> R = identity3<Expr>();
  Vector3<Expr> p, alpha, a;  // bias accelerations: of a world that accelerates against gravity
  VelocityMotor<Expr> V;
  Vector3<Expr> point, direction;

  RollingSide(KernelBuilder& k, const std::string& name, bool is_moving) : moves(is_moving) {
    if (!moves) return;
    k.input_group(name);
    R = k.input_matrix("R");
    p = k.input3("p");
    V = k.input_velocity();
    alpha = k.input3("alpha");
    a = k.input3("a");
  }
  void read(Reader& constants) {
    point = constants.next3();
    direction = constants.next3();
  }
  Vector3<Expr> to_world(const Vector3<Expr>& x) const {
    return moves ? Vector3<Expr>(multiply(R, x)) : x;
  }
  Vector3<Expr> from_world(const Vector3<Expr>& x) const {
    return moves ? Vector3<Expr>(multiply_transposed(R, x)) : x;
  }
};

class RollingContact {
 public:
  RollingContact(KernelBuilder& k, const CutShape& shape)
      : plane_(k, "plane", shape.parent_moves), disc_(k, "disc", shape.child_moves) {}

  /// Once all inputs before the constants are there.
  void read(Reader constants) {
    plane_.read(constants);
    disc_.read(constants);
    radius_ = constants.next();
    const Vector3<Expr> gravity = constants.next3();
    if (!plane_.moves) plane_.a = -gravity;
    if (!disc_.moves) disc_.a = -gravity;
    axis_ = disc_.direction;
    normal_ = to_disc(plane_.direction);
    cosine_ = dot(axis_, normal_);
    const Vector3<Expr> down = cosine_ * axis_ - normal_;
    sine_ = sqrt(dot(down, down));
    edge_ = (1.0 / sine_) * down;
    along_ = cross(edge_, axis_);
    across_ = sine_ * axis_ + cosine_ * edge_;
  }

  /// n·c − R s, c from the plane's frame to the disc's.
  Expr calc_height() const {
    const Vector3<Expr> centre = disc_.p + disc_.to_world(disc_.point);
    const Vector3<Expr> origin = plane_.p + plane_.to_world(plane_.point);
    return dot(plane_.to_world(plane_.direction), Vector3<Expr>(centre - origin)) - radius_ * sine_;
  }

  /// Unit forces along n, t₁ and t₂ on the disc, about its centre.
  std::array<ForceMotor<Expr>, 3> forces() const {
    return {ForceMotor<Expr>(normal_, (radius_ * cosine_) * along_),
            ForceMotor<Expr>(along_, -radius_ * axis_),
            ForceMotor<Expr>(across_, (radius_ * sine_) * along_)};
  }
  /// The same about the origin of the disc's link …
  ForceMotor<Expr> load_on_disc(const ForceMotor<Expr>& F) const {
    return F.shift_back(disc_.point);
  }
  /// … and its opposite on the plane, about the origin of its link, in its axes.
  ForceMotor<Expr> load_on_plane(const ForceMotor<Expr>& F) const {
    const Vector3<Expr> centre = disc_.p + disc_.to_world(disc_.point);
    const ForceMotor<Expr> in_world(disc_.to_world(-F.force()), disc_.to_world(-F.torque()));
    const ForceMotor<Expr> moved = in_world.shift_back(centre - plane_.p);
    return {plane_.from_world(moved.force()), plane_.from_world(moved.torque())};
  }

  /// Of a row: its rate, the power of its unit forces.
  Expr calc_rate(const ForceMotor<Expr>& F) const {
    Expr rate = 0.0;
    if (disc_.moves) rate += dot(load_on_disc(F), disc_.V);
    if (plane_.moves) rate += dot(load_on_plane(F), plane_.V);
    return rate;
  }

  /// F·u° without the accelerations that are unknown.
  std::array<Expr, 3> calc_bias() const {
    const Vector3<Expr>& omega = disc_.V.omega();
    Vector3<Expr> relative = omega, plane_turn;
    if (plane_.moves) {
      plane_turn = to_disc(plane_.V.omega());
      relative -= plane_turn;
    }
    const Expr by_edge = cosine_ / sine_ * dot(relative, edge_);
    const Vector3<Expr> rho = radius_ * edge_;
    Vector3<Expr> change = radius_ * (dot(relative, along_) * axis_ + by_edge * along_);
    if (plane_.moves) change += cross(plane_turn, rho);
    // Of both centres together: where neither moves otherwise they are the same expression.
    Vector3<Expr> rest = disc_.a - to_disc(plane_.a);
    rest += cross(omega, change);
    if (plane_.moves) {
      const Vector3<Expr> origin = plane_.p + plane_.to_world(plane_.point);
      const Vector3<Expr> centre = disc_.p + disc_.to_world(disc_.point);
      const Vector3<Expr> d = disc_.from_world(centre - origin) + rho;
      const Vector3<Expr> v_C = disc_.V.moment_at(disc_.point),
                          v_P = to_disc(plane_.V.moment_at(plane_.point));
      const Vector3<Expr> d_rate = v_C + change - v_P;
      const Vector3<Expr> u = v_C + cross(omega, rho) - v_P - cross(plane_turn, d);
      rest -= cross(to_disc(plane_.alpha), d) + cross(plane_turn, Vector3<Expr>(d_rate + u));
    }
    const std::array<ForceMotor<Expr>, 3> all = forces();
    std::array<Expr, 3> bias;
    for (std::size_t k = 0; k < 3; ++k)
      bias[k] = dot(all[k].force(), rest) + dot(all[k].torque(), disc_.alpha);
    return bias;
  }

  /// Both loads of a row, of the sides that move.
  void output_loads(KernelBuilder& k, const ForceMotor<Expr>& F) const {
    if (plane_.moves) k.output(load_on_plane(F));
    if (disc_.moves) k.output(load_on_disc(F));
  }

 private:
  /// From the plane's axes.
  Vector3<Expr> to_disc(const Vector3<Expr>& x) const {
    return disc_.from_world(plane_.to_world(x));
  }

  RollingSide plane_, disc_;
  Expr radius_ = 0.0, cosine_ = 0.0, sine_ = 0.0;
  Vector3<Expr> axis_, normal_, edge_, along_, across_;
};

}  // namespace

std::vector<Expr> rolling_constants(const std::array<Vector3<Expr>, 2>& plane,
                                    const std::array<Vector3<Expr>, 2>& disc, const Expr& radius,
                                    const Vector3<Expr>& gravity) {
  std::vector<Expr> list;
  for (const auto* side : {&plane, &disc})
    for (const Vector3<Expr>& v : *side) append(list, v);
  list.push_back(radius);
  append(list, gravity);
  return list;
}

FunctionRef make_rolling_rows(const CutShape& shape, CutRowPart part, const Kinds& kinds,
                              std::size_t piece) {
  KernelBuilder k;
  RollingContact contact(k, shape);
  contact.read(Reader(kinds.trace(piece, k)));
  constexpr const char* kNames[] = {"position", "velocity", "bias", "wrenches"};
  const char* name = kNames[static_cast<std::size_t>(part)];
  k.output_group(name);
  switch (part) {
    case CutRowPart::position:
      k.output(contact.calc_height());
      for (int slip = 0; slip < 2; ++slip) k.output(Expr(0.0));
      break;
    case CutRowPart::velocity:
      for (const ForceMotor<Expr>& F : contact.forces()) k.output(contact.calc_rate(F));
      break;
    case CutRowPart::bias:
      for (const Expr& e : contact.calc_bias()) k.output(e);
      break;
    case CutRowPart::wrenches:
      for (const ForceMotor<Expr>& F : contact.forces()) contact.output_loads(k, F);
      break;
  }
  return k.make(shape.text() + " rolling " + name);
}

}  // namespace holon::detail
