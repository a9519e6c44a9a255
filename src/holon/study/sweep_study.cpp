// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/sweep_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "holon/base/version.h"
#include "holon/model/assembly/parameter_ranges.h"
#include "holon/record/digest.h"
#include "holon/record/open_results.h"
#include "holon/study/run_provenance.h"

namespace holon {
namespace {

constexpr std::size_t kMostSignals = 12;
constexpr double kMostKept = 2e7;   // numbers for bounds over time, of all samples
constexpr double kFewestRows = 20;  // of bounds over time that show anything

std::string with_unit(const Dimension& dimension, double value) {
  const std::string unit = dimension.to_string();
  return fmt::format("{:.6g}{}", value, unit == "1" ? "" : " " + unit);
}

}  // namespace

double find_quantile(const std::vector<double>& sorted, double part) {
  if (sorted.empty()) return std::nan("");
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

SweepStatistics calc_statistics(const SweepColumn& column,
                                const std::vector<SampleResult>& samples) {
  SweepStatistics s;
  std::vector<double> values;
  for (std::size_t k = 0; k < column.values.size(); ++k) {
    const double v = column.values[k];
    if (!std::isfinite(v)) continue;
    if (values.empty() || v < s.least) s.least = v, s.least_sample = samples[k].number;
    if (values.empty() || v > s.most) s.most = v, s.most_sample = samples[k].number;
    values.push_back(v);
  }
  s.count = values.size();
  if (values.empty()) return s;
  const auto n = static_cast<double>(values.size());
  s.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double v : values) squares += (v - s.mean) * (v - s.mean);
  s.sigma = values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
  std::sort(values.begin(), values.end());
  s.low = find_quantile(values, 0.05);
  s.median = find_quantile(values, 0.5);
  s.high = find_quantile(values, 0.95);
  return s;
}

std::int64_t SweepReport::count(SampleResult::Status status) const {
  return std::count_if(results.samples.begin(), results.samples.end(),
                       [&](const SampleResult& s) { return s.status == status; });
}

std::string SweepReport::describe_sample(const SampleResult& sample) const {
  std::string values;
  for (std::size_t k = 0; k < varied.size(); ++k)
    values += (k > 0 ? ", " : "") + varied[k].name + " = " +
              with_unit(varied[k].dimension, sample.varied[k]);
  return fmt::format("sample {}{}", sample.number, values.empty() ? "" : " (" + values + ")");
}

bool SweepStudy::load() {
  LoadRequest request{request_.settings};
  request.text = request_.text;
  std::optional<LoadedModel> plain = holon::load(request_.model, request, findings_);
  if (!plain) return false;
  if (!plain->model.study) {
    findings_.report_error("'" + request_.model +
                           "' has no section 'study'; write what varies and what is recorded: "
                           "study: {kind: monte_carlo, samples: 100, vary: {m: {normal: [1 kg, 10 "
                           "g]}}, record: {swing: max(abs(pin.angle))}}");
    return false;
  }
  LoadRequest opening = request;
  for (const StudyVariation& v : plain->model.study->vary)
    opening.opened.push_back({v.name, {}, true, "study.vary"});
  // What the file warns of has been reported.
  Findings again(request_.model, request_.settings);
  loaded_ = holon::load(request_.model, opening, again);
  if (!loaded_) {
    Diagnostics errors;
    for (const Diagnostic& d : again.all().all())
      if (d.severity == Severity::error) errors.add(d);
    findings_.report(errors);
    return false;
  }
  return check_variations();
}

bool SweepStudy::check_variations() {
  const StudySettings& study = *loaded_->model.study;
  Diagnostics errors;
  const auto refuse = [&](const StudyVariation& v, const std::string& message,
                          const std::string& suggestion = {}) {
    Diagnostic d;
    d.place = v.place;
    d.part_path = "study";
    d.message = message;
    d.suggestion = suggestion;
    errors.add(std::move(d));
  };
  for (const StudyVariation& v : study.vary) {
    const auto& opened = loaded_->model.opened;
    const auto found = std::find_if(opened.begin(), opened.end(),
                                    [&](const OpenedValue& o) { return o.name == v.name; });
    const auto& parameters = loaded_->system.parameters;
    const auto place = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == v.name; });
    if (place == parameters.end()) {
      refuse(v, "'" + v.name + "' does not occur in the equations, so nothing would vary");
      continue;
    }
    if (found != opened.end() && found->is_added)
      refuse(v, "'" + v.name + "' is a formula whose value changes during a run",
             "vary a parameter on which it depends");
    const Dimension dimension = place->dimension;
    if (v.dimension && *v.dimension != dimension)
      refuse(v, "'" + v.name + "' is " + describe(dimension) + ", and varies by " +
                    describe(*v.dimension));
    parameters_.push_back(static_cast<int>(place - parameters.begin()));
  }
  if (!errors.has_errors()) return true;
  findings_.report(errors);
  return false;
}

