// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/trim/trim_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>
#include <filesystem>
#include <iterator>

#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/base/version.h"
#include "holon/model/assembly/parameter_ranges.h"
#include "holon/record/digest.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/linear/linear_plots.h"
#include "holon/report/model/report_model.h"
#include "holon/report/page/report.h"
#include "holon/study/model_view.h"
#include "holon/system/hidden_output.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

constexpr int kUsualStarts = 40;
constexpr double kZeroState = 1e-12;  // of nominal values

/// `text`: "5 m/s". Throws RequestError beginning with `option`.
double read_given_value(const std::string& text, const Dimension& dimension,
                        const std::string& name, const std::string& option) {
  double value = 0;
  const std::size_t first = text.find_first_not_of(' ');
  const char* begin = text.data() + std::min(first, text.size());
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || !std::isfinite(value))
    throw RequestError(option + ": write a number with its unit behind '=', such as " + name +
                       "=\"1 " + dimension.to_string() + "\"");
  std::string unit(stop, end);
  unit.erase(0, unit.find_first_not_of(' ') == std::string::npos ? unit.size()
                                                                 : unit.find_first_not_of(' '));
  if (unit.empty()) return value;
  const UnitParse parsed = parse_unit(unit);
  if (!parsed)
    throw RequestError(option + ": " + parsed.message +
                       (parsed.suggestion.empty() ? "" : "; " + parsed.suggestion));
  if (parsed.unit->dimension != dimension)
    throw RequestError(
        fmt::format("{}: '{}' is in {}, not in {}", option, name, dimension.to_string(), unit));
  return parsed.unit->to_si(value);
}

/// Names of scalar outputs, components spelt out.
std::vector<std::string> list_scalar_outputs(const System& system) {
  std::vector<std::string> names;
  for (const SystemOutput& output : system.list_outputs()) {
    if (output.name.starts_with(kHiddenPrefix)) continue;
    for (int i = 0; i < output.size(); ++i)
      names.push_back(component_name(output.name, output.components, i));
  }
  return names;
}

std::vector<std::string> list_tangents(const System& system) {
  std::vector<std::string> names;
  for (int j = 0; j < tangent_count(system); ++j) names.push_back(tangent_name(system, j));
  return names;
}

std::string quoted_cell(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : "\"" + text + "\"";
}

}  // namespace

std::string describe_stability(Stability stability) {
  switch (stability) {
    case Stability::asymptotic: return "stable";
    case Stability::marginal: return "marginally stable";
    case Stability::unstable: return "unstable";
  }
  return {};
}

// States are known only when the model is: it is read once more where values are opened, which may
// move them.
bool TrimStudy::load_with_unknowns(TrimProblem& problem) {
  loaded_ = load(request_.model, {request_.settings, {}, {}, false}, findings_);
  if (!loaded_) return false;
  const std::vector<std::string> tangents = list_tangents(loaded_->system);
  std::vector<ValueToOpen> opened;
  std::vector<std::string> names, states;
  for (const std::string& name : request_.unknowns) {
    if (std::find(tangents.begin(), tangents.end(), name) != tangents.end()) {
      states.push_back(name);
      continue;
    }
    const std::size_t before = states.size();
    std::copy_if(tangents.begin(), tangents.end(), std::back_inserter(states),
                 [&](const auto& t) { return t.starts_with(name + "."); });
    if (states.size() > before) continue;
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    ValueToOpen value{name, {}};
    value.option = "--solve";
    opened.push_back(std::move(value));
    names.push_back(name);
  }
  if (!opened.empty()) {
    loaded_ = load(request_.model, {request_.settings, {}, opened, false}, findings_);
    if (!loaded_) return false;
  }
  const std::vector<std::string> now = list_tangents(loaded_->system);
  for (const std::string& name : states) {
    const auto found = std::find(now.begin(), now.end(), name);
    if (found == now.end())
      throw RequestError("--solve " + name + ": it is no state where " + quote_list(names, "and") +
                         " are open");
    problem.tangents.push_back(static_cast<int>(found - now.begin()));
  }
  for (const std::string& name : names) {
    const auto& parameters = loaded_->system.parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == name; });
    if (found == parameters.end())
      throw RequestError("--solve " + name + ": nothing in the model depends on it");
    problem.parameters.push_back(static_cast<int>(found - parameters.begin()));
  }
  return true;
}

