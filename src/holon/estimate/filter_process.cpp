// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_process.h"

#include <fmt/format.h>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <utility>

#include "holon/base/errors.h"
#include "holon/estimate/consistency.h"
#include "holon/estimate/replay.h"
#include "holon/estimate/triangular.h"
#include "holon/simulate/first_instant.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FilterShape::Output::Kind;

/// Filters compile programs of a System that their runs share and add outputs to its graph, which
/// threads must not do at the same time (System::select_outputs).
std::mutex& compiling() {
  static std::mutex mutex;
  return mutex;
}

/// Central differences of f with steps of the size of the error states.
template <class Evaluate>
MatrixXd differentiate(const Manifold& from, const Manifold& to, const VectorXd& x,
                       const Evaluate& evaluate) {
  constexpr double kStep = 6e-6;  // the cube root of the rounding error
  const Eigen::Index n = from.tangent_size();
  MatrixXd J(to.tangent_size(), n);
  VectorXd delta = VectorXd::Zero(n), plus, minus;
  for (const Manifold::Block& block : from.blocks())
    for (int k = 0; k < block.tangent_size(); ++k) {
      const bool is_turn = block.kind == Manifold::Kind::quaternion;
      const double size = is_turn ? 1 : std::max(1.0, std::abs(x[block.offset + k]));
      const Eigen::Index i = block.tangent + k;
      delta[i] = kStep * size;
      evaluate(from.retract(x, delta), plus);
      evaluate(from.retract(x, -delta), minus);
      J.col(i) = to.local(minus, plus) / (2 * delta[i]);
      delta[i] = 0;
    }
  return J;
}

/// A model's transition with biases of sensors, which stay as they are.
class BiasedTransition final : public TransitionModel {
 public:
  BiasedTransition(Transition& model, const Manifold& manifold, bool has_differences)
      : model_(model), manifold_(manifold), has_differences_(has_differences) {}

  const Manifold& manifold() const override { return manifold_; }
  void advance(double t, double h, const VectorXd& x, VectorXd& next, MatrixXd* F) override {
    const Manifold& inner = model_.manifold();
    x_ = x.head(inner.size());
    if (F && has_differences_)
      F_ = differentiate(inner, inner, x_, [&](const VectorXd& at, VectorXd& value) {
        model_.advance(t, h, at, value, nullptr);
      });
    model_.advance(t, h, x_, next_, F && !has_differences_ ? &F_ : nullptr);
    VectorXd all = x;
    all.head(inner.size()) = next_;
    next = std::move(all);
    if (!F) return;
    *F = MatrixXd::Identity(manifold_.tangent_size(), manifold_.tangent_size());
    F->topLeftCorner(inner.tangent_size(), inner.tangent_size()) = F_;
  }
  bool find_rates(double t, const VectorXd& x, MatrixXd& A) override {
    const Manifold& inner = model_.manifold();
    x_ = x.head(inner.size());
    MatrixXd rates;
    if (!model_.find_rates(t, x_, rates)) return false;
    A = MatrixXd::Zero(manifold_.tangent_size(), manifold_.tangent_size());
    A.topLeftCorner(inner.tangent_size(), inner.tangent_size()) = rates;
    return true;
  }
  bool has_constant_rates() const override { return model_.has_constant_rates(); }
  bool has_constraints() const override { return model_.has_constraints(); }
  void constrain(double t, VectorXd& x, MatrixXd& T) override {
    const Manifold& inner = model_.manifold();
    x_ = x.head(inner.size());
    model_.constrain(t, x_, F_);
    x.head(inner.size()) = x_;
    T = MatrixXd::Identity(manifold_.tangent_size(), manifold_.tangent_size());
    T.topLeftCorner(inner.tangent_size(), inner.tangent_size()) = F_;
  }

 private:
  Transition& model_;
  const Manifold& manifold_;
  bool has_differences_;
  VectorXd x_, next_;
  MatrixXd F_;
};

/// z = h(x) + b, with the biases b among the states; -1: none.
class BiasedMeasurement final : public MeasurementModel {
 public:
  BiasedMeasurement(Measurement& model, const Manifold& from, bool has_differences, int model_size,
                    int states, int bias, int bias_tangent)
      : model_(model),
        from_(from),
        has_differences_(has_differences),
        model_size_(model_size),
        states_(states),
        bias_(bias),
        bias_tangent_(bias_tangent) {}

