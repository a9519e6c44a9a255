// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/shell/grammar.h"

namespace holon::app {

CLI::App* Grammar::add(const char* name, const char* description) {
  return app.add_subcommand(name, description);
}

void Grammar::add_formulation(CLI::App* command) {
  command
      ->add_option("--formulation", formulation,
                   "formulation of the equations of mechanics: recursive, augmented or aggregate")
      ->type_name("NAME");
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
                "plots and the animated machine, an .svg file; or a .png file, static")
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
  add_formulation(c);
  c->add_option(
       "--engine", engine,
       "jit (machine code at once), native (compiled C), auto (jit, and native where the run is "
       "long enough) or tape (interpreted); all give the same bits")
      ->type_name("NAME");
  c->add_option("--seed", seed, "seed of all random numbers")->type_name("N");
  c->add_flag("--json", run.json, "statistics and provenance as JSON on stdout");
  c->add_flag("-q,--quiet", run.quiet, "no summary and no progress");
  c->add_flag("--profile", run.profile, "profile: computing time by kind of work");
  c->add_flag("--realtime", run.realtime,
              "runs in real time, in frames of 1 ms (or of simulate.max_step); overruns are "
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
  CLI::App* c = add("verify",
                    "check a model against itself: formulations, energy and momentum, derivatives, "
                    "engines, repeated and resumed runs");
  c->add_option("MODEL", verify.models, "model files (.yaml), or names of examples")
      ->type_name("")
      ->required();
  c->add_option("--to", verify.to,
                "checks the derivatives of the run to this parameter, part's value or start value "
                "against differences of runs; may be repeated")
      ->type_name("NAME");
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

void Grammar::add_export() {
  CLI::App* c =
      add("export",
          "export a model to other tools: gltf (the moving machine), svg (a diagram), matlab, c; "
          "tracks on the Earth as kml, geojson or nmea");
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
          "change values in a model's file, which keeps its comments, order and columns; an edit "
          "that would make the model invalid is refused");
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
       "a column agrees within this fraction of its scale, usually its range; 1e-6 by default")
      ->type_name("X");
  c->add_option("--absolute", compare.absolute, "or within this, in SI units; 1e-9 by default")
      ->type_name("X");
  c->add_flag("--common", compare.only_common,
              "columns and times that only one of the two has do not count");
  c->add_option("--report", compare.report,
                "a page for the browser with the curves of both runs overlaid, an .html file")
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

void Grammar::add_serve() {
  CLI::App* c = add(
      "serve", "the desktop: build, run and watch machines in the browser, on this machine alone");
  c->add_option(
       "MODEL", serve.model,
       "model file (.yaml) to begin with, or the name of an example; its folder is served, "
       "otherwise the current one")
      ->type_name("");
  c->add_flag("--open", serve.opens, "opens the browser");
  c->add_option("--port", serve.port, "port on 127.0.0.1; by default 7373, or the next free one")
      ->type_name("N")
      ->check(CLI::Range(1, 65535).description(""));
  c->add_flag("--remote", serve.is_remote,
              "prints the command by which another machine's browser reaches it through ssh");
  c->add_option("--ui-dir", serve.ui, "serves a front end from a folder, for its development")
      ->type_name("DIR");
  c->add_flag("--new-token", serve.new_token, "makes a new token; open pages must be opened again");
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
