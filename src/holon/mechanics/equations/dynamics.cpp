// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/dynamics.h"

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/mechanics/kernels/inverse_kernels.h"
#include "holon/mechanics/kernels/recursive_kernels.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/tree_symbols.h"
#include "holon/mechanics/machine/machine.h"

namespace holon {

namespace {

using detail::Kinds;
using detail::LinkShape;
using detail::TreeSymbols;

using detail::append;

/// What the functions below have in common: shapes, attitudes, and calls by kinds.
class TreeWalk {
 public:
  TreeWalk(const Mechanism& mechanism, const TreeSymbols& s)
      : mechanism_(mechanism), s_(s), count_(s.states.size()) {
    for (std::size_t k = 0; k < count_; ++k) {
      shapes_.push_back(detail::make_shape(mechanism, s.tree.links[k], s.states[k]));
      attitude_.push_back(detail::calc_attitude(shapes_[k], s.states[k]));
      pass_kinds_.add(shapes_[k].text(), detail::pass_constants(s.tree.links[k]));
      motion_kinds_.add(shapes_[k].text(), detail::motion_constants(s.tree.links[k]));
    }
    pass_kinds_.classify();
    motion_kinds_.classify();
  }

 protected:
  using Maker = FunctionRef (*)(const LinkShape&, const Kinds&, std::size_t);

  int parent(std::size_t k) const { return s_.tree.links[k].parent; }
  std::size_t rates(std::size_t k) const { return s_.states[k].v.size(); }

  std::vector<Expr> call_kind(Kinds& kinds, std::size_t k, std::vector<Expr> arguments,
                              Maker make) {
    detail::append_joint(arguments, shapes_[k], s_.states[k], attitude_[k]);
    FunctionRef& function = kinds.function(k);
    if (!function) function = make(shapes_[k], kinds, k);
    kinds.append_arguments(k, arguments);
    return call(function, arguments);
  }
  /// `sum`, which is the parent's, with what the link hands on.
  std::vector<Expr> pass_on(Kinds& kinds, std::size_t k, std::vector<Expr> sum,
                            std::span<const Expr> own, Maker make) {
    append(sum, own);
    return call_kind(kinds, k, std::move(sum), make);
  }

  const Mechanism& mechanism_;
  const TreeSymbols& s_;
  std::size_t count_;
  std::vector<LinkShape> shapes_;
  std::vector<std::vector<Expr>> attitude_;
  Kinds pass_kinds_, motion_kinds_;
};

class InverseDynamicsWalk : private TreeWalk {
 public:
  using TreeWalk::TreeWalk;

  std::vector<Expr> run(const std::vector<Expr>& vdot) {
    describe();
    std::vector<std::vector<Expr>> outward(count_), wrench(count_);
    for (std::size_t k = 0; k < count_; ++k) {
      outward[k] = go_outward(k, outward, vdot);
      wrench[k].assign(outward[k].end() - 6, outward[k].end());
      if (!s_.states[k].load) continue;
      for (std::size_t i = 0; i < 6; ++i) wrench[k][i] -= (*s_.states[k].load)[i];
    }
    std::vector<Expr> tau(vdot.size());
    for (std::size_t k = count_; k-- > 0;) {
      std::vector<Expr> own = call_kind(motion_kinds_, k, wrench[k], detail::make_projection);
      if (shapes_[k].is_straight()) own[0] -= given_effort(k);
      std::copy(own.begin(), own.end(), tau.begin() + static_cast<std::ptrdiff_t>(s_.first_v[k]));
      if (parent(k) == kWorld) continue;
      std::vector<Expr>& sum = wrench[static_cast<std::size_t>(parent(k))];
      sum = pass_on(pass_kinds_, k, std::move(sum), wrench[k], detail::make_wrench_pass);
    }
    return tau;
  }

