// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/spatial/inertia.h"

namespace holon::detail {

/// Writes one Function: inputs and outputs in the order in which they are named.
class KernelBuilder {
 public:
  KernelBuilder() : graph_(std::make_shared<Graph>()) {}

  const std::shared_ptr<Graph>& graph() const { return graph_; }

  /// Begins a group of inputs.
  void input_group(std::string name) { inputs_.push_back({std::move(name), {}}); }
  Expr input(std::string name) {
    inputs_.back().elements.push_back(graph_->symbol(std::move(name)));
    return inputs_.back().elements.back();
  }
  Vector3<Expr> input3(const std::string& name) {
    const Expr x = input(name + ".x"), y = input(name + ".y"), z = input(name + ".z");
    return {x, y, z};
  }
  /// Nine inputs: a matrix by rows.
  Matrix3<Expr> input_matrix(const std::string& name) {
    Matrix3<Expr> A;
    for (int i = 0; i < 3; ++i) A.row(i) = input3(name + std::to_string(i)).transpose();
    return A;
  }
  /// Resultant, then moment.
  template <class M>
  M input_motor(const std::string& resultant, const std::string& moment) {
    const Vector3<Expr> g = input3(resultant);
    return {g, input3(moment)};
  }
  ForceMotor<Expr> input_force() { return input_motor<ForceMotor<Expr>>("force", "moment"); }
  VelocityMotor<Expr> input_velocity() { return input_motor<VelocityMotor<Expr>>("omega", "v"); }
  AccelerationField<Expr> input_field() {
    const Vector3<Expr> omega = input3("omega"), alpha = input3("alpha");
    return {omega, alpha, input3("a")};
  }
  Variable& inputs() { return inputs_.back(); }

  void output_group(std::string name) { outputs_.push_back({std::move(name), {}}); }
  void output(Expr e) { outputs_.back().elements.push_back(e); }
  void output(const Vector3<Expr>& v) {
    for (int i = 0; i < 3; ++i) output(v[i]);
  }
  template <MotorKind K>
  void output(const Motor<Expr, K>& a) {
    output(a.resultant());
    output(a.moment());
  }
  /// A result that the caller finds among the function's results even where it is a constant or
  /// one of the arguments, so that results which are read together lie together.
  void output_in_place(Expr e) {
    if (e.is_constant()) {
      e = graph_->constant_node(e.value());
    } else if (e.op() == Op::symbol) {
      e = graph_->insert(Op::add, std::array<Expr, 2>{e, 0.0});
    }
    output(e);
  }
  void output_in_place(const Vector3<Expr>& v) {
    for (int i = 0; i < 3; ++i) output_in_place(v[i]);
  }
  template <MotorKind K>
  void output_in_place(const Motor<Expr, K>& a) {
    output_in_place(a.resultant());
    output_in_place(a.moment());
  }

  FunctionRef make(std::string name) {
    return Function::make(std::move(name), graph_, std::move(inputs_), std::move(outputs_));
  }

 private:
  std::shared_ptr<Graph> graph_;
  std::vector<Variable> inputs_, outputs_;
};

}  // namespace holon::detail
