// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>

#include "holon/base/names.h"
#include "holon/bond_facts.h"
#include "holon/commands.h"
#include "holon/equations_text.h"
#include "holon/expr/print/matlab.h"
#include "holon/files.h"
#include "holon/linear_arguments.h"
#include "holon/linear_csv.h"
#include "holon/linear_page.h"
#include "holon/linear_plots.h"
#include "holon/linear_text.h"
#include "holon/loading.h"
#include "holon/raster.h"
#include "holon/system/hidden_output.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

std::vector<double> list_values(const System& system) {
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  return values;
}

/// What could be an input: formulas that the model gives, for whoever has named none.
std::vector<std::string> list_candidates(const Model& model) {
  std::vector<std::string> names;
  for (const PartInstance& part : model.parts()) {
    for (const Field& field : part.type->schema.fields) {
      if (field.kind == FieldKind::named && field.name == "inputs" && part.source) {
        const SourceNode* map = part.source->peek(field.name);
        if (map && map->is_map())
          for (const SourceNode::Entry& entry : map->peek_entries())
            names.push_back(part.name + "." + entry.key);
      }
      if (field.kind != FieldKind::number || !field.is_varying) continue;
      const bool is_effort = field.name == "force" || field.name == "torque";
      const bool is_signal = field.name == "input" || field.name == "setpoint";
      const bool is_given = part.source && part.source->peek(field.name);
      if (is_effort || (is_signal && is_given)) names.push_back(part.name + "." + field.name);
    }
  }
  return names;
}

class Linearisation {
 public:
  Linearisation(const LinearizeArguments& arguments, Findings& findings)
      : arguments_(arguments), findings_(findings) {}

  /// Nothing where the model cannot be used; `status` tells why.
  std::optional<LinearReport> run(int& status) {
    for (const std::string& name : arguments_.inputs) opened_.push_back({name, {}});
    if (!arguments_.loop.empty()) opened_.push_back({arguments_.loop, {}, false, "--loop"});
    std::optional<FrequencyRange> frequencies = read_range(arguments_.frequency);
    loaded_ = load_opened(arguments_.model, arguments_.settings, opened_, findings_, status,
                          list_requested());
    if (!loaded_) return {};
    check_outputs();
    LinearReport report;
    report.title = loaded_->system.title;
    report.point = find_point();
    report.loop = arguments_.loop;
    if (!report.loop.empty() && !open_loop(report.point, status)) return {};
    report.opened = loaded_->model.opened;
    report.has_modes = loaded_->system.mode_count() > 0;
    const auto& roots = loaded_->system.roots;  // where their search begins is held too
    report.has_samples = loaded_->system.discrete_count() > (roots ? 2 * roots->count() : 0);
    LinearModel model = linearize(loaded_->system, report.point, make_request());
    if (frequencies) limit_range(*frequencies, model.plane());
    report.analysis = analyse(std::move(model), {frequencies, !report.loop.empty()});
    if (!report.loop.empty()) report.analysis.model.y[0].name = "returned signal";
    if (report.analysis.model.period == 0) report.unreduced = find_unreduced(report);
    if (report.analysis.model.u.empty()) {
      const std::vector<std::string> candidates = list_candidates(loaded_->model);
      report.notes.push_back(
          candidates.empty()
              ? "there are no inputs: --input NAME makes one of a parameter or a part's value"
              : "there are no inputs: --input makes one of " + quote_list(candidates, "or", 8));
    }
    return report;
  }

  const LoadedModel& model() const { return *loaded_; }

