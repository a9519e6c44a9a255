// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rhs/system_rhs.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/profile.h"
#include "holon/base/sparse_rows.h"
#include "holon/expr/derive/dependence.h"
#include "holon/simulate/rhs/mode_search.h"
#include "holon/simulate/rhs/projection.h"
#include "holon/system/implicit_form.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

constexpr double kCallOperations = 100;  // about what calling a program costs besides

double count_operations(const Program& program, const Function& function) {
  return static_cast<double>(program.operation_count()) + count_solving_operations(function);
}

}  // namespace

SystemPrograms::SystemPrograms(const System& system, const ProgramOptions& program_options)
    : derivative(*system.derivative, program_options), options(program_options) {
  if (system.mode_count() > 0) indicators = Program(*system.indicators, options);
  if (!system.events.empty()) {
    conditions = Program(*system.conditions, options);
    resets = Program(*system.resets, options);
  }
  if (!system.clocks.empty()) ticks = Program(*system.ticks, options);
  for (const SystemProcess& process : system.processes)
    process_inputs.emplace_back(*process.inputs, options);
  if (system.roots) roots = Program(*system.roots->values, options);
  if (system.constraints) {
    position_step = Program(*system.constraints->position_step, options);
    velocity_step = Program(*system.constraints->velocity_step, options);
  }
}

SystemInputs::SystemInputs(const System& system, const Program& indicators, int lanes)
    : system_(system),
      indicators_(indicators),
      lanes_(static_cast<std::size_t>(lanes)),
      states_(static_cast<std::size_t>(system.state_count())),
      parameters_at_(1 + states_ + static_cast<std::size_t>(system.input_count())),
      discrete_at_(parameters_at_ + static_cast<std::size_t>(system.parameter_count())),
      modes_at_(discrete_at_ + static_cast<std::size_t>(system.discrete_count())),
      in_(static_cast<std::size_t>(system.function_input_count()) * lanes_),
      indicator_values_(static_cast<std::size_t>(system.mode_count()) * lanes_) {
  HOLON_CHECK(lanes == 1 || lanes == Program::kLanes, "a program runs 1 or 8 lanes");
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  for (int l = 0; l < lanes; ++l) set_parameters(l, values);
}

void SystemInputs::set_parameters(int lane, const std::vector<double>& values) {
  HOLON_CHECK(static_cast<int>(values.size()) == system_.parameter_count(),
              "one value per parameter");
  for (std::size_t i = 0; i < values.size(); ++i)
    in_[(parameters_at_ + i) * lanes_ + static_cast<std::size_t>(lane)] = values[i];
}

void SystemInputs::set_discrete(int lane, const double* values) {
  if (lanes_ == 1) {
    std::copy_n(values, modes_at_ - discrete_at_,
                in_.begin() + static_cast<std::ptrdiff_t>(discrete_at_));
    return;
  }
  for (std::size_t i = discrete_at_; i < modes_at_; ++i)
    in_[i * lanes_ + static_cast<std::size_t>(lane)] = values[i - discrete_at_];
}

void SystemInputs::set_modes(int lane, const double* values) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(system_.mode_count()); ++i)
    in_[(modes_at_ + i) * lanes_ + static_cast<std::size_t>(lane)] = values[i];
  holds_modes_ = true;
}

void SystemInputs::set_inputs(int lane, const double* values) {
  for (std::size_t i = 1 + states_; i < parameters_at_; ++i)
    in_[i * lanes_ + static_cast<std::size_t>(lane)] = values[i - 1 - states_];
}

const double* SystemInputs::fill(const double* t, const double* x) {
  std::copy(t, t + lanes_, in_.begin());
  std::copy(x, x + states_ * lanes_, in_.begin() + static_cast<std::ptrdiff_t>(lanes_));
  if (source_) source_->read(t[0], in_.data() + 1 + states_);
  if (system_.mode_count() > 0 && !holds_modes_) find_modes();
  return in_.data();
}

SystemInputs::~SystemInputs() = default;

