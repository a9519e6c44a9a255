// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/study_worker.h"

#include <sys/resource.h>

#include <chrono>
#include <cmath>

#include "holon/base/interrupt.h"
#include "holon/study/sweep_study.h"

namespace holon::serve {
namespace {

constexpr std::chrono::milliseconds kPeriod{100};
// It computes on all processors: the page, and a run that is watched, come first.
constexpr int kStudyNiceness = 10;

class StudyReporter final : public SweepObserver {
 public:
  explicit StudyReporter(WorkerPipe& pipe) : pipe_(pipe) {}

  bool go_on(std::int64_t done, std::int64_t failed, std::int64_t count) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - reported_ >= kPeriod) {
      reported_ = now;
      pipe_.send({{"state", "running"}, {"done", done}, {"failed", failed}, {"count", count}});
    }
    return !interrupted();
  }

 private:
  WorkerPipe& pipe_;
  std::chrono::steady_clock::time_point reported_{};
};

Json show_columns(const std::vector<SweepColumn>& columns) {
  Json list = Json::array();
  for (const SweepColumn& column : columns) {
    const std::string unit = column.dimension.to_string();
    list.push_back({{"name", column.name},
                    {"text", column.text},
                    {"unit", unit == "1" ? "" : unit},
                    {"values", column.values}});
  }
  return list;
}

Json show_table(const SweepReport& report) {
  Json numbers = Json::array(), failures = Json::array();
  for (const SampleResult& sample : report.results.samples) {
    numbers.push_back(sample.number);
    if (sample.status == SampleResult::Status::failed)
      failures.push_back({{"sample", sample.number}, {"message", sample.message}});
  }
  return {{"samples", std::move(numbers)},
          {"varied", show_columns(report.varied)},
          {"recorded", show_columns(report.recorded)},
          {"failures", std::move(failures)},
          {"notes", report.notes}};
}

}  // namespace

void run_study(const Json& request, RunControls& controls, WorkerPipe& pipe) {
  const SweepStudyRequest study{.model = request.at("path").get<std::string>(),
                                .text = request.at("text").get<std::string>()};
  Findings findings(study.model);
  Json state = {{"state", "failed"}, {"done", 0}, {"failed", 0}, {"count", 0}};
  SweepStudy sweep(study, findings);
  if (!sweep.load()) {
    state["message"] = "the model or its study has errors";
    state["findings"] = list_findings(findings.all(), study.model);
    return pipe.send(state);
  }
  const InterruptGuard guard;
  setpriority(PRIO_PROCESS, 0, kStudyNiceness);
  controls.start(nullptr);
  StudyReporter reporter(pipe);
  const SweepReport report = sweep.run(&reporter);
  const SweepResults& results = report.results;
  state["state"] = results.interrupted ? "interrupted" : "done";
  state["done"] = results.samples.size();
  state["failed"] = report.count(SampleResult::Status::failed);
  state["count"] = results.count;
  state["table"] = show_table(report);
  pipe.send(state);
}

}  // namespace holon::serve
