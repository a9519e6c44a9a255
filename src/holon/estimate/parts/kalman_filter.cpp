// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/parts/kalman_filter.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <utility>

#include "holon/base/names.h"
#include "holon/estimate/filter_plots.h"
#include "holon/estimate/filter_process.h"
#include "holon/estimate/filter_shape.h"
#include "holon/estimate/triangular.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/source.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

std::vector<std::string> read_texts(const SourceNode* node) {
  std::vector<std::string> texts;
  if (!node) return texts;
  if (node->is_scalar()) texts.push_back(node->text());
  if (node->is_list())
    for (const SourceNode::Entry& item : node->peek_entries())
      if (item.value.is_scalar()) texts.push_back(item.value.text());
  return texts;
}

/// What the part's map asks for. Its errors are found when the part is read.
FilterRequest read_request(const SourceNode& part) {
  FilterRequest request;
  request.model.where = &part;
  if (const SourceNode* model = part.peek("model"); model && model->is_scalar())
    request.model.model = model->text();
  request.model.without = read_texts(part.peek("without"));
  request.model.replace = part.peek("replace");
  request.estimate = read_texts(part.peek("estimate"));
  const SourceNode* measurements = part.peek("measurements");
  if (measurements && measurements->is_list())
    for (const std::string& name : read_texts(measurements)) request.measured.push_back({name, {}});
  if (measurements && measurements->is_map()) {
    for (const SourceNode::Entry& entry : measurements->peek_entries()) {
      const SourceNode* predicted = entry.value.is_map() ? entry.value.peek("predicted") : nullptr;
      if (!predicted && entry.value.is_map()) predicted = entry.value.peek("measured");
      request.measured.push_back({entry.key, read_texts(predicted)});
    }
  }
  open_estimated(request);
  if (const SourceNode* inputs = part.peek("inputs"); inputs && inputs->is_map())
    for (const SourceNode::Entry& entry : inputs->peek_entries())
      request.model.opened.push_back(entry.key);
  return request;
}

FilterRequest make_request(const KalmanFilter& part) {
  FilterRequest request;
  request.model.model = part.model;
  request.model.without = part.without;
  request.estimate = part.estimate;
  for (const auto& [name, measurement] : part.measurements)
    request.measured.push_back({name, measurement.predicted});
  open_estimated(request);
  for (const auto& [name, input] : part.inputs) request.model.opened.push_back(name);
  return request;
}

/// Components of x that a name means, and those of δ; {-1, 0} each if there are none.
struct Found {
  int first = -1, size = 0;        ///< in x
  int tangent = -1, tangents = 0;  ///< in δ
};
Found find_state(const Manifold& manifold, const std::string& name) {
  for (const Manifold::Block& block : manifold.blocks()) {
    if (block.name == name) return {block.offset, block.size, block.tangent, block.tangent_size()};
    const bool is_plain = block.kind != Manifold::Kind::quaternion;
    for (int k = 0; k < block.tangent_size(); ++k)
      if (manifold.tangent_name(block.tangent + k) == name)
        return {is_plain ? block.offset + k : -1, is_plain ? 1 : 0, block.tangent + k, 1};
  }
  return {};
}

/// Fills a plan from the part's values.
class Planner {
 public:
  Planner(const KalmanFilter& part, PartBuilder& b, FilterPlan& plan)
      : part_(part), b_(b), plan_(plan) {}

  bool run() {
    plan_.options.method =
        part_.method == KalmanFilter::Method::ukf ? FilterMethod::ukf : FilterMethod::ekf;
    plan_.options.ukf = {part_.ukf.alpha, part_.ukf.beta, part_.ukf.kappa};
    plan_.step.method = static_cast<TransitionStep::Method>(part_.step.method);
    plan_.step.substeps = static_cast<int>(part_.step.substeps);
    plan_.history = part_.history;
    read_noise();
    read_initial();
    add_bias_figures();
    for (const auto* list : {&plan_.model->figures, &plan_.model->drive.figures})
      for (const StateFigures& figures : *list) add_state_figures(figures);
    replace_matrix("covariance", part_.covariance, part_.initial.size() > 0, plan_.covariance);
    replace_matrix("noise_matrix", part_.noise_matrix, part_.process_noise.size() > 0,
                   plan_.noise.density);
    plan_.has_differences = part_.derivatives == KalmanFilter::Derivatives::differences;
    check_certainty();
    return is_sound_;
  }

 private:
  void fail(const std::string& parameter, const std::string& message,
            const std::string& suggestion = {}) {
    b_.error(parameter, message, suggestion);
    is_sound_ = false;
  }

  /// Constant numbers, one for all or one for each of `size`.
  std::vector<double> read(const std::vector<Expr>& values, int size,
                           const std::string& parameter) {
    std::vector<double> numbers;
    for (const Expr value : values) {
      if (!value.is_constant()) {
        fail(parameter,
             "a filter's '" + parameter.substr(parameter.rfind('.') + 1) + "' must be constant",
             "write numbers");
        return {};
      }
      numbers.push_back(value.value());
    }
    if (numbers.size() == 1) numbers.resize(static_cast<std::size_t>(size), numbers[0]);
    if (static_cast<int>(numbers.size()) == size || numbers.empty()) return numbers;
    fail(parameter, "one number or " + std::to_string(size) + " are needed, not " +
                        std::to_string(numbers.size()));
    return {};
  }

