// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/inertial_errors.h"

#include <cmath>
#include <limits>

#include "holon/spatial/rotation.h"

namespace holon {
namespace {

constexpr double kGradeDegree = 0.017453292519943295;  // [rad]
constexpr double kGradeDegreePerHour = kGradeDegree / 3600;
constexpr double kGradeDegreePerRootHour = kGradeDegree / 60;  // [rad/√s]
constexpr double kGradeGn = 9.80665;                           // [m/s²]
constexpr double kGradeMicroG = 1e-6 * kGradeGn;
constexpr double kGradePpm = 1e-6;

/// The figures of one grade in SI units; 0: none.
struct GradeFigures {
  double noise_density, start_bias, instability, drift, drift_time, scale, misalignment, range;
  int bits;
};

// In the order of ImuGrade from consumer on. Sources: docs/parts/Imu.md.
constexpr std::array<GradeFigures, 4> kGyroGrades{{
    {0.015 * kGradeDegree, 5 * kGradeDegree, 20 * kGradeDegreePerHour, 0, 0, 0.015, 0.02,
     500 * kGradeDegree, 16},
    {0.34 * kGradeDegreePerRootHour, 0.2 * kGradeDegree, 8 * kGradeDegreePerHour, 0, 0, 0.003,
     0.05 * kGradeDegree, 2000 * kGradeDegree, 32},
    {0.07 * kGradeDegreePerRootHour, 1 * kGradeDegreePerHour, 0, 0.35 * kGradeDegreePerHour, 100,
     100 * kGradePpm, 1e-4, 1000 * kGradeDegree, 0},
    {0.002 * kGradeDegreePerRootHour, 0.0035 * kGradeDegreePerHour, 0, 0, 0, 5 * kGradePpm, 0, 0,
     0},
}};
constexpr std::array<GradeFigures, 4> kAccelerometerGrades{{
    {230 * kGradeMicroG, 25e3 * kGradeMicroG, 50 * kGradeMicroG, 0, 0, 0.005, 0.02, 4 * kGradeGn,
     16},
    {0.037 / 60, 3e3 * kGradeMicroG, 13 * kGradeMicroG, 0, 0, 0.003, 0.05 * kGradeDegree,
     40 * kGradeGn, 32},
    {35 * kGradeMicroG, 300 * kGradeMicroG, 0, 50 * kGradeMicroG, 60, 300 * kGradePpm, 1e-4,
     40 * kGradeGn, 0},
    {20 * kGradeMicroG, 25 * kGradeMicroG, 0, 0, 0, 100 * kGradePpm, 0, 0, 0},
}};

template <class U>
void add_figures(TriadErrors<U>& errors, const GradeFigures& figures) {
  const auto fill = [](auto& value, double figure) {
    if (!value && figure != 0) value = Expr(figure);
  };
  fill(errors.noise_density, figures.noise_density);
  if (!errors.bias) errors.bias.emplace();
  sensor::Bias<U>& bias = *errors.bias;
  if (!bias.value) fill(bias.sigma, figures.start_bias);
  // Either of the two describes what changes during a run.
  if (!bias.instability && !bias.drift && figures.drift != 0)
    bias.drift = sensor::Drift<U>{figures.drift, figures.drift_time};
  if (!bias.drift) fill(bias.instability, figures.instability);
  if (!errors.scale) errors.scale.emplace();
  if (!errors.scale->value) fill(errors.scale->sigma, figures.scale);
  if (!errors.misalignment) errors.misalignment.emplace();
  if (!errors.misalignment->value) fill(errors.misalignment->sigma, figures.misalignment);
  fill(errors.range, figures.range);
  if (errors.bits == 0 && !errors.resolution) errors.bits = figures.bits;
}

const GradeFigures& figures_of(const std::array<GradeFigures, 4>& grades, ImuGrade grade) {
  return grades[static_cast<std::size_t>(grade) - 1];
}

bool is_drawn(const std::optional<Expr>& sigma) { return sigma && !sigma->is_constant(0.0); }

}  // namespace

void add_grade(TriadErrors<sensor::AngularRate>& gyro, ImuGrade grade) {
  if (grade != ImuGrade::ideal) add_figures(gyro, figures_of(kGyroGrades, grade));
}

void add_grade(TriadErrors<sensor::SpecificForce>& accelerometer, ImuGrade grade) {
  if (grade != ImuGrade::ideal) add_figures(accelerometer, figures_of(kAccelerometerGrades, grade));
}

template <class U>
Triad::Triad(PartBuilder& b, SensorClock& clock, const std::string& name,
             const TriadErrors<U>& errors, const std::optional<Expr>& temperature) {
  const Expr warmth = temperature ? *temperature - kReferenceTemperature : Expr(0.0);
  const auto needs_temperature = [&](const char* object, const std::optional<Expr>& coefficient) {
    if (!coefficient || temperature) return;
    b.error(name + "." + object + ".temperature",
            "'temperature' has no effect without the sensor's temperature",
            "give the part a 'temperature', such as 40 degC");
  };
  if (errors.bias) needs_temperature("bias", errors.bias->temperature);
  if (errors.scale) needs_temperature("scale", errors.scale->temperature);
  if (errors.bits != 0 && errors.resolution) {
    b.error(name + ".resolution", "'resolution' and 'bits' both determine the quantisation step",
            "keep one of them");
  } else if (errors.bits != 0 && !errors.range) {
    b.error(name + ".bits", "'bits' needs a 'range', which the converter covers",
            "give the range, or 'resolution' instead");
  }

  static const char* const axes[] = {".x", ".y", ".z"};
  scale_ = identity3<Expr>();
  if (errors.misalignment && errors.misalignment->value) {
    const Vector3<Expr>& turn = *errors.misalignment->value;
    scale_ = Rotation<Expr>::from_rotation_vector(turn).inverse().to_matrix();
  }
  known_scale_ = scale_;
  figures_ = find_bias_figures(errors.bias);
  slow_ = find_slow_figures(errors.bias);
  fast_density_ = find_fast_density(errors.bias, clock.period());
  period_ = clock.period();
  name_ = b.member(name);
  for (int i = 0; i < 3; ++i) {
    const std::string axis = name + axes[i];
    known_bias_[i] = find_known_bias(errors.bias, i, warmth);
    if (errors.scale) {
      if (errors.scale->value) {
        scale_(i, i) += (*errors.scale->value)[i];
        known_scale_(i, i) += (*errors.scale->value)[i];
      }
      if (errors.scale->temperature) known_scale_(i, i) += *errors.scale->temperature * warmth;
      if (is_drawn(errors.scale->sigma)) {
        drawn_scale_[i] = *errors.scale->sigma * clock.add_constant_normal(axis + ".scale");
        scale_sigma_ = errors.scale->sigma->is_constant()
                           ? errors.scale->sigma->value()
                           : std::numeric_limits<double>::quiet_NaN();
      }
      scale_(i, i) += drawn_scale_[i];
      if (errors.scale->temperature) scale_(i, i) += *errors.scale->temperature * warmth;
    }
    for (int j = 0; j < 3; ++j) {
      if (i == j || !errors.misalignment || !is_drawn(errors.misalignment->sigma)) continue;
      scale_(i, j) +=
          *errors.misalignment->sigma * clock.add_constant_normal(axis + ".misalignment" + axes[j]);
    }
    Expr fast = 0.0;
    bias_[i] =
        errors.bias ? add_bias(clock, axis + ".bias", *errors.bias, i, warmth, &fast) : Expr(0.0);
    slow_bias_[i] = bias_[i] - fast - known_bias_[i];
    noise_[i] = add_white_noise(clock, axis + ".noise", {}, errors.noise_density);
  }
  range_ = errors.range;
  if (errors.resolution) step_ = *errors.resolution;
  if (errors.bits != 0 && errors.range)
    step_ = *errors.range / std::pow(2.0, static_cast<double>(errors.bits - 1));
  deviation_ = find_deviation(clock.period(), {}, errors.noise_density, step_);
}

InstalledQuantity Triad::describe_to_filters(const std::string& output, const std::string& bias,
                                             const Vector3<Expr>& x) const {
  const Vector3<Expr> exact = multiply(known_scale_, x) + known_bias_;
  InstalledQuantity q{.output = output, .name = output, .components = {"x", "y", "z"}};
  for (int i = 0; i < 3; ++i) {
    q.exact.push_back(exact[i]);
    q.bias_now.push_back(bias_[i] - known_bias_[i]);
  }
  q.sigma = {deviation_};
  if (range_) q.valid = {logical_not(is_clamped(x))};
  q.bias = bias;
  q.bias_sigma = figures_.sigma;
  q.bias_walk = figures_.walk;
  return q;
}

Vector3<Expr> Triad::correct(const Vector3<Expr>& y, const Vector3<Expr>& random_bias,
                             const Vector3<Expr>& random_scale) const {
  const Vector3<Expr> x = y - known_bias_ - random_bias;
  Matrix3<Expr> S = known_scale_;
  for (int i = 0; i < 3; ++i) S(i, i) += random_scale[i];
  Vector3<Expr> columns[3];
  for (int j = 0; j < 3; ++j) columns[j] = {S(0, j), S(1, j), S(2, j)};
  // Cramer's rule: rows of the inverse are cross products of the columns.
  const Vector3<Expr> rows[] = {cross<Expr>(columns[1], columns[2]),
                                cross<Expr>(columns[2], columns[0]),
                                cross<Expr>(columns[0], columns[1])};
  const Expr determinant = dot<Expr>(columns[0], rows[0]);
  return {dot<Expr>(rows[0], x) / determinant, dot<Expr>(rows[1], x) / determinant,
          dot<Expr>(rows[2], x) / determinant};
}

double Triad::driving_density() const {
  if (!deviation_.is_constant() || std::isnan(fast_density_))
    throw ModelError("the noise of '" + name_ + "' is not a number, as a filter driven by it needs",
                     "give 'noise_density', 'range' and 'instability' as numbers");
  const double white = deviation_.value();
  return std::sqrt(white * white * period_ + fast_density_ * fast_density_);
}

Vector3<Expr> Triad::distort(const Vector3<Expr>& x) const {
  return multiply(scale_, x) + bias_ + noise_;
}

Vector3<Expr> Triad::measure_integral(SensorClock& clock, const std::string& name,
                                      const Vector3<Expr>& integral) const {
  static const char* const axes[] = {".x", ".y", ".z"};
  const double T = clock.period();
  Vector3<Expr> y = distort(Expr(1.0 / T) * integral);
  for (int i = 0; i < 3; ++i) {
    // Nothing has passed before the first tick.
    y[i] = select(clock.has_ticked(), T * y[i], 0.0);
    if (!step_.is_constant(0.0)) {
      const Expr remainder = clock.block().add_memory(name + ".remainder" + axes[i], {}, 0.0);
      const Expr whole = y[i] + remainder, digits = quantise(whole, T * step_);
      clock.block().set_next(remainder, whole - digits);
      y[i] = digits;
    }
    if (range_) y[i] = max(-T * *range_, min(y[i], T * *range_));
  }
  return y;
}

Vector3<Expr> Triad::measure(const Vector3<Expr>& x) const {
  Vector3<Expr> y = distort(x);
  for (int i = 0; i < 3; ++i) {
    y[i] = quantise(y[i], step_);
    if (range_) y[i] = max(-*range_, min(y[i], *range_));
  }
  return y;
}

Expr Triad::is_clamped(const Vector3<Expr>& x) const {
  if (!range_) return 0.0;
  const Vector3<Expr> y = distort(x);
  Expr is = 0.0;
  for (int i = 0; i < 3; ++i) is = logical_or(is, less(*range_, abs(y[i])));
  return is;
}

template Triad::Triad(PartBuilder&, SensorClock&, const std::string&,
                      const TriadErrors<sensor::AngularRate>&, const std::optional<Expr>&);
template Triad::Triad(PartBuilder&, SensorClock&, const std::string&,
                      const TriadErrors<sensor::SpecificForce>&, const std::optional<Expr>&);
template Triad::Triad(PartBuilder&, SensorClock&, const std::string&,
                      const TriadErrors<sensor::FluxDensity>&, const std::optional<Expr>&);

}  // namespace holon
