// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The augmented equations along a tree of bodies, by the null spaces of the joints' rows.

#include "holon/mechanics/formulations/branch_elimination.h"

#include <algorithm>

#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/spatial/inertia.h"

namespace holon {

using detail::append;
using detail::BranchPivots;
using detail::BranchShape;

namespace {

bool is_driven_link(const Link& link) { return link.type == JointType::driven; }

}  // namespace

std::vector<Expr> BranchElimination::call_kernel(const std::string& name, const BranchShape& shape,
                                                 const std::vector<Expr>& arguments,
                                                 void (*write)(const BranchShape&, detail::Reader&,
                                                               detail::KernelBuilder&)) {
  return calls_.call(
      name + " " + shape.text(), arguments,
      [&](detail::Reader& in, detail::KernelBuilder& out) { write(shape, in, out); });
}

/// Both sides of the joint that holds a body, its own first, and the joint.
std::vector<Expr> BranchElimination::list_sides(std::size_t k, bool follows_motion) const {
  const BranchShape& shape = tree_.shapes()[k];
  const auto c = static_cast<std::size_t>(tree_.bodies()[k].closure);
  const Closure& closure = rows_.closures()[c];
  std::vector<Expr> list;
  const MotionLevel level = follows_motion ? MotionLevel::accelerations : MotionLevel::places;
  for (const int side : {shape.is_reversed ? 0 : 1, shape.is_reversed ? 1 : 0}) {
    const int link = closure.sides[static_cast<std::size_t>(side)].link;
    if (link == kWorld) continue;
    std::vector<Expr> own = rows_.calc_side(c, side, level);
    if (!is_driven_link(rows_.tree().links[static_cast<std::size_t>(link)]))
      std::fill(own.end() - 6, own.end(), Expr(0.0));
    append(list, own);
  }
  const Vector3<Expr> gravity =
      shape.follows_driven ? rows_.mechanism().gravity : Vector3<Expr>(0.0, 0.0, 0.0);
  const std::vector<Expr> constants = closure.constants(gravity);
  append(list, constants);
  return list;
}

/// What the body needs for vdot = 0, and its load.
std::vector<Expr> BranchElimination::list_forces(std::size_t k, bool under_forces) const {
  std::vector<Expr> list(12, 0.0);
  if (!under_forces) return list;
  const auto link = static_cast<std::size_t>(tree_.bodies()[k].link);
  const std::vector<Expr> need = rotors_.calc_need(link);
  std::copy(need.begin(), need.end(), list.begin());
  if (const auto& load = rows_.states()[link].load)
    std::copy(load->begin(), load->end(), list.begin() + 6);
  return list;
}

std::vector<Expr> BranchElimination::list_inertia(std::size_t k) const {
  std::vector<Expr> list;
  append(list, rotors_.calc_inertia(static_cast<std::size_t>(tree_.bodies()[k].link)));
  detail::append_modal(list, tree_.link_of(k));
  return list;
}

BranchElimination::State BranchElimination::go_inward(const std::vector<Expr>& rows,
                                                      bool under_forces) {
  State state{under_forces, tree_.shapes(), {}};
  state.pivots.resize(tree_.bodies().size());
  for (std::size_t k = 0; k < tree_.bodies().size(); ++k) {
    BranchShape& shape = state.shapes[k];
    BranchPivots& pivots = state.pivots[k];
    const std::vector<Expr>& pose =
        rows_.kinematics().pose(static_cast<std::size_t>(tree_.bodies()[k].link));
    const std::vector<Expr> R(pose.begin(), pose.begin() + 9);
    std::vector<Expr> sides = R, given;
    if (!shape.is_root) {
      const ConstraintPath& path =
          solved_.paths()[static_cast<std::size_t>(tree_.bodies()[k].closure)];
      shape.follows_motion = under_forces && !shape.joint.needs_angles();
      for (std::size_t i = 0; i < path.count() && shape.follows_motion; ++i)
        shape.follows_motion = rows[path.first_row + i] == -path.bias[i];
      sides = list_sides(k, shape.follows_motion);
      given.assign(rows.begin() + static_cast<std::ptrdiff_t>(path.first_row),
                   rows.begin() + static_cast<std::ptrdiff_t>(path.first_row + path.count()));
    }
    std::vector<Expr> arguments = sides;
    append(arguments, list_inertia(k));
    for (const int child : tree_.children(k))
      append(arguments, state.pivots[static_cast<std::size_t>(child)].handed_inertia);
    detail::read_inertia_results(
        shape, call_kernel("branch inertia", shape, arguments, detail::write_branch_inertia),
        pivots);

    arguments = shape.follows_motion ? R : sides;
    if (!shape.is_root && !shape.follows_motion) append(arguments, given);
    append(arguments, shape.follows_motion ? pivots.by_rows : pivots.inertia);
    append(arguments, list_forces(k, under_forces));
    for (const int child : tree_.children(k))
      append(arguments, state.pivots[static_cast<std::size_t>(child)].handed_bias);
    for (std::size_t f = 0; f < pivots.weights.size(); ++f) {
      if (!shape.is_root) append(arguments, pivots.screws[f]);
      append(arguments, pivots.weights[f]);
      arguments.push_back(pivots.inverses[f]);
    }
    append(arguments, pivots.distance);
    detail::read_bias_results(
        shape, call_kernel("branch bias", shape, arguments, detail::write_branch_bias), pivots);
  }
  return state;
}

/// Unit wrenches of a closure's rows through the bodies to the base.
BranchElimination::BasePath BranchElimination::propagate_to_base(const State& state,
                                                                 std::size_t closure) {
  const ConstraintPath& path = solved_.paths()[closure];
  BasePath base_path{closure, {}, std::vector<Expr>(path.count(), 0.0)};
  std::map<int, std::vector<std::vector<Expr>>> lacking;  // by body, the tips first: by row
  const auto add = [&](int body, std::size_t row, std::span<const Expr> wrench) {
    std::vector<std::vector<Expr>>& rows = lacking[body];
    if (rows.empty()) rows.assign(path.count(), std::vector<Expr>(6, 0.0));
    for (std::size_t i = 0; i < wrench.size(); ++i) rows[row][i] += wrench[i];
  };
  const auto add_in_link_axes = [&](int link, std::size_t row, std::vector<Expr> wrench) {
    const int body = tree_.find_body(link);
    if (body < 0) return;
    wrench.resize(6, 0.0);
    const std::vector<Expr>& pose = rows_.kinematics().pose(static_cast<std::size_t>(link));
    std::vector<Expr> arguments(pose.begin(), pose.begin() + 9);
    append(arguments, wrench);
    add(body, row,
        calls_.call("turned wrench", arguments, [](detail::Reader& in, detail::KernelBuilder& out) {
          const Matrix3<Expr> R = in.next_matrix();
          const Vector3<Expr> f = in.next3();
          out.output(ForceMotor<Expr>{f, in.next3()}.rotate(R));
        }));
  };
  for (std::size_t row = 0; row < path.count(); ++row) {
    for (const ConstraintPath::Acting& acting : effects_[closure].acting)
      add_in_link_axes(acting.link, row, acting.wrenches[row]);
    for (const auto& [link, efforts] : effects_[closure].own_efforts) {
      std::vector<Expr> wrench;
      for (const std::vector<Expr>& by_row : efforts) wrench.push_back(by_row[row]);
      add_in_link_axes(link, row, std::move(wrench));
    }
  }
  while (!lacking.empty()) {
    const int body = lacking.begin()->first;
    const std::vector<std::vector<Expr>> rows = std::move(lacking.begin()->second);
    lacking.erase(lacking.begin());
    const auto at = static_cast<std::size_t>(body);
    const BranchShape& shape = state.shapes[at];
    const BranchPivots& pivots = state.pivots[at];
    const auto freedoms = static_cast<std::size_t>(shape.freedoms());
    if (freedoms > 0) base_path.efforts[body].assign(freedoms, {});
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::vector<Expr> arguments = rows[row];
      append(arguments, pivots.particular);
      append(arguments, pivots.distance);
      for (std::size_t f = 0; f < freedoms; ++f) {
        if (!shape.is_root) append(arguments, pivots.screws[f]);
        append(arguments, pivots.weights[f]);
      }
      const std::vector<Expr> results =
          call_kernel("branch wrench", shape, arguments, detail::write_branch_wrench);
      for (std::size_t f = 0; f < freedoms; ++f) base_path.efforts[body][f].push_back(results[f]);
      base_path.works[row] += results[freedoms];
      if (shape.hands_on)
        add(tree_.bodies()[at].parent, row, std::span(results).subspan(freedoms + 1));
    }
  }
  return base_path;
}