  const std::string& name() const override { return model_.name(); }
  const Manifold& manifold() const override { return model_.manifold(); }
  void measure(double t, const VectorXd& x, VectorXd& z, MatrixXd* H) override {
    x_ = x.head(model_size_);
    if (H && has_differences_)
      H_ = differentiate(from_, manifold(), x_, [&](const VectorXd& at, VectorXd& value) {
        model_.measure(t, at, value, nullptr);
      });
    model_.measure(t, x_, z, H && !has_differences_ ? &H_ : nullptr);
    const Eigen::Index m = z.size();
    if (bias_ >= 0) z += x.segment(bias_, m);
    if (!H) return;
    *H = MatrixXd::Zero(H_.rows(), states_);
    H->leftCols(H_.cols()) = H_;
    if (bias_ >= 0) H->middleCols(bias_tangent_, m) += MatrixXd::Identity(m, m);
  }

 private:
  Measurement& model_;
  const Manifold& from_;
  bool has_differences_;
  int model_size_, states_, bias_, bias_tangent_;
  VectorXd x_;
  MatrixXd H_;
};

/// Columns that span the range of T.
MatrixXd find_column_space(const MatrixXd& T) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(T);
  qr.setThreshold(1e-9);
  return MatrixXd(qr.householderQ()).leftCols(qr.rank());
}

class FilterProcess final : public Process {
 public:
  explicit FilterProcess(const FilterPlan& plan);
  void tick(double t, const double* ticking, const double* in, double* out) override;
  void archive(Archive& a) override;
  std::vector<std::string> list_notes() const override;

 private:
  void begin(double t);
  void tick_log(double t, double* out);
  void set_known(const std::vector<double>& values);
  void read_start(const double* in);
  void put_start(VectorXd& x) const;
  void constrain_start(double t, VectorXd& x, MatrixXd& P);
  void follow_ramp(double t, const double* now);
  void receive(double t, std::size_t m, const double* z, const double* sigma, double delay,
               std::vector<int> rows = {});
  void take_in();
  std::size_t held_count() const;
  double bound_of(int degrees);
  void write(const double* truth, double* out);
  MatrixXd covariance_of(std::size_t m, const double* sigma) const;

  const FilterPlan& plan_;
  Transition model_;
  std::vector<std::unique_ptr<Measurement>> measurements_;
  BiasedTransition transition_;
  std::vector<std::unique_ptr<BiasedMeasurement>> sensors_;
  std::optional<ReplayEstimator> estimator_;
  std::vector<double> known_, parameters_, discrete_;
  std::vector<double> held_;  // of known_, as the programs have it
  std::vector<double> ramp_;  // of the last tick: its values and its time
  InputRamp ramp_now_;
  std::vector<double> start_;  // true x, and the normal numbers, at the first tick
  struct Waiting {
    double time = 0;
    std::size_t measured = 0;
    std::vector<double> z, sigma;
    double delay = 0;
    std::vector<int> rows;
  };
  std::vector<SensorReading> arrived_;  // at this instant, for one replay
  std::vector<Waiting> waiting_;        // for the end of the ramp in which they lie
  std::int64_t clamped_ = 0;            // ticks at which a driving sensor was beyond its range
  // Of each measurement.
  std::vector<Innovation> last_;
  std::vector<std::int64_t> numbers_, invalid_;
  std::vector<std::string> idle_;     // measurements that depend on none of the states
  std::vector<double> bounds_;        // by degrees of freedom; computed when needed
  std::vector<int> numbers_of_last_;  // degrees of freedom of its NIS
  std::size_t log_row_ = 0;           // the next one
  double log_likelihood_ = 0;         // of the readings that have left the history
};

std::vector<double> list_parameter_values(const System& system) {
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  return values;
}

/// Position of a component of x in the tangent coordinates, for biases, which are plain numbers.
int tangent_of(const Manifold& manifold, int component) {
  for (const Manifold::Block& block : manifold.blocks())
    if (component >= block.offset && component < block.offset + block.size)
      return block.tangent + component - block.offset;
  return -1;
}