 private:
  void describe() {
    child_index_.assign(count_, 0);
    for (std::size_t k = 0; k < count_; ++k) {
      const Link& link = s_.tree.links[k];
      for (std::size_t c = 0; c < link.children.size(); ++c) {
        child_index_[static_cast<std::size_t>(link.children[c])] = c;
      }
      driven_.push_back(shapes_[k]);
      driven_.back().prescribed = true;
      outward_kinds_.add(driven_[k].text() + std::to_string(link.children.size()),
                         detail::outward_constants(s_.tree, link, {}, mechanism_.gravity));
    }
    outward_kinds_.classify();
  }

  /// The pass of `recursive` with all joints prescribed.
  std::vector<Expr> go_outward(std::size_t k, const std::vector<std::vector<Expr>>& outward,
                               const std::vector<Expr>& vdot) {
    std::vector<Expr> arguments;
    if (parent(k) != kWorld) {
      const std::span<const Expr> above = outward[static_cast<std::size_t>(parent(k))];
      append(arguments, above.first(6));
      append(arguments, above.subspan(6 + 3 * child_index_[k], 3));
    }
    detail::append_joint(arguments, shapes_[k], s_.states[k], attitude_[k]);
    append(arguments, s_.states[k].v);
    append(arguments, std::span(vdot).subspan(s_.first_v[k], rates(k)));
    FunctionRef& function = outward_kinds_.function(k);
    if (!function) {
      function = detail::make_outward(
          driven_[k], static_cast<int>(s_.tree.links[k].children.size()), outward_kinds_, k);
    }
    outward_kinds_.append_arguments(k, arguments);
    return call(function, arguments);
  }

  Expr given_effort(std::size_t k) const {
    const Mechanism::Freedom& f = detail::freedom_of(mechanism_, s_.tree.links[k]);
    return s_.states[k].effort - f.stiffness * (s_.states[k].q[0] - f.rest) -
           f.damping * s_.states[k].v[0];
  }

  std::vector<std::size_t> child_index_;
  std::vector<LinkShape> driven_;
  Kinds outward_kinds_;
};

class MassMatrix : private TreeWalk {
 public:
  using TreeWalk::TreeWalk;

  std::vector<Expr> run() {
    const std::size_t n = s_.v.size();
    std::vector<Expr> M(n * n, 0.0);
    std::vector<std::vector<Expr>> inertia(count_);
    for (std::size_t k = 0; k < count_; ++k) append(inertia[k], s_.tree.links[k].inertia);
    Kinds inertia_kinds = pass_kinds_, column_kinds = motion_kinds_;
    for (std::size_t k = count_; k-- > 0;) {
      const std::vector<Expr> columns =
          call_kind(column_kinds, k, inertia[k], detail::make_columns);
      for (std::size_t i = 0; i < rates(k); ++i) {
        write_column(M, k, s_.first_v[k] + i, std::span(columns).subspan(6 * i, 6));
      }
      if (parent(k) == kWorld) continue;
      std::vector<Expr>& sum = inertia[static_cast<std::size_t>(parent(k))];
      sum = pass_on(inertia_kinds, k, std::move(sum), inertia[k], detail::make_inertia_pass);
    }
    return M;
  }

 private:
  /// Column `column` of the joint of link k, whose motion needs this wrench: what every link
  /// between it and the world feels of it.
  void write_column(std::vector<Expr>& M, std::size_t k, std::size_t column,
                    std::span<const Expr> of) {
    const std::size_t n = s_.v.size();
    std::vector<Expr> wrench(of.begin(), of.end());
    for (;;) {
      const std::vector<Expr> efforts =
          call_kind(motion_kinds_, k, wrench, detail::make_projection);
      for (std::size_t i = 0; i < efforts.size(); ++i) {
        const std::size_t row = s_.first_v[k] + i;
        if (row > column) continue;  // of the link's own freedoms: the upper triangle
        M[row * n + column] = M[column * n + row] = efforts[i];
      }
      if (parent(k) == kWorld) return;
      wrench = pass_on(pass_kinds_, k, std::vector<Expr>(6, 0.0), wrench, detail::make_wrench_pass);
      k = static_cast<std::size_t>(parent(k));
    }
  }
};

class FrameJacobian : private TreeWalk {
 public:
  using TreeWalk::TreeWalk;

