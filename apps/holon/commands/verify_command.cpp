// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/analyse/checks/derivative_checks.h"
#include "holon/analyse/checks/formulation_checks.h"
#include "holon/analyse/checks/function_checks.h"
#include "holon/analyse/checks/run_checks.h"
#include "holon/base/interrupt.h"
#include "holon/base/progress.h"
#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/model/assembly/conserved.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"
#include "holon/report/sensitivity/sensitivity_study.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/study/loading.h"
#include "holon/study/machine_facts.h"
#include "holon/system/tangent.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;
using Verdict = Check::Verdict;

// Columns by columns of differences: beyond these many states that takes minutes.
constexpr int kVerifiedStates = 1500;

/// Shows the present run, and ends it on ctrl-C. Notes of runs are not repeated for each.
class VerifyWatch final : public RunObserver {
 public:
  VerifyWatch(double until, bool quiet)
      : options_(
            {.until = until, .mode = quiet ? Progress::Mode::off : Progress::Mode::automatic}) {}
  bool go_on(const RunStatus& status) override {
    if (!progress_ || status.time < last_) progress_.emplace(options_);  // the next run
    last_ = status.time;
    progress_->update(status.time, status.steps.steps, status.steps.rejections);
    return !interrupted();
  }
  void clear() { progress_.reset(); }

 private:
  const Progress::Options options_;
  std::optional<Progress> progress_;
  double last_ = 0;  // [s] simulated
};

/// A folder that goes when it is no longer used.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "holon-verify-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("cannot make a folder '" + name + "'");
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

/// All checks of one model.
class Verification {
 public:
  Verification(LoadedModel& loaded, const VerifyArguments& arguments)
      : loaded_(loaded),
        arguments_(arguments),
        watch_(loaded.model.simulate.until, arguments.json),
        runs_(loaded.model.simulate, choose_outputs(loaded), &watch_) {}

  std::vector<Check> run();

 private:
  static std::vector<std::string> choose_outputs(const LoadedModel& loaded);
  RecordedRun record(const System& system, const SimulateSettings& settings) {
    return record(system, runs_, settings);
  }
  static RecordedRun record(const System& system, const VerifyRuns& runs,
                            const SimulateSettings& settings);
  void check_formulations();
  void check_formulation(const std::string& other, const std::string& what);
  void add_energies();
  void add_jacobian();
  void add_sensitivities();
  Check check_sensitivity(const std::string& to);
  void add(Check check) { checks_.push_back(std::move(check)); }
  void add(std::vector<Check> checks) {
    for (Check& check : checks) add(std::move(check));
  }

  LoadedModel& loaded_;
  const VerifyArguments& arguments_;
  VerifyWatch watch_;
  VerifyRuns runs_;
  std::vector<Check> checks_;
  std::vector<double> parameters_;
  MachineFacts facts_;
  RecordedRun base_, finer_;
  std::vector<Sample> samples_;
  std::vector<std::string> open_;  // reactions that redundancy leaves open
};

// The outputs that the model records, and those that are compared besides.
std::vector<std::string> Verification::choose_outputs(const LoadedModel& loaded) {
  std::vector<std::string> outputs = loaded.outputs;
  std::vector<std::string> more = energy_outputs();
  more.insert(more.end(), {"system.momentum", "system.angular_momentum", "system.constraint_drift",
                           "system.fluid.mass", "system.fluid.mass_flow"});
  for (const std::string& name : loaded.assembly->domain<ConservedOutputs>().names) {
    const std::vector<std::string> needed = outputs_of_conserved(name);
    more.insert(more.end(), needed.begin(), needed.end());
  }
  for (const std::string& name : more)
    if (loaded.system.find_output(name) &&
        std::find(outputs.begin(), outputs.end(), name) == outputs.end())
      outputs.push_back(name);
  return outputs;
}

RecordedRun Verification::record(const System& system, const VerifyRuns& runs,
                                 const SimulateSettings& settings) {
  RecordedRun recorded = runs.run(system, settings);
  throw_if_interrupted();
  return recorded;
}