FilterProcess::FilterProcess(const FilterPlan& plan)
    : plan_(plan),
      model_(make_transition(plan.model->system, plan.step, plan.shape.parameters)),
      transition_(model_, plan.shape.manifold, plan.has_differences),
      parameters_(list_parameter_values(plan.model->system)),
      discrete_(find_first_instant(plan.model->system, parameters_).discrete),
      last_(plan.shape.measured.size()),
      numbers_(plan.shape.measured.size(), 0),
      invalid_(plan.shape.measured.size(), 0) {
  for (const FilterShape::Measured& measured : plan.shape.measured)
    numbers_of_last_.push_back(measured.manifold.tangent_size());
  const Manifold& manifold = plan.shape.manifold;
  for (const FilterShape::Measured& measured : plan.shape.measured) {
    measurements_.push_back(std::make_unique<Measurement>(make_measurement(
        plan.model->system, measured.name, measured.predicted, plan.shape.parameters)));
    sensors_.push_back(std::make_unique<BiasedMeasurement>(
        *measurements_.back(), model_.manifold(), plan.has_differences, model_.manifold().size(),
        manifold.tangent_size(), measured.bias,
        measured.bias < 0 ? -1 : tangent_of(manifold, measured.bias)));
    if (measured.bias < 0 && !measurements_.back()->depends_on_states())
      idle_.push_back(measured.name);
    const auto m = static_cast<Eigen::Index>(measured.manifold.tangent_size());
    Innovation& none = last_[measurements_.size() - 1];
    none.residual = VectorXd::Zero(m);
    none.S = MatrixXd::Zero(m, m);
    none.accepted = false;
  }
}

void FilterProcess::set_known(const std::vector<double>& values) {
  std::size_t at = 0;
  for (const auto& [name, index] : plan_.model->known_parameters)
    parameters_[static_cast<std::size_t>(index)] = values[at++];
  for (const auto& [name, index] : plan_.model->known_discrete)
    discrete_[static_cast<std::size_t>(index)] = values[at++];
  for (const int index : plan_.inputs) parameters_[static_cast<std::size_t>(index)] = values[at++];
  if (!plan_.ramped.empty()) {
    const auto n = plan_.ramped.size();
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(at);
    const auto middle = from + static_cast<std::ptrdiff_t>(n);
    ramp_now_ = {plan_.ramped, values[at + 2 * n], values[at + 2 * n + 1],
                 std::vector<double>(from, middle),
                 std::vector<double>(middle, middle + static_cast<std::ptrdiff_t>(n))};
    model_.set_ramp(ramp_now_);
    for (const auto& measurement : measurements_) measurement->set_ramp(ramp_now_);
  }
  const std::vector<double> held(values.begin(),
                                 values.begin() + static_cast<std::ptrdiff_t>(held_count()));
  if (held == held_) return;
  held_ = held;
  const bool has_discrete = !plan_.model->known_discrete.empty();
  // Estimated parameters are states, not inputs; their values here have no effect.
  model_.set_parameters(parameters_);
  if (has_discrete) model_.set_discrete(discrete_);
  for (const auto& measurement : measurements_) {
    measurement->set_parameters(parameters_);
    if (has_discrete) measurement->set_discrete(discrete_);
  }
}

void FilterProcess::begin(double t) {
  VectorXd x(plan_.shape.manifold.size());
  x.setZero();
  const VectorXd start = [this] {
    const std::lock_guard lock(compiling());
    return model_.find_start();
  }();
  held_.clear();  // the start has discrete states of its own
  x.head(start.size()) = start;
  for (std::size_t k = 0; k < plan_.mean.size(); ++k)
    if (plan_.mean[k]) x[static_cast<Eigen::Index>(k)] = *plan_.mean[k];
  if (!start_.empty()) put_start(x);
  MatrixXd P = plan_.covariance;
  if (model_.has_constraints()) {
    constrain_start(t, x, P);
  } else {
    VectorXd head = x.head(start.size());
    if (model_.project(t, head)) x.head(start.size()) = head;
  }
  GaussianFilter filter(plan_.shape.manifold, plan_.options);
  filter.reset(t, x, P);
  std::vector<MeasurementModel*> sensors;
  for (const auto& sensor : sensors_) sensors.push_back(sensor.get());
  estimator_.emplace(std::move(filter), transition_, plan_.noise, std::move(sensors), plan_.history,
                     [this](const std::vector<double>& values) { set_known(values); });
  estimator_->set_observer([this](const ReadingRecord& record) {
    if (record.innovation.accepted) log_likelihood_ += record.innovation.log_likelihood;
  });
}

