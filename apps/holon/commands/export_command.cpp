// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "holon/base/escape.h"
#include "holon/base/interrupt.h"
#include "holon/base/version.h"
#include "holon/commands/commands.h"
#include "holon/commands/export_tracks.h"
#include "holon/equations/augmented_plot.h"
#include "holon/equations/make_blocks.h"
#include "holon/equations/matlab_text.h"
#include "holon/export/gltf.h"
#include "holon/output/files.h"
#include "holon/output/run_watch.h"
#include "holon/output/terminal.h"
#include "holon/report/model/power_drawings.h"
#include "holon/simulate/simulation.h"
#include "holon/study/loading.h"
#include "holon/view/diagram/diagram.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

fs::path choose_path(const ExportArguments& arguments, const LoadedModel& loaded,
                     const char* ending) {
  if (!arguments.output.empty()) return arguments.output;
  return fs::path("results") / loaded.name / (loaded.name + ending);
}

int export_svg(const ExportArguments& arguments, LoadedModel& loaded) {
  if (arguments.of == "diagram") {
    Diagram diagram = make_diagram(loaded.model, *loaded.assembly);
    diagram.title = loaded.system.title;
    add_power_lines(diagram, loaded);
    const fs::path path = choose_path(arguments, loaded, "_diagram.svg");
    write_file(path, draw_diagram(diagram));
    print(fmt::format("{}: {} nodes, {} connections\n", path.string(), diagram.nodes.size(),
                      diagram.edges.size()));
    return kDone;
  }
  if (arguments.of == "bonds") {
    const std::optional<BondDrawing> drawing = make_bond_drawing(loaded);
    if (!drawing) {
      print_error(arguments.model +
                  ": no part of the model has power ports, so there are no bonds");
      return kModelIsWrong;
    }
    const fs::path path = choose_path(arguments, loaded, "_bonds.svg");
    write_file(path, draw_bonds(*drawing));
    print(fmt::format("{}: {} elements, {} bonds\n", path.string(), drawing->nodes.size(),
                      drawing->bonds.size()));
    return kDone;
  }
  if (arguments.of == "blocks") {
    const BlockDiagram diagram = make_block_diagram(loaded);
    const fs::path path = choose_path(arguments, loaded, "_blocks.svg");
    write_file(path, draw_blocks(diagram));
    print(fmt::format("{}: {} blocks, {} lines\n", path.string(), diagram.blocks.size(),
                      diagram.lines.size()));
    return kDone;
  }
  const std::optional<SparsityPlot> image = make_augmented_plot(loaded);
  if (!image) {
    print_error(loaded.path + kNoAugmentedEquations);
    return kModelIsWrong;
  }
  const fs::path path = choose_path(arguments, loaded, "_sparsity.svg");
  write_file(path, draw_sparsity(*image));
  print(fmt::format("{}: {} x {}, {} entries\n", path.string(), image->size, image->size,
                    image->entries.size()));
  return kDone;
}

int export_program(const ExportArguments& arguments, const LoadedModel& loaded) {
  const bool is_c = arguments.format == "c";
  LoadedModel named = load_with_parameters(loaded);
  named.outputs = loaded.outputs;
  fs::path path = choose_path(arguments, loaded, is_c ? ".c" : ".m");
  if (is_c) {
    write_file(path, write_c_program(named));
  } else {
    if (arguments.output.empty()) path.replace_filename(matlab_identifier(loaded.name) + ".m");
    const std::string stem = path.stem().string(), name = matlab_identifier(stem);
    write_file(path, write_matlab_program(named, name));
    if (name != stem)
      print_warning(
          fmt::format("MATLAB and Octave call a function by the name of its file, and '{}' "
                      "cannot be called; name the file '{}.m', as its function",
                      path.filename().string(), name));
  }
  print(fmt::format("{}: {} states, {} outputs\n", path.string(), named.system.state_count(),
                    named.outputs.size()));
  return kDone;
}

/// The run may be repeated; `holon run` and `holon check` report findings of the start.
class FilmWatch final : public RunWatch {
 public:
  using RunWatch::RunWatch;
  void remark(const std::string& /*text*/) override {}
};

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
  for (const ArrowView& arrow : scene_.arrows) {
    if (loaded_.system.find_output(arrow.output)) outputs.push_back(arrow.output);
  }
  rows_ = Results();
  FilmWatch watch(arguments_.model, settings.until);
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
  const auto bodies =
      static_cast<double>(std::max<std::size_t>(1, scene_.bodies.size() + scene_.arrows.size()));
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
        fmt::format("--fps {:g}: {:.0f} frames of {} bodies would make the file too large; {:.4g} "
                    "frames per second are written",
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
        "{}: '{}' rotates by {:.2g} rad between two frames, and viewers will show it slower or "
        "backwards; {}",
        arguments_.model, name, fastest * interval,
        interval > shortest ? fmt::format("--fps {:.0f} is enough", std::ceil(fastest / kSmallTurn))
                            : "a shorter --until allows more frames per second"));
}

int export_gltf(const ExportArguments& arguments, LoadedModel& loaded, Findings& findings) {
  InterruptGuard guard;
  Scene scene;
  try {
    scene = make_scene(*loaded.assembly, loaded.model.scene);
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
    return status_of(findings.fault());
  }
  if (scene.empty()) {
    print_error(arguments.model + ": the model has neither bodies nor frames to show");
    return kModelIsWrong;
  }
  Film film(arguments, loaded, scene);
  try {
    film.shoot();
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
    return status_of(findings.fault());
  } catch (const ModelError& e) {
    findings.report(e);
    return kModelIsWrong;
  }
  if (film.motion.times.empty()) return std::max<int>(film.status, kRunFailed);
  const fs::path path = choose_path(arguments, loaded, ".glb");
  const std::string bytes =
      write_gltf(scene, film.motion, {loaded.system.title, std::string("Holon ") + kVersion},
                 path.extension() == ".gltf" ? GltfForm::text : GltfForm::binary);
  write_file(path, bytes);
  print(fmt::format("{}: {} bodies and frames, {} time frames, {:.2g} MB\n", path.string(),
                    scene.bodies.size(), film.motion.times.size(),
                    static_cast<double>(bytes.size()) / 1e6));
  return film.status;
}

}  // namespace

int export_command(const ExportArguments& arguments) {
  Findings findings(arguments.model, arguments.settings, &terminal_observer());
  std::optional<LoadedModel> loaded = load(arguments.model, {arguments.settings}, findings);
  if (!loaded) return status_of(findings.fault());
  try {
    if (arguments.format == "svg") return export_svg(arguments, *loaded);
    if (arguments.format == "gltf") return export_gltf(arguments, *loaded, findings);
    if (is_track_format(arguments.format)) {
      const std::string ending = "." + arguments.format;
      return export_tracks(arguments, *loaded,
                           choose_path(arguments, *loaded, ending.c_str()).string());
    }
    return export_program(arguments, *loaded);
  } catch (const ModelError& e) {
    print_error(arguments.model + ": " + e.what());
    return kModelIsWrong;
  } catch (const CommandError&) {
    throw;
  } catch (const std::exception& e) {
    print_error(e.what());
    return kRunFailed;
  }
}

}  // namespace holon::app
