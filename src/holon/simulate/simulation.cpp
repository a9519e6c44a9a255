// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/simulation.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/simulate/row_times.h"
#include "holon/simulate/row_writer.h"
#include "holon/simulate/system_rhs.h"

namespace holon {
namespace {

// Rows nearer to the end than this part of their interval are the end.
constexpr double kSameRow = 1e-9;

const char* method_name(SolverMethod solver) {
  return solver == SolverMethod::rk4 ? "rk4" : "dopri5";
}

const char* formulation_name(Formulation formulation) {
  switch (formulation) {
    case Formulation::recursive: return "recursive";
    case Formulation::augmented: return "augmented";
    case Formulation::lagrange: return "lagrange";
    case Formulation::aggregate: return "aggregate";
  }
  return "";
}

Engine engine_of(EngineChoice choice) {
  switch (choice) {
    case EngineChoice::automatic: return Engine::automatic;
    case EngineChoice::tape: return Engine::tape;
    case EngineChoice::native: return Engine::native;
  }
  return Engine::automatic;
}

void check(const SimulateSettings& s) {
  Diagnostics diagnostics;
  const auto refuse = [&](const char* name, double value, const char* why, const char* advice) {
    diagnostics.add_error({}, fmt::format("simulate.{}: {:g} {}", name, value, why), advice);
  };
  const auto is_positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (!is_positive(s.until))
    refuse("until", s.until, "is no time to run to", "it must be positive");
  if (s.interval && !is_positive(*s.interval))
    refuse("interval", *s.interval, "is no interval between rows", "it must be positive");
  if (s.step && !is_positive(*s.step)) refuse("step", *s.step, "is no step", "it must be positive");
  if (s.tolerance && !(*s.tolerance >= 1e-14 && *s.tolerance < 1))
    refuse("tolerance", *s.tolerance, "cannot be held", "choose between 1e-14 and 1, such as 1e-8");
  if (s.solver == SolverMethod::rk4 && !s.step)
    diagnostics.add_error({}, "solver rk4 goes at a fixed step and has none",
                          "give simulate.step, such as 1 ms");
  if (s.solver != SolverMethod::rk4 && s.step)
    diagnostics.add_error({}, "simulate.step has no effect: the solver chooses its steps",
                          "leave it out, or choose solver: rk4");
  if (s.solver == SolverMethod::rk4 && s.tolerance)
    diagnostics.add_error({}, "simulate.tolerance has no effect: solver rk4 goes at a fixed step",
                          "leave it out, or choose solver: dopri5");
  diagnostics.throw_if_errors();
}

IntegratorOptions integrator_options(const SimulateSettings& s) {
  IntegratorOptions options;
  options.tolerance = s.tolerance.value_or(Simulation::kDefaultTolerance);
  options.step = s.step.value_or(0);
  return options;
}

std::vector<std::string> chosen_outputs(const System& system, std::vector<std::string> outputs) {
  if (outputs.empty())
    for (const SystemOutput& output : system.list_main_outputs()) outputs.push_back(output.name);
  return outputs;
}

}  // namespace

struct Simulation::Impl {
  Impl(const System& a_system, const SimulateSettings& a_settings, std::vector<std::string> outputs)
      : system(a_system),
        settings((check(a_settings), a_settings)),
        selection(system, chosen_outputs(system, std::move(outputs))),
        programs(system, {.engine = engine_of(settings.engine)}),
        rhs(system, programs, 1, settings.stabilisation == Stabilisation::projection),
        writer(system, programs.indicators, selection, {.engine = engine_of(settings.engine)}),
        integrator(
            make_integrator(method_name(settings.solver), rhs, integrator_options(settings))),
        scratch(static_cast<std::size_t>(system.state_count())) {
    for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  }

  void run();
  void describe();
  void note();
  bool stop_now();