/// The start is where the machine is, or has errors about it that are drawn.
void FilterProcess::put_start(VectorXd& x) const {
  const Manifold& manifold = plan_.shape.manifold;
  for (std::size_t k = 0; k < manifold.blocks().size(); ++k) {
    const Manifold::Block& block = manifold.blocks()[k];
    const bool is_true = plan_.has_truth[k] && (plan_.draws_start || plan_.starts_at_truth[k]);
    for (int i = block.offset; is_true && i < block.offset + block.size; ++i)
      x[i] = start_[static_cast<std::size_t>(i)];
  }
  if (!plan_.draws_start) return;
  MatrixXd S;
  if (detail::factor_semidefinite(plan_.covariance, S) >= 0) return;  // the filter reports it
  const VectorXd normal =
      Eigen::Map<const VectorXd>(start_.data() + manifold.size(), manifold.tangent_size());
  const VectorXd delta = S * normal;
  manifold.retract(x.data(), delta.data());
}

// With N (n x d) whose columns span the tangent space of the closed loops, errors are N a. Means
// that are given are reached by steps in the tangent space: a = N_g⁺ δ_g, with their rows N_g.
// Standard deviations that are given are independent statements about a, whose information adds up:
//   P = N (N_sᵀ P_s⁻¹ N_s)⁺ Nᵀ.
void FilterProcess::constrain_start(double t, VectorXd& x, MatrixXd& P) {
  constexpr int kMostSteps = 50;
  constexpr double kReached = 1e-12;
  const Manifold& manifold = plan_.shape.manifold;
  std::vector<Eigen::Index> given, sure;
  for (const Manifold::Block& block : manifold.blocks())
    for (int i = 0; i < block.tangent_size(); ++i) {
      const bool is_turn = block.kind == Manifold::Kind::quaternion;
      if (plan_.mean[static_cast<std::size_t>(block.offset + (is_turn ? 0 : i))])
        given.push_back(block.tangent + i);
      if (P(block.tangent + i, block.tangent + i) > 0) sure.push_back(block.tangent + i);
    }
  const VectorXd wanted = x;
  MatrixXd T, N;
  for (int step = 0;; ++step) {
    transition_.constrain(t, x, T);
    N = find_column_space(T);
    const VectorXd off = manifold.local(x, wanted)(given);
    if (given.empty() || off.norm() <= kReached) break;
    const MatrixXd rows = N(given, Eigen::all);
    const VectorXd delta = N * rows.completeOrthogonalDecomposition().solve(off);
    if (step == kMostSteps || delta.norm() <= kReached) {
      if (off.norm() <= 1e-6) break;
      throw RunError(
          {t, 0, manifold.tangent_name(static_cast<int>(given[0])),
           fmt::format("the means at the start of '{}' contradict the closed loops of its "
                       "model",
                       plan_.name),
           "give means for as many states as the loops leave free"});
    }
    manifold.retract(x.data(), delta.data());
  }
  if (sure.empty()) return;
  MatrixXd scaled = N(sure, Eigen::all);
  for (std::size_t k = 0; k < sure.size(); ++k)
    scaled.row(static_cast<Eigen::Index>(k)) /= std::sqrt(P(sure[k], sure[k]));
  const MatrixXd inverse = scaled.completeOrthogonalDecomposition().pseudoInverse();
  const MatrixXd S = N * inverse;
  P = S * S.transpose();
}

/// 95 % of chi-square; 0 for none.
double FilterProcess::bound_of(int degrees) {
  if (degrees == 0) return 0;
  const auto index = static_cast<std::size_t>(degrees);
  if (bounds_.size() <= index) bounds_.resize(index + 1, 0.0);
  if (bounds_[index] == 0) bounds_[index] = find_chi_square(0.95, degrees);
  return bounds_[index];
}

std::size_t FilterProcess::held_count() const {
  return plan_.model->known_parameters.size() + plan_.model->known_discrete.size() +
         plan_.inputs.size();
}

