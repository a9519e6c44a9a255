// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/loop_kernels.h"

#include "holon/mechanics/kernels/recursive_kernels.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

namespace {

std::vector<Expr> input_list(KernelBuilder& k, const std::string& name, int count) {
  k.input_group(name);
  std::vector<Expr> list;
  for (int i = 0; i < count; ++i) list.push_back(k.input(name + std::to_string(i)));
  return list;
}

}  // namespace

bool hands_on(const LinkShape& shape) {
  return !shape.at_rest && (shape.prescribed || !BlockPattern(shape).is_empty());
}

std::vector<Expr> wrench_step_constants(const Link& link) {
  std::vector<Expr> list;
  append_rotation(list, link);
  append(list, link.position);
  return list;
}

FunctionRef make_wrench_step(const LinkShape& shape, bool has_efforts, const Kinds& kinds,
                             std::size_t piece) {
  KernelBuilder k;
  k.input_group("wrench");
  ForceMotor<Expr> F = k.input_motor<ForceMotor<Expr>>("f", "n");
  const std::vector<int> freedoms = shape.freedoms();
  std::vector<Expr> own(freedoms.size(), 0.0);
  if (has_efforts) own = input_list(k, "effort", static_cast<int>(freedoms.size()));
  const std::vector<std::vector<int>> kept = shape.kept_coordinates();
  std::vector<std::vector<Expr>> weights(freedoms.size());
  for (std::size_t f = 0; f < freedoms.size(); ++f) {
    weights[f] = input_list(k, "weight", static_cast<int>(kept[f].size()));
  }
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);

  std::vector<Expr> efforts;
  if (!shape.prescribed) add_pitch(F, shape.axis, joint.pitch);
  for (std::size_t f = 0; f < freedoms.size(); ++f) {
    const Expr u = own[f] - coordinate(F, freedoms[f]);
    efforts.push_back(u);
    for (std::size_t c = 0; c < kept[f].size(); ++c) {
      coordinate(F, kept[f][c]) += weights[f][c] * u;
    }
    coordinate(F, freedoms[f]) = own[f];
  }
  if (!shape.prescribed) add_pitch(F, shape.axis, -joint.pitch);
  k.output_group("u");
  for (Expr u : efforts) k.output(u);
  if (!shape.at_rest && (has_efforts || hands_on(shape))) {
    k.output_group("handed on");
    k.output(joint.to_parent(F).shift_back(constants.next3()));
  }
  return k.make((has_efforts ? "effort step " : "wrench step ") + shape.text());
}

FunctionRef make_product(int freedoms, int a, int b) {
  KernelBuilder k;
  const int rows = a, columns = b > 0 ? b : a;
  std::vector<Expr> sums(static_cast<std::size_t>(rows * columns), 0.0);
  for (int f = 0; f < freedoms; ++f) {
    const Expr inverse = input_list(k, "inverse", 1)[0];
    const std::vector<Expr> left = input_list(k, "a", a);
    const std::vector<Expr> right = b > 0 ? input_list(k, "b", b) : left;
    for (int i = 0; i < rows; ++i) {
      const Expr scaled = inverse * left[static_cast<std::size_t>(i)];
      for (int j = 0; j < (b > 0 ? columns : i + 1); ++j) {
        sums[static_cast<std::size_t>(i * columns + j)] +=
            scaled * right[static_cast<std::size_t>(j)];
      }
    }
  }
  k.output_group("product");
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < (b > 0 ? columns : i + 1); ++j) {
      k.output(sums[static_cast<std::size_t>(i * columns + j)]);
    }
  }
  return k.make("product " + std::to_string(a) + " " + std::to_string(b));
}

FunctionRef make_right_side(int freedoms, int rows) {
  KernelBuilder k;
  std::vector<Expr> sums = input_list(k, "bias", rows);
  for (int f = 0; f < freedoms; ++f) {
    const Expr rate = input_list(k, "rate", 1)[0];
    const std::vector<Expr> u = input_list(k, "u", rows);
    for (std::size_t i = 0; i < u.size(); ++i) sums[i] += u[i] * rate;
  }
  k.output_group("b");
  for (Expr e : sums) k.output(-e);
  return k.make("right side " + std::to_string(rows));
}

FunctionRef make_pivot_change(int freedoms, int rows, int has_rate) {
  KernelBuilder k;
  const std::vector<Expr> lambda = input_list(k, "lambda", rows);
  std::vector<Expr> changes;
  for (int f = 0; f < freedoms; ++f) {
    const Expr rate = has_rate ? input_list(k, "rate", 1)[0] : Expr(0.0);
    const Expr inverse = input_list(k, "inverse", 1)[0];
    const std::vector<Expr> u = input_list(k, "u", rows);
    Expr sum = 0.0;
    for (std::size_t i = 0; i < u.size(); ++i) sum += u[i] * lambda[i];
    changes.push_back(rate + inverse * sum);
  }
  k.output_group("rate");
  for (Expr e : changes) k.output(e);
  return k.make("pivot change " + std::to_string(rows));
}

FunctionRef make_wrench_sum(int rows) {
  KernelBuilder k;
  const std::vector<Expr> lambda = input_list(k, "lambda", rows);
  std::vector<Expr> sum(6, 0.0);
  for (const Expr l : lambda) {
    const std::vector<Expr> wrench = input_list(k, "wrench", 6);
    for (std::size_t i = 0; i < 6; ++i) sum[i] += l * wrench[i];
  }
  k.output_group("sum");
  for (Expr e : sum) k.output(e);
  return k.make("wrench sum " + std::to_string(rows));
}

}  // namespace holon::detail