  /// `format`: of --format.
  void write_formulas(LinearReport& report, const std::string& format) const {
    if (report.analysis.model.period > 0)
      throw ModelError("with sampled parts the matrices exist as numbers only",
                       "leave out --format, or hold sampled parts with --continuous");
    const Notation notation = notation_of(format);
    LoadedModel named = load_named();
    report.formulas.reset(), report.unreduced_formulas.reset(), report.symbols.clear();
    std::optional<ModelError> fault;
    MatlabNames names({"A", "B", "C", "D", "A0", "B0", "E", "F", "G"});
    const auto write = [&](const LinearRequest& request) -> std::optional<LinearFormulas> {
      try {
        return write_linear_formulas(
            named, report.analysis.model,
            transfer_point(report.point, loaded_->system, named.system), request, notation,
            [&](const std::string& name) {
              if (format == "matlab") {
                const auto [at, is_new] = report.written_names.try_emplace(name);
                if (is_new) at->second = names.make(name);
                return at->second;
              }
              return notation == Notation::text ? name : print_name(name, notation);
            });
      } catch (const ModelError& e) {
        fault = e;
        return std::nullopt;
      }
    };
    LinearRequest request = make_request();
    report.formulas = write(request);
    if (report.formulas) report.symbols = report.formulas->symbols;
    if (report.unreduced) {
      request.outputs.clear();
      for (const DependentStorage& storage : list_dependent_storage(named))
        request.outputs.push_back(storage.stored);
      const std::vector<std::string> rates = open_dependent_storage(named, report.unreduced->rates);
      const std::size_t inputs = request.inputs.size();
      request.inputs.insert(request.inputs.end(), rates.begin(), rates.end());
      if (const std::optional<LinearFormulas> both = write(request))
        add_unreduced(report, *both, inputs, request.outputs);
    }
    if (!report.formulas && !report.unreduced_formulas) throw *fault;
    if (fault) report.notes.push_back(std::string("some of the matrices: ") + fault->what());
  }

 private:
  /// A sampled model has no response beyond Nyquist's frequency.
  void limit_range(FrequencyRange& range, RootPlane plane) const {
    if (range.from >= plane.nyquist())
      throw CommandFault(
          fmt::format("--frequency {}: the range lies beyond Nyquist's frequency of {:.6g} Hz",
                      arguments_.frequency, plane.nyquist() / (2 * std::numbers::pi)));
    range.to = std::min(range.to, plane.nyquist());
  }

  OperatingPoint find_point() const {
    const System& system = loaded_->system;
    const std::vector<double> values = list_values(system);
    if (arguments_.at.empty()) return find_start_point(system, values);
    if (arguments_.at == "equilibrium") return find_equilibrium_point(system, values);
    return find_point_at(system, loaded_->model.simulate, values, read_time(arguments_.at));
  }

  /// Integrals of power have states that a model has only where something names them.
  std::vector<std::string> list_requested() const {
    std::vector<std::string> asked;
    for (const std::string& name : arguments_.outputs)
      if (name.starts_with("system.energy.")) asked.push_back(name);
    return asked;
  }

  void check_outputs() const {
    std::vector<std::string> all;
    for (const SystemOutput& output : loaded_->system.list_outputs())
      if (!output.name.starts_with(kHiddenPrefix)) all.push_back(output.name);
    std::stable_partition(all.begin(), all.end(),
                          [](const std::string& name) { return !name.starts_with("system."); });
    for (const std::string& name : arguments_.outputs) {
      if (loaded_->system.find_output(name)) continue;
      std::vector<std::string> below;
      for (const std::string& candidate : all)
        if (candidate.starts_with(name + ".")) below.push_back(candidate);
      const std::string meant = below.empty() ? did_you_mean(name, all) : "";
      const std::string choice = !below.empty()   ? "below it are " + quote_list(below, "and")
                                 : !meant.empty() ? meant
                                                  : "outputs are " + quote_list(all, "and", 8);
      throw CommandFault("--output " + name + ": no part has such an output; " + choice);
    }
  }

  /// With names for the parameters, and for plain numbers of elements of bond graphs.
  LoadedModel load_named() const {
    LoadedModel named = load_with_parameters(*loaded_, arguments_.settings, &opened_);
    std::vector<ValueToOpen> opened = opened_;
    for (const std::string& name : list_plain_elements(named)) opened.push_back({name, {}, true});
    if (opened.size() == opened_.size()) return named;
    try {
      return load_with_parameters(*loaded_, arguments_.settings, &opened);
    } catch (const ModelError&) {  // an element whose number stands deeper, such as a stiffness
      return named;
    }
  }