  void read_noise() {
    const Manifold& manifold = plan_.shape.manifold;
    const Index n = manifold.tangent_size();
    plan_.noise.density = MatrixXd::Zero(n, n);
    plan_.noise.per_step = MatrixXd::Zero(n, n);
    for (const auto& [name, noise] : part_.process_noise) {
      const std::string path = "process_noise." + name;
      const Found found = find_state(manifold, name);
      if (found.tangent < 0) {
        fail(path, "there is no state '" + name + "'");
        continue;
      }
      if (noise.density.empty() == noise.per_step.empty()) {
        fail(path, "noise has a 'density' or is given 'per_step'");
        continue;
      }
      const bool is_density = !noise.density.empty();
      const std::vector<double> values =
          read(is_density ? noise.density : noise.per_step, found.tangents,
               path + (is_density ? ".density" : ".per_step"));
      MatrixXd& W = is_density ? plan_.noise.density : plan_.noise.per_step;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const Index i = found.tangent + static_cast<Index>(k);
        W(i, i) = values[k] * values[k];
      }
    }
    if (plan_.noise.density.isZero(0)) plan_.noise.density.resize(0, 0);
    if (plan_.noise.per_step.isZero(0)) plan_.noise.per_step.resize(0, 0);
    plan_.noise.exact = part_.method == KalmanFilter::Method::kf ||
                        part_.step.method == KalmanFilter::Step::Method::exact;
  }

  void read_initial() {
    const Manifold& manifold = plan_.shape.manifold;
    plan_.mean.resize(static_cast<std::size_t>(manifold.size()));
    plan_.covariance = MatrixXd::Zero(manifold.tangent_size(), manifold.tangent_size());
    for (const auto& [name, initial] : part_.initial) {
      const std::string path = "initial." + name;
      const Found found = find_state(manifold, name);
      if (found.tangent < 0) {
        fail(path, "there is no state '" + name + "'");
        continue;
      }
      if (!initial.mean.empty() && found.first < 0) {
        fail(path + ".mean", "an orientation has a mean as a whole, four numbers w, x, y, z");
        continue;
      }
      const std::vector<double> mean = read(initial.mean, found.size, path + ".mean");
      for (std::size_t k = 0; k < mean.size(); ++k)
        plan_.mean[static_cast<std::size_t>(found.first) + k] = mean[k];
      const std::vector<double> sigma = read(initial.sigma, found.tangents, path + ".sigma");
      for (std::size_t k = 0; k < sigma.size(); ++k) {
        const Index i = found.tangent + static_cast<Index>(k);
        plan_.covariance(i, i) = sigma[k] * sigma[k];
      }
    }
  }

  /// Biases of installed sensors have the figures of the sensor where none are given.
  void add_bias_figures() {
    MatrixXd& P = plan_.covariance;
    MatrixXd& W = plan_.noise.density;
    for (const FilterShape::Bias& bias : plan_.shape.biases) {
      if (!bias.sensor) continue;
      const Manifold::Block& block =
          plan_.shape.manifold.blocks()[static_cast<std::size_t>(bias.block)];
      const auto own = [&](const auto& list) { return list.find(block.name) != nullptr; };
      const double sigma = bias.sensor->bias_sigma, walk = bias.sensor->bias_walk;
      if (sigma == 0 && walk == 0 && !own(part_.initial) && !own(part_.process_noise)) {
        fail("estimate",
             "'" + block.name + "' is to be estimated, but '" + bias.sensor->part +
                 "' has no random bias",
             "omit it, give the sensor its bias, or write 'initial: {" + block.name +
                 ": {sigma: …}}'");
        continue;
      }
      if (walk > 0 && !own(part_.process_noise) && W.size() == 0)
        W = MatrixXd::Zero(P.rows(), P.rows());
      for (Index i = block.tangent; i < block.tangent + block.tangent_size(); ++i) {
        if (!own(part_.initial)) P(i, i) = sigma * sigma;
        if (walk > 0 && !own(part_.process_noise)) W(i, i) = walk * walk;
      }
    }
  }

  /// A matrix over the errors of all states, in place of their standard deviations.
  void replace_matrix(const std::string& key, const std::vector<KalmanFilter::Row>& rows,
                      bool has_others, MatrixXd& matrix) {
    if (rows.empty()) return;
    const auto n = static_cast<std::size_t>(plan_.shape.manifold.tangent_size());
    const std::string size = std::to_string(n);
    if (key == "noise_matrix" ? has_others : has_initial_sigma())
      return fail(key, "'" + key + "' and standard deviations of single states exclude each other",
                  "write all of them into the matrix");
    if (rows.size() != n)
      return fail(
          key, "there are " + size + " error states and " + std::to_string(rows.size()) + " rows",
          "the outputs 'covariance[i][j]' name the errors in their order");
    matrix = MatrixXd::Zero(static_cast<Index>(n), static_cast<Index>(n));
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i].values.size() != n)
        return fail(key, "row " + std::to_string(i + 1) + " has " +
                             std::to_string(rows[i].values.size()) + " numbers, not " + size);
      for (std::size_t j = 0; j < n; ++j) {
        if (!rows[i].values[j].is_constant()) return fail(key, "its entries must be constant");
        matrix(static_cast<Index>(i), static_cast<Index>(j)) = rows[i].values[j].value();
      }
    }
    check_semidefinite(key, matrix);
  }

  bool has_initial_sigma() const {
    return std::any_of(part_.initial.begin(), part_.initial.end(),
                       [](const auto& entry) { return !entry.second.sigma.empty(); });
  }

  void check_semidefinite(const std::string& key, const MatrixXd& matrix) {
    constexpr double kRounded = 1e-9;
    for (Index i = 0; i < matrix.rows(); ++i)
      for (Index j = 0; j < i; ++j)
        if (std::abs(matrix(i, j) - matrix(j, i)) >
            kRounded * std::sqrt(std::abs(matrix(i, i) * matrix(j, j))))
          return fail(key, "it is not symmetric: entries " + std::to_string(i + 1) + ", " +
                               std::to_string(j + 1));
    MatrixXd L;
    if (const int worst = detail::factor_semidefinite(matrix, L); worst >= 0)
      fail(key, "it is not positive semidefinite, at " + plan_.shape.manifold.tangent_name(worst),
           "correlations are at most 1 in modulus");
  }

  /// States of sensors, and those of a model that a sensor drives, have its figures where none are
  /// given.
  void add_state_figures(const StateFigures& figures) {
    const Manifold& manifold = plan_.shape.manifold;
    const Found found = find_state(manifold, figures.state);
    MatrixXd& P = plan_.covariance;
    MatrixXd& W = plan_.noise.density;
    if (figures.density > 0 && W.size() == 0) W = MatrixXd::Zero(P.rows(), P.rows());
    for (int i = found.tangent; i >= 0 && i < found.tangent + found.tangents; ++i) {
      const auto own = [&](const auto& list) {
        return list.find(figures.state) || list.find(manifold.tangent_name(i));
      };
      if (!own(part_.initial)) P(i, i) = figures.sigma * figures.sigma;
      if (figures.density > 0 && !own(part_.process_noise))
        W(i, i) = figures.density * figures.density;
    }
  }

  void check_certainty() {
    if (!is_sound_ || !plan_.covariance.isZero(0)) return;
    if (plan_.noise.density.size() + plan_.noise.per_step.size() > 0) return;
    fail("", "the filter is certain of all states, so measurements would have no effect",
         "give 'initial' standard deviations ({pin.angle: {sigma: 5 deg}}) or 'process_noise'");
  }

  const KalmanFilter& part_;
  PartBuilder& b_;
  FilterPlan& plan_;
  bool is_sound_ = true;
};

