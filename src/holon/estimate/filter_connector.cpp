// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_connector.h"

#include <algorithm>
#include <utility>

#include "holon/estimate/filter_model.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/model/describe/source.h"

namespace holon {
namespace {

/// A signal as the filter saw it at its last tick, held until the next one.
Expr add_known(Assembly& assembly, const std::string& name, Expr signal, int clock) {
  const Expr held = assembly.add_discrete({name, {}, {}}, {signal})[0];
  assembly.set_tick(held, signal, clock, false);
  return held;
}

std::vector<Expr> component_symbols(Assembly& assembly, const SystemOutput& output) {
  std::vector<Expr> symbols;
  for (int k = 0; k < output.size(); ++k)
    symbols.push_back(assembly.output(component_name(output.name, output.components, k)));
  return symbols;
}

/// Adds clocks, inputs and the Process, when all outputs of the machine are known.
class FilterConnector {
 public:
  FilterConnector(const KalmanFilter& part, std::string name, PartBuilder::ErrorReporter report,
                  FilterPlan plan, std::vector<Expr> outputs)
      : part_(part),
        name_(std::move(name)),
        report_(std::move(report)),
        plan_(std::move(plan)),
        outputs_(std::move(outputs)) {}

  void run(Assembly& assembly) {
    plan_.period = find_period();
    clocks_.push_back(assembly.add_clock({name_, plan_.period}));
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
        const std::optional<Expr> varied = find_varied_parameter(assembly, name);
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

  /// What the part's map says of a measurement, or of the sensor that it comes from.
  const KalmanFilter::Measurement* find_given(const FilterShape::Measured& shape) const {
    const KalmanFilter::Measurement* given = part_.measurements.find(shape.name);
    if (given || !shape.sensor) return given;
    return part_.measurements.find(shape.sensor->part);
  }

  /// A measurement whose values are in the log, and its noise, too, or that is constant.
  void add_logged(std::size_t m) {
    static const KalmanFilter::Measurement kNothing;
    const FilterShape::Measured& shape = plan_.shape.measured[m];
    const KalmanFilter::Measurement* const found = find_given(shape);
    const KalmanFilter::Measurement& given = found ? *found : kNothing;
    const std::string path = "measurements." + shape.name;
    FilterPlan::Measured measured;
    const int errors = shape.manifold.tangent_size();
    if (given.sigma.size() > 1 && static_cast<int>(given.sigma.size()) != errors)
      return fail(path + ".sigma", "one number or " + std::to_string(errors) + " are needed, not " +
                                       std::to_string(given.sigma.size()));
    for (const Expr sigma : given.sigma) {
      if (!sigma.is_constant())
        return fail(path + ".sigma", "with a 'log' the standard deviation must be constant");
      measured.logged_sigma.push_back(sigma.value());
    }
    const InstalledSensor* const sensor = shape.sensor;
    const bool is_missing = std::find(plan_.log->missing.begin(), plan_.log->missing.end(),
                                      shape.name) != plan_.log->missing.end();
    if (measured.logged_sigma.empty() && plan_.log->sigma[m].empty() && sensor)
      measured.logged_sigma = find_constant(sensor->sigma);
    if (is_missing) measured.logged_sigma.assign(1, 1.0);  // of no measurement
    if (measured.logged_sigma.empty() && plan_.log->sigma[m].empty())
      return fail(path, "'sigma' is missing: the standard deviation of the measurement",
                  sensor && !sensor->sigma.empty()
                      ? "write '" + shape.name + ": {sigma: …}', or give the log columns '" +
                            sensor->sigma + "'"
                      : "");
    if (!given.delay.is_constant())
      return fail(path + ".delay", "with a 'log' the delay must be constant",
                  "give the log a column 'received'");
    measured.logged_delay = given.delay.value();
    if (sensor && plan_.log->delay[m].empty()) measured.logged_delay += sensor->delay;
    measured.sigmas =
        static_cast<int>(measured.logged_sigma.empty() ? plan_.log->sigma[m].front().size()
                                                       : measured.logged_sigma.size());
    measured.gate = given.gate.value_or(0);
    measured.adaptive = static_cast<int>(given.adaptive);
    plan_.measured.push_back(measured);
  }

  /// The value of an output of the filter's model that depends on nothing; else empty.
  std::vector<double> find_constant(const std::string& name) const {
    const System& system = plan_.model->system;
    if (name.empty() || !system.find_output(name)) return {};
    const FunctionRef f = system.select_outputs({name});
    if (f->sparsity().start.front() != f->sparsity().start.back()) return {};
    const std::vector<Expr> zeros(static_cast<std::size_t>(system.function_input_count()),
                                  Expr(0.0));
    std::vector<double> values;
    for (const Expr e : f->substitute(zeros)) {
      if (!e.is_constant()) return {};
      values.push_back(e.value());
    }
    return values;
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
                        "', so the filter would take it as exact",
                    "give the sensor its noise, or write '" + shape.name + ": {sigma: …}'");
      if (!sensor->valid.empty()) {
        valid = output_of(assembly, sensor->valid, path);
        if (own.valid)
          for (Expr& e : valid) e = logical_and(*own.valid, e);
      }
      delay += sensor->time.empty() ? Expr(sensor->delay)
                                    : assembly.time() - assembly.output(sensor->time);
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
    measured.adaptive = static_cast<int>(own.adaptive);
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
      if (const std::optional<Expr> varied = find_varied_parameter(assembly, name))
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
      const bool is_parameter =
          entry.key == "parameters" && entry.value.is_map() && entry.value.peek(name);
      return is_parameter || name.starts_with(entry.key + ".");
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
      if (const std::optional<Expr> symbol = find_varied_parameter(assembly, block.name))
        return {*symbol};
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

std::optional<Expr> find_varied_parameter(Assembly& assembly, const std::string& name) {
  for (const Symbols::Parameter& p : assembly.symbols()->parameters())
    if (p.name == name) return p.symbol;
  return std::nullopt;
}

void connect_filter(const KalmanFilter& part, PartBuilder& b, FilterPlan plan,
                    std::vector<Expr> outputs) {
  const auto connector = std::make_shared<FilterConnector>(part, b.name(), b.error_reporter(),
                                                           std::move(plan), std::move(outputs));
  const std::string key = "filter " + b.name();
  // After the other domains, whose outputs it reads.
  b.assembly().on_formulate(key, [connector, key](Assembly& assembly) {
    assembly.on_formulate(key + ": connect", [connector](Assembly& all) { connector->run(all); });
  });
}

}  // namespace holon
