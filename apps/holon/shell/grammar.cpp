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
}

Grammar::Grammar() {
  app.set_help_flag("-h,--help", "this text");
  app.add_flag("-V,--version", version, "version, compiler and flags");

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
                "auto (dopri5, and radau5 or cvode while stiff), dopri5 (explicit, order 5), "
                "radau5 (implicit, "
                "one-step, order 5: stiff problems with events), cvode (BDF, stiff "
                "problems), cvode_adams, ida (with equations kept), rk4 (with simulate.step)")
      ->type_name("NAME");
  c->add_option("--formulation", formulation,
                "formulation of the equations of mechanics: recursive or augmented")
      ->type_name("NAME");
  c->add_option(
       "--engine", engine,
       "tape (at once), native (compiled C) or auto (tape until native is ready); all give "
       "the same bits")
      ->type_name("NAME");
  c->add_option("--seed", seed, "of all random numbers")->type_name("N");
  c->add_flag("--json", run.json, "statistics and provenance as JSON on stdout");
  c->add_flag("-q,--quiet", run.quiet, "no summary and no progress");
  c->add_option("--resume", run.resume,
                "continues a run that was interrupted, from its checkpoint, with the same model "
                "and options; only --until may be longer")
      ->type_name("FILE");

  c = add("estimate", "run a model's filters over recorded measurements");
  c->add_option("MODEL", estimated, "model file (.yaml) with filters, or the name of an example")
      ->type_name("")
      ->required();
  c->add_option("--log", estimate.log,
                "recorded measurements, a .csv, .h5 or .mat file: the time first, columns by the "
                "names of the measured signals, 'received' for times of arrival")
      ->type_name("FILE")
      ->required();
  c->add_option("-o,--output", estimate.run.output,
                "the table of estimates, a .csv, .h5 or .mat file; no plot and report then unless "
                "requested")
      ->type_name("FILE");
  c->add_option("--plot", estimate.run.plot, "plots, an .svg or .png file")->type_name("FILE");
  c->add_option("--report", estimate.run.report, "a page for the browser, an .html file")
      ->type_name("FILE");
  c->add_flag("--json", estimate.run.json, "statistics and provenance as JSON on stdout");
  c->add_flag("-q,--quiet", estimate.run.quiet, "no summary and no progress");

  c = add("check", "report every error and warning of models, with location and suggestion");
  c->add_option("MODEL", check.models, "model files (.yaml), or names of examples")
      ->type_name("")
      ->required();
  add_sets(c);
  c->add_flag("--json", check.json, "the errors and warnings as JSON on stdout");

  c = add("verify",
          "compare models with themselves: formulations, energy and momentum, derivatives, "
          "engines, repeated and resumed runs");
  c->add_option("MODEL", verify.models, "model files (.yaml), or names of examples")
      ->type_name("")
      ->required();
  c->add_option("--until", until, "end of the runs: 20, \"2 min\"")->type_name("TIME");
  add_sets(c);
  c->add_flag("--json", verify.json, "the checks as JSON on stdout");

  c = add("equations", "print the equations of motion");
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

  c = add("linearize",
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

  c = add("export",
          "export a model to other tools: gltf (the moving machine), svg (a diagram), matlab, c");
  c->add_option("FORMAT", exported.format, "gltf, svg, matlab or c")->type_name("")->required();
  c->add_option("MODEL", exported.model, "model file (.yaml), or the name of an example")
      ->type_name("")
      ->required();
  c->add_option(
       "-o,--output", exported.output,
       "gltf: a .glb or .gltf file; svg, matlab, c: an .svg, .m, .c file; without it, one in "
       "results/<model>/")
      ->type_name("FILE");
  c->add_option(
       "--of", exported.of,
       "svg: diagram (parts, joints, references), bonds (the bond graph with its causality) "
       "or sparsity (of the augmented equations)")
      ->type_name("WHAT");
  c->add_option("--fps", fps, "gltf: frames per second; default: enough for the fastest rotation")
      ->type_name("N");
  c->add_option("--until", until, "gltf: end of the run: 20, \"2 min\"")->type_name("TIME");
  add_sets(c);

  c = add("parts", "list the types of parts, or show one with parameters, frames and outputs");
  c->add_option("TYPE", parts.type, "a type, such as Revolute")->type_name("");
  c->add_flag("--json", parts.json, "the same as JSON on stdout");

  c = add("set",
          "change values in a model's file, which keeps its comments, order and columns; a model "
          "that would be wrong then stays as it is");
  c->add_option("MODEL", set.model, "model file (.yaml)")->type_name("")->required();
  c->add_option("NAME=VALUE", words,
                "link.mass=\"2 kg\", simulate.until=20, link.shapes[0].color=red; what is not "
                "written yet is added")
      ->type_name("");
  c->add_option("--remove", removals, "removes a value: pin.damping; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  c->add_option(
       "--rename", renamings,
       "renames a part, a parameter or a frame everywhere in the file: link=rod; may be repeated")
      ->type_name("NAME=NEW")
      ->allow_extra_args(false);
  c->add_flag("--dry-run", set.dry_run, "writes nothing; prints the change as a unified diff");

  c = add("new", "write a small model to start from");
  c->add_option("NAME", create.name, "name of the model; makes NAME.yaml")
      ->type_name("")
      ->required();

  c = add("examples", "list the models that come with Holon, or print one");
  c->add_option("NAME", examples.name, "an example, to print its text")->type_name("");

  c = add("compare", "compare two results: how far each column of A is from B's, and where");
  c->add_option("A", compare.a, "results (.h5, .hdf5, .mat, .csv), or a folder results/<model>")
      ->type_name("")
      ->required();
  c->add_option("B", compare.b, "the same, of the other run")->type_name("")->required();
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

  c = add("completion",
          "print the script with which a shell completes commands, options, models and names: "
          "bash, zsh or fish");
  c->add_option("SHELL", shell, "bash: source <(holon completion bash) in ~/.bashrc")
      ->type_name("")
      ->required();

  add("schema", "print the JSON schema of models, for editors");

  c = add("help", "show the help of a command, or a page of the documentation: 'holon help model'");
  c->add_option(
       "COMMAND", help_on,
       "a command, a type of part or a topic ('holon help topics' lists them); without it, "
       "the list of all commands")
      ->type_name("");
  c->add_option("SECTION", help_section, "of a topic: 'holon help model simulate'")->type_name("");
  for (CLI::App* command : app.get_subcommands({}))
    command->set_help_flag("-h,--help", "this text");
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
