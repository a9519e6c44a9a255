// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/element_equations.h"

#include <algorithm>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"

namespace holon::detail {

ElementEquations::ElementEquations(const Mechanism& mechanism, const Tree& tree,
                                   Kinematics& kinematics, EquationsOfMotion& equations,
                                   Tools tools)
    : mechanism_(mechanism),
      tree_(tree),
      kinematics_(kinematics),
      equations_(equations),
      tools_(std::move(tools)) {}

void ElementEquations::derive() {
  for (std::size_t i = 0; i < mechanism_.pulls.size(); ++i) derive_pull(i);
  for (std::size_t b = 0; b < mechanism_.bushings.size(); ++b) derive_bushing(b);
}

std::vector<Expr> ElementEquations::put_in(std::vector<Expr> list) const {
  if (from_.empty()) return list;
  // First where they are named, so that what they stand for need not be written out.
  list = substitute(tools_.with_formulas(std::move(list)), from_, to_);
  return substitute(tools_.written_out(std::move(list)), from_, to_);
}

Expr ElementEquations::add_symbol(const std::string& output, Expr means) {
  const Expr symbol = equations_.algebra->graph().symbol(output);
  for (const Expr& e : {means, tools_.output(output)}) {
    if (e.is_constant()) continue;
    from_.push_back(e);
    to_.push_back(symbol);
  }
  return symbol;
}

void ElementEquations::add_action(Expr effort, std::optional<Expr> length,
                                  std::vector<TrigSum> column) {
  if (std::all_of(column.begin(), column.end(), [](const TrigSum& s) { return s.is_zero(); })) {
    return;
  }
  equations_.actions.push_back({effort, length});
  for (std::size_t i = 0; i < column.size(); ++i) {
    equations_.rows[i].action.push_back(std::move(column[i]));
  }
}

void ElementEquations::derive_pull(std::size_t index) {
  const Mechanism::Pull& pull = mechanism_.pulls[index];
  // A cable that does not stretch pulls by its constraint alone.
  if (kinematics_.loads().calc_tension(index).is_constant(0.0)) return;
  TrigSums& algebra = *equations_.algebra;
  std::array<std::vector<Expr>, 2> ends;
  for (std::size_t e = 0; e < 2; ++e) {
    ends[e] = tools_.point(tree_.place_of(mechanism_, mechanism_.find_frame(pull.between[e])));
  }
  TrigSum square, speed;
  for (std::size_t k = 0; k < 3; ++k) {
    const TrigSum way = tools_.sums({ends[1][k] - ends[0][k]})[0];
    square += algebra.multiply(way, way);
  }
  std::vector<TrigSum> column;
  for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
    const TrigSum slope = tools_.along(square, i).scaled(0.5);
    speed += algebra.multiply(slope, algebra.of(equations_.rows[i].v));
    column.push_back(slope.scaled(-1));
  }
  speed += algebra.differentiate(square, tools_.time).scaled(0.5);

  Loads& loads = kinematics_.loads();
  const Expr whole = loads.calc_tension(index);
  const Expr length = add_symbol(pull.name + ".length", loads.calc_length(index));
  const Expr rate = add_symbol(pull.name + ".length_rate", loads.calc_length_rate(index));
  const Expr law = flatten_calls(put_in({whole}))[0];
  const std::string output = pull.name + (pull.slack ? ".tension" : ".force");
  const Expr tension = add_symbol(output, whole);

  const auto define = [&](const std::string& of, Quantity quantity, const char* unit, Expr symbol) {
    return Definition{of, quantity, pull.name, "", unit, symbol};
  };
  Definition of_length = define(pull.name + ".length", Quantity::length, "m", length);
  of_length.form = Definition::Form::root, of_length.sum = std::move(square);
  Definition of_rate = define(pull.name + ".length_rate", Quantity::length_rate, "m/s", rate);
  of_rate.form = Definition::Form::sum, of_rate.sum = std::move(speed), of_rate.divisor = length;
  Definition of_force = define(output, Quantity::force, "N", tension);
  of_force.form = Definition::Form::law, of_force.law = law;
  for (Definition* d : {&of_length, &of_rate, &of_force})
    equations_.definitions.push_back(std::move(*d));
  add_action(tension, length, std::move(column));
}