void TrimStudy::read_givens(TrimProblem& problem, TrimReport& report) const {
  const System& system = loaded_->system;
  for (const std::string& given : request_.givens) {
    const std::string option = "--for " + given;
    const std::size_t equals = given.find('=');
    if (equals == std::string::npos || equals == 0)
      throw RequestError(option + ": write OUTPUT=VALUE, such as body.velocity.x=\"5 m/s\"");
    const std::string name = given.substr(0, equals);
    const std::optional<SystemOutput> output = system.find_output(name);
    if (!output) {
      const std::vector<std::string> all = list_scalar_outputs(system);
      const std::string meant = did_you_mean(name, all);
      throw RequestError("--for " + name + ": no part has such an output; " +
                         (meant.empty() ? "outputs are " + quote_list(all, "and", 8) : meant));
    }
    if (output->size() != 1)
      throw RequestError("--for " + name + ": it has " + std::to_string(output->size()) +
                         " components; write " + component_name(name, output->components, 0) +
                         " and so on");
    const double value =
        read_given_value(given.substr(equals + 1), output->dimension, name, option);
    problem.outputs.push_back(name);
    problem.values.push_back(value);
    report.conditions.emplace_back(name, value);
  }
}

std::optional<TrimReport> TrimStudy::run() {
  const InterruptGuard guard;
  TrimReport report;
  TrimProblem problem;
  problem.turns = request_.turns;
  problem.starts = request_.starts > 0 ? request_.starts : kUsualStarts;
  if (!load_with_unknowns(problem)) return {};
  const System& system = loaded_->system;
  report.title = system.title;
  read_givens(problem, report);
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  problem.find_violation = loaded_->assembly->domain<ParameterRanges>().make_check(
      *loaded_->assembly->symbols(), system.parameters);
  report.result = find_steady_states(system, values, problem);
  const TrimResult& result = report.result;
  if (result.solutions.empty())
    throw ModelError(
        fmt::format(
            "no steady state was found from {} starts: nearest to one, {} remains by {:.2g} of its "
            "terms{}",
            result.starts, result.worst.empty() ? "nothing" : result.worst, result.least_residual,
            result.inadmissible > 0
                ? fmt::format("; {} lie beyond limits of the model", result.inadmissible)
                : "") +
            (result.out_of_range > 0
                 ? fmt::format("; {} of the starts led to values that the model "
                               "must not have: {}",
                               result.out_of_range, result.violation)
                 : ""),
        problem.turns ? "free more unknowns with --solve, or specify fewer values with --for"
                      : "free more unknowns with --solve, or specify fewer values with --for; "
                        "free bodies in a steady turn need --turn");
  for (const OpenedValue& opened : loaded_->model.opened)
    if (opened.is_added) report.added.push_back(opened.name);
  for (std::size_t k = 0; k < problem.parameters.size(); ++k) {
    const SystemParameter& p = system.parameters[static_cast<std::size_t>(problem.parameters[k])];
    TrimQuantity quantity{p.name, p.dimension.to_string(), {}};
    for (const TrimSolution& s : result.solutions)
      quantity.values.push_back(s.unknown_parameters[k]);
    report.unknown.push_back(std::move(quantity));
  }
  if (problem.turns) {
    TrimQuantity quantity{"turn rate", "rad/s", {}};
    for (const TrimSolution& s : result.solutions) quantity.values.push_back(s.turn_rate);
    report.unknown.push_back(std::move(quantity));
    report.notes.emplace_back(
        "in a steady turn, positions and velocities are those at the instant at which the heading "
        "is the initial one; they rotate about the vertical with the turn rate");
  }
  for (const StateBlock& block : system.states) {
    if (block.name.starts_with("system.")) continue;
    for (int i = 0; i < block.size; ++i) {
      const std::string name = component_name(block.name, block.components, i);
      TrimQuantity quantity{name, block.dimension.to_string(), {}};
      // What Newton's method leaves of zero.
      const double least = kZeroState * std::max(1.0, std::abs(block.nominal));
      for (const TrimSolution& s : result.solutions) {
        const double value = s.point.in[static_cast<std::size_t>(1 + block.offset + i)];
        quantity.values.push_back(std::abs(value) < least ? 0.0 : value);
      }
      report.states.push_back(std::move(quantity));
    }
  }
  const TrimSolution& first = result.solutions.front();
  if (first.family > 0)
    report.notes.push_back(fmt::format(
        "the solution is one of a family with {} (along {}): {} would single one out; this one is "
        "near the start",
        counted(static_cast<std::size_t>(first.family), "free direction"),
        quote_list(first.family_names, "and", 6),
        first.family == 1 ? "one more value by --for"
                          : std::to_string(first.family) + " more values by --for"));
  if (result.inadmissible > 0)
    report.notes.push_back(fmt::format(
        "{} of the starts led to states beyond limits of the model, where no run begins",
        result.inadmissible));
  if (result.out_of_range > 0)
    report.notes.push_back(
        fmt::format("{} of the starts led to values that the model must not have: {}",
                    result.out_of_range, result.violation));
  if (!report.added.empty())
    report.notes.push_back(quote_list(report.added, "and") +
                           (report.added.size() == 1 ? " is" : " are") +
                           " added to what the model's own formula gives there");
  if (system.discrete_count() > (system.roots ? 2 * system.roots->count() : 0))
    report.notes.emplace_back(
        "discrete states (friction at rest, values set by clocks) keep their values of the start: "
        "a run from there changes them where they are not steady");
  if (system.mode_count() > 0)
    report.notes.emplace_back("comparisons have their values at the solution");
  return report;
}