std::vector<Check> Verification::run() {
  const System& system = loaded_.system;
  for (const SystemParameter& p : system.parameters) parameters_.push_back(p.value);
  facts_ = find_machine_facts(loaded_);
  runs_.set_prescribed_speeds(facts_.prescribed_speeds);
  base_ = record(system, runs_.settings());
  finer_ = record(system, runs_.finer());
  samples_ = make_samples(system, parameters_, base_.states);
  // Which they are is the same question in all formulations.
  open_ = find_open_reactions(system, parameters_, samples_);
  check_formulations();
  add_energies();
  add(runs_.check_conserved(base_, facts_));
  add(runs_.check_momentum(base_, facts_));
  add(check_fluid(system, facts_, samples_));
  add(runs_.check_mass(base_, facts_));
  if (system.state_count() > kVerifiedStates) {
    add(not_applicable(
        "Derivatives", "Jacobian of the equations against differences",
        fmt::format("{} states are too many for differences by each", system.state_count())));
  } else {
    add_jacobian();
  }
  add(check_constraints(system, samples_));
  throw_if_interrupted();
  add_sensitivities();
  throw_if_interrupted();
  add(check_engines(system, loaded_.outputs, samples_));
  add(runs_.check_drift(system, base_, samples_));
  add(runs_.check_repeat(base_, record(system, runs_.settings())));
  const TemporaryFolder folder;
  add(runs_.check_resume(system, folder.path));
  throw_if_interrupted();
  return std::move(checks_);
}

// Integrals of powers have states that the model itself does without: it is loaded once more.
void Verification::add_energies() {
  std::optional<LoadedModel> request;
  if (facts_.why_no_energy().empty()) {
    Findings findings(loaded_.path, arguments_.settings);
    request = load(loaded_.path, {arguments_.settings, energy_outputs()}, findings);
  }
  if (!request) {
    add(check_power(loaded_.system, facts_, samples_));
    add(runs_.check_energy(base_, finer_, facts_));
    return;
  }
  const System& system = request->system;
  VerifyRuns runs(request->model.simulate, choose_outputs(*request), &watch_);
  runs.set_prescribed_speeds(facts_.prescribed_speeds);
  const RecordedRun run = record(system, runs, runs.settings());
  const bool needs_finer = runs.settings().step.has_value();
  const RecordedRun finer = needs_finer ? record(system, runs, runs.finer()) : RecordedRun();
  add(check_power(system, facts_, make_samples(system, parameters_, run.states)));
  add(runs.check_energy(run, finer, facts_));
}

// Beside the constraints redundant ones contradict each other, and the equations are not smooth
// there: of such a machine a difference by one state alone says nothing.
void Verification::add_jacobian() {
  const FunctionJacobian jacobian = make_component_jacobian(loaded_.system);
  Check check = check_jacobian(loaded_.system, jacobian, samples_);
  if (check.verdict == Verdict::disagrees && !open_.empty())
    check = check_jacobian_along_constraints(loaded_.system, jacobian, samples_);
  add(std::move(check));
}

/// Derivatives of the run to what is requested: each takes five runs and the Jacobians of one.
void Verification::add_sensitivities() {
  for (const std::string& name : arguments_.to) add(check_sensitivity(name));
  if (arguments_.to.empty())
    add(not_applicable("Derivatives", "of the run to a parameter, against differences",
                       "none is named: --to NAME requests this check"));
}

Check Verification::check_sensitivity(const std::string& to) {
  const std::string what = "of the run to " + to + ", against differences";
  Findings findings(loaded_.path, arguments_.settings);
  const SensitivityRequest request{loaded_.path, arguments_.settings, {}, {to}, true};
  try {
    SensitivityStudy study(request, findings);
    const std::optional<SensitivityReport> report = study.run();
    if (!report) {
      for (const Diagnostic& d : findings.all().all()) {
        if (d.severity == Severity::error) throw ModelError(d.message, d.suggestion);
      }
      throw ModelError("the model cannot be read with --to " + to);
    }
    SensitivityCheck worst;
    double ratio = -1;
    for (const SensitivityCheck& check : report->checks) {
      const double own = check.tolerance > 0 ? check.difference / check.tolerance : 0.0;
      if (own <= ratio) continue;
      ratio = own;
      worst = check;
    }
    if (ratio < 0) return not_applicable("Derivatives", what, "the model records no outputs");
    return make_check("Derivatives", what, worst.difference, worst.tolerance,
                      "of the derivative's largest value; what differences of fourth order are "
                      "known to, between events",
                      fmt::format("{} at {:.4g} s", worst.of, worst.at));
  } catch (const RequestError& e) {
    throw ModelError(e.what());
  } catch (const RunError& e) {  // where the derivative does not exist
    return not_applicable("Derivatives", what, e.what());
  }
}

