// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "holon/base/interrupt.h"
#include "holon/base/progress.h"
#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/output/files.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"
#include "holon/report/page/report.h"
#include "holon/report/study/sweep_page.h"
#include "holon/study/sweep_study.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// "57 of 200 samples, 28 %, 14 s left", on a terminal redrawn in place.
class SweepProgress final : public SweepObserver {
 public:
  SweepProgress(bool quiet, std::int64_t continued)
      : is_terminal_(isatty(STDERR_FILENO) != 0), quiet_(quiet), before_(continued) {}
  ~SweepProgress() override { clear(); }

  bool go_on(std::int64_t done, std::int64_t failed, std::int64_t count) override {
    const auto now = Clock::now();
    const double elapsed = std::chrono::duration<double>(now - began_).count();
    const double since = std::chrono::duration<double>(now - shown_).count();
    if (!quiet_ && elapsed > (is_terminal_ ? 0.3 : 5.0) && since > (is_terminal_ ? 0.1 : 10.0)) {
      shown_ = now;
      std::string line =
          fmt::format("{} of {} samples, {} %", group_digits(done), group_digits(count),
                      done * 100 / std::max<std::int64_t>(1, count));
      if (failed > 0) line += fmt::format(", {} failed", group_digits(failed));
      if (done > before_ && done < count)
        line += ", " +
                format_duration(elapsed * static_cast<double>(count - done) /
                                static_cast<double>(done - before_)) +
                " left";
      line = is_terminal_ ? "\r" + line + "\033[K" : line + "\n";
      std::fputs(line.c_str(), stderr);
      std::fflush(stderr);
      has_line_ = is_terminal_;
    }
    return !interrupted();
  }
  void clear() {
    if (has_line_) fmt::print(stderr, "\r\033[K");
    has_line_ = false;
  }

 private:
  bool is_terminal_, quiet_, has_line_ = false;
  std::int64_t before_;
  Clock::time_point began_ = Clock::now(), shown_{};
};

/// Columns of text, the first row dim.
std::string lay_out_columns(const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], display_width(row[k]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) line += pad(row[k], widths[k]) + "  ";
    line.resize(line.find_last_not_of(' ') + 1);
    text += (&row == &rows.front() ? dim(line) : line) + "\n";
  }
  return text;
}

std::string interval_of(const Estimated& e) {
  return fmt::format("{:.4g} … {:.4g}", e.low, e.high);
}

/// What each value contributes to each recorded number.
std::string describe_influence(const SweepReport& report) {
  std::string text;
  for (std::size_t k = 0; k < report.influence.size(); ++k) {
    const Influence& influence = report.influence[k];
    const bool is_sobol = !influence.first.empty();
    if (!is_sobol && influence.mean_abs.empty()) continue;
    std::vector<std::vector<std::string>> rows;
    const std::string head = "influence on " + report.recorded[k].name;
    if (is_sobol)
      rows.push_back({head, "first order", "95 %", "total order", "95 %"});
    else
      rows.push_back({head, "mu*", "95 %", "mu", "sigma", "unit"});
    const std::string unit = report.recorded[k].dimension.to_string();
    for (std::size_t i = 0; i < report.varied.size(); ++i) {
      const auto number = [](double v) { return fmt::format("{:.4g}", v); };
      if (is_sobol)
        rows.push_back({report.varied[i].name, number(influence.first[i].value),
                        interval_of(influence.first[i]), number(influence.total[i].value),
                        interval_of(influence.total[i])});
      else
        rows.push_back({report.varied[i].name, number(influence.mean_abs[i].value),
                        interval_of(influence.mean_abs[i]), number(influence.mean[i]),
                        number(influence.sigma[i]), unit == "1" ? "" : unit});
    }
    text += lay_out_columns(rows);
  }
  return text;
}

std::string describe_results(const SweepReport& report) {
  std::vector<std::vector<std::string>> rows{
      {"", "mean", "sigma", "least", "5 %", "median", "95 %", "largest", "unit"}};
  std::string extremes;
  for (const SweepColumn& c : report.recorded) {
    const SweepStatistics s = calc_statistics(c, report.results.samples);
    if (s.count == 0) continue;
    rows.push_back({c.name});
    for (const double v : {s.mean, s.sigma, s.least, s.low, s.median, s.high, s.most})
      rows.back().push_back(fmt::format("{:.5g}", v));
    const std::string unit = c.dimension.to_string();
    rows.back().push_back(unit == "1" ? "" : unit);
    for (const SampleResult& sample : report.results.samples)
      if (sample.number == s.most_sample)
        extremes += "largest " + c.name + ": " + report.describe_sample(sample) + "\n";
  }
  if (rows.size() == 1) return {};
  return lay_out_columns(rows) + extremes;
}

/// Failures with the same cause are named once, with the first samples.
void report_failures(const SweepReport& report) {
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::pair<std::string, std::vector<const SampleResult*>>> causes;
  for (const SampleResult& s : report.results.samples) {
    if (s.status != SampleResult::Status::failed) continue;
    // Times and values differ from sample to sample; the cause stands behind the last ": ".
    const std::size_t colon = s.message.rfind(": ");
    const std::string cause = colon == std::string::npos ? s.message : s.message.substr(colon + 2);
    const auto known =
        std::find_if(causes.begin(), causes.end(), [&](const auto& c) { return c.first == cause; });
    if (known == causes.end())
      causes.push_back({cause, {&s}});
    else
      known->second.push_back(&s);
  }
  for (std::size_t k = 0; k < std::min(causes.size(), kMostNamed); ++k) {
    const auto& [cause, samples] = causes[k];
    print_warning(fmt::format("{} of {} samples failed, first {}: {}", samples.size(),
                              report.results.count, report.describe_sample(*samples[0]),
                              samples[0]->message));
  }
  if (causes.size() > kMostNamed)
    print_warning(fmt::format("{} more causes are in the report", causes.size() - kMostNamed));
}