/// Up to t the driving signals go from what they were at the last tick to what they are now.
void FilterProcess::follow_ramp(double t, const double* now) {
  const std::size_t n = plan_.ramped.size(), held = held_count();
  std::vector<double> values(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(held));
  values.insert(values.end(), ramp_.begin(), ramp_.end() - 1);
  values.insert(values.end(), now, now + n);
  values.push_back(ramp_.back());
  values.push_back(t);
  ramp_.assign(now, now + n);
  ramp_.push_back(t);
  known_ = std::move(values);
  estimator_->set_input(estimator_->now(), known_);
}

MatrixXd FilterProcess::covariance_of(std::size_t m, const double* sigma) const {
  const auto size = static_cast<Eigen::Index>(plan_.shape.measured[m].manifold.tangent_size());
  if (plan_.measured[m].is_matrix) {
    const MatrixXd R = Eigen::Map<const MatrixXd>(sigma, size, size);
    return 0.5 * (R + R.transpose());
  }
  MatrixXd R = MatrixXd::Zero(size, size);
  const bool is_one = plan_.measured[m].sigmas == 1;
  for (Eigen::Index i = 0; i < size; ++i) {
    const double s = sigma[is_one ? 0 : i];
    R(i, i) = s * s;
  }
  return R;
}

void FilterProcess::receive(double t, std::size_t m, const double* z, const double* sigma,
                            double delay, std::vector<int> rows) {
  const FilterShape::Measured& measured = plan_.shape.measured[m];
  SensorReading reading;
  reading.sensor = static_cast<int>(m);
  reading.time = t - delay;
  reading.z = Eigen::Map<const VectorXd>(z, measured.manifold.size());
  reading.R = covariance_of(m, sigma);
  if (!rows.empty()) {
    reading.z = reading.z(rows).eval();
    reading.R = reading.R(rows, rows).eval();
    reading.rows = rows;
  }
  reading.number = ++numbers_[m];
  if (!reading.z.allFinite() || !reading.R.allFinite() || !(delay >= 0)) {
    RunError::Data data;
    data.time = t;
    data.cause = fmt::format(
        "'{}' gets a measurement of {} that is not a finite number, or with a "
        "negative delay",
        plan_.name, measured.name);
    data.advice = "give the measurement a condition 'valid', where the sensor may have no value";
    throw RunError(std::move(data));
  }
  const double probability = plan_.measured[m].gate;
  if (probability > 0) reading.gate = find_gate(probability, static_cast<int>(reading.R.rows()));
  arrived_.push_back(std::move(reading));
}

/// What has arrived at this instant, together: late measurements by one replay.
void FilterProcess::take_in() {
  if (arrived_.empty()) return;
  struct Arrival {
    int sensor;
    std::int64_t number;
    std::vector<int> rows;
  };
  std::vector<Arrival> arrivals;
  for (const SensorReading& r : arrived_) arrivals.push_back({r.sensor, r.number, r.rows});
  const std::vector<char> taken = estimator_->receive(std::move(arrived_));
  arrived_.clear();
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    const Arrival& reading = arrivals[k];
    const auto m = static_cast<std::size_t>(reading.sensor);
    Innovation& last = last_[m];
    if (!taken[k]) {
      last.accepted = false;
      continue;
    }
    const ReadingRecord* const record = estimator_->find_recent(reading.sensor, reading.number);
    if (!record) {  // it has left the history in the same call
      last.accepted = false;
      continue;
    }
    last = record->innovation;
    numbers_of_last_[m] = static_cast<int>(last.residual.size());
    if (reading.rows.empty()) continue;
    // In the places of all, with zeros where there is none.
    const VectorXd residual = last.residual;
    const MatrixXd S = last.S;
    const int size = plan_.shape.measured[m].manifold.tangent_size();
    last.residual = VectorXd::Zero(size);
    last.S = MatrixXd::Zero(size, size);
    last.residual(reading.rows) = residual;
    last.S(reading.rows, reading.rows) = S;
  }
}