/// Where closed loops and guesses leave the start open and two runs of a model begin apart: a
/// position or speed with both values; else nothing.
std::string find_open_start(const System& system, const Results& a, const Results& b) {
  constexpr double kApart = 1e-6;
  const bool has_guesses =
      system.constraints &&
      std::any_of(system.states.begin(), system.states.end(), [](const StateBlock& block) {
        return block.role != StateBlock::Role::other &&
               (block.held.empty() ||
                std::find(block.held.begin(), block.held.end(), false) != block.held.end());
      });
  if (!has_guesses || a.row_count() == 0 || b.row_count() == 0) return {};
  for (std::size_t c = 1; c < a.columns().size(); ++c) {
    const std::string& name = a.columns()[c].name;
    const std::optional<SystemOutput> output = system.find_output(name);
    const int at = b.find(name);
    if (!output || output->role == OutputRole::other || at < 0) continue;
    const double x = a.values(c)[0], y = b.values(static_cast<std::size_t>(at))[0];
    if (std::abs(x - y) > kApart * std::max({1.0, std::abs(x), std::abs(y)}))
      return fmt::format("'{}' is {:.6g} and {:.6g} {}", name, x, y,
                         a.columns()[c].dimension.to_string());
  }
  return {};
}

void Verification::check_formulations() {
  const Formulation own = loaded_.model.simulate.formulation;
  for (const Formulation other :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    if (other == own) continue;
    const std::string what =
        std::string(name_of(std::min(own, other))) + " against " + name_of(std::max(own, other));
    if (!facts_.has_bodies) {
      add(not_applicable("Formulations", what, "the model has no bodies"));
      continue;
    }
    check_formulation(name_of(other), what);
    throw_if_interrupted();
  }
}

void Verification::check_formulation(const std::string& other, const std::string& what) {
  std::vector<Setting> settings = arguments_.settings;
  settings.push_back({"simulate.formulation", other, "--formulation"});
  Findings findings(loaded_.path, settings);
  const std::optional<LoadedModel> loaded = load(loaded_.path, {settings}, findings);
  if (!loaded) {
    std::string why = "the model has no " + other + " form";
    if (!findings.all().empty()) why += ": " + findings.all().all().front().message;
    add(not_applicable("Formulations", what, why));
    return;
  }
  add(holon::check_formulations(what, loaded_.system, loaded->system, parameters_, samples_,
                                facts_.reactions, open_, facts_.gravity));
  SimulateSettings simulate = runs_.settings();
  simulate.formulation = loaded->model.simulate.formulation;
  const std::string trajectories = "trajectories, " + what;
  try {
    const RecordedRun run = record(loaded->system, simulate);
    if (const std::string open = find_open_start(loaded_.system, base_.rows, run.rows);
        !open.empty()) {
      add(not_applicable("Formulations", trajectories,
                         "the model does not fully determine its initial state, and each "
                         "formulation chooses the nearest one in its own coordinates: " +
                             open + "; 'initial' in place of 'guess' determines it"));
      return;
    }
    simulate = runs_.other_accuracy();
    simulate.formulation = loaded->model.simulate.formulation;
    const RecordedRun other_run = record(loaded->system, simulate);
    add(runs_.check_trajectories(trajectories, base_, finer_, run, other_run, open_));
  } catch (const RunError& e) {
    add({"Formulations", trajectories, Verdict::disagrees, HUGE_VAL, 0,
         "the " + other + " one does not finish", e.what()});
  }
}

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees: return "agrees";
    case Verdict::disagrees: return "DISAGREES";
    case Verdict::not_applicable: return "-";
  }
  return "";
}

std::size_t count_checks(const std::vector<Check>& checks, Verdict verdict) {
  return static_cast<std::size_t>(std::count_if(
      checks.begin(), checks.end(), [&](const Check& check) { return check.verdict == verdict; }));
}

std::string two_digits(double value) {
  return std::isinf(value) ? "not a number" : fmt::format("{:.2g}", value);
}