void SweepStudy::choose_signals(SweepOptions& options, std::vector<std::string>& notes) const {
  const SimulateSettings& simulate = loaded_->model.simulate;
  if (!simulate.interval) {
    notes.emplace_back("bounds over time require rows at equal times: set simulate.interval");
    return;
  }
  std::vector<std::string> names;
  for (const PlotSettings& plot : loaded_->model.plots)
    names.insert(names.end(), plot.y.begin(), plot.y.end());
  if (names.empty()) names = loaded_->outputs;
  for (const std::string& name : names) {
    const std::optional<SystemOutput> output = loaded_->system.find_output(name);
    if (!output) continue;
    for (int i = 0; i < output->size(); ++i) {
      const std::string one = component_name(output->name, output->components, i);
      if (std::find(options.signals.begin(), options.signals.end(), one) == options.signals.end())
        options.signals.push_back(one);
    }
  }
  if (options.signals.size() > kMostSignals) {
    notes.push_back(fmt::format("bounds over time are computed for the first {} of {} signals only",
                                kMostSignals, options.signals.size()));
    options.signals.resize(kMostSignals);
  }
  const double rows = simulate.until / *simulate.interval + 1;
  const auto samples = static_cast<double>(SamplePlan(*loaded_->model.study).count());
  const double most_rows =
      kMostKept / (samples * static_cast<double>(std::max<std::size_t>(options.signals.size(), 1)));
  if (rows > most_rows && most_rows < kFewestRows) {
    notes.emplace_back(
        "the study has no bounds over time: even a few rows of each sample would not fit into "
        "memory");
    options.signals.clear();
    return;
  }
  options.interval = *simulate.interval;
  if (rows <= most_rows) return;
  const double stride = std::ceil((rows - 1) / (most_rows - 1));
  options.interval *= stride;
  notes.push_back(fmt::format(
      "bounds over time use every {:g}th row of each sample, so that they fit into memory",
      stride));
}

SweepOptions SweepStudy::make_options(std::vector<std::string>& notes) const {
  SweepOptions options;
  options.threads = request_.threads;
  options.find_violation = loaded_->assembly->domain<ParameterRanges>().make_check(
      *loaded_->assembly->symbols(), loaded_->system.parameters);
  choose_signals(options, notes);
  if (!request_.output.empty()) options.journal = request_.output.string() + ".journal";
  std::string text = std::string(kVersion) + '\n' + loaded_->model.text;
  for (const Setting& setting : request_.settings)
    text += '\n' + setting.name + '=' + setting.value;
  for (const std::string& signal : options.signals) text += '\n' + signal;
  options.digest = sha256(text);
  return options;
}

std::int64_t SweepStudy::find_continued() const {
  std::vector<std::string> notes;
  const SweepOptions options = make_options(notes);
  return request_.fresh ? 0 : count_journal(options.journal, options.digest);
}