ModeSearch& SystemInputs::search() {
  if (!search_) search_ = std::make_unique<ModeSearch>(system_, indicators_);
  return *search_;
}

bool SystemInputs::is_solvable() {
  return !system_.loop_checks || lanes_ > 1 || search().is_solvable(in_.data());
}

std::string SystemInputs::contradiction() const {
  return search_ ? search_->contradiction() : std::string();
}

bool SystemInputs::find_modes(const double* from) {
  if (system_.mode_count() == 0) return is_solvable();
  const double* modes = in_.data() + modes_at_ * lanes_;
  const std::vector<double> held(modes, modes + indicator_values_.size());
  if (iterate_modes() && is_solvable()) return true;
  return lanes_ == 1 && search().run(in_.data(), held, from);
}

bool SystemInputs::iterate_modes() {
  // A relation may depend on others; each round settles at least one more, unless they contradict
  // each other, and then the last round stands.
  double* modes = in_.data() + modes_at_ * lanes_;
  for (int round = 0; round <= system_.mode_count(); ++round) {
    if (lanes_ == 1) {
      indicators_.run(in_.data(), indicator_values_.data(), workspace_);
    } else {
      indicators_.run_lanes(in_.data(), indicator_values_.data(), workspace_);
    }
    bool changed = false;
    for (std::size_t i = 0; i < indicator_values_.size(); ++i) {
      const double mode = indicator_values_[i] > 0 ? 1 : 0;
      changed |= modes[i] != mode;
      modes[i] = mode;
    }
    if (!changed) return true;
  }
  return false;
}

SystemRhs::SystemRhs(const System& system, const SystemPrograms& programs, int lanes,
                     bool stabilise)
    : system_(system),
      programs_(programs),
      lanes_(lanes),
      stabilise_(stabilise),
      inputs_(system, programs.indicators, lanes),
      projection_(std::make_unique<Projection>(system, programs)) {}

struct SystemRhs::ImplicitPrograms {
  KeptEquations kept = KeptEquations::all;
  Program unknowns, equations, jacobian;
  Sparsity pattern;
  int invariants = 0;
  double operations = 0, jacobian_operations = 0;
  std::vector<double> in;  // of the last two: the inputs of the system's functions, z
};

SystemRhs::~SystemRhs() = default;

void SystemRhs::set_parameters(int lane, const std::vector<double>& values) {
  inputs_.set_parameters(lane, values);
  projection_->inputs().set_parameters(0, values);
}

void SystemRhs::set_discrete(int lane, const double* values) {
  inputs_.set_discrete(lane, values);
  projection_->inputs().set_discrete(0, values);
}

void SystemRhs::set_modes(int lane, const double* values) {
  inputs_.set_modes(lane, values);
  projection_->inputs().set_modes(0, values);
}

void SystemRhs::set_source(const InputSource* source) {
  HOLON_CHECK(lanes_ == 1, "a source of inputs is that of one lane");
  inputs_.set_source(source);
  projection_->inputs().set_source(source);
}

void SystemRhs::run(const double* t, const double* x, double* dx) {
  const WorkScope work(Work::derivative);
  const double* in = inputs_.fill(t, x);
  if (lanes_ == 1) {
    programs_.derivative.run(in, dx, workspace_);
  } else {
    programs_.derivative.run_lanes(in, dx, workspace_);
  }
}

double SystemRhs::project(double t, double* x) {
  const WorkScope work(Work::projection);
  const double drift = stabilise_ ? projection_->project(t, x) : projection_->measure(t, x);
  largest_drift_ = std::max(largest_drift_, drift);
  return stabilise_ ? drift : 0;
}

double SystemRhs::project_trial(double t, double* x) {
  const WorkScope work(Work::projection);
  return has_constraints() ? projection_->project(t, x) : 0;
}