void FilterProcess::tick(double t, const double* ticking, const double* in, double* out) {
  if (plan_.log) return tick_log(t, out);
  const std::size_t held = held_count(), ramped = plan_.ramped.size();
  std::vector<double> values(in, in + held);
  in += held;
  const double* const ramp = in;
  in += ramped > 0 ? ramped + 1 : 0;
  const bool ends_ramp = ramped > 0 && ticking[0] != 0;
  if (!estimator_) {
    known_ = values;
    if (ramped > 0) {
      ramp_.assign(ramp, ramp + ramped);
      ramp_.push_back(t);
      known_.insert(known_.end(), ramp, ramp + ramped);
      known_.insert(known_.end(), ramp, ramp + ramped);
      known_.insert(known_.end(), {t, t});
    }
    read_start(in);
    set_known(known_);
    begin(t);
    if (!known_.empty()) estimator_->set_input(t, known_);
  } else if (ends_ramp && t > ramp_.back()) {
    std::copy(values.begin(), values.end(), known_.begin());
    follow_ramp(t, ramp);
  } else if (ramped == 0 && values != known_) {
    known_ = values;
    estimator_->set_input(estimator_->now(), known_);
  }
  if (ends_ramp && ramp[ramped] == 0) ++clamped_;
  const bool is_between = ramped > 0 && !ends_ramp;
  if (!is_between) {
    for (Waiting& w : waiting_)
      receive(w.time, w.measured, w.z.data(), w.sigma.data(), w.delay, std::move(w.rows));
    waiting_.clear();
    take_in();
    if (t > estimator_->now()) estimator_->advance(t);
  }
  for (std::size_t m = 0; m < plan_.measured.size(); ++m) {
    const FilterPlan::Measured& measured = plan_.measured[m];
    const int size = plan_.shape.measured[m].manifold.size();
    const double* const z = in;
    const double* const sigma = z + size;
    const double* const delay = sigma + measured.sigmas;
    const double* const valid = delay + 1;
    in = valid + measured.valids;
    if (ticking[measured.clock] == 0) continue;
    std::vector<int> rows;
    int count = 0;
    for (int k = 0; k < measured.valids; ++k) count += valid[k] != 0 ? 1 : 0;
    if (count == 0) {
      ++invalid_[m];
      continue;
    }
    for (int k = 0; count < measured.valids && k < measured.valids; ++k)
      if (valid[k] != 0) rows.push_back(k);
    if (is_between)
      waiting_.push_back({t, m, {z, z + size}, {sigma, sigma + measured.sigmas}, *delay, rows});
    else
      receive(t, m, z, sigma, *delay, std::move(rows));
  }
  take_in();
  write(in, out);
}

/// True values, which follow the measurements among the inputs, and normal numbers.
void FilterProcess::read_start(const double* in) {
  for (std::size_t m = 0; m < plan_.measured.size(); ++m)
    in += plan_.shape.measured[m].manifold.size() + plan_.measured[m].sigmas + 1 +
          plan_.measured[m].valids;
  const Manifold& manifold = plan_.shape.manifold;
  start_.assign(static_cast<std::size_t>(manifold.size()), 0.0);
  for (std::size_t k = 0; k < manifold.blocks().size(); ++k) {
    const Manifold::Block& block = manifold.blocks()[k];
    if (!plan_.has_truth[k]) continue;
    for (int i = 0; i < block.size; ++i) start_[static_cast<std::size_t>(block.offset + i)] = *in++;
  }
  if (plan_.draws_start) start_.insert(start_.end(), in, in + manifold.tangent_size());
}

// All rows that have been received by t, in the order of their arrival.
void FilterProcess::tick_log(double t, double* out) {
  const FilterLog& log = *plan_.log;
  const std::size_t ramped = plan_.ramped.size(), held = held_count();
  const auto ramp_of = [&](std::size_t row) { return log.known[row].data() + held; };
  if (!estimator_) {
    if (!log.known.empty()) known_ = log.known.front();
    if (ramped > 0) {
      ramp_.assign(ramp_of(0), ramp_of(0) + ramped);
      ramp_.push_back(t);
      known_.insert(known_.end(), ramp_.begin(), ramp_.end() - 1);
      known_.insert(known_.end(), {t, t});
    }
    if (!known_.empty()) set_known(known_);
    begin(t);
    if (!known_.empty()) estimator_->set_input(t, known_);
  }
  // Times in files are rounded: a row within this of a tick is at that tick.
  const double slack = 1e-9 * std::max(1.0, t);
  for (; log_row_ < log.time.size() && log.received[log_row_] <= t + slack; ++log_row_) {
    const bool is_at_tick = std::abs(log.time[log_row_] - t) <= slack;
    const double time = is_at_tick ? t : log.time[log_row_];
    if (ramped > 0 && time > ramp_.back()) {
      std::copy_n(log.known[log_row_].begin(), held, known_.begin());
      follow_ramp(time, ramp_of(log_row_));
      estimator_->advance(time);
    }
    for (std::size_t m = 0; m < plan_.measured.size(); ++m) {
      const std::vector<double>& z = log.measured[m][log_row_];
      if (std::any_of(z.begin(), z.end(), [](double v) { return std::isnan(v); })) continue;
      const FilterPlan::Measured& measured = plan_.measured[m];
      receive(time, m, z.data(), measured.logged_sigma.data(), measured.logged_delay);
    }
    take_in();
    if (ramped > 0 || known_.empty() || log.known[log_row_] == known_) continue;
    if (time < estimator_->now()) continue;  // a late row has no news of inputs
    known_ = log.known[log_row_];
    estimator_->set_input(time, known_);
  }
  // Beyond the last sample of the unit that drives it the model knows nothing.
  if (ramped == 0 && t > estimator_->now()) estimator_->advance(t);
  write(nullptr, out);
}