std::string write_trim_table(const TrimReport& report) {
  std::string text = "solution,stability,largest growth [1/s]";
  const std::vector<const std::vector<TrimQuantity>*> groups{&report.unknown, &report.states};
  for (const auto* group : groups)
    for (const TrimQuantity& q : *group)
      text += "," + quoted_cell(q.name + (q.unit == "1" ? "" : " [" + q.unit + "]"));
  for (const std::string& name : report.result.free) text += "," + quoted_cell("der(" + name + ")");
  text += "\n";
  for (std::size_t k = 0; k < report.result.solutions.size(); ++k) {
    const TrimSolution& s = report.result.solutions[k];
    double growth = -std::numeric_limits<double>::infinity();
    for (const Pole& pole : s.poles) growth = std::max(growth, pole.growth());
    text += fmt::format("{},{},{:.17g}", k + 1, describe_stability(s.stability), growth);
    for (const auto* group : groups)
      for (const TrimQuantity& q : *group) text += fmt::format(",{:.17g}", q.values[k]);
    for (const auto& c : s.point.free) text += fmt::format(",{:.17g}", c.rate);
    text += "\n";
  }
  return text;
}

std::string write_trim_page(const TrimReport& report, const LoadedModel& loaded,
                            const std::vector<std::pair<std::string, std::string>>& options,
                            const std::vector<std::string>& warnings) {
  constexpr double kSecondsEach = 2;  // that a solution is shown
  constexpr std::size_t kMostShownSolutions = 60;
  const std::vector<TrimSolution>& solutions = report.result.solutions;
  Report page;
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  page.subtitle = fmt::format("{} · {}", std::filesystem::path(loaded.path).filename().string(),
                              counted(solutions.size(), "steady state"));
  page.labels = {"Eigenvalues", "Steady states", "Search", "Equations"};
  page.warnings = warnings;
  page.notes = report.notes;
  const auto stable = std::count_if(solutions.begin(), solutions.end(), [](const TrimSolution& s) {
    return s.stability != Stability::unstable;
  });
  page.verdict = Report::Verdict{stable == 0 ? "All unstable"
                                 : stable == static_cast<std::ptrdiff_t>(solutions.size())
                                     ? "None unstable"
                                     : "Stable and unstable",
                                 stable > 0};

  const std::size_t shown = std::min(solutions.size(), kMostShownSolutions);
  Report::Table table{"Steady states", {"", "Stability"}, {}, {}};
  for (const auto* group : {&report.unknown, &report.states})
    for (const TrimQuantity& q : *group)
      table.columns.push_back(q.name + (q.unit == "1" ? "" : " [" + q.unit + "]"));
  for (const std::string& name : report.result.free) table.columns.push_back("rate of " + name);
  table.columns.push_back("Shown");
  for (std::size_t k = 0; k < shown; ++k) {
    std::vector<std::string> cells{std::to_string(k + 1),
                                   describe_stability(solutions[k].stability)};
    for (const auto* group : {&report.unknown, &report.states})
      for (const TrimQuantity& q : *group) cells.push_back(short_number(q.values[k]));
    for (const auto& c : solutions[k].point.free) cells.push_back(short_number(c.rate));
    cells.push_back(fmt::format("{:g}–{:g} s", kSecondsEach * static_cast<double>(k),
                                kSecondsEach * static_cast<double>(k + 1)));
    table.rows.push_back({std::move(cells)});
  }
  page.tables.push_back(std::move(table));

  for (std::size_t k = 0; k < shown; ++k) {
    if (solutions[k].poles.empty()) continue;
    Stream stream{fmt::format("eigenvalues {}", k + 1), {}, {}, 0};
    stream.columns = {
        {"number", "", "", 32}, {"real part", "1/s", "", 64}, {"imaginary part", "1/s", "", 64}};
    stream.values.resize(3);
    std::vector<std::complex<double>> roots;
    for (const Pole& pole : solutions[k].poles) {
      roots.push_back(pole.continuous());
      stream.values[0].push_back(static_cast<double>(stream.values[0].size() + 1));
      stream.values[1].push_back(pole.continuous().real());
      stream.values[2].push_back(pole.continuous().imag());
    }
    Report::Plot plot{
        fmt::format("Steady state {}, {}", k + 1, describe_stability(solutions[k].stability)),
        "Eigenvalues",
        "real part",
        "1/s",
        "imaginary part",
        "1/s"};
    plot.lines = {
        {"eigenvalues", stream.name, "real part", "imaginary part", 1, Curve::Mark::cross}};
    const Panel map = make_root_map(roots, {}, RootPlane());
    plot.equal_scales = map.equal_scales;
    for (const Curve& guide : map.guides) plot.guides.push_back({guide.x, guide.y, guide.label});
    page.plots.push_back(std::move(plot));
    page.streams.push_back(std::move(stream));
  }

  Report::Group search{"Search", {}};
  search.items.push_back({"Starts", std::to_string(report.result.starts)});
  search.items.push_back({"Starts without a solution", std::to_string(report.result.failures)});
  for (const auto& [name, value] : report.conditions)
    search.items.push_back({"Given " + name, short_number(value)});
  page.statistics.push_back(std::move(search));

  std::optional<ModelView> view;
  try {
    view = make_view(loaded);
  } catch (const InputError& e) {
    page.warnings.emplace_back(e.what());
  }
  if (view && !view->scene.empty()) {
    const std::vector<std::string> names = view->scene.outputs();
    const FunctionRef poses = loaded.system.select_outputs(names);
    std::vector<Column> columns{{"time", dimensions::kTime, ""}};
    for (const std::string& name : names) {
      const SystemOutput output = *loaded.system.find_output(name);
      for (int i = 0; i < output.size(); ++i)
        columns.push_back(
            {component_name(output.name, output.components, i), output.dimension, ""});
    }
    Results rows;
    rows.begin(columns);
    constexpr int kRowsEach = 20;  // so that the page does not move slowly from one to the next
    for (std::size_t k = 0; k < shown; ++k)
      for (int i = 0; i < kRowsEach; ++i) {
        std::vector<double> row{kSecondsEach * (static_cast<double>(k) + double(i) / kRowsEach)};
        const std::vector<double> values = poses->evaluate(solutions[k].point.in);
        row.insert(row.end(), values.begin(), values.end());
        rows.row(row.data());
      }
    page.scene = &view->scene;
    page.poses = make_stream("poses", rows);
  }
  page.equations_note = "'holon equations' prints the equations of motion.";
  add_model(page, loaded);
  page.model_path = loaded.path;
  page.provenance = {{"Model", loaded.path},
                     {"Holon", kVersion},
                     {"Built with", fmt::format("{}, {}", kCompiler, kCompileFlags)},
                     {"SHA-256 of the model", sha256(loaded.model.text)}};
  for (const auto& [option, value] : options) page.provenance.push_back({option, value});
  for (const Setting& setting : loaded.request.settings)
    page.provenance.push_back({"Set by " + setting.option, setting.name + " = " + setting.value});
  return write_report(page);
}

}  // namespace holon