/// The symbol of a value that is free in the equations, as those that a study varies.
std::optional<Expr> find_parameter(Assembly& assembly, const std::string& name) {
  for (const Symbols::Parameter& p : assembly.symbols()->parameters())
    if (p.name == name) return p.symbol;
  return std::nullopt;
}

/// A signal as the filter saw it at its last tick, held until the next one.
Expr add_known(Assembly& assembly, const std::string& name, Expr signal, int clock) {
  const Expr held = assembly.add_discrete({name, {}, {}}, {signal})[0];
  assembly.set_tick(held, signal, clock, false);
  return held;
}

const SourceNode* find_measured_node(const SourceNode& part, const std::string& name) {
  const SourceNode* measurements = part.peek("measurements");
  const SourceNode* one =
      measurements && measurements->is_map() ? measurements->peek(name) : nullptr;
  return one && one->is_map() ? one->peek("measured") : nullptr;
}

std::vector<Expr> component_symbols(Assembly& assembly, const SystemOutput& output) {
  std::vector<Expr> symbols;
  for (int k = 0; k < output.size(); ++k)
    symbols.push_back(assembly.output(component_name(output.name, output.components, k)));
  return symbols;
}

std::optional<Dimension> dimension_of_output(const System& system, const std::string& name) {
  const std::optional<SystemOutput> output = system.find_output(name);
  return output ? std::optional<Dimension>(output->dimension) : std::nullopt;
}

/// Adds clocks, inputs and the Process, when all outputs of the machine are known.
class Connector {
 public:
  Connector(const KalmanFilter& part, std::string name, PartBuilder::ErrorReporter report,
            FilterPlan plan, std::vector<Expr> outputs)
      : part_(part),
        name_(std::move(name)),
        report_(std::move(report)),
        plan_(std::move(plan)),
        outputs_(std::move(outputs)) {}

  void run(Assembly& assembly) {
    clocks_.push_back(assembly.add_clock({name_, find_period()}));
    if (plan_.log) {
      plan_.has_truth.assign(plan_.shape.manifold.blocks().size(), 0);
      plan_.starts_at_truth = plan_.has_truth;
      check_start_of_log();
      for (std::size_t m = 0; m < plan_.shape.measured.size(); ++m) add_logged(m);
      finish(assembly);
      return;
    }
    add_known_signals(assembly);
    for (std::size_t m = 0; m < plan_.shape.measured.size(); ++m) add_measurement(assembly, m);
    add_truth(assembly);
    if (part_.start == KalmanFilter::Start::drawn) add_draws(assembly);
    finish(assembly);
  }

 private:
  void finish(Assembly& assembly) {
    if (!is_sound_) return;
    assembly.add_process(name_, clocks_, inputs_, outputs_,
                         std::make_shared<FilterModel>(std::move(plan_)));
  }

  void fail(const std::string& parameter, const std::string& message,
            const std::string& suggestion = {}) {
    report_(parameter, message, suggestion);
    is_sound_ = false;
  }

  void add_known_signals(Assembly& assembly) {
    int count = 0;
    const auto add = [&](Expr signal) {
      const std::string name = name_ + ".known[" + std::to_string(count++) + "]";
      inputs_.push_back(add_known(assembly, name, signal, clocks_[0]));
    };
    const InnerModel& model = *plan_.model;
    for (const auto* list : {&model.known_parameters, &model.known_discrete})
      for (const auto& [name, index] : *list) {
        const std::optional<Expr> varied = find_parameter(assembly, name);
        add(varied ? *varied : assembly.output(name));
      }
    for (const auto& [name, input] : part_.inputs)
      if (input.interpolation == KalmanFilter::Input::Interpolation::held) add(input.value);
    if (plan_.ramped.empty()) return;
    for (const auto& [name, input] : part_.inputs)
      if (input.interpolation == KalmanFilter::Input::Interpolation::linear)
        inputs_.push_back(input.value);
    for (const ModelDrive::Signal& signal : model.drive.signals)
      inputs_.push_back(assembly.output(signal.output));
    inputs_.push_back(model.drive.valid.empty() ? Expr(1.0) : assembly.output(model.drive.valid));
  }