  /// `both`: the equations with the inputs, `inputs` of them, and rates of what is stored behind.
  static void add_unreduced(LinearReport& report, const LinearFormulas& both, std::size_t inputs,
                            const std::vector<std::string>& stored) {
    UnreducedFormulas& f = report.unreduced_formulas.emplace();
    f.A = both.A, f.F = both.C, f.stored = stored;
    for (const auto& row : both.B) {
      const auto middle = row.begin() + static_cast<std::ptrdiff_t>(inputs);
      f.B.emplace_back(row.begin(), middle), f.E.emplace_back(middle, row.end());
    }
    for (const auto& row : both.D)
      f.G.emplace_back(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(inputs));
    for (const auto& symbol : both.symbols)
      if (std::find(report.symbols.begin(), report.symbols.end(), symbol) == report.symbols.end())
        report.symbols.push_back(symbol);
  }

  /// Of dependent storage in bond graphs.
  std::optional<UnreducedModel> find_unreduced(const LinearReport& report) const {
    if (!report.loop.empty() || list_dependent_storage(*loaded_).empty()) return std::nullopt;
    Findings silent(arguments_.model, arguments_.settings, true);
    int status = kDone;
    std::optional<LoadedModel> again = load_opened(arguments_.model, arguments_.settings, opened_,
                                                   silent, status, list_requested());
    if (!again) return std::nullopt;
    return linearize_unreduced(*loaded_, report.analysis.model, report.point, std::move(*again));
  }

  /// The same model once more, with a number in place of what was written where the loop is opened.
  bool open_loop(OperatingPoint& point, int& status) {
    const std::string output = loaded_->model.opened.back().written_output();
    const FunctionRef written = loaded_->system.select_outputs({output});
    const double value = written->evaluate(point.in)[0];
    opened_ = {{arguments_.loop, value}};
    std::optional<LoadedModel> open = load_opened(arguments_.model, arguments_.settings, opened_,
                                                  findings_, status, list_requested());
    if (!open) return false;
    if (open->system.function_input_count() != loaded_->system.function_input_count())
      throw ModelError("the model has different states when the loop is open at '" +
                       arguments_.loop + "'");
    loaded_ = std::move(open);
    const auto first =
        static_cast<std::size_t>(1 + loaded_->system.state_count() + loaded_->system.input_count());
    const std::vector<double> values = list_values(loaded_->system);
    std::copy(values.begin(), values.end(), point.in.begin() + static_cast<std::ptrdiff_t>(first));
    return true;
  }

  LinearRequest make_request() const {
    LinearRequest request;
    request.holds_samples = arguments_.continuous;
    if (!arguments_.loop.empty()) {
      request.inputs = {arguments_.loop};
      for (const OpenedValue& opened : loaded_->model.opened)
        if (opened.name == arguments_.loop) request.outputs = {opened.written_output()};
      request.feedback = -1;
      return request;
    }
    for (const OpenedValue& opened : loaded_->model.opened) request.inputs.push_back(opened.name);
    // In the order of the command line; series behind.
    std::stable_sort(
        request.inputs.begin(), request.inputs.end(),
        [&](const std::string& a, const std::string& b) { return place_of(a) < place_of(b); });
    request.outputs = arguments_.outputs.empty() ? loaded_->outputs : arguments_.outputs;
    return request;
  }
  std::ptrdiff_t place_of(const std::string& name) const {
    return std::find(arguments_.inputs.begin(), arguments_.inputs.end(), name) -
           arguments_.inputs.begin();
  }

  const LinearizeArguments& arguments_;
  Findings& findings_;
  std::vector<ValueToOpen> opened_;
  std::optional<LoadedModel> loaded_;
};

/// The report, or the formulas alone as other programs take them.
std::string write(const LinearReport& report, const std::string& format) {
  const LinearModel& model = report.analysis.model;
  const LinearFormulas* formulas = report.formulas ? &*report.formulas : nullptr;
  const UnreducedFormulas* unreduced =
      report.unreduced_formulas ? &*report.unreduced_formulas : nullptr;
  if (format == "latex" || format == "mathml")
    return render_formulas(formulas, unreduced, model, notation_of(format));
  if (format == "matlab")
    return write_formula_script(report.title, formulas, unreduced, model, report.symbols,
                                report.written_names);
  return write_linear_text(report);
}