Json write_sweep_json(const SweepReport& report) {
  Json recorded = Json::array();
  const auto finite = [](double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); };
  for (const SweepColumn& c : report.recorded) {
    const SweepStatistics s = calc_statistics(c, report.results.samples);
    recorded.push_back({{"name", c.name},
                        {"of", c.text},
                        {"unit", c.dimension.to_string()},
                        {"count", s.count},
                        {"mean", finite(s.mean)},
                        {"sigma", finite(s.sigma)},
                        {"least", finite(s.least)},
                        {"low", finite(s.low)},
                        {"median", finite(s.median)},
                        {"high", finite(s.high)},
                        {"largest", finite(s.most)},
                        {"least_sample", s.least_sample},
                        {"largest_sample", s.most_sample}});
  }
  Json failures = Json::array();
  for (const SampleResult& s : report.results.samples)
    if (s.status == SampleResult::Status::failed)
      failures.push_back(
          {{"sample", s.number}, {"seed", s.seed}, {"time", s.time}, {"message", s.message}});
  const auto estimated = [](const Estimated& e) {
    return Json{{"value", e.value}, {"low", e.low}, {"high", e.high}};
  };
  Json influence = Json::array();
  for (std::size_t k = 0; k < report.influence.size(); ++k) {
    const Influence& own = report.influence[k];
    Json values = Json::array();
    for (std::size_t i = 0; i < report.varied.size(); ++i) {
      Json entry{{"name", report.varied[i].name}};
      if (!own.first.empty()) {
        entry["first"] = estimated(own.first[i]);
        entry["total"] = estimated(own.total[i]);
      } else if (!own.mean_abs.empty()) {
        entry["mean_absolute"] = estimated(own.mean_abs[i]);
        entry["mean"] = own.mean[i];
        entry["sigma"] = own.sigma[i];
      }
      values.push_back(std::move(entry));
    }
    influence.push_back(
        {{"of", report.recorded[k].name}, {"blocks", own.blocks}, {"values", values}});
  }
  return {{"kind", name_of(report.study.kind)},
          {"samples", report.results.count},
          {"finished", report.results.samples.size()},
          {"continued", report.results.continued},
          {"threads", report.results.threads},
          {"seconds", report.results.wall_seconds},
          {"recorded", recorded},
          {"influence", influence},
          {"failures", failures}};
}

}  // namespace

int sweep_command(const SweepArguments& arguments) {
  Findings findings(arguments.model, arguments.settings, &terminal_observer());
  Json json = begin_json("sweep");
  json["model"] = arguments.model;
  const auto end = [&](int result, const char* word) {
    json["status"] = word;
    json["diagnostics"] = list_json(findings.all());
    if (arguments.json) print(to_text(json));
    return result;
  };
  const std::string name = fs::path(arguments.model).stem().string();
  SweepStudyRequest request{arguments.model, arguments.settings,
                            arguments.output.empty()
                                ? fs::path("results") / name / (name + ".study.h5")
                                : fs::path(arguments.output),
                            arguments.threads, arguments.fresh};
  const fs::path page = !arguments.report.empty()
                            ? fs::path(arguments.report)
                            : fs::path(request.output).replace_extension(".html");
  try {
    const InterruptGuard guard;
    SweepStudy study(request, findings);
    if (!study.load()) return end(status_of(findings.fault()), "wrong");
    const std::int64_t continued = study.find_continued();
    if (continued > 0 && !arguments.quiet)
      print_note(
          fmt::format("continues the study with the {} samples that are done; --fresh starts "
                      "over",
                      group_digits(continued)));
    SweepProgress progress(arguments.quiet, continued);
    const SweepReport report = study.run(&progress);
    progress.clear();
    json.update(write_sweep_json(report));
    json["table"] = request.output.string();
    report_failures(report);
    for (const std::string& note : report.notes)
      if (!arguments.quiet) print_note(note);
    if (!arguments.json) print(describe_results(report) + describe_influence(report));
    std::vector<std::string> files{request.output.string()};
    if (has_report_front_end() && !report.results.samples.empty()) {
      write_file(page, write_sweep_page(report, study.model()));
      files.push_back(page.string());
      json["report"] = page.string();
    }
    const std::int64_t failed = report.count(SampleResult::Status::failed);
    if (!arguments.json) {
      print(fmt::format("{} of {} samples in {} on {} thread{}\n",
                        group_digits(static_cast<std::int64_t>(report.results.samples.size())),
                        group_digits(report.results.count),
                        format_duration(report.results.wall_seconds), report.results.threads,
                        report.results.threads == 1 ? "" : "s"));
      for (const std::string& file : files) print(file + "\n");
    }
    if (report.results.interrupted) {
      print_note("interrupted; the same command continues it");
      return end(kInterrupted, "interrupted");
    }
    return failed == report.results.count && failed > 0 ? end(kRunFailed, "failed")
                                                        : end(kDone, "done");
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
    return end(kModelIsWrong, "wrong");
  } catch (const ModelError& e) {
    findings.report(e);
    return end(kModelIsWrong, "wrong");
  } catch (const CommandError&) {
    throw;
  } catch (const std::exception& e) {
    findings.report_error(arguments.model + ": " + e.what());
    return end(kRunFailed, "failed");
  }
}

}  // namespace holon::app