  double find_period() const {
    const double own = plan_.model->drive.period;
    return own > 0 ? own : *part_.sample;
  }

  /// Without a machine there is no motion to begin with.
  void check_start_of_log() {
    if (part_.start == KalmanFilter::Start::drawn)
      fail("start", "with a 'log' there are no true values to draw errors about");
    if (plan_.model->drive.part.empty()) return;
    for (const StateFigures& figures : plan_.model->drive.figures) {
      const int k = find_block(figures.state);
      if (figures.sigma > 0 || k < 0) continue;  // a bias: zero
      const int first = plan_.shape.manifold.blocks()[static_cast<std::size_t>(k)].offset;
      if (!plan_.mean[static_cast<std::size_t>(first)])
        fail("initial", "with a 'log' the mean of '" + figures.state + "' must be given",
             "write 'initial: {" + figures.state + ": {mean: […], sigma: …}}'");
    }
  }

  /// A normal number by error; only those of the first tick are used.
  void add_draws(Assembly& assembly) {
    plan_.draws_start = true;
    for (int i = 0; i < plan_.shape.manifold.tangent_size(); ++i)
      inputs_.push_back(assembly.add_draw({name_ + ".start[" + std::to_string(i) + "]", clocks_[0],
                                           SystemDraw::Distribution::normal}));
  }

  /// A measurement whose values are in the log: its noise and delay are constant.
  void add_logged(std::size_t m) {
    const FilterShape::Measured& shape = plan_.shape.measured[m];
    const KalmanFilter::Measurement* given = part_.measurements.find(shape.name);
    const std::string path = "measurements." + shape.name;
    if (!given || given->sigma.empty())
      return fail(path, "'sigma' is missing: the standard deviation of the measurement");
    FilterPlan::Measured measured;
    const int errors = shape.manifold.tangent_size();
    if (given->sigma.size() != 1 && static_cast<int>(given->sigma.size()) != errors)
      return fail(path + ".sigma", "one number or " + std::to_string(errors) + " are needed, not " +
                                       std::to_string(given->sigma.size()));
    for (const Expr sigma : given->sigma) {
      if (!sigma.is_constant())
        return fail(path + ".sigma", "with a 'log' the standard deviation must be constant");
      measured.logged_sigma.push_back(sigma.value());
    }
    if (!given->delay.is_constant())
      return fail(path + ".delay", "with a 'log' the delay must be constant",
                  "give the log a column 'received'");
    measured.logged_delay = given->delay.value();
    measured.sigmas = static_cast<int>(given->sigma.size());
    measured.gate = given->gate.value_or(0);
    plan_.measured.push_back(measured);
  }

  void add_measurement(Assembly& assembly, std::size_t m) {
    const FilterShape::Measured& shape = plan_.shape.measured[m];
    FilterPlan::Measured measured;
    const KalmanFilter::Measurement* given = part_.measurements.find(shape.name);
    std::string path = "measurements." + shape.name;
    if (!given && shape.sensor) {  // "gps" stands for all that it measures
      given = part_.measurements.find(shape.sensor->part);
      path = "measurements." + shape.sensor->part;
    }
    static const KalmanFilter::Measurement kNone;
    const KalmanFilter::Measurement& own = given ? *given : kNone;
    std::vector<Expr> z = own.measured, sigma = own.sigma;
    Expr delay = own.delay;
    std::vector<Expr> valid{own.valid.value_or(1.0)};
    std::optional<double> period = own.sample;
    if (const InstalledSensor* sensor = shape.sensor) {
      z = output_of(assembly, sensor->measured, path);
      if (sigma.empty() && !sensor->sigma.empty()) sigma = output_of(assembly, sensor->sigma, path);
      if (sigma.empty() && own.covariance.empty())
        return fail(path,
                    "'" + sensor->part + "' has no noise in '" + sensor->measured +
                        "', so the filter would trust it without limit",
                    "give the sensor its noise, or write '" + shape.name + ": {sigma: …}'");
      if (!sensor->valid.empty()) {
        valid = output_of(assembly, sensor->valid, path);
        if (own.valid)
          for (Expr& e : valid) e = logical_and(*own.valid, e);
      }
      delay += sensor->time.empty() ? Expr(sensor->delay)
                                    : assembly.time() - assembly.output(sensor->time);
      if (!period && sensor->period > 0) period = sensor->period;
    }
    const int size = shape.manifold.size(), errors = shape.manifold.tangent_size();
    if (!own.covariance.empty()) {
      if (!own.sigma.empty())
        return fail(path + ".covariance", "'sigma' and 'covariance' exclude each other",
                    "keep one of them");
      sigma.clear();
      for (const KalmanFilter::Row& row : own.covariance)
        sigma.insert(sigma.end(), row.values.begin(), row.values.end());
      const auto count = static_cast<std::size_t>(errors);
      const bool is_square = own.covariance.size() == count &&
                             std::all_of(own.covariance.begin(), own.covariance.end(),
                                         [&](const auto& r) { return r.values.size() == count; });
      if (!is_square)
        return fail(path + ".covariance",
                    "a matrix of " + std::to_string(errors) + " rows and columns is needed");
      measured.is_matrix = true;
    }
    if (static_cast<int>(z.size()) != size)
      return fail(path, "'measured' has " + std::to_string(z.size()) +
                            " numbers, and 'predicted' " + std::to_string(size));
    if (sigma.empty())
      return fail(path, "'sigma' is missing: the standard deviation of the measurement");
    if (!measured.is_matrix && sigma.size() != 1 && static_cast<int>(sigma.size()) != errors)
      return fail(path + ".sigma", "one number or " + std::to_string(errors) + " are needed, not " +
                                       std::to_string(sigma.size()));
    measured.sigmas = static_cast<int>(sigma.size());
    measured.gate = own.gate.value_or(0);
    measured.clock = find_clock(assembly, z, period, path, shape.name);
    inputs_.insert(inputs_.end(), z.begin(), z.end());
    inputs_.insert(inputs_.end(), sigma.begin(), sigma.end());
    inputs_.push_back(delay);
    inputs_.insert(inputs_.end(), valid.begin(), valid.end());
    measured.valids = static_cast<int>(valid.size());
    plan_.measured.push_back(measured);
  }

