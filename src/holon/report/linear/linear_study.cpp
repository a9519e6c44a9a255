// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/linear/linear_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "holon/base/names.h"
#include "holon/equations/equations_text.h"
#include "holon/expr/print/matlab.h"
#include "holon/report/linear/linear_arguments.h"
#include "holon/study/bond_facts.h"
#include "holon/system/hidden_output.h"

namespace holon {
namespace {

std::vector<double> list_parameter_values(const System& system) {
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

}  // namespace

std::optional<LinearReport> LinearStudy::run() {
  for (const std::string& name : request_.inputs) opened_.push_back({name, {}});
  if (!request_.loop.empty()) opened_.push_back({request_.loop, {}, false, "--loop"});
  std::optional<FrequencyRange> frequencies = read_range(request_.frequency);
  loaded_ = load_opened(findings_);
  if (!loaded_) return {};
  check_outputs();
  LinearReport report;
  report.title = loaded_->system.title;
  report.point = find_point();
  report.loop = request_.loop;
  if (!report.loop.empty() && !open_loop(report.point)) return {};
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

void LinearStudy::write_formulas(LinearReport& report, const std::string& format) const {
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
          named, report.analysis.model, transfer_point(report.point, loaded_->system, named.system),
          request, notation, [&](const std::string& name) {
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

// A sampled model has no response beyond Nyquist's frequency.
void LinearStudy::limit_range(FrequencyRange& range, RootPlane plane) const {
  if (range.from >= plane.nyquist())
    throw RequestError(
        fmt::format("--frequency {}: the range lies beyond Nyquist's frequency of {:.6g} Hz",
                    request_.frequency, plane.nyquist() / (2 * std::numbers::pi)));
  range.to = std::min(range.to, plane.nyquist());
}

OperatingPoint LinearStudy::find_point() const {
  const System& system = loaded_->system;
  const std::vector<double> values = list_parameter_values(system);
  if (request_.at.empty()) return find_start_point(system, values);
  if (request_.at == "equilibrium") return find_equilibrium_point(system, values);
  return find_point_at(system, loaded_->model.simulate, values, read_time(request_.at));
}

std::optional<LoadedModel> LinearStudy::load_opened(Findings& findings) const {
  return load(request_.model, {request_.settings, list_requested(), opened_, /*opens_series=*/true},
              findings);
}

// Integrals of power have states that a model has only where something names them.
std::vector<std::string> LinearStudy::list_requested() const {
  std::vector<std::string> asked;
  for (const std::string& name : request_.outputs)
    if (name.starts_with("system.energy.")) asked.push_back(name);
  return asked;
}

void LinearStudy::check_outputs() const {
  std::vector<std::string> all;
  for (const SystemOutput& output : loaded_->system.list_outputs())
    if (!output.name.starts_with(kHiddenPrefix)) all.push_back(output.name);
  std::stable_partition(all.begin(), all.end(),
                        [](const std::string& name) { return !name.starts_with("system."); });
  for (const std::string& name : request_.outputs) {
    if (loaded_->system.find_output(name)) continue;
    std::vector<std::string> below;
    for (const std::string& candidate : all)
      if (candidate.starts_with(name + ".")) below.push_back(candidate);
    const std::string meant = below.empty() ? did_you_mean(name, all) : "";
    const std::string choice = !below.empty()   ? "below it are " + quote_list(below, "and")
                               : !meant.empty() ? meant
                                                : "outputs are " + quote_list(all, "and", 8);
    throw RequestError("--output " + name + ": no part has such an output; " + choice);
  }
}

// With names for the parameters, and for plain numbers of elements of bond graphs.
LoadedModel LinearStudy::load_named() const { return load_with_element_names(*loaded_, opened_); }

// `both`: the equations with the inputs, `inputs` of them, and rates of what is stored behind.
void LinearStudy::add_unreduced(LinearReport& report, const LinearFormulas& both,
                                std::size_t inputs, const std::vector<std::string>& stored) {
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

// Of dependent storage in bond graphs.
std::optional<UnreducedModel> LinearStudy::find_unreduced(const LinearReport& report) const {
  if (!report.loop.empty() || list_dependent_storage(*loaded_).empty()) return std::nullopt;
  Findings silent(request_.model, request_.settings);
  std::optional<LoadedModel> again = load_opened(silent);
  if (!again) return std::nullopt;
  return linearize_unreduced(*loaded_, report.analysis.model, report.point, std::move(*again));
}

// The same model once more, with a number in place of what was written where the loop is opened.
bool LinearStudy::open_loop(OperatingPoint& point) {
  const std::string output = loaded_->model.opened.back().written_output();
  const FunctionRef written = loaded_->system.select_outputs({output});
  const double value = written->evaluate(point.in)[0];
  opened_ = {{request_.loop, value}};
  std::optional<LoadedModel> open = load_opened(findings_);
  if (!open) return false;
  if (open->system.function_input_count() != loaded_->system.function_input_count())
    throw ModelError("the model has different states when the loop is open at '" + request_.loop +
                     "'");
  point = transfer_point(point, loaded_->system, open->system);
  loaded_ = std::move(open);
  return true;
}

LinearRequest LinearStudy::make_request() const {
  LinearRequest request;
  request.holds_samples = request_.continuous;
  if (!request_.loop.empty()) {
    request.inputs = {request_.loop};
    for (const OpenedValue& opened : loaded_->model.opened)
      if (opened.name == request_.loop) request.outputs = {opened.written_output()};
    request.feedback = -1;
    return request;
  }
  for (const OpenedValue& opened : loaded_->model.opened) request.inputs.push_back(opened.name);
  // In the order of the command line; series behind.
  std::stable_sort(
      request.inputs.begin(), request.inputs.end(),
      [&](const std::string& a, const std::string& b) { return place_of(a) < place_of(b); });
  request.outputs = request_.outputs.empty() ? loaded_->outputs : request_.outputs;
  return request;
}
std::ptrdiff_t LinearStudy::place_of(const std::string& name) const {
  return std::find(request_.inputs.begin(), request_.inputs.end(), name) - request_.inputs.begin();
}

}  // namespace holon