/// What a row would have in S if the bodies on which it acts were free, or less: of an equation or
/// a rod that holds wherever the joints are, S is rounding beside it.
Expr BranchElimination::calc_free_share(std::size_t closure, std::size_t row) const {
  const CarriedRotors::Effect& effect = effects_[closure];
  Expr share = 0.0;
  const auto add = [&](int link, std::span<const Expr> wrench) {
    const int body = tree_.find_body(link);
    if (body < 0 || wrench.size() < 3) return;
    const InertiaDyad<Expr>& own = tree_.link_of(static_cast<std::size_t>(body)).inertia;
    const auto square_of = [&](std::size_t first) {
      Expr sum = 0.0;
      for (std::size_t i = first; i < first + 3 && i < wrench.size(); ++i) sum += square(wrench[i]);
      return sum;
    };
    share += square_of(0) / own.mass();
    const Expr inertia = own.theta()(0, 0) + own.theta()(1, 1) + own.theta()(2, 2);
    if (!inertia.is_constant())  // of a parameter or a time, which may be zero
      share += select(less(0.0, inertia), square_of(3) / inertia, 0.0);
    else if (inertia.value() > 0)
      share += square_of(3) / inertia;
  };
  for (const ConstraintPath::Acting& acting : effect.acting) add(acting.link, acting.wrenches[row]);
  for (const auto& [link, efforts] : effect.own_efforts) {
    std::vector<Expr> wrench;
    for (const std::vector<Expr>& by_row : efforts) wrench.push_back(by_row[row]);
    add(link, wrench);
  }
  for (const auto& [rotor, efforts] : effect.spins) {
    const Link& own = rows_.tree().links[static_cast<std::size_t>(rotor)];
    share += square(efforts[row]) / own.inertia.theta()(own.axis, own.axis);
  }
  return share;
}

