// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The commands that study a model: linear models, steady states, sensitivities, many runs.
#include "holon/shell/grammar.h"

namespace holon::app {

void Grammar::add_linearize() {
  CLI::App* c =
      add("linearize",
          "linearise about an operating point: A, B, C, D, poles, zeros, transfer functions, Bode, "
          "Nyquist, step responses");
  c->add_option("MODEL", linearize.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--at", linearize.at,
                "the operating point: equilibrium (near the start), or a time of the run, 20, \"2 "
                "min\"; without it the start")
      ->type_name("TIME");
  c->add_option(
       "--input", linearize.inputs,
       "an input: a parameter or a part's value, such as pin.torque or controller.input, to "
       "which a disturbance is added; may be repeated; without it the model's inputs")
      ->type_name("VALUE")
      ->allow_extra_args(false);
  c->add_option("--output", linearize.outputs,
                "an output: pin.angle, link.position; may be repeated; without it the model's "
                "outputs")
      ->type_name("NAME")
      ->allow_extra_args(false);
  c->add_option("--loop", linearize.loop,
                "opens a control loop at this value, and reports its loop gain and margins")
      ->type_name("VALUE");
  c->add_flag("--continuous", linearize.continuous,
              "holds sampled parts at their values: a continuous model of the others, instead of a "
              "sampled model of all");
  c->add_option("--frequency", linearize.frequency,
                "range of frequencies: \"0.01..100 Hz\"; without it by poles and zeros")
      ->type_name("RANGE");
  c->add_option("--format", linearize.format,
                "the matrices as formulas, parameters by name: text, latex, mathml or matlab")
      ->type_name("NAME");
  c->add_option("-o,--file", linearize.output,
                "the matrices as a file that runs in MATLAB and Octave (.m), all as .json, "
                "frequency and step responses as .csv, or the page of --report as .html")
      ->type_name("FILE");
  c->add_option("--plot", linearize.plot,
                "Bode, Nyquist, poles and zeros, step responses: an .svg or .png file")
      ->type_name("FILE");
  c->add_option("--report", linearize.report,
                "a page for the browser with poles, matrices and plots of every input and output, "
                "an .html file")
      ->type_name("FILE");
  add_sets(c);
  c->add_flag("--json", linearize.json, "all of it as JSON on stdout");
}

void Grammar::add_modes() {
  CLI::App* c = add(
      "modes",
      "eigenmodes about an equilibrium or a steady motion: frequencies, damping, shapes, whirl; "
      "a Campbell diagram over a parameter");
  c->add_option("MODEL", modes.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--at", modes.at,
                "equilibrium (or steady motion) near the start, which is the default; start; or a "
                "time of the run, 20, \"2 min\"")
      ->type_name("TIME");
  c->add_option("--parameter", modes.parameter,
                "tracks the modes over values of a parameter or of a part's value: "
                "speed=\"0:300:31 rad/s\" for 31 values from 0 to 300 rad/s")
      ->type_name("NAME=FROM:TO:COUNT");
  c->add_option("-o,--file", modes.output,
                "modes and shapes, or the branches of --parameter, as .csv; all as .json; or the "
                "page of --report as .html")
      ->type_name("FILE");
  c->add_option("--plot", modes.plot,
                "eigenvalues and shapes, or the Campbell diagram: an .svg or .png file")
      ->type_name("FILE");
  c->add_option("--report", modes.report,
                "a page for the browser with tables, plots and the machine moving in each mode, an "
                ".html file")
      ->type_name("FILE");
  add_sets(c);
  add_formulation(c);
  c->add_flag("--json", modes.json, "all of it as JSON on stdout");
}

void Grammar::add_trim() {
  CLI::App* c = add(
      "trim",
      "steady states: equilibria and steady motions with chosen unknowns, several solutions with "
      "their stability");
  c->add_option("MODEL", trim.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--solve,--unknown", trim.unknowns,
                "unknowns beside the states: parameters and parts' values, m or pin.torque; if "
                "states are among them (pin.angle), all other states keep their initial values; "
                "comma-separated, or repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  c->add_option("--for,--given", trim.givens,
                "what holds in the steady state: an output and its value, "
                "body.velocity.x=\"5 m/s\"; may be repeated")
      ->type_name("OUTPUT=VALUE")
      ->allow_extra_args(false);
  c->add_flag("--turn", trim.turns,
              "steady turns, too: motions that are steady in axes that rotate about the vertical, "
              "at a rate that is one more unknown (free bodies)");
  c->add_option("--starts", trim.starts,
                "number of starts of the search, the first at the model's own start; 40 by default")
      ->type_name("N");
  c->add_option("-o,--file", trim.output,
                "the solutions as .csv, all as .json, or the page of --report as .html")
      ->type_name("FILE");
  c->add_option(
       "--report", trim.report,
       "a page for the browser with the solutions, their poles and the machine in each, an "
       ".html file")
      ->type_name("FILE");
  add_sets(c);
  add_formulation(c);
  c->add_flag("--json", trim.json, "all of it as JSON on stdout");
}

void Grammar::add_sensitivity() {
  CLI::App* c =
      add("sensitivity",
          "exact derivatives of recorded quantities to parameters and start values along a run, "
          "through its events");
  c->add_option("MODEL", sensitivity.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option(
       "--of", sensitivity.of,
       "an output: pin.angle, link.position; without it the model's outputs; comma-separated, "
       "or repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  c->add_option("--to", sensitivity.to,
                "a parameter, a part's value or a start value: m, pin.damping, pin.initial.angle; "
                "comma-separated, or repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  c->add_flag("--check", sensitivity.check,
              "compares with differences of runs with other values; exit status 4 where they "
              "disagree");
  c->add_option("--until", until, "end of the run: 20, \"2 min\"")->type_name("TIME");
  c->add_option("--solver", solver, "dopri5 (also for auto), radau5 or radau")->type_name("NAME");
  c->add_option("-o,--file", sensitivity.output,
                "quantities and derivatives over time as .csv, .h5 or .mat; all as .json; or the "
                "page of --report as .html")
      ->type_name("FILE");
  c->add_option("--plot", sensitivity.plot, "the derivatives over time: an .svg or .png file")
      ->type_name("FILE");
  c->add_option("--report", sensitivity.report,
                "a page for the browser with tables and plots, an .html file")
      ->type_name("FILE");
  add_sets(c);
  c->add_flag("--json", sensitivity.json, "the derivatives at the end as JSON on stdout");
}

void Grammar::add_inverse() {
  CLI::App* c =
      add("inverse",
          "inverse dynamics: the efforts that a motion requires, given by formulas or a file");
  c->add_option("MODEL", inverse.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--motion", inverse.motions,
                "a coordinate's motion as a formula of time: pin.angle=\"0.3 [rad]*sin(2 "
                "[rad/s]*time)\"; may be repeated")
      ->type_name("NAME=FORMULA")
      ->allow_extra_args(false);
  c->add_option("--data", inverse.file,
                "the motion as recorded: a .csv, .h5 or .mat file with the time and a column for "
                "each coordinate")
      ->type_name("FILE");
  c->add_option("--effort", inverse.efforts,
                "the effort that is computed: pin.torque; without it the effort of each joint "
                "whose motion is given; comma-separated, or repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  c->add_option("--until", until, "end of the motion: 20, \"2 min\"")->type_name("TIME");
  c->add_option("-o,--file", inverse.output,
                "the efforts over time as .csv, .h5 or .mat; or the page of --report as .html")
      ->type_name("FILE");
  c->add_option("--plot", inverse.plot, "motion and efforts over time: an .svg or .png file")
      ->type_name("FILE");
  c->add_option("--report", inverse.report,
                "a page for the browser with plots and the moving machine, an .html file")
      ->type_name("FILE");
  add_sets(c);
  c->add_flag("--json", inverse.json, "the largest efforts as JSON on stdout");
}

void Grammar::add_lqr() {
  CLI::App* c = add("lqr",
                    "gains of a linear-quadratic regulator or by pole placement, and of a "
                    "steady-state Kalman filter");
  c->add_option("MODEL", lqr.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option(
       "--input", lqr.inputs,
       "an input of the machine: pin.torque; may be repeated; without it the model's inputs")
      ->type_name("VALUE")
      ->allow_extra_args(false);
  c->add_option("--output", lqr.outputs, "an output that has a weight or is measured")
      ->type_name("NAME")
      ->allow_extra_args(false);
  c->add_option("--weight", lqr.weights,
                "weight of the square of a state, output (default 0) or input (default 1), in SI "
                "units: pin.angle=10; may be repeated")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
  c->add_option("--poles", lqr.poles, "places these poles [1/s] instead: \"-1, -2+3j, -2-3j\"")
      ->type_name("LIST");
  c->add_option("--sigma", lqr.sigma,
                "standard deviation of a measured output: pin.angle=0.01; with it a steady Kalman "
                "filter is designed, too (continuous: the square root of the spectral density)")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
  c->add_option("--process-noise", lqr.process_noise,
                "square root of the spectral density of the process noise in the rate of a state: "
                "pin.rate=0.1")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
  c->add_option("--sample", lqr.sample, "period of a sampled controller: \"20 ms\"")
      ->type_name("TIME");
  c->add_option("--at", lqr.at,
                "the operating point: equilibrium (near the start), or a time of the run; without "
                "it the start")
      ->type_name("TIME");
  add_sets(c);
  c->add_flag("--json", lqr.json, "all of it as JSON on stdout");
}

void Grammar::add_observability() {
  CLI::App* c =
      add("observability",
          "which states measurements determine: rank and weak directions, at a point or along a "
          "motion");
  c->add_option("MODEL", observability.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--output", observability.outputs,
                "what is measured: pin.angle, link.position; may be repeated; without it the "
                "model's outputs")
      ->type_name("NAME")
      ->allow_extra_args(false);
  c->add_option("--at", observability.at,
                "the point: equilibrium (near the start), or a time of the run, 20, \"2 min\"; "
                "without it the start")
      ->type_name("TIME");
  c->add_option("--over", observability.over,
                "along the motion from the start up to this time, instead of at a point")
      ->type_name("TIME");
  add_sets(c);
  c->add_flag("--json", observability.json, "all of it as JSON on stdout");
}

void Grammar::add_sweep() {
  CLI::App* c = add(
      "sweep", "run a model many times with values that vary, as its section 'study' specifies");
  c->add_option("MODEL", sweep.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option(
       "-o,--output", sweep.output,
       "table of the samples: a .h5, .mat or .csv file; without it one in results/<model>/")
      ->type_name("FILE");
  c->add_option("--report", sweep.report,
                "page with distributions, bounds and extreme cases, an .html file; without it "
                "beside the table")
      ->type_name("FILE");
  c->add_option("--threads", sweep.threads, "number of threads; without it one for each core")
      ->type_name("N")
      ->check(CLI::Range(1, 4096).description(""));
  c->add_flag("--fresh", sweep.fresh, "starts over instead of continuing an interrupted study");
  add_sets(c);
  c->add_flag("--json", sweep.json, "statistics and failures as JSON on stdout");
  c->add_flag("-q,--quiet", sweep.quiet, "no progress and no notes");
}

void Grammar::add_allan() {
  CLI::App* c = add("allan",
                    "the overlapping Allan deviation of recorded signals, and the noise "
                    "coefficients read from it");
  c->add_option("RESULTS", allan.results,
                "results (.h5, .hdf5, .mat, .csv), or a folder results/<model>")
      ->type_name("")
      ->required();
  c->add_option("SIGNAL", allan.signals,
                "columns of it, or quantities: imu.angular_velocity has three")
      ->type_name("")
      ->required();
  c->add_flag("--increments", allan.are_increments,
              "the signals are integrals over each sample, such as imu.delta_angle");
  c->add_option("--confidence", allan.confidence, "of the intervals; 0.95 by default")
      ->type_name("P");
  c->add_option("-o,--output", allan.output, "a table of the deviations, a .csv file")
      ->type_name("FILE");
  c->add_option("--report", allan.report, "a page for the browser with the plot, an .html file")
      ->type_name("FILE");
  c->add_flag("--json", allan.json, "the analysis as JSON on stdout");
}

}  // namespace holon::app