  const System& system;
  const SimulateSettings settings;
  const RowSelection selection;  // before any program: it may add to the graph that they read
  SystemPrograms programs;
  SystemRhs rhs;
  RowWriter writer;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> scratch, parameters;
  RunObserver* observer = nullptr;
  RunSummary summary;
  std::chrono::steady_clock::time_point began;
};

// What is known before the first step.
void Simulation::Impl::describe() {
  RunSummary& s = summary;
  s.status.until = settings.until;
  s.version = kVersion;
  s.solver = method_name(settings.solver);
  s.formulation = formulation_name(settings.formulation);
  s.stabilisation = settings.stabilisation == Stabilisation::projection ? "projection" : "none";
  const bool fixed = settings.solver == SolverMethod::rk4;
  s.tolerance = fixed ? 0 : settings.tolerance.value_or(kDefaultTolerance);
  s.step = fixed ? *settings.step : 0;
  s.seed = settings.seed;
  s.states = system.state_count();
  s.operations = programs.derivative.operation_count();
  if (system.mode_count() > 0)
    s.notes.push_back(fmt::format(
        "{} comparison{} evaluated within the steps; this version does not locate events",
        system.mode_count(), system.mode_count() == 1 ? " is" : "s are"));
}

// What is known only behind the last step.
void Simulation::Impl::note() {
  RunSummary& s = summary;
  s.status.steps = integrator->statistics();
  s.status.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  s.largest_drift = rhs.largest_drift();
  s.rows = writer.row_count();
  const bool native = programs.derivative.engine() == Engine::native;
  s.engine = !native                                   ? "tape"
             : settings.engine == EngineChoice::native ? "native"
                                                       : "tape, then native";
  s.engine_provenance = programs.derivative.provenance();
  if (s.status.steps.stiff_since >= 0)
    s.notes.push_back(fmt::format(
        "the problem is stiff from t = {:.4g} s on: stability, not accuracy, sets the step",
        s.status.steps.stiff_since));
}

bool Simulation::Impl::stop_now() {
  RunStatus& status = summary.status;
  status.time = integrator->time();
  if (!observer) return false;
  status.steps = integrator->statistics();
  status.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return !observer->go_on(status);
}

void Simulation::Impl::run() {
  const double until = settings.until;
  const std::vector<double> x0 = calc_start(system, 0, parameters);
  integrator->start(0, x0.data());
  writer.row(0, x0.data());
  const bool every_step = !settings.interval.has_value();
  const double interval = settings.interval.value_or(until);
  const RowTimes rows(0, interval);
  for (std::int64_t next = 1; integrator->time() < until;) {
    integrator->step(until);
    const double now = integrator->time();
    if (every_step) {
      writer.row(now, integrator->state());
    } else {
      for (double t = rows.at(next); t <= now && t < until - kSameRow * interval;
           t = rows.at(++next)) {
        integrator->interpolate(t, scratch.data());
        writer.row(t, scratch.data());
      }
    }
    if (stop_now() && now < until) {
      summary.interrupted = true;
      break;
    }
    writer.flush_if_due();
  }
  if (!every_step) writer.row(integrator->time(), integrator->state());
}

Simulation::Simulation(const System& system, const SimulateSettings& settings,
                       std::vector<std::string> outputs)
    : impl_(std::make_unique<Impl>(system, settings, std::move(outputs))) {
  impl_->describe();
}

Simulation::~Simulation() = default;

const std::vector<Column>& Simulation::columns() const { return impl_->writer.columns(); }

void Simulation::set_parameters(std::vector<double> values) {
  impl_->rhs.set_parameters(0, values);
  impl_->writer.set_parameters(values);
  impl_->parameters = std::move(values);
}

void Simulation::set_model_text(const std::string& text) {
  impl_->summary.model_digest = text.empty() ? std::string() : sha256(text);
}

void Simulation::add_sink(RowSink& sink) { impl_->writer.add_sink(sink); }

void Simulation::set_observer(RunObserver* observer) { impl_->observer = observer; }

const RunSummary& Simulation::run() {
  impl_->began = std::chrono::steady_clock::now();
  impl_->writer.begin();
  try {
    impl_->run();
  } catch (...) {
    impl_->summary.failed = true;
    try {
      impl_->writer.end();
    } catch (const std::exception&) {
      // The first error is the one to tell.
    }
    impl_->note();
    throw;
  }
  impl_->writer.end();
  impl_->note();
  return impl_->summary;
}

const RunSummary& Simulation::summary() const { return impl_->summary; }

Results simulate(const System& system, const SimulateSettings& settings,
                 std::vector<std::string> outputs) {
  Results results;
  Simulation simulation(system, settings, std::move(outputs));
  simulation.add_sink(results);
  simulation.run();
  return results;
}

}  // namespace holon