// By rates the residual of velocities is affine. Where singular values take too long the rows are
// sparse.
double SystemRhs::measure_rank(double t, const double* x, int& rank) {
  constexpr Eigen::Index kMostDense = 120;
  constexpr double kZero = 1e-8;   // of the largest singular value: of redundant rows
  constexpr double kBeside = 0.1;  // of nominal magnitudes
  if (!has_constraints() || system_.constraints->names.empty()) return 1;
  const WorkScope work(Work::projection);
  if (!residual_) residual_.emplace(*system_.constraints->residual, programs_.options);
  const auto rows = static_cast<Eigen::Index>(system_.constraints->names.size());
  std::vector<double> at(x, x + size());
  std::vector<int> rates;
  for (const StateBlock& block : system_.states) {
    for (int i = block.offset; i < block.offset + block.size; ++i) {
      if (block.role == StateBlock::Role::rate) rates.push_back(i);
      if (rank == 0 && block.role == StateBlock::Role::coordinate)
        at[static_cast<std::size_t>(i)] +=
            kBeside * nominal_size(block.nominal) * std::sin(1.0 + i);
    }
  }
  if (rank == 0) projection_->project(t, at.data());
  for (const int i : rates) at[static_cast<std::size_t>(i)] = 0;
  SystemInputs& inputs = projection_->inputs();
  Eigen::VectorXd base(2 * rows), moved(2 * rows);
  residual_->run(inputs.fill(&t, at.data()), base.data(), workspace_);
  Eigen::MatrixXd J(rows, static_cast<Eigen::Index>(rates.size()));
  for (Eigen::Index j = 0; j < J.cols(); ++j) {
    double& rate = at[static_cast<std::size_t>(rates[static_cast<std::size_t>(j)])];
    rate = 1;
    residual_->run(inputs.fill(&t, at.data()), moved.data(), workspace_);
    rate = 0;
    J.col(j) = (moved - base).tail(rows);
  }
  if (J.size() == 0 || !J.allFinite()) return 1;
  if (std::min(J.rows(), J.cols()) > kMostDense) {
    const SparseRows sparse = SparseRows::of(J);
    const std::vector<int> independent = find_independent_rows(sparse);
    const bool has_lost = static_cast<int>(independent.size()) < rank;
    rank = std::max(rank, static_cast<int>(independent.size()));
    return has_lost ? 0 : SparseRowFactor(sparse.pick(independent)).least_singular();
  }
  const Eigen::VectorXd values = calc_singular_values(J);
  if (!(values[0] > 0)) return 1;
  for (Eigen::Index k = rank; k < values.size() && values[k] > kZero * values[0]; ++k)
    rank = static_cast<int>(k) + 1;
  return rank > 0 ? values[rank - 1] / values[0] : 1;
}

bool SystemRhs::has_invariants() const {
  return stabilise_ &&
         (system_.constraints ||
          std::any_of(system_.states.begin(), system_.states.end(),
                      [](const auto& s) { return s.kind == StateBlock::Kind::quaternion; }));
}

std::span<const double> SystemRhs::branch() const {
  const std::span<const double> held = inputs_.held();
  if (!jacobian_ && !implicit_) return held;
  branch_.clear();
  for (const std::size_t place : branch_places_)
    if (place < held.size()) branch_.push_back(held[place]);
  return branch_;
}

// Set points that tick and guesses of roots change often; what they leave as it is need not be
// derived and factorised anew.
void SystemRhs::find_branch_places(const Function& jacobian) {
  const std::vector<Expr>& inputs = jacobian.input_scalars();
  const auto first = inputs.begin();  // of those of the system, before unknowns
  const std::vector<Expr> held(first + static_cast<std::ptrdiff_t>(inputs_.held_offset()),
                               first + system_.function_input_count());
  const Sparsity pattern = find_dependence(jacobian.output_scalars(), held);
  std::vector<std::size_t> places, all;
  for (std::size_t j = 0; j < held.size(); ++j)
    if (pattern.start[j + 1] > pattern.start[j]) places.push_back(j);
  std::set_union(branch_places_.begin(), branch_places_.end(), places.begin(), places.end(),
                 std::back_inserter(all));
  branch_places_ = std::move(all);
}