void FilterProcess::write(const double* truth, double* out) {
  const FilterShape& shape = plan_.shape;
  const GaussianFilter& filter = estimator_->filter();
  const VectorXd& x = filter.x();
  const MatrixXd P = filter.P();
  const VectorXd sigma = filter.sigma();
  VectorXd true_x = x, error;
  std::vector<Eigen::Index> certain;
  for (std::size_t k = 0; k < shape.manifold.blocks().size(); ++k) {
    if (!plan_.has_truth[k]) continue;
    const Manifold::Block& block = shape.manifold.blocks()[k];
    for (int i = 0; i < block.size; ++i) true_x[block.offset + i] = *truth++;
    for (int i = 0; i < block.tangent_size(); ++i) certain.push_back(block.tangent + i);
  }
  error = shape.manifold.local(true_x, x);
  double likelihood = log_likelihood_;
  int rank = 0;  // of the covariance in NEES, which stands before its bound
  estimator_->visit_recent([&](const ReadingRecord& record) {
    if (record.innovation.accepted) likelihood += record.innovation.log_likelihood;
  });
  for (const FilterShape::Output& output : shape.outputs) {
    const int size = output.declaration.size();
    const auto m = static_cast<std::size_t>(std::max(output.of, 0));
    for (int i = 0; i < size; ++i) {
      const Eigen::Index at = output.first + i;
      switch (output.kind) {
        case Kind::estimate: *out = x[at]; break;
        case Kind::sigma: *out = sigma[at]; break;
        case Kind::error: *out = error[at]; break;
        case Kind::covariance: *out = P(at / P.cols(), at % P.cols()); break;
        case Kind::innovation: *out = last_[m].residual[at]; break;
        case Kind::deviation: *out = std::sqrt(last_[m].S(at, at)); break;
        case Kind::nis: *out = last_[m].nis; break;
        case Kind::gate: *out = last_[m].gate; break;
        case Kind::accepted: *out = last_[m].accepted ? 1 : 0; break;
        case Kind::counts: {
          const ReadingCounts& c = estimator_->counts()[m];
          const std::int64_t counts[] = {c.received, c.rejected, c.late, c.dropped};
          *out = static_cast<double>(counts[at]);
          break;
        }
        case Kind::nees: {
          const VectorXd e = error(certain);
          const MatrixXd S = P(certain, certain);
          *out = certain.empty() ? 0 : calc_squared_error(e, S, &rank);
          break;
        }
        case Kind::nees_bound: *out = bound_of(rank); break;
        case Kind::nis_bound: *out = bound_of(numbers_of_last_[m]); break;
        case Kind::log_likelihood: *out = likelihood; break;
      }
      ++out;
    }
  }
}

