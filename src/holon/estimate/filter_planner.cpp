// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_planner.h"

#include <algorithm>
#include <cmath>

#include "holon/estimate/triangular.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Components of x that a name means, and those of δ; {-1, 0} each if there are none.
struct StateRange {
  int first = -1, size = 0;        ///< in x
  int tangent = -1, tangents = 0;  ///< in δ
};
StateRange find_state(const Manifold& manifold, const std::string& name) {
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
class FilterPlanner {
 public:
  FilterPlanner(const KalmanFilter& part, PartBuilder& b, FilterPlan& plan)
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
      const StateRange found = find_state(manifold, name);
      if (found.tangent < 0) {
        fail(path, "there is no state '" + name + "'");
        continue;
      }
      if (noise.time_constant && !add_decay(path, found, *noise.time_constant)) continue;
      if (!noise.sigma.empty() && !noise.time_constant) {
        fail(path + ".sigma", "'sigma' of a Gauss-Markov process needs its 'time_constant'",
             "write 'time_constant: 300 s', or a 'density'");
        continue;
      }
      const int given = (noise.density.empty() ? 0 : 1) + (noise.per_step.empty() ? 0 : 1) +
                        (noise.sigma.empty() ? 0 : 1);
      if (given != 1) {
        fail(path, "noise has a 'density', or 'sigma' and 'time_constant', or is given 'per_step'");
        continue;
      }
      if (!noise.sigma.empty()) {
        // The density of the rate that keeps the steady variance: 2 σ²/τ.
        const std::vector<double> values = read(noise.sigma, found.tangents, path + ".sigma");
        for (std::size_t k = 0; k < values.size(); ++k) {
          const Index i = found.tangent + static_cast<Index>(k);
          plan_.noise.density(i, i) = 2 * values[k] * values[k] / *noise.time_constant;
        }
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

  /// x' = −(x − mean)/τ of states whose rate is zero in the model.
  bool add_decay(const std::string& path, const StateRange& found, double time_constant) {
    const System& system = plan_.model->system;
    const auto rates = system.derivative->output_scalars();
    for (int k = 0; k < std::max(found.size, 1); ++k) {
      const int component = found.first + k;
      const bool is_of_model = component < system.state_count();
      if (found.size == 0 || found.size != found.tangents ||
          (is_of_model && !rates[static_cast<std::size_t>(component)].is_constant(0.0))) {
        fail(path + ".time_constant", "the model determines how this state changes",
             "'time_constant' is for biases, and for values under 'estimate'");
        return false;
      }
      plan_.decays.push_back({component, found.tangent + k, 1 / time_constant});
    }
    return true;
  }

  void read_initial() {
    const Manifold& manifold = plan_.shape.manifold;
    plan_.mean.resize(static_cast<std::size_t>(manifold.size()));
    plan_.covariance = MatrixXd::Zero(manifold.tangent_size(), manifold.tangent_size());
    for (const auto& [name, initial] : part_.initial) {
      const std::string path = "initial." + name;
      const StateRange found = find_state(manifold, name);
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
      if (!own(part_.initial) && part_.covariance.empty() && std::isnan(sigma)) {
        fail_varying(block.name, bias.sensor->part, "initial", ": {sigma: …}");
        continue;
      }
      if (!own(part_.process_noise) && part_.noise_matrix.empty() && std::isnan(walk)) {
        fail_varying(block.name, bias.sensor->part, "process_noise", ": …");
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

  /// A filter has numbers; those of the sensor may vary from run to run.
  void fail_varying(const std::string& state, const std::string& sensor, const std::string& key,
                    const std::string& value) {
    fail("estimate",
         "'" + state + "' is to be estimated, and figures of '" + sensor + "' from which its " +
             (key == "initial" ? "standard deviation at the start" : "noise") +
             " would follow are not numbers here (a study varies them, or formulas give them)",
         "write '" + key + ": {" + state + value + "}'");
  }

  /// Whether the model leaves a state as it is, as it does errors of sensors.
  bool is_error_of_sensor(const StateRange& found) const {
    const System& system = plan_.model->system;
    if (found.first < 0 || found.first >= system.state_count()) return false;
    return system.derivative->output_scalars()[static_cast<std::size_t>(found.first)].is_constant(
        0.0);
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
    const StateRange found = find_state(manifold, figures.state);
    MatrixXd& P = plan_.covariance;
    MatrixXd& W = plan_.noise.density;
    const auto is_given = [&](const auto& list) {
      bool is = list.find(figures.state) != nullptr;
      for (int i = found.tangent; i >= 0 && i < found.tangent + found.tangents; ++i)
        is = is || list.find(manifold.tangent_name(i));
      return is;
    };
    const bool has_start = !part_.covariance.empty() || is_given(part_.initial);
    const bool has_noise = !part_.noise_matrix.empty() || is_given(part_.process_noise);
    const std::string sensor = figures.state.substr(0, figures.state.find('.'));
    if (!has_start && std::isnan(figures.sigma))
      return fail_varying(figures.state, sensor, "initial", ": {sigma: …}");
    if (!has_noise && std::isnan(figures.density))
      return fail_varying(figures.state, sensor, "process_noise", ": …");
    if (figures.sigma == 0 && figures.density == 0 && !has_start && !has_noise &&
        is_error_of_sensor(found))
      return fail("estimate",
                  "'" + figures.state + "' is to be estimated, but '" + sensor +
                      "' has no such random error",
                  "omit it, give the sensor its error ('sigma'), or write 'initial: {" +
                      figures.state + ": {sigma: …}}'");
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

}  // namespace

bool plan_filter(const KalmanFilter& part, PartBuilder& b, FilterPlan& plan) {
  return FilterPlanner(part, b, plan).run();
}

}  // namespace holon
