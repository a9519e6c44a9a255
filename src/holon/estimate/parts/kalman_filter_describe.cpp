// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The keys of a KalmanFilter.
#include "holon/estimate/parts/kalman_filter.h"

namespace holon {

void KalmanFilter::Step::describe(Fields<Step>& f) {
  f.choice("method", &Step::method, {"rk4", "rk3", "implicit", "exact"},
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
  f.numbers("sigma", &Measurement::sigma, "delta any",
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
  f.value("gate", &Measurement::gate, "", "probability that a consistent measurement is accepted")
      .structural()
      .above(0)
      .below(1);
  f.integer("adaptive", &Measurement::adaptive,
            "its standard deviation is estimated from the residuals of about so many measurements, "
            "beginning with the given one; 0: as given")
      .at_least(0);
  f.period(
      "sample", &Measurement::sample,
      "sampling period or rate; default: that of the part that sets the signal, or the filter's");
}

void KalmanFilter::Noise::describe(Fields<Noise>& f) {
  f.numbers("density", &Noise::density, "any", "square root of the noise's power spectral density")
      .takes_one()
      .fits_name("1/s^0.5");
  f.bare();
  f.numbers("per_step", &Noise::per_step, "delta any",
            "standard deviation of the increment in each step")
      .takes_one()
      .fits_name();
  f.numbers("sigma", &Noise::sigma, "delta any",
            "in place of 'density', with 'time_constant': stationary standard deviation "
            "of the Gauss-Markov process")
      .takes_one()
      .fits_name();
  f.value("time_constant", &Noise::time_constant, "s",
          "of a first-order Gauss-Markov process about the mean; default: a random walk")
      .structural()
      .positive();
}

void KalmanFilter::Initial::describe(Fields<Initial>& f) {
  f.numbers("mean", &Initial::mean, "any", "estimate at the start; default: the model's own")
      .takes_one()
      .fits_name();
  f.numbers("sigma", &Initial::sigma, "delta any", "standard deviation of its error; default: zero")
      .takes_one()
      .fits_name();
}

void KalmanFilter::Truth::describe(Fields<Truth>& f) {
  f.numbers("value", &Truth::value, "any", "true value").varying().takes_one().fits_name();
  f.bare();
}

void KalmanFilter::Unscented::describe(Fields<Unscented>& f) {
  f.value("alpha", &Unscented::alpha, "", "scaling of the spread of the sigma points")
      .structural()
      .positive();
  f.value("beta", &Unscented::beta, "",
          "weight of the central point in the covariance; 2 for Gaussian errors")
      .structural();
  f.value("kappa", &Unscented::kappa, "", "secondary scaling parameter").structural();
}

void KalmanFilter::Input::describe(Fields<Input>& f) {
  f.value("value", &Input::value, "any", "the signal").varying();
  f.bare();
  f.choice("interpolation", &Input::interpolation, {"held", "linear"},
           "between two ticks: held, as a controller's output; or linear, as a "
           "measurement that drives the model");
}

void KalmanFilter::describe(Descriptor<KalmanFilter>& d) {
  d.type("KalmanFilter", "Estimates the states of a model from measurements.");
  d.choice("method", &KalmanFilter::method, {"kf", "ekf", "ukf", "eskf"},
           "kf: for linear models, ekf: by exact derivatives, ukf: by sigma points, eskf: as ekf, "
           "the error state of orientations");
  d.text("model", &KalmanFilter::model,
         "the filter's model: 'machine' (this model itself), a file, a part, or the name of an Imu "
         "(inertial navigation)");
  d.texts("without", &KalmanFilter::without, "parts that are left out of the filter's model");
  d.source(
      "replace", &KalmanFilter::replace,
      "parts, by name, that replace others in the filter's model; values alone change those given");
  d.period("sample", &KalmanFilter::sample, "period or rate of the predictions");
  d.object("step", &KalmanFilter::step, "integration of the model over a step");
  d.named("inputs", &KalmanFilter::inputs,
          "signals for values of the model, by the names of those values");
  d.named("measurements", &KalmanFilter::measurements,
          "measurements by name; a list: sensors that are installed")
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
           "Jacobians of the model and the measurements; differences: to check the exact ones");
  d.choice("start", &KalmanFilter::start, {"given", "drawn"},
           "given: at the means; drawn: errors are drawn from the covariance at the start, about "
           "the true values, for studies of consistency");
  d.named(
       "truth", &KalmanFilter::truth,
       "true values, by state, for errors and NEES, or 'body: blade': of all states below 'body'; "
       "default with 'model: machine': the machine's")
      .names_own("estimate.");
  d.object("ukf", &KalmanFilter::ukf, "sigma points");
  d.text("log", &KalmanFilter::log,
         "recorded measurements in place of the signals 'measured': CSV or HDF5, time first")
      .file();
  d.choice("smooth", &KalmanFilter::smooth, {"none", "rts"},
           "rts: Rauch-Tung-Striebel smoothing over all measurements of the log, as outputs "
           "'smoothed' and 'smoothed_sigma'");
  d.value("history", &KalmanFilter::history, "s", "duration kept for delayed measurements")
      .structural()
      .positive();
}

}  // namespace holon