/// S of the cuts.
std::vector<Expr> BranchElimination::calc_matrix(const State& state,
                                                 const std::vector<BasePath>& base_paths,
                                                 const std::vector<std::size_t>& first,
                                                 std::size_t size) const {
  std::vector<Expr> S(size * size, 0.0);
  for (std::size_t a = 0; a < base_paths.size(); ++a) {
    const std::size_t rows = base_paths[a].works.size();
    for (std::size_t b = 0; b <= a; ++b) {
      const std::size_t columns = base_paths[b].works.size();
      std::vector<Expr> arguments;
      int freedoms = 0;
      for (const auto& [body, efforts] : base_paths[a].efforts) {
        const auto shared = base_paths[b].efforts.find(body);
        if (shared == base_paths[b].efforts.end()) continue;
        for (std::size_t f = 0; f < efforts.size(); ++f, ++freedoms) {
          arguments.push_back(state.pivots[static_cast<std::size_t>(body)].inverses[f]);
          append(arguments, efforts[f]);
          if (a != b) append(arguments, shared->second[f]);
        }
      }
      if (freedoms == 0) continue;
      const std::vector<Expr> block =
          call(detail::made_once(detail::make_product, freedoms, static_cast<int>(rows),
                                 a == b ? 0 : static_cast<int>(columns)),
               arguments);
      std::size_t at = 0;
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < (a == b ? i + 1 : columns); ++j) {
          const std::size_t row = first[a] + i, column = first[b] + j;
          S[row * size + column] = S[column * size + row] = block[at++];
        }
      }
    }
    for (std::size_t b = 0; b <= a; ++b) {
      const CarriedRotors::Effect &own = effects_[base_paths[a].closure],
                                  &other = effects_[base_paths[b].closure];
      const ConstraintPath& path = solved_.paths()[base_paths[a].closure];
      const ConstraintPath& earlier = solved_.paths()[base_paths[b].closure];
      if (!CarriedRotors::share_rotors(own, other) && !path.shares_inner(earlier)) continue;
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < (a == b ? i + 1 : base_paths[b].works.size()); ++j) {
          const std::size_t row = first[a] + i, column = first[b] + j;
          S[row * size + column] +=
              rotors_.calc_share(own, i, other, j) + path.calc_inner(i, earlier, j);
          S[column * size + row] = S[row * size + column];
        }
      }
    }
    for (std::size_t i = 0; i < rows && rows_.closures()[base_paths[a].closure].is_compliant(); ++i)
      S[(first[a] + i) * size + first[a] + i] += 1.0;
  }
  return S;
}