void FilterProcess::archive(Archive& a) {
  bool has_begun = estimator_.has_value();
  a.item("filter_has_begun", has_begun);
  a.item("filter_known", known_);
  a.item("filter_numbers", numbers_);
  a.item("filter_invalid", invalid_);
  a.item("filter_log_row", log_row_);
  a.item("filter_log_likelihood", log_likelihood_);
  a.item("filter_ramp", ramp_);
  a.item("filter_start", start_);
  a.item("filter_clamped", clamped_);
  a.item("filter_numbers_of_last", numbers_of_last_);
  std::size_t waiting = waiting_.size();
  a.count("filter_waiting", waiting);
  waiting_.resize(waiting);
  for (Waiting& w : waiting_) {
    a.item("time", w.time);
    a.item("measured", w.measured);
    a.item("z", w.z);
    a.item("sigma", w.sigma);
    a.item("delay", w.delay);
    a.item("rows", w.rows);
  }
  if (a.is_reading() && has_begun) {
    set_known(known_);
    begin(0);
  }
  if (has_begun) estimator_->archive(a);
  for (Innovation& last : last_) {
    const Eigen::Index m = last.residual.size();
    std::vector<double> numbers(last.residual.data(), last.residual.data() + m);
    numbers.insert(numbers.end(), last.S.data(), last.S.data() + last.S.size());
    numbers.push_back(last.nis);
    numbers.push_back(last.gate);
    numbers.push_back(last.accepted ? 1 : 0);
    a.fixed("filter_innovation", numbers);
    if (!a.is_reading()) continue;
    last.residual = Eigen::Map<VectorXd>(numbers.data(), m);
    last.S = Eigen::Map<MatrixXd>(numbers.data() + m, m, m);
    const double* const rest = numbers.data() + m + m * m;
    last.nis = rest[0];
    last.gate = rest[1];
    last.accepted = rest[2] != 0;
  }
}

std::vector<std::string> FilterProcess::list_notes() const {
  std::vector<std::string> notes;
  if (!estimator_) return notes;
  for (std::size_t m = 0; m < plan_.shape.measured.size(); ++m) {
    const ReadingCounts& c = estimator_->counts()[m];
    if (c.rejected + c.late + c.dropped + invalid_[m] == 0) continue;
    std::string text = fmt::format("{}: of {} measurements of {}", plan_.name,
                                   c.received + invalid_[m], plan_.shape.measured[m].name);
    const auto add = [&](std::int64_t count, const char* what) {
      if (count > 0) text += fmt::format(", {} {}", count, what);
    };
    add(c.rejected, "were rejected by the gate");
    add(c.late, "were late and taken in by replay");
    add(c.dropped, "were dropped, older than the history");
    add(invalid_[m], "were not valid");
    notes.push_back(std::move(text));
  }
  for (const std::string& name : idle_)
    notes.push_back(
        fmt::format("{}: what {} measures does not depend on the filter's states, so it "
                    "has no effect",
                    plan_.name, name));
  if (clamped_ > 0)
    notes.push_back(
        fmt::format("{}: at {} samples of {} a value was beyond its range, and the "
                    "prediction took the limit for it",
                    plan_.name, clamped_, plan_.model->drive.part));
  return notes;
}

void hash(std::uint64_t& h, double value) {
  h = (h ^ std::hash<double>{}(value)) * 0x9E3779B97F4A7C15ull;
  h ^= h >> 31;
}

}  // namespace

std::unique_ptr<Process> FilterModel::make(const ProgramOptions& /*options*/) const {
  const std::lock_guard lock(compiling());
  return std::make_unique<FilterProcess>(plan_);
}

std::uint64_t FilterModel::fingerprint() const {
  std::uint64_t h = plan_.model->system.fingerprint();
  const auto add = [&](double value) { hash(h, value); };
  add(static_cast<double>(plan_.step.method));
  add(plan_.step.substeps);
  add(static_cast<double>(plan_.options.method));
  add(plan_.options.ukf.alpha);
  add(plan_.options.ukf.beta);
  add(plan_.options.ukf.kappa);
  for (const MatrixXd* m : {&plan_.noise.density, &plan_.noise.per_step, &plan_.covariance})
    for (Eigen::Index i = 0; i < m->size(); ++i) add(m->data()[i]);
  for (const auto& mean : plan_.mean) add(mean.value_or(0.5));
  for (const char is : plan_.starts_at_truth) add(is);
  add(plan_.draws_start);
  add(plan_.has_differences);
  for (const int k : plan_.ramped) add(k);
  add(plan_.history);
  if (plan_.log) add(static_cast<double>(plan_.log->time.size())), add(plan_.log->sum);
  for (const FilterPlan::Measured& m : plan_.measured) add(m.gate), add(m.clock);
  for (const FilterShape::Measured& m : plan_.shape.measured)
    for (const std::string& name : m.predicted) h ^= std::hash<std::string>{}(name);
  return h;
}

}  // namespace holon