  std::vector<Expr> output_of(Assembly& assembly, const std::string& name,
                              const std::string& path) {
    const std::optional<SystemOutput> output = plan_.model->system.find_output(name);
    if (output) return component_symbols(assembly, *output);
    fail(path, "there is no output '" + name + "'");
    return {};
  }

  /// A signal that a sampled part sets is measured when that part ticks, not whenever the filter
  /// does: else each of its values would count several times.
  int find_clock(Assembly& assembly, const std::vector<Expr>& z, std::optional<double> period,
                 const std::string& path, const std::string& name) {
    SystemClock clock{name_ + "." + name, period.value_or(0)};
    if (!period) {
      const std::vector<SystemClock> clocks = assembly.find_clocks(z);
      if (clocks.empty()) return 0;
      if (clocks.size() > 1)
        fail(path, "'measured' is sampled by several clocks",
             "give 'sample', the rate of the measurement");
      clock.period = clocks[0].period;
      clock.offset = clocks[0].offset;
    }
    clocks_.push_back(assembly.add_clock(std::move(clock)));
    return static_cast<int>(clocks_.size()) - 1;
  }

  void add_truth(Assembly& assembly) {
    const Manifold& manifold = plan_.shape.manifold;
    for (const auto& [name, truth] : part_.truth)
      if (find_block(name) < 0)
        fail("truth." + name, "the true value of a state is given as a whole, not by component");
    for (std::size_t k = 0; k < manifold.blocks().size(); ++k) {
      std::vector<Expr> values = find_truth(assembly, k);
      plan_.has_truth.push_back(values.empty() ? 0 : 1);
      plan_.starts_at_truth.push_back(!values.empty() && starts_at_truth(manifold.blocks()[k]));
      inputs_.insert(inputs_.end(), values.begin(), values.end());
    }
  }

  /// The motion of a model that a sensor drives begins where the machine is, unless it is given.
  bool starts_at_truth(const Manifold::Block& block) const {
    if (plan_.model->drive.part.empty()) return false;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      if (plan_.mean[static_cast<std::size_t>(i)]) return false;
    const auto& figures = plan_.model->drive.figures;
    return std::any_of(figures.begin(), figures.end(), [&](const StateFigures& f) {
      return f.state == block.name && f.sigma == 0;
    });
  }

  int find_block(const std::string& name) const {
    const auto& blocks = plan_.shape.manifold.blocks();
    for (std::size_t k = 0; k < blocks.size(); ++k)
      if (blocks[k].name == name) return static_cast<int>(k);
    return -1;
  }

