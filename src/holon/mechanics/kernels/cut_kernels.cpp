// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/cut_kernels.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/mechanics/kernels/cut_side.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/mechanics/tree/tidy.h"

namespace holon::detail {

namespace {

/// Both sides of a cut, with what else follows from its constants.
struct CutSides {
  CutSide parent, child;
  Expr pitch = 0.0, c = 0.0;
  Moving d;  // from the parent's joint frame to the child's

  CutSides(KernelBuilder& k, const CutShape& shape)
      : parent(k, "parent", shape.parent_moves), child(k, "child", shape.child_moves) {}

  /// Once all inputs before the constants are there.
  void read(const Kinds& kinds, std::size_t piece, KernelBuilder& k) {
    Reader constants(kinds.trace(piece, k));
    parent.read(constants);
    child.read(constants);
    const Vector3<Expr> gravity = constants.next3();
    pitch = constants.next();
    c = constants.next();
    parent.stand(gravity);
    child.stand(gravity);
    d = difference(child.point(), parent.point());
  }

  /// A force motor at the child's joint frame on the child, its opposite on the parent: about the
  /// origins of the links that move, in link axes.
  void output_wrenches(KernelBuilder& k, const ForceMotor<Expr>& F) const {
    const Vector3<Expr>& at = child.point().value;
    if (parent.moves()) {
      k.output_group("wrench on parent");
      k.output(parent.load(-F, at));
    }
    if (child.moves()) {
      k.output_group("wrench on child");
      k.output(child.load(F, at));
    }
  }
};

struct CutRow {
  MovingNumber g;
  ForceMotor<Expr> F;  // on the child, at its joint frame's origin
};

CutRow make_length(const Moving& d, const MovingNumber& length) {
  const Expr distance = sqrt(dot(d.value, d.value));
  const Vector3<Expr> u = (1.0 / distance) * d.value;
  const Expr rate = dot(u, d.rate);
  CutRow row;
  row.g = {distance - length.value, rate - length.rate,
           dot(u, d.acceleration) + (dot(d.rate, d.rate) - rate * rate) / distance -
               length.acceleration};
  row.F.resultant() = u;
  return row;
}

/// The angle whose sine and cosine are given (times any positive number), as near to `near` as may
/// be.
Expr unwrapped(Expr sine, Expr cosine, Expr near) {
  const Expr s = sin(near), c = cos(near);
  return near + atan2(sine * c - cosine * s, cosine * c + sine * s);
}

/// One freedom of a joint as it is measured, with the effort that works along it.
struct CutFreedom {
  MovingNumber coordinate;
  ForceMotor<Expr> F;  // on the child
};

/// Coordinates of a joint. `near`: of its angles, one after the other.
std::vector<CutFreedom> make_freedoms(JointType type, const CutSides& sides,
                                      const std::vector<Expr>& near) {
  const CutSide& parent = sides.parent;
  const CutSide& child = sides.child;
  const Moving& d = sides.d;
  const Expr c = sides.c;
  const Vector3<Expr> w = child.angular_velocity() - parent.angular_velocity();
  const Vector3<Expr> alpha = child.angular_acceleration() - parent.angular_acceleration();
  const Vector3<Expr> zero;
  std::vector<CutFreedom> all;
  std::size_t angles = 0;
  const auto shift = [&](int axis) {
    const Moving e = parent.axis(axis);
    all.push_back({dot(e, d), {e.value, zero}});
  };
  // About an axis that both sides carry along (to first order in what the constraints leave open).
  const auto turn = [&](const Moving& e, Expr sine, Expr cosine) {
    all.push_back({{unwrapped(sine, cosine, near.at(angles++)), dot(e.value, w),
                    dot(e.value, alpha) + dot(e.rate, w)},
                   {zero, e.value}});
  };
  const auto spin = [&] {
    const Vector3<Expr> x = child.axis(0).value;
    turn(parent.axis(2), dot(parent.axis(1).value, x), dot(parent.axis(0).value, x));
  };
  // A rate of a joint with two axes is measured, and an effort acts, along the dual of its axis:
  // with the angular velocity v1 a + v2 b and c = a·b.
  const auto dual = [&](const Moving& own, const Moving& other) {
    const Expr share = 1.0 / (1.0 - c * c);
    const auto part = [&](const Vector3<Expr>& x, const Vector3<Expr>& y) {
      return Vector3<Expr>(share * (x - c * y));
    };
    return Moving{part(own.value, other.value), part(own.rate, other.rate),
                  part(own.acceleration, other.acceleration)};
  };
  // The parent's axes: x = axis2 at rest, z = axis; the child's: x = axis at rest, z = axis2.
  const auto turn_about_first = [&] {
    const Vector3<Expr> b = child.axis(2).value;
    turn(dual(parent.axis(2), child.axis(2)), dot(parent.axis(1).value, b),
         dot(parent.axis(0).value, b));
  };
  const auto turn_about_second = [&] {
    const Vector3<Expr> a = parent.axis(2).value;
    turn(dual(child.axis(2), parent.axis(2)), -dot(child.axis(1).value, a),
         dot(child.axis(0).value, a));
  };
  for (const JointMeasure measure : joint_model(type).measures) {
    switch (measure) {
      case JointMeasure::along_x: shift(0); break;
      case JointMeasure::along_y: shift(1); break;
      case JointMeasure::along_axis: shift(2); break;
      case JointMeasure::about_axis: spin(); break;
      case JointMeasure::about_first: turn_about_first(); break;
      case JointMeasure::about_second: turn_about_second(); break;
    }
  }
  return all;
}

bool is_row_of_turning(const JointRow& form) {
  return form.kind == JointRow::Kind::turn || form.kind == JointRow::Kind::twist;
}

CutRow make_row(const JointRow& form, const CutSides& sides,
                const std::vector<CutFreedom>& freedoms) {
  CutRow row;
  const Moving e = sides.parent.axis(form.i);
  if (form.kind == JointRow::Kind::turn) {
    const Moving b = sides.child.axis(form.j);
    row.g = dot(e, b);
    row.g.value -= sides.c;
    row.F.moment() = cross(b.value, e.value);
    return row;
  }
  if (form.kind == JointRow::Kind::twist) {
    const Moving other = sides.parent.axis(form.j);
    const Moving own_i = sides.child.axis(form.i), own_j = sides.child.axis(form.j);
    const MovingNumber there = dot(e, own_j), back = dot(other, own_i);
    row.g = {0.5 * (there.value - back.value), 0.5 * (there.rate - back.rate),
             0.5 * (there.acceleration - back.acceleration)};
    row.F.moment() = Expr(0.5) * (cross(own_j.value, e.value) - cross(own_i.value, other.value));
    return row;
  }
  row.g = dot(e, sides.d);
  row.F.resultant() = e.value;
  if (form.kind == JointRow::Kind::screw) {
    const CutFreedom& angle = freedoms.at(0);
    row.g.value -= sides.pitch * angle.coordinate.value;
    row.g.rate -= sides.pitch * angle.coordinate.rate;
    row.g.acceleration -= sides.pitch * angle.coordinate.acceleration;
    row.F.moment() = -sides.pitch * angle.F.moment();
  }
  return row;
}

std::vector<Expr> input_angles(KernelBuilder& k, JointType type) {
  k.input_group("near");
  std::vector<Expr> near;
  for ([[maybe_unused]] const int angle : cut_angles(type)) near.push_back(k.input("angle"));
  return near;
}

}  // namespace

std::string CutShape::text() const {
  std::string t = is_line ? "line" : is_length ? "length" : std::string(joint_info(type).name);
  t += parent_moves ? "P" : "-";
  t += child_moves ? "C" : "-";
  for (const int f : driven) t += 'd' + std::to_string(f);
  for (const bool is_kept : kept) t += is_kept ? '1' : '0';
  return t;
}

int CutShape::kept_count() const {
  return static_cast<int>(std::count(kept.begin(), kept.end(), true));
}

bool CutShape::needs_angles() const {
  return !is_length && (type == JointType::screw || !driven.empty());
}

int cut_row_count(JointType type) { return static_cast<int>(joint_model(type).rows.size()); }

bool cut_row_turns(JointType type, int row) {
  return is_row_of_turning(joint_model(type).rows.at(static_cast<std::size_t>(row)));
}

std::string cut_row_name(const Mechanism::Joint& joint, int row) {
  const JointRow form = joint_model(joint.type).rows.at(static_cast<std::size_t>(row));
  const Matrix3<double> axes = cut_axes(joint, false);
  Vector3<double> direction = axes.col(form.i);
  if (is_row_of_turning(form)) {
    // Tilting about axis 0 moves axis 2 along axis 1, and so on.
    direction = joint_model(joint.type).has_second_axis
                    ? Vector3<double>(axes.col(2).cross(cut_axes(joint, true).col(2)))
                    : Vector3<double>(axes.col(3 - form.i - form.j));
  }
  for (int k = 0; k < 3; ++k) {
    if (std::abs(direction[k]) < 1e-12) direction[k] = 0;  // -0 and rounding errors of rotated axes
  }
  const auto first =
      std::find_if(direction.begin(), direction.end(), [](double d) { return d != 0; });
  if (first != direction.end() && *first < 0) {
    direction = Vector3<double>(Vector3<double>::Zero() - direction);  // leaves no -0
  }
  return fmt::format("{} [{:.4g}, {:.4g}, {:.4g}]",
                     is_row_of_turning(form) ? "rotation about" : "translation along", direction[0],
                     direction[1], direction[2]);
}

Matrix3<double> cut_axes(const Mechanism::Joint& joint, bool child) {
  const bool second = child && joint_model(joint.type).has_second_axis;
  const Vector3<double> z = second ? joint.axis2 : joint.axis;
  Vector3<double> x = planar_directions(z)[0];
  if (joint_model(joint.type).has_second_axis) {
    // Across both axes lies the first one's partner: x of the parent is the child's axis, x of the
    // child the parent's.
    const Vector3<double>& other = second ? joint.axis : joint.axis2;
    x = (other - z * z.dot(other)).normalized();
  }
  Matrix3<double> axes;
  axes << x, z.cross(x), z;
  return axes;
}

std::vector<Expr> cut_constants(const FramePlace& parent, const FramePlace& child,
                                const Mechanism::Joint& joint, const Vector3<Expr>& gravity) {
  std::vector<Expr> list;
  for (const bool is_child : {false, true}) {
    const FramePlace& place = is_child ? child : parent;
    const Matrix3<double> axes = cut_axes(joint, is_child);
    append(list, place.position);
    std::array<Vector3<Expr>, 3> columns;
    for (int k = 0; k < 3; ++k) {
      columns[static_cast<std::size_t>(k)] =
          tidy(Vector3<Expr>(place.rotation * Vector3<Expr>(axes(0, k), axes(1, k), axes(2, k))));
    }
    for (int i = 0; i < 3; ++i) {
      for (const Vector3<Expr>& column : columns) list.push_back(column[i]);
    }
  }
  append(list, gravity);
  list.push_back(joint.pitch);
  list.push_back(joint_model(joint.type).has_second_axis ? joint.axis.dot(joint.axis2) : 0.0);
  return list;
}

FunctionRef make_cut_rows(const CutShape& shape, CutRowPart part, const Kinds& kinds,
                          std::size_t piece) {
  KernelBuilder k;
  CutSides sides(k, shape);
  MovingNumber length;
  std::vector<Expr> near(3, 0.0);
  std::vector<MovingNumber> motions;
  if (shape.is_length) {
    k.input_group("length");
    length.value = k.input("length");
    length.rate = k.input("rate");
    length.acceleration = k.input("acceleration");
  } else if (shape.needs_angles()) {
    near = input_angles(k, shape.type);
    for ([[maybe_unused]] const int f : shape.driven) {
      k.input_group("motion");
      MovingNumber& motion = motions.emplace_back();
      motion.value = k.input("motion");
      motion.rate = k.input("rate");
      motion.acceleration = k.input("acceleration");
    }
  }
  sides.read(kinds, piece, k);

  std::vector<CutRow> rows;
  if (shape.is_length) {
    rows.push_back(make_length(sides.d, length));
  } else {
    const std::vector<JointRow>& forms = joint_model(shape.type).rows;
    std::vector<CutFreedom> freedoms;
    if (shape.needs_angles()) freedoms = make_freedoms(shape.type, sides, near);
    for (std::size_t f = 0; f < forms.size(); ++f) {
      if (!shape.kept[f]) continue;
      rows.push_back(make_row(forms[f], sides, freedoms));
    }
    for (std::size_t m = 0; m < motions.size(); ++m) {
      if (!shape.kept[forms.size() + m]) continue;
      const CutFreedom& freedom = freedoms.at(static_cast<std::size_t>(shape.driven[m]));
      rows.push_back(
          {{freedom.coordinate.value - motions[m].value, freedom.coordinate.rate - motions[m].rate,
            freedom.coordinate.acceleration - motions[m].acceleration},
           freedom.F});
    }
  }
  constexpr const char* kNames[] = {"position", "velocity", "bias", "wrenches"};
  const char* name = kNames[static_cast<std::size_t>(part)];
  k.output_group(name);
  for (const CutRow& row : rows) {
    switch (part) {
      case CutRowPart::position: k.output(row.g.value); break;
      case CutRowPart::velocity: k.output(row.g.rate); break;
      case CutRowPart::bias: k.output(row.g.acceleration); break;
      case CutRowPart::wrenches: sides.output_wrenches(k, row.F); break;
    }
  }
  return k.make("cut " + shape.text() + " " + name);
}

std::vector<int> cut_angles(JointType type) {
  const std::vector<FreedomInfo>& freedoms = joint_info(type).freedoms;
  std::vector<int> angles;
  for (std::size_t k = 0; k < freedoms.size(); ++k) {
    if (freedoms[k].turns) angles.push_back(static_cast<int>(k));
  }
  return angles;
}

FunctionRef make_cut_state(const CutShape& shape, CutStatePart part, const Kinds& kinds,
                           std::size_t piece) {
  KernelBuilder k;
  CutSides sides(k, shape);
  const std::vector<Expr> near = input_angles(k, shape.type);
  sides.read(kinds, piece, k);
  const std::vector<CutFreedom> all = make_freedoms(shape.type, sides, near);
  constexpr const char* kNames[] = {"q", "v", "vdot"};
  const char* name = kNames[static_cast<std::size_t>(part)];
  k.output_group(name);
  for (const CutFreedom& f : all) {
    switch (part) {
      // Also where it is a component of a pose: so an equation shows which of the two it names.
      case CutStatePart::coordinates: k.output_in_place(f.coordinate.value); break;
      case CutStatePart::rates: k.output(f.coordinate.rate); break;
      case CutStatePart::accelerations: k.output(f.coordinate.acceleration); break;
    }
  }
  return k.make(std::string("cut ") + name + " " + shape.text());
}

FunctionRef make_cut_efforts(const CutShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  CutSides sides(k, shape);
  k.input_group("efforts");
  std::vector<Expr> efforts;
  for (const FreedomInfo& info : joint_info(shape.type).freedoms) {
    efforts.push_back(k.input(info.coordinate));
  }
  sides.read(kinds, piece, k);
  ForceMotor<Expr> F;
  const std::vector<CutFreedom> freedoms =
      make_freedoms(shape.type, sides, std::vector<Expr>(3, 0.0));
  for (std::size_t f = 0; f < efforts.size(); ++f) F += efforts[f] * freedoms[f].F;
  sides.output_wrenches(k, F);
  return k.make("cut efforts " + shape.text());
}

}  // namespace holon::detail