/// The frequency responses, and the steps beside them in NAME.step.csv.
void write_tables(const std::filesystem::path& path, const LinearReport& report) {
  if (report.analysis.channels.empty())
    throw CommandFault("-o " + path.string() +
                       ": there is no frequency response without an input and an output; "
                       "--input and --output name them");
  write_file(path, write_response_table(report));
  const std::string steps = write_step_table(report);
  if (!steps.empty()) write_file(std::filesystem::path(path).replace_extension("step.csv"), steps);
}

std::string write_page(const LinearizeArguments& arguments, const Linearisation& linearisation,
                       LinearReport report, const Findings& findings) {
  try {
    // Formulas of large models are too long to be read.
    const bool is_small = report.analysis.model.order() <= kMostShownStates;
    report.formulas.reset(), report.unreduced_formulas.reset(), report.symbols.clear();
    if (is_small) linearisation.write_formulas(report, "mathml");
  } catch (const ModelError& e) {
    report.notes.push_back(std::string("matrices in parameters: ") + e.what());
  }
  std::vector<std::pair<std::string, std::string>> options;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) options.emplace_back(option, value);
  };
  add("--at", arguments.at);
  for (const std::string& input : arguments.inputs) add("--input", input);
  for (const std::string& output : arguments.outputs) add("--output", output);
  add("--loop", arguments.loop);
  add("--frequency", arguments.frequency);
  if (arguments.continuous) options.emplace_back("--continuous", "");
  std::vector<std::string> warnings;
  for (const Diagnostic& d : findings.all().all())
    if (d.severity == Severity::warning) warnings.push_back(d.message);
  return write_linear_page(report, linearisation.model(), arguments.settings, options, warnings);
}

/// -o: by the ending of its name.
void write_output(const LinearizeArguments& arguments, const Linearisation& linearisation,
                  const LinearReport& report, const Json& json, const Findings& findings) {
  const std::filesystem::path path = arguments.output;
  const std::string ending = path.extension().string();
  if (ending == ".html")
    write_file(path, write_page(arguments, linearisation, report, findings));
  else if (ending == ".m")
    write_file(path, write_linear_matlab(report));
  else if (ending == ".json")
    write_file(path, to_text(json));
  else
    write_tables(path, report);
}

}  // namespace

int linearize_command(const LinearizeArguments& arguments) {
  int status = kDone;
  Findings findings(arguments.model, arguments.settings);
  Json json = begin_json("linearize");
  json["model"] = arguments.model;
  const auto end = [&](int result, const char* word) {
    json["status"] = word;
    json["diagnostics"] = list_json(findings.all());
    if (arguments.json) print(to_text(json));
    return result;
  };
  try {
    Linearisation linearisation(arguments, findings);
    std::optional<LinearReport> report = linearisation.run(status);
    if (!report) return end(status, "wrong");
    if (!arguments.format.empty()) linearisation.write_formulas(*report, arguments.format);
    add_linear_json(*report, json);
    json["status"] = "done";
    if (!arguments.output.empty()) write_output(arguments, linearisation, *report, json, findings);
    if (!arguments.report.empty())
      write_file(arguments.report, write_page(arguments, linearisation, *report, findings));
    if (!arguments.plot.empty()) {
      const std::string image = draw_linear(*report);
      arguments.plot.ends_with(".png") ? write_png(arguments.plot, image)
                                       : write_file(arguments.plot, image);
    }
    if (!arguments.json) print(write(*report, arguments.format));
    return end(kDone, "done");
  } catch (const CommandError& e) {
    findings.report_error(e.what());
    return end(kCommandIsWrong, "wrong");
  } catch (const CommandFault& e) {
    findings.report_error(e.what());
    return end(kCommandIsWrong, "wrong");
  } catch (const InputError& e) {
    findings.tell(e.diagnostics());
    return end(kCommandIsWrong, "wrong");
  } catch (const ModelError& e) {
    findings.tell(e);
    return end(kModelIsWrong, "wrong");
  } catch (const std::exception& e) {
    findings.report_error(arguments.model + ": " + e.what());
    return end(kRunFailed, "failed");
  }
}

}  // namespace holon::app