  /// The value that the machine has where the filter's model has the parameter p: a number, or a
  /// formula of values that vary ("damping: friction").
  Expr find_written_value(Assembly& assembly, int p) const {
    const System& system = plan_.model->system;
    const SystemParameter& parameter = system.parameters[static_cast<std::size_t>(p)];
    const std::string written = parameter.name + ".written";
    if (plan_.model->known_parameters.empty() || !system.find_output(written))
      return parameter.value;
    std::vector<Expr> arguments(static_cast<std::size_t>(system.function_input_count()), Expr(0.0));
    const auto first = static_cast<std::size_t>(1 + system.state_count() + system.input_count());
    for (std::size_t k = 0; k < system.parameters.size(); ++k)
      arguments[first + k] = system.parameters[k].value;
    for (const auto& [name, index] : plan_.model->known_parameters)
      if (const std::optional<Expr> varied = find_parameter(assembly, name))
        arguments[first + static_cast<std::size_t>(index)] = *varied;
    const FunctionRef f = system.select_outputs({written});
    const std::size_t end = first + system.parameters.size();
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const bool is_parameter = k >= first && k < end;
      const auto& start = f->sparsity().start;
      if (!is_parameter && start[k] != start[k + 1]) return parameter.value;
    }
    return f->substitute(arguments)[0];
  }

  bool is_replaced(const std::string& name) const {
    if (!part_.replace || !part_.replace->is_map()) return false;
    const auto& entries = part_.replace->peek_entries();
    return std::any_of(entries.begin(), entries.end(), [&](const SourceNode::Entry& entry) {
      return name.starts_with(entry.key + ".");
    });
  }

  /// True values of a state: as given, or, of the machine itself, its own.
  std::vector<Expr> find_truth(Assembly& assembly, std::size_t k) {
    const Manifold::Block& block = plan_.shape.manifold.blocks()[k];
    if (const KalmanFilter::Truth* given = part_.truth.find(block.name)) {
      if (static_cast<int>(given->value.size()) == block.size) return given->value;
      fail("truth." + block.name, std::to_string(block.size) + " numbers are needed, not " +
                                      std::to_string(given->value.size()));
      return {};
    }
    for (const FilterShape::Bias& bias : plan_.shape.biases)
      if (bias.block == static_cast<int>(k))
        return bias.sensor && assembly.has_output(bias.sensor->true_bias)
                   ? output_of(assembly, bias.sensor->true_bias, "estimate")
                   : std::vector<Expr>{};
    for (const auto* list : {&plan_.model->figures, &plan_.model->drive.figures})
      for (const StateFigures& figures : *list)
        if (figures.state == block.name)
          return assembly.has_output(figures.truth) ? truth_of(assembly, block, figures.truth)
                                                    : std::vector<Expr>{};
    if (part_.model != "machine") return {};
    // An integral of a power (system.energy.dissipated): nobody asks how well it is known, and its
    // errors are products of others, so that its covariance means little.
    if (block.name.starts_with("system.")) return {};
    const System& system = plan_.model->system;
    const auto states = system.states.size(), parameters = plan_.shape.parameters.size();
    if (k >= states && k < states + parameters) {
      // A value of the machine, which may vary from run to run, unless the filter has another part.
      if (is_replaced(block.name)) return {};
      if (const std::optional<Expr> symbol = find_parameter(assembly, block.name)) return {*symbol};
      return {find_written_value(assembly, plan_.shape.parameters[k - states])};
    }
    if (k >= states || !assembly.has_output(block.name)) return {};
    return truth_of(assembly, block, block.name);
  }

  static std::vector<Expr> truth_of(Assembly& assembly, const Manifold::Block& block,
                                    const std::string& name) {
    SystemOutput output;
    output.name = name;
    output.components = block.components;
    if (block.size == 1) output.components.clear();
    return component_symbols(assembly, output);
  }

  const KalmanFilter part_;
  const std::string name_;
  const PartBuilder::ErrorReporter report_;
  FilterPlan plan_;
  const std::vector<Expr> outputs_;
  std::vector<int> clocks_;
  std::vector<Expr> inputs_;
  bool is_sound_ = true;
};

}  // namespace

void KalmanFilter::Step::describe(Fields<Step>& f) {
  f.choice("method", &Step::method, {"rk4", "implicit", "exact"},
           "of the integration over a step; implicit for stiff models, exact for linear ones");
  f.bare();
  f.integer("substeps", &Step::substeps, "steps of the integration between two instants")
      .at_least(1);
}

void KalmanFilter::Row::describe(Fields<Row>& f) {
  f.numbers("values", &Row::values, "", "of the row, in SI units and radians").varying();
  f.bare();
}

void KalmanFilter::Measurement::describe(Fields<Measurement>& f) {
  f.numbers("measured", &Measurement::measured, "any", "the signal of the sensor")
      .varying()
      .takes_one();
  f.texts("predicted", &Measurement::predicted,
          "the output of the filter's model that it measures; default: that of 'measured'");
  f.numbers("sigma", &Measurement::sigma, "any",
            "standard deviation, one or one for each component")
      .varying()
      .takes_one()
      .fits({"./measured"});
  f.objects("covariance", &Measurement::covariance,
            "in place of 'sigma': covariance of the noise, in SI units and radians, row by row");
  f.texts("columns", &Measurement::columns,
          "columns of 'log' with the measured values; default: the names in 'measured'");
  f.value("delay", &Measurement::delay, "s", "time since the measured value was valid")
      .varying()
      .non_negative();
  f.condition("valid", &Measurement::valid, "whether there is a measurement; default: always");
  f.value("gate", &Measurement::gate, "", "probability of a consistent measurement to be taken in")
      .structural()
      .above(0)
      .below(1);
  f.period(
      "sample", &Measurement::sample,
      "sampling period or rate; default: that of the part that sets the signal, or the filter's");
}

void KalmanFilter::Noise::describe(Fields<Noise>& f) {
  f.numbers("density", &Noise::density, "any", "square root of the noise's power spectral density")
      .takes_one()
      .fits_name("1/s^0.5");
  f.bare();
  f.numbers("per_step", &Noise::per_step, "any", "standard deviation of what each step adds")
      .takes_one()
      .fits_name();
}

void KalmanFilter::Initial::describe(Fields<Initial>& f) {
  f.numbers("mean", &Initial::mean, "any", "estimate at the start; default: the model's own")
      .takes_one()
      .fits_name();
  f.numbers("sigma", &Initial::sigma, "any", "standard deviation of its error; default: zero")
      .takes_one()
      .fits_name();
}

void KalmanFilter::Truth::describe(Fields<Truth>& f) {
  f.numbers("value", &Truth::value, "any", "true value").varying().takes_one().fits_name();
  f.bare();
}

void KalmanFilter::Unscented::describe(Fields<Unscented>& f) {
  f.value("alpha", &Unscented::alpha, "", "spread of the sigma points").structural().positive();
  f.value("beta", &Unscented::beta, "", "2 for Gaussian errors").structural();
  f.value("kappa", &Unscented::kappa, "", "second parameter of the spread").structural();
}

void KalmanFilter::Input::describe(Fields<Input>& f) {
  f.value("value", &Input::value, "any", "the signal").varying();
  f.bare();
  f.choice("interpolation", &Input::interpolation, {"held", "linear"},
           "between two ticks: held since the first, as a controller's output; or linear, as a "
           "measurement that drives the model");
}

