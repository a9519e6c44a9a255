// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/commands/export_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/earth/nmea.h"
#include "holon/export/tracks.h"
#include "holon/navigation/parts/gnss_receiver.h"
#include "holon/navigation/sky.h"
#include "holon/output/files.h"
#include "holon/output/run_watch.h"
#include "holon/output/status.h"
#include "holon/output/terminal.h"
#include "holon/simulate/simulation.h"

namespace holon::app {
namespace {

/// A receiver of the model that gives a position.
struct TrackedReceiver {
  std::string name;
  const GnssReceiver* part = nullptr;
};

std::vector<TrackedReceiver> find_receivers(const Model& model) {
  std::vector<TrackedReceiver> found;
  for (const PartInstance& part : model.parts()) {
    if (!part.type || part.type->name != "GnssReceiver") continue;
    const auto* receiver = static_cast<const GnssReceiver*>(part.part.get());
    if (receiver->mode != GnssReceiver::Mode::pseudorange) found.push_back({part.name, receiver});
  }
  return found;
}

GpsTime epoch_of(const LoadedModel& loaded) {
  const auto& sky = loaded.assembly->domain<detail::SkySlot>();
  return sky.part.empty() ? gps_time_of_utc({2000, 1, 1, 12, 0, 0}) : sky.epoch;
}

/// Rows of a run at equal intervals, and at all steps where there is none.
struct TrackRun {
  Results rows;
  int status = kDone;
};

TrackRun run_for(const ExportArguments& arguments, const LoadedModel& loaded,
                 const std::vector<std::string>& outputs, std::optional<double> interval) {
  InterruptGuard guard;
  TrackRun run;
  RunWatch watch(arguments.model, loaded.model.simulate.until);
  Simulation simulation(loaded.system, loaded.model.simulate);
  simulation.set_observer(&watch);
  simulation.record(run.rows, outputs,
                    interval ? RowSchedule{RowSchedule::Kind::interval, *interval} : RowSchedule{});
  try {
    simulation.run();
  } catch (const RunError& e) {
    watch.clear();
    print_error(arguments.model + ": " + e.what());
    run.status = kRunFailed;
  }
  if (simulation.summary().interrupted) run.status = kInterrupted;
  return run;
}

std::string list_names(const std::vector<TrackedReceiver>& receivers) {
  std::vector<std::string> names;
  for (const TrackedReceiver& receiver : receivers) names.push_back(receiver.name);
  return quote_list(names, "and");
}

int write_nmea_log(const ExportArguments& arguments, const LoadedModel& loaded,
                   const std::string& path) {
  const std::vector<TrackedReceiver> receivers = find_receivers(loaded.model);
  const TrackedReceiver* chosen = nullptr;
  for (const TrackedReceiver& receiver : receivers) {
    if (arguments.of.empty() ? receivers.size() == 1 : receiver.name == arguments.of) {
      chosen = &receiver;
    }
  }
  if (!chosen) {
    print_error(receivers.empty()
                    ? arguments.model +
                          ": the model has no GnssReceiver that gives a position (nmea needs one)"
                    : fmt::format("{}: choose one receiver by --of: there are {}", arguments.model,
                                  list_names(receivers)));
    return kModelIsWrong;
  }
  const bool has_heading = chosen->part->mode == GnssReceiver::Mode::dual_antenna;
  const bool has_sky = !loaded.assembly->domain<detail::SkySlot>().part.empty();
  const auto full = [&](const char* output) { return chosen->name + "." + output; };
  std::vector<std::string> outputs;
  for (const char* name : {"latitude", "longitude", "height", "velocity", "valid", "fix", "sigma",
                           "time_of_validity"}) {
    outputs.push_back(full(name));
  }
  if (has_heading) outputs.push_back(full("heading"));
  if (has_sky) outputs.insert(outputs.end(), {full("satellites"), full("dop.hdop")});
  const TrackRun run = run_for(arguments, loaded, outputs, chosen->part->sample);
  const GpsTime epoch = epoch_of(loaded);
  std::string text;
  int sentences = 0;
  double last = -1;
  for (std::size_t k = 0; k < run.rows.row_count(); ++k) {
    const auto get = [&](const char* name) { return run.rows.values(full(name))[k]; };
    const bool is_valid = get("valid") != 0;
    // Without a solution the tick whose report this is; before the first delivery there is nothing.
    constexpr double kTickRounding = 1e-6;
    const double latency = chosen->part->latency ? chosen->part->latency->value() : 0.0;
    const double period = *chosen->part->sample;
    const double tick =
        period * std::floor((run.rows.values("time")[k] - latency) / period + kTickRounding);
    const double time = is_valid ? get("time_of_validity") : tick;
    if (time <= last || time < 0) continue;
    last = time;
    NavigationFix fix;
    fix.utc = utc_of(epoch.after(time));
    fix.latitude = get("latitude");
    fix.longitude = get("longitude");
    fix.height = get("height");
    fix.quality = static_cast<int>(get("fix"));
    if (has_sky) {
      fix.satellites = static_cast<int>(get("satellites"));
      fix.hdop = get("dop.hdop");
    }
    if (is_valid) {
      fix.speed = std::hypot(get("velocity.x"), get("velocity.y"));
      fix.course = std::atan2(get("velocity.x"), get("velocity.y"));
      fix.sigma = std::array<double, 3>{get("sigma.x"), get("sigma.y"), get("sigma.z")};
      // Measured by fixed ambiguities only; else it is the last one.
      constexpr int kFixed = 4;
      if (has_heading && fix.quality == kFixed) fix.heading = get("heading");
    }
    text += write_nmea(fix);
    ++sentences;
  }
  write_file(path, text);
  print(fmt::format("{}: {} positions of '{}'\n", path, sentences, chosen->name));
  return run.status;
}

/// Receivers, else bodies and frames; or the one that is named.
std::vector<std::string> choose_tracks(const ExportArguments& arguments,
                                       const LoadedModel& loaded) {
  if (!arguments.of.empty()) return {arguments.of};
  std::vector<std::string> names;
  for (const TrackedReceiver& receiver : find_receivers(loaded.model)) {
    names.push_back(receiver.name);
  }
  if (!names.empty()) return names;
  for (const PartInstance& part : loaded.model.parts()) {
    if (part.type && part.type->is_frame) names.push_back(part.name);
  }
  return names;
}

int write_track_file(const ExportArguments& arguments, const LoadedModel& loaded,
                     const std::string& path) {
  const std::vector<std::string> names = choose_tracks(arguments, loaded);
  if (names.empty()) {
    print_error(arguments.model + ": the model has neither receivers nor bodies to track");
    return kModelIsWrong;
  }
  std::vector<std::string> outputs;
  for (const std::string& name : names) {
    for (const char* output : {".latitude", ".longitude", ".height"}) {
      if (!loaded.system.find_output(name + output)) {
        std::vector<std::string> known;
        for (const SystemOutput& one : loaded.system.list_outputs()) {
          if (one.name.ends_with(".latitude")) {
            known.push_back(one.name.substr(0, one.name.size() - 9));
          }
        }
        const std::string meant = did_you_mean(name, known);
        print_error(fmt::format("{}: '{}' is neither a frame nor a GnssReceiver{}", arguments.model,
                                name, meant.empty() ? "" : "; " + meant));
        return kModelIsWrong;
      }
      outputs.push_back(name + output);
    }
  }
  const std::vector<TrackedReceiver> receivers = find_receivers(loaded.model);
  for (const TrackedReceiver& receiver : receivers) {
    if (std::find(names.begin(), names.end(), receiver.name) != names.end()) {
      outputs.push_back(receiver.name + ".valid");
    }
  }
  // Enough for a smooth line; receivers are drawn at most ten times a second.
  constexpr double kMostPoints = 10000, kShortest = 0.1;
  const double until = loaded.model.simulate.until;
  const double interval =
      loaded.model.simulate.interval.value_or(std::max({kShortest, until / kMostPoints, 1e-3}));
  const TrackRun run = run_for(arguments, loaded, outputs, interval);
  std::vector<EarthTrack> tracks;
  for (const std::string& name : names) {
    EarthTrack track;
    track.name = name;
    const bool is_receiver = std::any_of(receivers.begin(), receivers.end(),
                                         [&](const auto& one) { return one.name == name; });
    for (std::size_t k = 0; k < run.rows.row_count(); ++k) {
      if (is_receiver && run.rows.values(name + ".valid")[k] == 0) continue;
      track.times.push_back(run.rows.values("time")[k]);
      track.latitude.push_back(run.rows.values(name + ".latitude")[k]);
      track.longitude.push_back(run.rows.values(name + ".longitude")[k]);
      track.height.push_back(run.rows.values(name + ".height")[k]);
    }
    tracks.push_back(std::move(track));
  }
  const GpsTime epoch = epoch_of(loaded);
  write_file(path, arguments.format == "kml" ? write_kml(tracks, loaded.system.title, epoch)
                                             : write_geojson(tracks, epoch));
  print(fmt::format("{}: {} tracks, {} instants\n", path, tracks.size(), run.rows.row_count()));
  return run.status;
}

}  // namespace

int export_tracks(const ExportArguments& arguments, LoadedModel& loaded, const std::string& path) {
  if (!loaded.model.world.earth) {
    print_error(
        arguments.model +
        ": the model has no location on the Earth; add 'earth: {latitude: …, longitude: …}' "
        "to 'world'");
    return kModelIsWrong;
  }
  return arguments.format == "nmea" ? write_nmea_log(arguments, loaded, path)
                                    : write_track_file(arguments, loaded, path);
}

}  // namespace holon::app