SweepReport SweepStudy::run(SweepObserver* observer) {
  SweepReport report;
  report.title = loaded_->system.title;
  report.study = *loaded_->model.study;
  const SweepOptions options = make_options(report.notes);
  report.signals = options.signals;
  for (const std::string& name : options.signals)
    report.signal_dimensions.push_back(loaded_->system.find_output(name)->dimension);
  report.interval = options.interval;
  std::error_code error;
  if (request_.output.has_parent_path())
    std::filesystem::create_directories(request_.output.parent_path(), error);
  if (request_.fresh) std::filesystem::remove(options.journal, error);
  report.results = run_sweep(loaded_->system, loaded_->model.simulate, report.study, parameters_,
                             options, observer);
  const std::vector<SampleResult>& samples = report.results.samples;
  for (std::size_t k = 0; k < report.study.vary.size(); ++k) {
    const SystemParameter& p = loaded_->system.parameters[static_cast<std::size_t>(parameters_[k])];
    SweepColumn column{p.name, {}, p.dimension, {}};
    for (const SampleResult& s : samples) column.values.push_back(s.varied[k]);
    report.varied.push_back(std::move(column));
  }
  std::size_t at = 0;
  for (const StudyRecord& record : report.study.record) {
    for (std::size_t i = 0; i < record.values.size(); ++i, ++at) {
      SweepColumn column{component_name(record.name, record.components, static_cast<int>(i)),
                         record.text,
                         record.reduced_dimension(),
                         {}};
      for (const SampleResult& s : samples) column.values.push_back(s.recorded[at]);
      report.recorded.push_back(std::move(column));
    }
  }
  find_influence(report);
  if (!request_.output.empty()) write_table(report);
  if (!report.results.interrupted) std::filesystem::remove(options.journal, error);
  return report;
}

void SweepStudy::find_influence(SweepReport& report) const {
  const SamplePlan plan(report.study);
  if (plan.block_size() == 1) return;
  const std::vector<SampleResult>& samples = report.results.samples;
  for (const SweepColumn& column : report.recorded) {
    std::vector<double> y(static_cast<std::size_t>(plan.count()), std::nan(""));
    for (std::size_t k = 0; k < samples.size(); ++k)
      y[static_cast<std::size_t>(samples[k].number)] = column.values[k];
    report.influence.push_back(calc_influence(report.study, plan, y));
  }
  const bool is_sobol = report.study.kind == StudySettings::Kind::sobol;
  if (is_sobol && !std::has_single_bit(static_cast<std::uint64_t>(report.study.samples)))
    report.notes.push_back(fmt::format(
        "{} is not a power of two: the points of a Sobol' sequence are evenly distributed for "
        "powers of two only, such as {}",
        report.study.samples, std::bit_ceil(static_cast<std::uint64_t>(report.study.samples))));
  for (std::size_t k = 0; k < report.influence.size(); ++k) {
    const std::int64_t left_out = report.study.samples - report.influence[k].blocks;
    if (left_out > 0 && !report.results.interrupted)
      report.notes.push_back(
          fmt::format("the influence on '{}' is computed without {} of {} {}, in which runs failed "
                      "or a result was not a number",
                      report.recorded[k].name, left_out, report.study.samples,
                      is_sobol ? "base samples" : "trajectories"));
    if (report.influence[k].is_constant)
      report.notes.push_back(fmt::format("'{}' is the same in all runs: nothing has an influence",
                                         report.recorded[k].name));
  }
}

void SweepStudy::write_table(const SweepReport& report) const {
  Provenance provenance = begin_provenance(*loaded_, false);
  const bool has_failed = report.count(SampleResult::Status::failed) > 0;
  const std::unique_ptr<RowSink> sink = open_sink(request_.output, provenance);
  std::vector<Column> columns{{"sample", {}, "number of the sample"},
                              {"status", {}, "0: done, 1: stopped, 2: failed"},
                              {"seed", {}, "of the run's noise"},
                              {"end", dimensions::kTime, "time reached"}};
  for (const SweepColumn& c : report.varied)
    columns.push_back({"vary." + c.name, c.dimension, "value of '" + c.name + "'"});
  for (const SweepColumn& c : report.recorded)
    columns.push_back({"record." + c.name, c.dimension, c.text});
  sink->begin(columns);
  std::vector<double> row;
  for (std::size_t k = 0; k < report.results.samples.size(); ++k) {
    const SampleResult& s = report.results.samples[k];
    row = {static_cast<double>(s.number), static_cast<double>(s.status),
           static_cast<double>(s.seed), s.time};
    for (const SweepColumn& c : report.varied) row.push_back(c.values[k]);
    for (const SweepColumn& c : report.recorded) row.push_back(c.values[k]);
    sink->row(row.data());
  }
  sink->end();
  provenance.seed = report.study.seed;
  provenance.status = report.results.interrupted ? "interrupted" : "done";
  if (has_failed)
    provenance.error = fmt::format("{} samples failed", report.count(SampleResult::Status::failed));
  sink->conclude(provenance);
}

}  // namespace holon