  std::vector<Expr> run(int frame) {
    const std::size_t n = s_.v.size();
    std::vector<Expr> J(6 * n, 0.0);
    Kinematics kinematics(mechanism_, s_.tree, s_.states);
    const std::vector<Expr> point = kinematics.calc_frame_output(frame, FrameOutput::position);
    for (int link = s_.tree.place_of(mechanism_, frame).link; link != kWorld;
         link = parent(static_cast<std::size_t>(link))) {
      const auto k = static_cast<std::size_t>(link);
      std::vector<Expr> arguments = kinematics.pose(k);
      append(arguments, point);
      const std::vector<Expr> columns =
          call_kind(motion_kinds_, k, std::move(arguments), detail::make_jacobian_columns);
      for (std::size_t i = 0; i < rates(k); ++i) {
        for (std::size_t row = 0; row < 6; ++row) {
          J[row * n + s_.first_v[k] + i] = columns[6 * i + row];
        }
      }
    }
    return J;
  }
};

}  // namespace

Mechanism make_mechanism(const Model& model) {
  Diagnostics diagnostics;
  const std::shared_ptr<Assembly> assembly = assemble(model, diagnostics);
  diagnostics.throw_if_errors();
  const std::shared_ptr<Machine> machine = Machine::find(*assembly);
  if (!machine) throw ModelError("make_mechanism: the model has no mechanical parts");
  Mechanism mechanism = machine->mechanism;
  // What they report to does not outlive this.
  for (auto& body : mechanism.bodies) body.report = {};
  for (auto& joint : mechanism.joints) joint.report = {};
  for (auto& wrench : mechanism.wrenches) wrench.report = {};
  for (auto& pull : mechanism.pulls) pull.report = {};
  for (auto& bushing : mechanism.bushings) bushing.report = {};
  return mechanism;
}

FunctionRef make_inverse_dynamics(const Mechanism& mechanism) {
  const TreeSymbols s = detail::make_tree_symbols(mechanism, "make_inverse_dynamics");
  const std::vector<Expr> vdot = s.graph->symbols("vdot", static_cast<int>(s.v.size()));
  return Function::make("inverse dynamics", s.graph, {{"q", s.q}, {"v", s.v}, {"vdot", vdot}},
                        {{"tau", InverseDynamicsWalk(mechanism, s).run(vdot)}});
}

FunctionRef make_bias_forces(const Mechanism& mechanism) {
  const TreeSymbols s = detail::make_tree_symbols(mechanism, "make_bias_forces");
  const std::vector<Expr> at_rest(s.v.size(), 0.0);
  return Function::make("bias forces", s.graph, {{"q", s.q}, {"v", s.v}},
                        {{"c", InverseDynamicsWalk(mechanism, s).run(at_rest)}});
}

FunctionRef make_mass_matrix(const Mechanism& mechanism) {
  const TreeSymbols s = detail::make_tree_symbols(mechanism, "make_mass_matrix");
  return Function::make("mass matrix", s.graph, {{"q", s.q}},
                        {{"M", MassMatrix(mechanism, s).run()}});
}

FunctionRef make_frame_jacobian(const Mechanism& mechanism, const std::string& frame) {
  const TreeSymbols s = detail::make_tree_symbols(mechanism, "make_frame_jacobian");
  const int index = mechanism.find_frame(frame);
  if (index == Mechanism::kNoFrame) {
    std::vector<std::string> names;
    for (const Mechanism::Frame& f : mechanism.frames) names.push_back(f.name);
    throw ModelError("make_frame_jacobian: there is no frame '" + frame + "'",
                     did_you_mean(frame, names));
  }
  return Function::make("frame jacobian", s.graph, {{"q", s.q}},
                        {{"J", FrameJacobian(mechanism, s).run(index)}});
}

}  // namespace holon