void KalmanFilter::describe(Descriptor<KalmanFilter>& d) {
  d.type("KalmanFilter", "Estimates the states of a model from measurements.");
  d.choice("method", &KalmanFilter::method, {"kf", "ekf", "ukf", "eskf"},
           "kf: for linear models, ekf: by exact derivatives, ukf: by sigma points, eskf: as ekf, "
           "the error state of orientations");
  d.text(
      "model", &KalmanFilter::model,
      "what the filter knows: 'machine' (this model itself), a file, a part, or the name of an Imu "
      "(inertial navigation)");
  d.texts("without", &KalmanFilter::without, "parts that the filter does not know");
  d.source(
      "replace", &KalmanFilter::replace,
      "parts, by name, that the filter has in place of others; values alone change those given");
  d.period("sample", &KalmanFilter::sample, "when it predicts: period or rate");
  d.object("step", &KalmanFilter::step, "integration of the model over a step");
  d.named("inputs", &KalmanFilter::inputs,
          "signals for values of the model, by the names of those values");
  d.named("measurements", &KalmanFilter::measurements,
          "what is measured, by name; a list: sensors that are installed")
      .takes_list();
  d.texts("estimate", &KalmanFilter::estimate,
          "values of the model that become states ('pin.damping'), and biases of measurements "
          "('gps.bias')");
  d.named("process_noise", &KalmanFilter::process_noise, "noise of the model, by state")
      .names_own("sigma.");
  d.named("initial", &KalmanFilter::initial, "estimates at the start, by state")
      .names_own("sigma.");
  d.objects("covariance", &KalmanFilter::covariance,
            "of the errors at the start, in SI units and radians, row by row in the order of the "
            "outputs 'covariance[i][j]'; in place of 'sigma' in 'initial'");
  d.objects("noise_matrix", &KalmanFilter::noise_matrix,
            "power spectral density of the noise, in SI units and radians, in the same order; in "
            "place of 'process_noise'");
  d.choice("derivatives", &KalmanFilter::derivatives, {"exact", "differences"},
           "of the model and the measurements: differences are a check of the exact ones");
  d.choice("start", &KalmanFilter::start, {"given", "drawn"},
           "given: at the means; drawn: errors are drawn from the covariance at the start, about "
           "the true values, for studies of consistency");
  d.named(
       "truth", &KalmanFilter::truth,
       "true values, by state, for errors and NEES; default with 'model: machine': the machine's")
      .names_own("sigma.");
  d.object("ukf", &KalmanFilter::ukf, "sigma points");
  d.text("log", &KalmanFilter::log,
         "recorded measurements in place of the signals 'measured': CSV or HDF5, time first")
      .file();
  d.value("history", &KalmanFilter::history, "s", "for measurements that come late")
      .structural()
      .positive();
}

std::vector<MadeName> KalmanFilter::list_model_names(const SourceNode& part,
                                                     const std::string& /*name*/,
                                                     ModelLoader& loader,
                                                     Diagnostics& diagnostics) {
  const FilterRequest request = read_request(part);
  const auto model = loader.load(request.model, diagnostics);
  if (!model) {
    if (!diagnostics.has_errors()) diagnostics.add_error({}, "the filter has no model");
    return {};
  }
  std::vector<MadeName> names;
  try {
    const FilterShape shape = make_filter_shape(*model, request);
    const auto add = [&](const OutputDeclaration& whole) {
      for (int k = 0; k < whole.size() && !whole.components.empty(); ++k)
        names.push_back({{component_name(whole.name, whole.components, k),
                          {},
                          whole.dimension,
                          whole.description}});
      names.push_back({whole});
    };
    for (const FilterShape::Output& output : shape.outputs) add(output.declaration);
    for (const FilterShape::Bound& bound : shape.bounds) add(bound.declaration);
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
    return {};
  }
  return names;
}

std::vector<int> KalmanFilter::find_inputs(const InnerModel& inner,
                                           Input::Interpolation interpolation) const {
  std::vector<int> found;
  for (const auto& [name, input] : inputs)
    for (int k = 0; k < inner.system.parameter_count(); ++k)
      if (input.interpolation == interpolation &&
          inner.system.parameters[static_cast<std::size_t>(k)].name == name)
        found.push_back(k);
  return found;
}

std::vector<int> KalmanFilter::find_ramped(const InnerModel& inner) const {
  std::vector<int> ramped = find_inputs(inner, Input::Interpolation::linear);
  ramped.insert(ramped.end(), inner.driven.begin(), inner.driven.end());
  return ramped;
}

/// The columns of a log that `inputs` and a driving sensor name, in the order of FilterPlan.
void KalmanFilter::add_inputs_of_log(PartBuilder& b, const InnerModel& inner,
                                     LogRequest& needed) const {
  for (const auto interpolation : {Input::Interpolation::held, Input::Interpolation::linear}) {
    const std::vector<int> places = find_inputs(inner, interpolation);
    std::size_t at = 0;
    for (const auto& [name, input] : inputs) {
      if (input.interpolation != interpolation) continue;
      std::string column = b.written("inputs." + name);
      if (column.empty()) column = b.written("inputs." + name + ".value");
      const SystemParameter& parameter =
          inner.system.parameters[static_cast<std::size_t>(places[at++])];
      needed.known.push_back(
          {column, parameter.dimension, interpolation == Input::Interpolation::linear});
    }
  }
  for (const ModelDrive::Signal& signal : inner.drive.signals)
    needed.known.push_back({signal.output, signal.dimension, true});
}