const Sparsity* SystemRhs::jacobian_pattern() {
  if (!jacobian_) {
    FunctionJacobian J = make_component_jacobian(system_);
    jacobian_pattern_ = std::move(J.pattern);
    find_branch_places(*J.function);
    jacobian_.emplace(*J.function, programs_.options);
    jacobian_operations_ = count_operations(*jacobian_, *J.function);
  }
  return &jacobian_pattern_;
}

void SystemRhs::run_jacobian(double t, const double* x, double* entries) {
  HOLON_CHECK(lanes_ == 1, "a Jacobian is evaluated for one lane");
  jacobian_pattern();
  const WorkScope work(Work::jacobian);
  jacobian_->run(inputs_.fill(&t, x), entries, workspace_);
}

bool SystemRhs::has_nonlinear_unknowns() const { return has_newton_unknowns(system_); }

ImplicitShape SystemRhs::implicit_shape(KeptEquations kept) {
  HOLON_CHECK(lanes_ == 1, "implicit equations are those of one lane");
  if (size() == 0) return {};
  if (!implicit_ || implicit_->kept != kept) {
    const bool keeps_all = kept == KeptEquations::all;
    ImplicitForm form =
        make_implicit_form(system_, {.linear = keeps_all, .invariants = keeps_all && stabilise_});
    implicit_ = std::make_unique<ImplicitPrograms>();
    implicit_->kept = kept;
    find_branch_places(*form.jacobian.function);
    implicit_->unknowns = Program(*form.unknowns, programs_.options);
    implicit_->equations = Program(*form.equations, programs_.options);
    implicit_->jacobian = Program(*form.jacobian.function, programs_.options);
    implicit_->pattern = std::move(form.jacobian.pattern);
    implicit_->invariants = form.invariant_count;
    implicit_->operations = count_operations(implicit_->equations, *form.equations);
    implicit_->jacobian_operations = count_operations(implicit_->jacobian, *form.jacobian.function);
    implicit_->in.resize(static_cast<std::size_t>(form.equations->input_count()));
  }
  return {static_cast<int>(implicit_->in.size()) - system_.function_input_count(),
          implicit_->invariants, implicit_->pattern, kCallOperations + implicit_->operations,
          implicit_->jacobian_operations};
}

const double* SystemRhs::fill_implicit(double t, const double* x, const double* z) {
  const double* in = inputs_.fill(&t, x);
  std::vector<double>& all = implicit_->in;
  const int count = system_.function_input_count();
  std::copy_n(in, count, all.begin());
  std::copy_n(z, static_cast<int>(all.size()) - count, all.begin() + count);
  return all.data();
}

void SystemRhs::find_unknowns(double t, const double* x, double* z) {
  implicit_->unknowns.run(inputs_.fill(&t, x), z, workspace_);
}

void SystemRhs::run_implicit(double t, const double* x, const double* z, double* values) {
  if (!implicit_) return Rhs::run_implicit(t, x, z, values);  // without states
  const WorkScope work(Work::derivative);
  implicit_->equations.run(fill_implicit(t, x, z), values, workspace_);
}

void SystemRhs::run_implicit_jacobian(double t, const double* x, const double* z, double* entries) {
  const WorkScope work(Work::jacobian);
  implicit_->jacobian.run(fill_implicit(t, x, z), entries, workspace_);
}

double SystemRhs::operation_count() const {
  if (operations_ == 0)
    operations_ = kCallOperations + count_operations(programs_.derivative, *system_.derivative);
  return operations_;
}

double SystemRhs::jacobian_operation_count() {
  jacobian_pattern();
  return jacobian_operations_;
}

std::vector<StateGroup> SystemRhs::groups() const {
  std::vector<StateGroup> groups;
  for (const StateBlock& block : system_.states)
    groups.push_back({block.offset, block.size, block.nominal});
  return groups;
}

}  // namespace holon