void ElementEquations::derive_bushing(std::size_t index) {
  const Mechanism::Bushing& bushing = mechanism_.bushings[index];
  TrigSums& algebra = *equations_.algebra;
  Loads& loads = kinematics_.loads();
  using Output = Loads::BushingOutput;
  struct Half {
    const Vector3<Expr>&stiffness, &damping;
    Output place, rate, effort;
    const char *place_name, *rate_name, *effort_name;
    const char *place_unit, *rate_unit, *effort_unit;
    Quantity place_quantity, rate_quantity, effort_quantity;
    bool is_turn;
  };
  const Half halves[] = {
      {bushing.stiffness, bushing.damping, Output::position, Output::velocity, Output::force,
       "position", "velocity", "force", "m", "m/s", "N", Quantity::position, Quantity::velocity,
       Quantity::force, false},
      {bushing.rotational_stiffness, bushing.rotational_damping, Output::rotation,
       Output::angular_velocity, Output::torque, "rotation", "angular_velocity", "torque", "rad",
       "rad/s", "N m", Quantity::rotation, Quantity::angular_velocity, Quantity::torque, true}};
  for (const Half& half : halves) {
    const auto &K = half.stiffness, &C = half.damping;
    // Only where all are equal is the torque −K φ, see load_kernels.h.
    const bool is_plain = !half.is_turn || (K[0] == K[1] && K[1] == K[2]);
    const std::vector<Expr> places = loads.calc_bushing(index, half.place),
                            rates = loads.calc_bushing(index, half.rate),
                            efforts = loads.calc_bushing(index, half.effort);
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_stiff =
          is_plain ? !K[k].is_constant(0.0)
                   : !(K[0].is_constant(0.0) && K[1].is_constant(0.0) && K[2].is_constant(0.0));
      if (!is_stiff && C[k].is_constant(0.0)) continue;
      const TrigSum speed = tools_.sums({rates[k]})[0];
      const std::string axis(1, "xyz"[k]);
      const auto name_of = [&](const char* output) {
        return bushing.name + "." + output + "." + axis;
      };
      Expr law = 0.0;
      if (is_stiff) {
        const Expr place = add_symbol(name_of(half.place_name), places[k]);
        Definition d{name_of(half.place_name),
                     half.place_quantity,
                     bushing.name,
                     axis,
                     half.place_unit,
                     place};
        if (!half.is_turn) {
          d.form = Definition::Form::sum;
          d.sum = tools_.sums({places[k]})[0];
        }
        equations_.definitions.push_back(std::move(d));
        law -= K[k] * place;
      }
      if (!C[k].is_constant(0.0)) {
        const Expr rate = add_symbol(name_of(half.rate_name), rates[k]);
        equations_.definitions.push_back({name_of(half.rate_name), half.rate_quantity, bushing.name,
                                          axis, half.rate_unit, rate, Definition::Form::sum,
                                          speed});
        law -= C[k] * rate;
      }
      const Expr effort = add_symbol(name_of(half.effort_name), efforts[k]);
      Definition d{name_of(half.effort_name),
                   half.effort_quantity,
                   bushing.name,
                   axis,
                   half.effort_unit,
                   effort};
      if (is_plain) {
        d.form = Definition::Form::law;
        d.law = flatten_calls(put_in({law}))[0];
      } else {
        d.remark = "of the energy φᵀ K φ/2, and damping";
      }
      equations_.definitions.push_back(std::move(d));
      std::vector<TrigSum> column;
      for (const EquationsOfMotion::Row& row : equations_.rows) {
        column.push_back(algebra.differentiate(speed, row.v));
      }
      add_action(effort, {}, std::move(column));
    }
  }
}

}  // namespace holon::detail