void KalmanFilter::build(PartBuilder& b) const {
  if (!sample && model == "machine") {
    b.error("", "a KalmanFilter needs a 'sample', the rate of its predictions",
            "write 'sample: 100 Hz'");
    return;
  }
  if (measurements.size() == 0) {
    b.error("", "a KalmanFilter needs 'measurements'",
            "write 'measurements: {angle: {measured: encoder.output, predicted: pin.angle, sigma: "
            "0.5 deg}}'");
    return;
  }
  const std::shared_ptr<ModelLoader> loader = b.domain<PartModels>().loader;
  if (!loader) {
    b.error("model", "a model made in code has no loader for the models of its filters",
            "set Model::loader, or read the model from a file");
    return;
  }
  const FilterRequest request = b.source() ? read_request(*b.source()) : make_request(*this);
  Diagnostics found;
  FilterPlan plan;
  plan.name = b.name();
  plan.model = loader->load(request.model, found);
  if (!plan.model) {
    for (const Diagnostic& d : found.all()) b.error("model", d.message, d.suggestion);
    return;
  }
  const ModelDrive& drive = plan.model->drive;
  if (!sample && drive.part.empty()) {
    b.error("", "a KalmanFilter needs a 'sample', the rate of its predictions",
            "write 'sample: 100 Hz'");
    return;
  }
  constexpr double kSamePeriod = 1e-12;
  if (sample && !drive.part.empty() &&
      std::abs(*sample - drive.period) > kSamePeriod * drive.period) {
    b.error("sample",
            "the filter predicts when '" + drive.part + "' measures, every " +
                std::to_string(drive.period) + " s",
            "leave 'sample' out");
    return;
  }
  plan.ramped = find_ramped(*plan.model);
  plan.inputs = find_inputs(*plan.model, Input::Interpolation::held);
  try {
    plan.shape = make_filter_shape(*plan.model, request);
    if (!Planner(*this, b, plan).run()) return;
    if (!log.empty()) {
      LogRequest needed;
      for (const FilterShape::Measured& measured : plan.shape.measured) {
        const Measurement* given = measurements.find(measured.name);
        std::vector<std::string> columns = given ? given->columns : std::vector<std::string>{};
        if (columns.empty() && given)
          columns =
              read_texts(b.source() ? find_measured_node(*b.source(), measured.name) : nullptr);
        needed.measured.push_back(
            {measured.name, std::move(columns), measured.manifold, measured.dimensions});
      }
      for (const auto* list : {&plan.model->known_parameters, &plan.model->known_discrete})
        for (const auto& [known, index] : *list) {
          if (find_parameter(b.assembly(), known)) {
            b.error("log", "'" + known + "' varies, which a filter over a log does not follow",
                    "leave out 'log', or vary other values");
            return;
          }
          needed.known.push_back({known, dimension_of_output(plan.model->system, known), false});
        }
      add_inputs_of_log(b, *plan.model, needed);
      std::filesystem::path path = log;
      if (path.is_relative()) path = std::filesystem::path(b.folder()) / path;
      plan.log = read_filter_log(path, needed);
    }
    const Transition transition =
        make_transition(plan.model->system, plan.step, plan.shape.parameters);
    for (const std::string& note : transition.notes()) b.warning("model", note);
    if (method == Method::kf && !transition.has_constant_rates()) {
      b.error("method", "'kf' is for linear models, and the filter's model is not linear",
              "use 'ekf' or 'ukf'");
      return;
    }
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics().all())
      b.error("measurements", d.message, d.suggestion);
    return;
  }
  std::vector<Expr> outputs;
  for (const FilterShape::Output& output : plan.shape.outputs) {
    const OutputDeclaration& declared = output.declaration;
    DiscreteBlock block{b.member(declared.name), declared.components, declared.dimension};
    block.size = declared.size();
    const std::vector<Expr> symbols = b.assembly().add_discrete(
        std::move(block), std::vector<Expr>(static_cast<std::size_t>(declared.size()), 0.0));
    const bool is_main = output.kind == FilterShape::Output::Kind::estimate ||
                         output.kind == FilterShape::Output::Kind::sigma;
    b.assembly().define_output({b.member(declared.name), declared.components, declared.dimension,
                                declared.description, is_main},
                               symbols);
    outputs.insert(outputs.end(), symbols.begin(), symbols.end());
  }
  std::vector<std::vector<Expr>> values;
  auto next = outputs.begin();
  for (const FilterShape::Output& output : plan.shape.outputs) {
    const auto end = next + output.declaration.size();
    values.emplace_back(next, end);
    next = end;
  }
  for (const FilterShape::Bound& bound : plan.shape.bounds) {
    std::vector<Expr> value = values[static_cast<std::size_t>(bound.of)];
    for (Expr& e : value) e = bound.factor * e;
    const OutputDeclaration& declared = bound.declaration;
    b.assembly().define_output({b.member(declared.name), declared.components, declared.dimension,
                                declared.description, false},
                               std::move(value));
  }
  std::vector<std::string> gated;
  for (const auto& [measured, given] : measurements)
    if (given.gate) gated.push_back(measured);
  add_filter_plots(b.assembly().domain<FilterPlots>(), b.name(), plan.shape, !plan.log, gated);
  const auto connector = std::make_shared<Connector>(*this, b.name(), b.error_reporter(),
                                                     std::move(plan), std::move(outputs));
  const std::string key = "filter " + b.name();
  // After the other domains, whose outputs it reads.
  b.assembly().on_formulate(key, [connector, key](Assembly& assembly) {
    assembly.on_formulate(key + ": connect", [connector](Assembly& all) { connector->run(all); });
  });
}

}  // namespace holon