/// What the rows of a closure lack of what they are to be, without multipliers.
std::vector<Expr> BranchElimination::calc_gap(const State& state, const BasePath& base_path,
                                              const std::vector<Expr>& rows) const {
  const std::size_t first = solved_.paths()[base_path.closure].first_row;
  std::vector<Expr> arguments;
  for (std::size_t i = 0; i < base_path.works.size(); ++i)
    arguments.push_back(base_path.works[i] - rows[first + i]);
  int freedoms = 0;
  for (const auto& [body, efforts] : base_path.efforts) {
    for (std::size_t f = 0; f < efforts.size(); ++f, ++freedoms) {
      arguments.push_back(state.pivots[static_cast<std::size_t>(body)].rates[f]);
      append(arguments, efforts[f]);
    }
  }
  return call(detail::made_once(detail::make_right_side, freedoms,
                                static_cast<int>(base_path.works.size())),
              arguments);
}

/// Multipliers of the rows that close loops, by row of S; their part in the rates of the pivots is
/// added to these.
std::vector<Expr> BranchElimination::solve_cuts(State& state, const std::vector<Expr>& rows,
                                                const std::vector<Expr>& activities) {
  std::vector<Expr> lambda(solved_.size(), 0.0);
  std::vector<BasePath> base_paths;
  std::vector<std::size_t> first, row_of;  // of each closure, of each cut row
  for (std::size_t c = 0; c < rows_.closures().size(); ++c) {
    if (!tree_.is_cut(c) || solved_.paths()[c].count() == 0) continue;
    first.push_back(row_of.size());
    for (std::size_t i = 0; i < solved_.paths()[c].count(); ++i)
      row_of.push_back(solved_.paths()[c].first_row + i);
    base_paths.push_back(propagate_to_base(state, c));
  }
  if (row_of.empty()) return lambda;
  const std::vector<double>& all_scales = solved_.scales();
  std::vector<Expr> right, own_activities;
  std::vector<double> scales;
  std::map<std::size_t, std::size_t> cut_of_row;
  for (std::size_t w = 0; w < base_paths.size(); ++w) {
    append(right, calc_gap(state, base_paths[w], rows));
    for (std::size_t i = 0; i < base_paths[w].works.size(); ++i) {
      const std::size_t row = row_of[first[w] + i];
      cut_of_row[row] = first[w] + i;
      own_activities.push_back(activities[row]);
      scales.push_back(all_scales[row]);
    }
  }
  SolvedRows::Dependences dependences;
  if (state.under_forces) {
    for (const auto& [row, on] : solved_.find_dependences())
      dependences[cut_of_row.at(row)] = {cut_of_row.at(on.first), on.second};
  }
  const std::vector<Expr> S = calc_matrix(state, base_paths, first, row_of.size());
  for (std::size_t w = 0; w < base_paths.size(); ++w) {
    const Closure& closure = rows_.closures()[base_paths[w].closure];
    if (!closure.equation() && !closure.rod()) continue;
    for (std::size_t i = 0; i < base_paths[w].works.size(); ++i) {
      const std::size_t at = first[w] + i;
      const Expr free = calc_free_share(base_paths[w].closure, i);
      own_activities[at] *= 1.0 - less(S[at * row_of.size() + at], kRankTolerance * free);
    }
  }
  const std::vector<Expr> own =
      solve_multipliers(S, std::move(right), own_activities, scales, dependences);
  for (std::size_t i = 0; i < own.size(); ++i) lambda[row_of[i]] = own[i];
  std::map<int, std::vector<std::size_t>> through;  // by body: closures
  for (std::size_t w = 0; w < base_paths.size(); ++w) {
    for (const auto& [body, efforts] : base_paths[w].efforts) through[body].push_back(w);
  }
  for (const auto& [body, those] : through) {
    BranchPivots& pivots = state.pivots[static_cast<std::size_t>(body)];
    std::vector<Expr> arguments;
    for (const std::size_t w : those)
      append(arguments, std::span(own).subspan(first[w], base_paths[w].works.size()));
    const int count = static_cast<int>(arguments.size());
    for (std::size_t f = 0; f < pivots.rates.size(); ++f) {
      arguments.push_back(pivots.rates[f]);
      arguments.push_back(pivots.inverses[f]);
      for (const std::size_t w : those) append(arguments, base_paths[w].efforts.at(body)[f]);
    }
    pivots.rates = call(detail::made_once(detail::make_pivot_change,
                                          static_cast<int>(pivots.rates.size()), count, 1),
                        arguments);
  }
  return lambda;
}

