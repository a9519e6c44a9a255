// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "holon/base/interrupt.h"
#include "holon/base/progress.h"
#include "holon/base/version.h"
#include "holon/export/gltf.h"
#include "holon/loading.h"
#include "holon/mechanics/augmented_pattern.h"
#include "holon/simulate/simulation.h"
#include "holon/terminal.h"
#include "holon/view/diagram.h"
#include "holon/view/draw_sparsity.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

/// Shows the progress, and ends the run on ctrl-C.
class Watch final : public RunObserver {
 public:
  Watch(std::string model, double until) : model_(std::move(model)), progress_({.until = until}) {}
  bool go_on(const RunStatus& status) override {
    progress_.update(status.time, status.steps.steps, status.steps.rejections);
    return !interrupted();
  }
  void note(const std::string& text) override {
    progress_.clear();
    print_warning(model_ + ": " + text);
  }
  void clear() { progress_.clear(); }

 private:
  const std::string model_;
  Progress progress_;
};

void write_file(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  if (!file)
    throw std::runtime_error(
        "cannot write '" + path.string() +
        "': " + (error ? error : std::error_code(errno, std::generic_category())).message());
}

fs::path choose_path(const ExportArguments& arguments, const LoadedModel& loaded,
                     const char* ending) {
  if (!arguments.output.empty()) return arguments.output;
  return fs::path("results") / loaded.name / (loaded.name + ending);
}

std::string title_of(const LoadedModel& loaded) {
  return loaded.model.title.empty() ? loaded.name : loaded.model.title;
}

int export_svg(const ExportArguments& arguments, LoadedModel& loaded) {
  if (arguments.of == "diagram") {
    Diagram diagram = make_diagram(loaded.model, *loaded.assembly);
    diagram.title = title_of(loaded);
    const fs::path path = choose_path(arguments, loaded, "_diagram.svg");
    write_file(path, draw_diagram(diagram));
    print(fmt::format("{}: {} nodes, {} connections\n", path.string(), diagram.nodes.size(),
                      diagram.edges.size()));
    return kDone;
  }
  const std::optional<AugmentedPattern> pattern = find_augmented_pattern(*loaded.assembly);
  if (!pattern) {
    print_error(arguments.model +
                ": no joints hold the bodies of this model, so there are no augmented equations "
                "to draw");
    return kModelIsWrong;
  }
  const fs::path path = choose_path(arguments, loaded, "_sparsity.svg");
  write_file(path,
             draw_sparsity({title_of(loaded), pattern->size, pattern->entries, pattern->groups}));
  print(fmt::format("{}: {} x {}, {} entries\n", path.string(), pattern->size, pattern->size,
                    pattern->entries.size()));
  return kDone;
}

/// A model's motion at equal intervals, short enough for what turns.
class Film {
 public:
  Film(const ExportArguments& arguments, const LoadedModel& loaded, const Scene& scene)
      : arguments_(arguments), loaded_(loaded), scene_(scene) {}

  /// Throws what the run throws; the motion holds what came before.
  void shoot();
  int status = kDone;
  Motion motion;

 private:
  // Between two moments viewers turn a body the short way and evenly.
  static constexpr double kSmallTurn = 0.35, kLargeTurn = 1.57;  // [rad]

  void run(double interval);
  std::pair<double, std::string> find_fastest_turn() const;
  double shortest_interval() const;

  const ExportArguments& arguments_;
  const LoadedModel& loaded_;
  const Scene& scene_;
  Results rows_;
};

void Film::run(double interval) {
  SimulateSettings settings = loaded_.model.simulate;
  std::vector<std::string> outputs = scene_.outputs();
  for (const BodyView& body : scene_.bodies) outputs.push_back(body.name + ".angular_velocity");
  rows_ = Results();
  Watch watch(arguments_.model, settings.until);
  Simulation simulation(loaded_.system, settings);
  simulation.set_observer(&watch);
  simulation.record(
      rows_, outputs,
      interval > 0 ? RowSchedule{RowSchedule::Kind::interval, interval} : RowSchedule{});
  try {
    simulation.run();
  } catch (const RunError& e) {
    watch.clear();
    print_error(arguments_.model + ": " + e.what());
    status = kRunFailed;
  }
  if (simulation.summary().interrupted) status = kInterrupted;
  motion = make_motion(scene_, rows_);
}

