// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/grammar.h"

namespace holon::app {

CLI::App* Grammar::add(const char* name, const char* description) {
  return app.add_subcommand(name, description);
}

void Grammar::add_sets(CLI::App* command) {
  command
      ->add_option("--set", sets,
                   "sets a parameter, a part's value or a setting: m=\"2 kg\", pin.damping=0.1, "
                   "simulate.tolerance=1e-10; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_plugins(command);
}

void Grammar::add_plugins(CLI::App* command) {
  command
      ->add_option("--plugin", plugins,
                   "loads a shared library with part types (docs/plugins.md); may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

Grammar::Grammar() {
  app.set_help_flag("-h,--help", "this text");
  app.add_flag("-V,--version", version, "version, compiler and flags");

  add_run();
  add_estimate();
  add_check();
  add_verify();
  add_equations();
  add_linearize();
  add_modes();
  add_trim();
  add_sensitivity();
  add_inverse();
  add_lqr();
  add_observability();
  add_sweep();
  add_export();
  add_parts();
  add_set();
  add_new();
  add_examples();
  add_compare();
  add_validate();
  add_allan();
  add_serve();
  add_completion();
  add_schema();
  add_help();
  for (CLI::App* command : app.get_subcommands({}))
    command->set_help_flag("-h,--help", "this text");
}

void Grammar::add_run() {
  CLI::App* c =
      add("run", "simulate models; results are written to results/<model>/ unless -o names a file");
  c->add_option("MODEL", run.models, "model files (.yaml), or names of examples")
      ->type_name("")
      ->required();
  c->add_option(
       "-o,--output", run.output,
       "the table of results, a .csv, .h5 or .mat file; no plot and report then unless requested")
      ->type_name("FILE");
  c->add_option("--plot", run.plot,
                "plots and the animated machine, an .svg file; or a .png file, at rest")
      ->type_name("FILE");
  c->add_option("--report", run.report,
                "a page for the browser with plots, the machine in 3D, equations and statistics, "
                "an .html file")
      ->type_name("FILE");
  c->add_option(
       "--csv", run.csv,
       "headings of a .csv table: names, or units: 'pin.angle [rad]', as 'inputs' reads them")
      ->type_name("FORM");
  c->add_option("--mat", run.mat,
                "layout of a .mat table: dymola, or plain: a variable for each column, pin_angle")
      ->type_name("FORM");
  c->add_option("--until", until, "end of the run: 20, \"2 min\"")->type_name("TIME");
  add_sets(c);
  c->add_option("--solver", solver,
                "auto (dopri5, and radau or cvode while stiff), dopri5 (explicit, order 5), "
                "radau5 (implicit, one-step, order 5: stiff problems with events), radau (the same "
                "of order 5 or 9: small tolerances), cvode (BDF, stiff "
                "problems), cvode_adams, ida (with equations kept), rk4 (with simulate.step)")
      ->type_name("NAME");
  c->add_option("--formulation", formulation,
                "formulation of the equations of mechanics: recursive, augmented or aggregate")
      ->type_name("NAME");
  c->add_option(
       "--engine", engine,
       "jit (machine code at once), native (compiled C), auto (jit, and native where the run is "
       "long enough) or tape (interpreted); all give the same bits")
      ->type_name("NAME");
  c->add_option("--seed", seed, "of all random numbers")->type_name("N");
  c->add_flag("--json", run.json, "statistics and provenance as JSON on stdout");
  c->add_flag("-q,--quiet", run.quiet, "no summary and no progress");
  c->add_flag("--profile", run.profile, "where the time of the run went, by kind of work");
  c->add_flag("--realtime", run.realtime,
              "in step with the clock, in frames of 1 ms (or of simulate.max_step); overruns are "
              "counted");
  c->add_option("--inputs", run.inputs,
                "values that change during the run: a table (.csv, .h5, .mat) with the time first "
                "and a column for each value, named as for --set; or run.json of a run that was "
                "steered in the desktop")
      ->type_name("FILE");
  c->add_option("--resume", run.resume,
                "continues a run that was interrupted, from its checkpoint, with the same model "
                "and options; only --until may be longer")
      ->type_name("FILE");
}

void Grammar::add_estimate() {
  CLI::App* c = add("estimate", "run a model's filters over recorded measurements");
  c->add_option("MODEL", estimated, "model file (.yaml) with filters, or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--log", estimate.logs,
                "recorded measurements, a .csv, .h5 or .mat file: the time first, columns by the "
                "names of the measured signals, 'received' for times of arrival; or the .nmea log "
                "of a receiver, 'gps=rover.nmea', '@12.5' behind it the time of its first row; "
                "several are taken together")
      ->type_name("FILE")
      ->required();
  c->add_option("-o,--output", estimate.run.output,
                "the table of estimates, a .csv, .h5 or .mat file; no plot and report then unless "
                "requested")
      ->type_name("FILE");
  c->add_option("--plot", estimate.run.plot, "plots, an .svg or .png file")->type_name("FILE");
  c->add_option("--report", estimate.run.report, "a page for the browser, an .html file")
      ->type_name("FILE");
  add_sets(c);
  c->add_flag("--json", estimate.run.json, "statistics and provenance as JSON on stdout");
  c->add_flag("-q,--quiet", estimate.run.quiet, "no summary and no progress");
}

void Grammar::add_check() {
  CLI::App* c =
      add("check", "report every error and warning of models, with location and suggestion");
  c->add_option("MODEL", check.models, "model files (.yaml), or names of examples")
      ->type_name("")
      ->required();
  add_sets(c);
  c->add_flag("--json", check.json, "the errors and warnings as JSON on stdout");
}

void Grammar::add_verify() {
  CLI::App* c =
      add("verify",
          "compare models with themselves: formulations, energy and momentum, derivatives, "
          "engines, repeated and resumed runs");
  c->add_option("MODEL", verify.models, "model files (.yaml), or names of examples")
      ->type_name("")
      ->required();
  c->add_option("--until", until, "end of the runs: 20, \"2 min\"")->type_name("TIME");
  add_sets(c);
  c->add_flag("--json", verify.json, "the checks as JSON on stdout");
}

void Grammar::add_equations() {
  CLI::App* c = add("equations", "print the equations of motion");
  c->add_option("MODEL", equations.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--format", equations.format, "text, latex, mathml, matlab or c")
      ->type_name("NAME");
  c->add_option("--of", equations.of, "only the states and main outputs of one part")
      ->type_name("PART");
  c->add_option("--sparsity", equations.sparsity,
                "draw the sparsity pattern of the augmented equations' matrix")
      ->type_name("OUT.svg");
  add_sets(c);
}

void Grammar::add_linearize() {
  CLI::App* c =
      add("linearize",
          "linearise about an operating point: A, B, C, D, poles, zeros, transfer functions, Bode, "
          "Nyquist, steps");
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
                "frequency responses and steps as .csv, or the page of --report as .html")
      ->type_name("FILE");
  c->add_option("--plot", linearize.plot,
                "Bode, Nyquist, poles and zeros, steps: an .svg or .png file")
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
                "follows the modes over values of a parameter or of a part's value: "
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
                "names with ',' between them, or repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  c->add_option("--for,--given", trim.givens,
                "what holds in the steady state: an output and its value, "
                "body.velocity.x=\"5 m/s\"; may be repeated")
      ->type_name("OUTPUT=VALUE")
      ->allow_extra_args(false);
  c->add_flag("--turn", trim.turns,
              "steady turns, too: motions that are steady as seen from axes that turn about the "
              "vertical, at a rate that is one more unknown (free bodies)");
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
  c->add_option("--of", sensitivity.of,
                "an output: pin.angle, link.position; without it the model's outputs; names with "
                "',' between them, or repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  c->add_option("--to", sensitivity.to,
                "a parameter, a part's value or a start value: m, pin.damping, pin.initial.angle; "
                "names with ',' between them, or repeated")
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
  CLI::App* c = add(
      "inverse", "inverse dynamics: the efforts that make a motion, given by formulas or a file");
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
                "the value that makes the motion: pin.torque; without it the effort of each joint "
                "whose motion is given; names with ',' between them, or repeated")
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
  CLI::App* c = add(
      "lqr",
      "gains of a linear quadratic regulator, or for given poles, and of a steady Kalman filter");
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
                "filter is designed, too (continuous: root of the noise's density)")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
  c->add_option("--process-noise", lqr.process_noise,
                "root of the density of noise in the rate of a state: pin.rate=0.1")
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
  CLI::App* c =
      add("sweep", "run a model many times with values that vary, as its section study says");
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
      ->check(CLI::Range(1, 4096));
  c->add_flag("--fresh", sweep.fresh, "begins anew instead of continuing an interrupted study");
  add_sets(c);
  c->add_flag("--json", sweep.json, "statistics and failures as JSON on stdout");
  c->add_flag("-q,--quiet", sweep.quiet, "no progress and no notes");
}

void Grammar::add_export() {
  CLI::App* c =
      add("export",
          "export a model to other tools: gltf (the moving machine), svg (a diagram), matlab, c; "
          "courses on the Earth as kml, geojson or nmea");
  c->add_option("FORMAT", exported.format, "gltf, svg, matlab, c, kml, geojson or nmea")
      ->type_name("")
      ->required();
  c->add_option("MODEL", exported.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option(
       "-o,--output", exported.output,
       "gltf: a .glb or .gltf file; matlab: an .m file; else one that ends with the format; "
       "without it, one in "
       "results/<model>/")
      ->type_name("FILE");
  c->add_option(
       "--of", exported.of,
       "svg: diagram (parts, joints, references), bonds (the bond graph with its causality), "
       "blocks (the equations as a block diagram) or sparsity (of the augmented equations); kml, "
       "geojson, nmea: a frame or a GnssReceiver; "
       "default: all receivers, or all bodies")
      ->type_name("WHAT");
  c->add_option("--fps", fps, "gltf: frames per second; default: enough for the fastest rotation")
      ->type_name("N");
  c->add_option("--until", until, "gltf, kml, geojson, nmea: end of the run: 20, \"2 min\"")
      ->type_name("TIME");
  add_sets(c);
}

void Grammar::add_parts() {
  CLI::App* c =
      add("parts", "list the types of parts, or show one with parameters, frames and outputs");
  c->add_option("TYPE", parts.type, "a type, such as Revolute")->type_name("");
  c->add_flag("--json", parts.json, "the same as JSON on stdout");
  add_plugins(c);
}

void Grammar::add_set() {
  CLI::App* c =
      add("set",
          "change values in a model's file, which keeps its comments, order and columns; a model "
          "that would be wrong then stays as it is");
  c->add_option("MODEL", set.model, "model file (.yaml)")->type_name("")->required();
  c->add_option("NAME=VALUE", words,
                "link.mass=\"2 kg\", simulate.until=20, link.shapes[0].color=red; what is not "
                "written yet is added")
      ->type_name("");
  add_plugins(c);
  c->add_option("--remove", removals, "removes a value: pin.damping; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  c->add_option(
       "--rename", renamings,
       "renames a part, a parameter or a frame everywhere in the file: link=rod; may be repeated")
      ->type_name("NAME=NEW")
      ->allow_extra_args(false);
  c->add_flag("--dry-run", set.dry_run, "writes nothing; prints the change as a unified diff");
}

void Grammar::add_new() {
  CLI::App* c = add("new", "write a small model to start from");
  c->add_option("NAME", create.name, "name of the model; makes NAME.yaml")
      ->type_name("")
      ->required();
}

void Grammar::add_examples() {
  CLI::App* c = add("examples", "list the models that come with Holon, or print one");
  c->add_option("NAME", examples.name, "an example, to print its text")->type_name("");
}

void Grammar::add_compare() {
  CLI::App* c =
      add("compare", "compare two results: how far each column of A is from B's, and where");
  c->add_option("A", compare.a, "results (.h5, .hdf5, .mat, .csv), or a folder results/<model>")
      ->type_name("")
      ->required();
  c->add_option("B", compare.b, "the same, of the other run")->type_name("")->required();
  c->add_option("MORE", compare.more,
                "further runs: all are shown side by side, by their last values and curves")
      ->type_name("");
  c->add_option("--final", compare.finals,
                "with further runs: the columns of which the last values are shown, names or "
                "beginnings of names (score); may be repeated")
      ->type_name("NAME")
      ->take_all()
      ->expected(1);
  c->add_option(
       "--tolerance", compare.tolerance,
       "a column agrees within this fraction of its scale, mostly its range; 1e-6 by default")
      ->type_name("X");
  c->add_option("--absolute", compare.absolute, "or within this, in SI units; 1e-9 by default")
      ->type_name("X");
  c->add_flag("--common", compare.only_common,
              "columns and times that only one of the two has do not count");
  c->add_option("--report", compare.report,
                "a page for the browser with both runs over each other, an .html file")
      ->type_name("FILE");
  c->add_flag("--json", compare.json, "the comparison as JSON on stdout");
}

void Grammar::add_validate() {
  CLI::App* c =
      add("validate",
          "run models with published reference values at several tolerances, in every formulation "
          "that applies");
  c->add_option("CASE", validate.cases,
                "cases of validation/cases by name, or files; without it all of them")
      ->type_name("");
  c->add_option("-o,--report", validate.report,
                "a page for the browser with all errors, an .html file")
      ->type_name("FILE");
  c->add_flag("--json", validate.json, "the errors as JSON on stdout");
}

void Grammar::add_allan() {
  CLI::App* c = add(
      "allan", "the overlapping Allan deviation of recorded signals, and the noise that it shows");
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

void Grammar::add_serve() {
  CLI::App* c = add(
      "serve", "the desktop: build, run and watch machines in the browser, on this machine alone");
  c->add_option(
       "MODEL", serve.model,
       "model file (.yaml) to begin with, or the name of an example; its folder is served, "
       "else this one")
      ->type_name("");
  c->add_flag("--open", serve.opens, "opens the browser");
  c->add_option("--port", serve.port, "of 127.0.0.1; without it 7373, or the next one that is free")
      ->type_name("N")
      ->check(CLI::Range(1, 65535));
  c->add_flag("--remote", serve.is_remote,
              "prints the command by which another machine's browser reaches it through ssh");
  c->add_option("--ui-dir", serve.ui, "serves a front end from a folder, for its development")
      ->type_name("DIR");
  c->add_flag("--new-token", serve.new_token, "pages that are open have to be opened anew");
}

void Grammar::add_completion() {
  CLI::App* c =
      add("completion",
          "print the script with which a shell completes commands, options, models and names: "
          "bash, zsh or fish");
  c->add_option("SHELL", shell, "bash: source <(holon completion bash) in ~/.bashrc")
      ->type_name("")
      ->required();
}

void Grammar::add_schema() { add("schema", "print the JSON schema of models, for editors"); }

void Grammar::add_help() {
  CLI::App* c =
      add("help", "show the help of a command, or a page of the documentation: 'holon help model'");
  c->add_option(
       "COMMAND", help_on,
       "a command, a type of part or a topic ('holon help topics' lists them); without it, "
       "the list of all commands")
      ->type_name("");
  c->add_option("SECTION", help_section, "of a topic: 'holon help model simulate'")->type_name("");
}

std::vector<Setting> Grammar::settings() const {
  std::vector<Setting> settings;
  for (const std::string& text : sets) {
    const std::size_t equals = text.find('=');
    settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  const auto add = [&](const char* option, const char* name, const std::string& value) {
    if (!value.empty()) settings.push_back({name, value, option});
  };
  add("--until", "simulate.until", until);
  add("--solver", "simulate.solver", solver);
  add("--formulation", "simulate.formulation", formulation);
  add("--engine", "simulate.engine", engine);
  add("--seed", "simulate.seed", seed);
  return settings;
}

}  // namespace holon::app
