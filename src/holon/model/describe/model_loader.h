// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/base/errors.h"
#include "holon/system/system.h"

namespace holon {

class SourceNode;

/// A sensor that is installed on a machine, as a filter uses it: names of outputs.
struct InstalledSensor {
  std::string name;       ///< "gps" or, of a part that measures several quantities, "gps.position"
  std::string measured;   ///< of the outer model, with noise, bias and latency: "gps.position"
  std::string predicted;  ///< of the filter's model, without them: "gps.exact.position"
  std::string sigma{};    ///< standard deviations of the components of `measured`; may be empty
  std::string valid{};    ///< 1 where it measured; empty: always
  std::string time{};     ///< [s] of validity; empty: the instant
  double delay = 0;       ///< [s] the same, where it is constant
  double held = 0;        ///< [s] from a measurement to the next, through which it is shown
  std::string bias{};     ///< name of an error that stays or changes slowly: "imu.gyro.bias"
  std::string true_bias{};  ///< output of the outer model that shows it; may be empty
  double bias_sigma = 0;    ///< its standard deviation, in the unit of `measured`
  double bias_walk = 0;     ///< the root of the density of its rate
  std::string part{};       ///< that it comes from: "gps"
};

/// The sensors of a model: parts add theirs in `build` (Assembly::domain<InstalledSensors>()).
struct InstalledSensors {
  std::vector<InstalledSensor> list;
};

/// What a filter takes a state of its model for where it is given nothing else.
struct StateFigures {
  std::string state;    ///< a block of states: "imu.gyro.bias"
  std::string truth{};  ///< output of the outer model that shows it; may be empty
  double sigma = 0;     ///< of its error at the start, by component; 0: to be given
  double density = 0;   ///< the root of the density of the noise in its rate
};

/// A model that measured signals drive, such as inertial navigation: parameters of its system that
/// follow them at every tick, linear in time in between.
struct ModelDrive {
  std::string part{};   ///< the sensor that measures them: "imu"; empty: the model is not driven
  double period = 0;    ///< [s] of its ticks
  std::string valid{};  ///< output of the outer model: 1 where it measured; empty: always
  struct Signal {
    std::string parameter;  ///< of the system
    std::string output;     ///< component of an output of the outer model
    Dimension dimension;
  };
  std::vector<Signal> signals{};
  std::vector<StateFigures> figures{};
};

/// A model that a part has inside, such as that of a filter.
struct InnerModel {
  /// Without clocks and processes: what they set is in `known`.
  System system;
  /// Signals of the outer model that the inner one takes as they are, by the names of their
  /// outputs: parameters of the system (by index), and components of its discrete states.
  std::vector<std::pair<std::string, int>> known_parameters, known_discrete;
  std::vector<InstalledSensor> sensors;
  /// Beside that of the drive: states of sensors, as the clock of a receiver.
  std::vector<StateFigures> figures;
  ModelDrive drive;
  std::vector<int> driven;  ///< parameters of the system, by signal of the drive
};

struct ModelRequest {
  std::string model = "machine";  ///< the outer model itself, the file of one, or one of its parts
  std::vector<std::string> without;  ///< parts of it that are omitted, by their full names
  /// Parts in place of others: a map by name; may be null. Values without a `type` change those
  /// that are given.
  const SourceNode* replace = nullptr;
  /// Values that become parameters of the system, as `--input` names them: "pin.damping".
  std::vector<std::string> opened;
  /// Where `model` is an inertial measurement unit: the sensors that correct it, and its biases
  /// that become states ("imu.bias", "imu.gyro.bias").
  std::vector<std::string> sensors, biases;
  const SourceNode* where = nullptr;  ///< the part that asks, for messages; may be null
};

/// Makes the models inside parts. Whoever reads or builds a model hands one in, so that a part in a
/// low layer needs neither files nor the catalogue.
class ModelLoader {
 public:
  virtual ~ModelLoader() = default;
  /// nullptr if it has errors, which were added to `diagnostics`, once for equal requests.
  virtual std::shared_ptr<const InnerModel> load(const ModelRequest& request,
                                                 Diagnostics& diagnostics) = 0;
};

/// The slot for it in an Assembly: Assembly::domain<PartModels>().
struct PartModels {
  std::shared_ptr<ModelLoader> loader;
  bool is_inner = false;              ///< this is a model inside a part, without clocks
  std::string driving{};              ///< the part whose measurements drive this model; empty: none
  std::vector<std::string> biases{};  ///< ModelRequest::biases
};

/// What the sensors of a model add to it: Assembly::domain<SensorStates>().
struct SensorStates {
  std::vector<StateFigures> figures;
  ModelDrive drive;
};

}  // namespace holon