// Its angular velocity [rad/s] and what turns so.
std::pair<double, std::string> Film::find_fastest_turn() const {
  std::pair<double, std::string> fastest{0, {}};
  for (const BodyView& body : scene_.bodies) {
    const std::vector<std::size_t> columns = rows_.find_quantity(body.name + ".angular_velocity");
    for (std::size_t row = 0; row < rows_.row_count(); ++row) {
      double square = 0;
      for (const std::size_t column : columns)
        square += rows_.values(column)[row] * rows_.values(column)[row];
      if (std::isfinite(square) && std::sqrt(square) > fastest.first)
        fastest = {std::sqrt(square), body.name};
    }
  }
  return fastest;
}

// What keeps the file within bounds.
double Film::shortest_interval() const {
  constexpr double kMostBytes = 48e6, kBytesPerPose = 28, kMostMoments = 20000;
  const auto bodies = static_cast<double>(std::max<std::size_t>(1, scene_.bodies.size()));
  return loaded_.model.simulate.until /
         std::max(2.0, std::min(kMostMoments, std::floor(kMostBytes / (kBytesPerPose * bodies))));
}

void Film::shoot() {
  constexpr double kUsualRate = 30, kFewestMoments = 240;
  const double until = loaded_.model.simulate.until, shortest = shortest_interval();
  double interval =
      arguments_.fps > 0 ? 1 / arguments_.fps : std::min(1 / kUsualRate, until / kFewestMoments);
  if (interval < shortest && arguments_.fps > 0)
    print_warning(
        fmt::format("--fps {:g}: {:.0f} moments of {} bodies make too large a file; it "
                    "has {:.4g} per second",
                    arguments_.fps, until / interval, scene_.bodies.size(), 1 / shortest));
  interval = std::max(interval, shortest);
  run(interval);
  const auto [fastest, name] = find_fastest_turn();
  if (status == kDone && arguments_.fps <= 0 && fastest * interval > kSmallTurn &&
      interval > shortest) {
    interval = std::max(kSmallTurn / fastest, shortest);
    run(interval);
  }
  if (fastest * interval > kLargeTurn)
    print_warning(fmt::format(
        "{}: '{}' turns by {:.2g} rad between two moments, and viewers "
        "will show it slower or backwards; {}",
        arguments_.model, name, fastest * interval,
        interval > shortest ? fmt::format("--fps {:.0f} would do", std::ceil(fastest / kSmallTurn))
                            : "a shorter --until allows more moments per second"));
}

int export_gltf(const ExportArguments& arguments, LoadedModel& loaded, Findings& findings) {
  InterruptGuard guard;
  Scene scene;
  try {
    scene = make_scene(*loaded.assembly, loaded.model.scene);
  } catch (const InputError& e) {
    findings.tell(e.diagnostics());
    return findings.status();
  }
  if (scene.empty()) {
    print_error(arguments.model + ": the model has neither bodies nor frames to show");
    return kModelIsWrong;
  }
  Film film(arguments, loaded, scene);
  try {
    film.shoot();
  } catch (const InputError& e) {
    findings.tell(e.diagnostics());
    return findings.status();
  } catch (const ModelError& e) {
    findings.tell(e);
    return kModelIsWrong;
  }
  if (film.motion.times.empty()) return std::max<int>(film.status, kRunFailed);
  const fs::path path = choose_path(arguments, loaded, ".glb");
  const std::string bytes =
      write_gltf(scene, film.motion, {title_of(loaded), std::string("Holon ") + kVersion},
                 path.extension() == ".gltf" ? GltfForm::text : GltfForm::binary);
  write_file(path, bytes);
  print(fmt::format("{}: {} bodies and frames, {} moments, {:.2g} MB\n", path.string(),
                    scene.bodies.size(), film.motion.times.size(),
                    static_cast<double>(bytes.size()) / 1e6));
  return film.status;
}

}  // namespace

int export_command(const ExportArguments& arguments) {
  int status = kDone;
  Findings findings(arguments.model, arguments.settings);
  std::optional<LoadedModel> loaded = load(arguments.model, arguments.settings, findings, status);
  if (!loaded) return status;
  try {
    return arguments.format == "svg" ? export_svg(arguments, *loaded)
                                     : export_gltf(arguments, *loaded, findings);
  } catch (const std::exception& e) {
    print_error(e.what());
    return kRunFailed;
  }
}

}  // namespace holon::app