/// Accelerations by body, (alpha, a) in world axes, and by link in the solution.
std::vector<std::vector<Expr>> BranchElimination::go_outward(const State& state,
                                                             RowSolution& solution) {
  std::vector<std::vector<Expr>> accelerations(tree_.bodies().size());
  solution.rates.resize(rows_.tree().links.size());
  for (std::size_t k = tree_.bodies().size(); k-- > 0;) {
    const BranchShape& shape = state.shapes[k];
    const BranchPivots& pivots = state.pivots[k];
    std::vector<Expr> arguments;
    if (shape.hands_on)
      arguments = accelerations[static_cast<std::size_t>(tree_.bodies()[k].parent)];
    const auto link = static_cast<std::size_t>(tree_.bodies()[k].link);
    append(arguments, std::span(rows_.kinematics().pose(link)).first(9));
    append(arguments, pivots.particular);
    append(arguments, pivots.distance);
    for (std::size_t f = 0; f < pivots.rates.size(); ++f) {
      if (!shape.is_root) append(arguments, pivots.screws[f]);
      append(arguments, pivots.weights[f]);
      arguments.push_back(pivots.rates[f]);
    }
    const std::vector<Expr> results =
        call_kernel("branch outward", shape, arguments, detail::write_branch_outward);
    accelerations[k].assign(results.end() - 6, results.end());
    solution.rates[link].assign(results.begin(), results.end() - 6);
  }
  return accelerations;
}

/// Those of the joints' rows, from what the bodies need.
void BranchElimination::add_multipliers(const State& state,
                                        const std::vector<std::vector<Expr>>& accelerations,
                                        std::vector<Expr>& lambda) {
  std::vector<std::vector<Expr>> needs(rows_.tree().links.size());  // in link axes
  for (std::size_t k = 0; k < tree_.bodies().size(); ++k) {
    const std::vector<Expr> forces = list_forces(k, state.under_forces);
    std::vector<Expr>& need = needs[static_cast<std::size_t>(tree_.bodies()[k].link)];
    for (std::size_t i = 0; i < 6; ++i) need.push_back(forces[i] - forces[6 + i]);
  }
  for (std::size_t c = 0; c < rows_.closures().size(); ++c) {
    if (!tree_.is_cut(c)) continue;
    const ConstraintPath& path = solved_.paths()[c];
    for (std::size_t row = 0; row < path.count(); ++row) {
      const Expr& own = lambda[path.first_row + row];
      for (const ConstraintPath::Acting& acting : effects_[c].acting) {
        std::vector<Expr>& need = needs[static_cast<std::size_t>(acting.link)];
        for (std::size_t i = 0; i < need.size(); ++i) need[i] -= own * acting.wrenches[row][i];
      }
      for (const auto& [link, efforts] : effects_[c].own_efforts) {
        std::vector<Expr>& need = needs[static_cast<std::size_t>(link)];
        for (std::size_t i = 0; i < efforts.size() && i < need.size(); ++i)
          need[i] -= own * efforts[i][row];
      }
    }
  }
  std::vector<std::vector<Expr>> handed(tree_.bodies().size());
  for (std::size_t k = 0; k < tree_.bodies().size(); ++k) {
    BranchShape shape = tree_.shapes()[k];
    if (shape.is_root) continue;
    shape.follows_driven = false;
    std::vector<Expr> arguments = list_sides(k, false);
    append(arguments, needs[static_cast<std::size_t>(tree_.bodies()[k].link)]);
    append(arguments, list_inertia(k));
    append(arguments, accelerations[k]);
    for (const int child : tree_.children(k))
      append(arguments, handed[static_cast<std::size_t>(child)]);
    const std::vector<Expr> results =
        call_kernel("branch multipliers", shape, arguments, detail::write_branch_multipliers);
    const ConstraintPath& path =
        solved_.paths()[static_cast<std::size_t>(tree_.bodies()[k].closure)];
    std::copy_n(results.begin(), path.count(),
                lambda.begin() + static_cast<std::ptrdiff_t>(path.first_row));
    handed[k].assign(results.end() - 6, results.end());
  }
}

RowSolution BranchElimination::solve(const std::vector<Expr>& rows,
                                     const std::vector<Expr>& activities, bool under_forces) {
  State state = go_inward(rows, under_forces);
  RowSolution solution;
  solution.lambda = solve_cuts(state, rows, activities);
  const std::vector<std::vector<Expr>> accelerations = go_outward(state, solution);
  add_multipliers(state, accelerations, solution.lambda);
  return solution;
}

}  // namespace holon