std::string write_check_table(const std::string& title, const std::vector<Check>& checks) {
  int width = 0;
  for (const Check& check : checks) width = std::max(width, display_width(check.what));
  constexpr int kVerdict = 11, kNumber = 10;
  const int indent = 2 + kVerdict;
  std::string text = bold(show_line(title)) + "\n", group;
  for (const Check& check : checks) {
    if (check.group != group) {
      group = check.group;
      text += "\n" + bold(group) + "\n";
    }
    const bool is_checked = check.verdict != Verdict::not_applicable;
    std::string line = "  " + pad(word(check.verdict), kVerdict) + pad(check.what, width + 2);
    if (is_checked)
      line += pad(two_digits(check.value), kNumber) + "of at most " + two_digits(check.tolerance);
    else
      line += "does not apply";
    text += (check.verdict == Verdict::disagrees ? bold(line) : line) + "\n";
    std::string reason = check.reason;
    if (!check.where.empty()) reason += (reason.empty() ? "" : "; ") + ("largest: " + check.where);
    const int room = std::max(40, terminal_width()) - indent;
    text +=
        std::string(static_cast<std::size_t>(indent), ' ') + dim(wrap(reason, room, indent)) + "\n";
  }
  const std::size_t wrong = count_checks(checks, Verdict::disagrees);
  text +=
      fmt::format("\n{} checks agree, {}, {} do not apply\n", count_checks(checks, Verdict::agrees),
                  wrong == 0   ? "none disagrees"
                  : wrong == 1 ? "1 disagrees"
                               : fmt::format("{} disagree", wrong),
                  count_checks(checks, Verdict::not_applicable));
  return text;
}

Json write_checks(const std::vector<Check>& checks) {
  Json list = Json::array();
  for (const Check& check : checks) {
    Json item = {{"group", check.group}, {"what", check.what}};
    item["verdict"] = check.verdict == Verdict::agrees      ? "agrees"
                      : check.verdict == Verdict::disagrees ? "disagrees"
                                                            : "not applicable";
    if (check.verdict != Verdict::not_applicable) {
      item["value"] = std::isfinite(check.value) ? Json(check.value) : Json(nullptr);
      item["tolerance"] = check.tolerance;
    }
    item["reason"] = check.reason;
    if (!check.where.empty()) item["where"] = check.where;
    list.push_back(item);
  }
  return list;
}

/// What came of one model, in words and for the record.
int verify_loaded(LoadedModel& loaded, const VerifyArguments& arguments, Json& record) {
  const std::vector<Check> checks = Verification(loaded, arguments).run();
  const bool agrees = count_checks(checks, Verdict::disagrees) == 0;
  record["status"] = agrees ? "agrees" : "disagrees";
  record["checks"] = write_checks(checks);
  if (!arguments.json) print(write_check_table(loaded.system.title, checks));
  return agrees ? kDone : kChecksDisagree;
}

int verify(const std::string& path, const VerifyArguments& arguments, Json& record) {
  record["model"] = path;
  Findings findings(path, arguments.settings, &terminal_observer());
  std::optional<LoadedModel> loaded = load(path, {arguments.settings}, findings);
  if (loaded) {
    const InterruptGuard guard;
    record["title"] = loaded->system.title;
    try {
      return verify_loaded(*loaded, arguments, record);
    } catch (const Interrupted&) {
      record["status"] = "interrupted";
      return kInterrupted;
    } catch (const ModelError& e) {
      findings.report(e);
    } catch (const InputError& e) {
      findings.report(e.diagnostics());
    } catch (const std::exception& e) {
      print_error(path + ": " + e.what());
      record["status"] = "failed";
      record["error"] = e.what();
      return kRunFailed;
    }
  }
  record["status"] = "wrong";
  record["diagnostics"] = list_json(findings.all());
  return status_of(findings.fault());
}

}  // namespace

int verify_command(const VerifyArguments& arguments) {
  int result = kDone;
  Json models = Json::array();
  for (const std::string& path : arguments.models) {
    Json record;
    if (!arguments.json && path != arguments.models.front()) print("\n");
    const int status = verify(path, arguments, record);
    models.push_back(record);
    result = std::max(result, status);
    if (status == kInterrupted) break;
  }
  if (arguments.json) {
    Json json = begin_json("verify");
    json["models"] = models;
    print(to_text(json));
  }
  return result;
}

}  // namespace holon::app
