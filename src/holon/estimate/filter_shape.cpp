// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_shape.h"

#include <algorithm>

#include "holon/base/names.h"

namespace holon {
namespace {

constexpr const char* kBias = ".bias";
constexpr const char* kScale = ".scale";
constexpr int kMostCovariances = 400;  // outputs

std::string name_of_bias(const std::string& estimated) {
  const std::string ending = kBias;
  return estimated.ends_with(ending) ? estimated.substr(0, estimated.size() - ending.size())
                                     : std::string();
}

void find_measured(const InnerModel& model, const FilterRequest::Measured& request,
                   FilterShape& shape, Diagnostics& diagnostics) {
  const auto add = [&](FilterShape::Measured measured) {
    measured.is_adaptive = request.is_adaptive;
    try {
      measured.manifold = Manifold::of_outputs(model.system, measured.predicted);
    } catch (const InputError& error) {
      diagnostics.append(error.diagnostics());
      return;
    }
    for (const std::string& name : measured.predicted)
      measured.dimensions.push_back(model.system.find_output(name)->dimension);
    shape.measured.push_back(std::move(measured));
  };
  if (!request.predicted.empty()) {
    FilterShape::Measured measured;
    measured.name = request.name;
    measured.predicted = request.predicted;
    add(std::move(measured));
    return;
  }
  bool is_found = false;
  std::vector<std::string> names;
  for (const InstalledSensor& sensor : model.sensors) {
    names.push_back(sensor.name);
    if (sensor.name != request.name && !sensor.name.starts_with(request.name + ".")) continue;
    FilterShape::Measured measured;
    measured.name = sensor.name;
    measured.predicted = {sensor.predicted};
    measured.sensor = &sensor;
    add(std::move(measured));
    is_found = true;
  }
  if (is_found) return;
  std::string suggestion = did_you_mean(request.name, names);
  if (request.name == model.drive.part)
    suggestion = "it drives the model, so its measurements cannot correct it";
  if (suggestion.empty())
    suggestion = "write '" + request.name +
                 ": {measured: …, predicted: …, sigma: …}', with an output of the model";
  diagnostics.add_error({}, "the filter's model has no sensor '" + request.name + "'", suggestion);
}

/// Whether a name to be estimated means the bias of a measurement: "angle.bias" of one that is
/// given, "imu.gyro.bias" of an installed sensor, "imu.bias" all biases of one.
bool is_bias_of(const std::string& name, const FilterShape::Measured& measured) {
  if (!measured.sensor) return name_of_bias(name) == measured.name;
  return !measured.sensor->bias.empty() &&
         (name == measured.sensor->bias || name_of_bias(name) == measured.sensor->part);
}

void add_biases(const InnerModel& model, const FilterRequest& request, FilterShape& shape,
                Diagnostics& diagnostics) {
  for (const std::string& name : request.estimate) {
    const auto& driving = request.model.biases;
    if (!model.drive.part.empty() &&
        std::find(driving.begin(), driving.end(), name) != driving.end()) {
      const std::string& part = model.drive.part;
      std::vector<std::string> names;
      for (const char* of : {"", ".gyro", ".accelerometer"})
        for (const char* error : {kBias, kScale}) names.push_back(part + of + error);
      if (std::find(names.begin(), names.end(), name) == names.end())
        diagnostics.add_error({}, "'" + part + "' has no bias '" + name + "' to be estimated",
                              did_you_mean(name, names));
      continue;
    }
    if (name_of_bias(name).empty()) continue;
    const auto& opened = request.model.opened;
    bool is_found = std::find(opened.begin(), opened.end(), name) != opened.end() ||
                    std::find(driving.begin(), driving.end(), name) != driving.end();
    for (FilterShape::Measured& measured : shape.measured) {
      if (!is_bias_of(name, measured)) continue;
      is_found = true;
      if (!measured.manifold.blocks().empty() &&
          measured.manifold.tangent_size() != measured.manifold.size()) {
        diagnostics.add_error({},
                              "'" + measured.name + "' measures an orientation, which has no bias");
        continue;
      }
      if (measured.bias >= 0) continue;
      measured.bias = shape.manifold.size();
      const std::string& whole = measured.sensor ? measured.sensor->bias : name;
      const bool is_one = measured.manifold.blocks().size() == 1;
      for (std::size_t k = 0; k < measured.manifold.blocks().size(); ++k) {
        Manifold::Block block = measured.manifold.blocks()[k];
        block.name = is_one ? whole : whole + "." + block.name;
        block.kind = Manifold::Kind::euclidean;
        shape.biases.push_back({static_cast<int>(shape.manifold.blocks().size()), measured.sensor});
        shape.manifold.add(std::move(block));
        shape.dimensions.push_back(measured.dimensions[k]);
      }
    }
    if (is_found) continue;
    std::vector<std::string> names;
    for (const FilterShape::Measured& measured : shape.measured) {
      if (!measured.sensor) names.push_back(measured.name + kBias);
      if (measured.sensor && !measured.sensor->bias.empty()) names.push_back(measured.sensor->bias);
    }
    diagnostics.add_error({}, "no measurement has the bias '" + name + "' to be estimated",
                          did_you_mean(name, names));
  }
}

/// Those that are estimated: `inputs` are opened, too, but are known.
void add_parameters(const InnerModel& model, const FilterRequest& request, FilterShape& shape) {
  for (const std::string& name : request.estimate) {
    for (int k = 0; k < model.system.parameter_count(); ++k)
      if (model.system.parameters[static_cast<std::size_t>(k)].name == name)
        shape.parameters.push_back(k);
  }
}

using Kind = FilterShape::Output::Kind;

void add_state_outputs(FilterShape& shape) {
  const auto add = [&](Kind kind, std::string name, std::vector<std::string> components,
                       const Dimension& dimension, std::string description, int first) {
    shape.outputs.push_back(
        {kind,
         {std::move(name), std::move(components), dimension, std::move(description)},
         first,
         -1});
  };
  for (std::size_t k = 0; k < shape.manifold.blocks().size(); ++k) {
    const Manifold::Block& block = shape.manifold.blocks()[k];
    const bool is_turn = block.kind == Manifold::Kind::quaternion;
    std::vector<std::string> components = block.components;
    if (components.size() == 1 && components[0].empty()) components.clear();
    std::vector<std::string> tangents =
        is_turn ? std::vector<std::string>{"x", "y", "z"} : components;
    const Dimension& dimension = shape.dimensions[k];
    const Dimension error = is_turn ? dimensions::kAngle : dimension;
    add(Kind::estimate, "estimate." + block.name, components, dimension,
        "estimate of " + block.name, block.offset);
    add(Kind::sigma, "sigma." + block.name, tangents, error,
        "standard deviation of the estimate of " + block.name, block.tangent);
    add(Kind::error, "error." + block.name, tangents, error,
        "estimate less true value of " + block.name, block.tangent);
  }
}

void add_smoothed_outputs(FilterShape& shape) {
  const std::size_t count = shape.outputs.size();
  for (std::size_t k = 0; k < count; ++k) {
    FilterShape::Output output = shape.outputs[k];
    if (output.kind != Kind::estimate && output.kind != Kind::sigma) continue;
    const bool is_estimate = output.kind == Kind::estimate;
    output.kind = is_estimate ? Kind::smoothed : Kind::smoothed_sigma;
    std::string& name = output.declaration.name;
    name = (is_estimate ? "smoothed." : "smoothed_sigma.") + name.substr(name.find('.') + 1);
    output.declaration.description += ", by all measurements of the log";
    shape.outputs.push_back(std::move(output));
  }
}

std::vector<Dimension> list_error_dimensions(const FilterShape& shape) {
  std::vector<Dimension> dimension_of;
  for (std::size_t k = 0; k < shape.manifold.blocks().size(); ++k) {
    const Manifold::Block& block = shape.manifold.blocks()[k];
    for (int i = 0; i < block.tangent_size(); ++i)
      dimension_of.push_back(block.kind == Manifold::Kind::quaternion ? dimensions::kAngle
                                                                      : shape.dimensions[k]);
  }
  return dimension_of;
}

/// Gains K of each measurement, "gain.gps[i][j]": of the errors in their order, by the numbers that
/// it measures.
void add_gains(FilterShape& shape) {
  const std::vector<Dimension> dimension_of = list_error_dimensions(shape);
  const int n = shape.manifold.tangent_size();
  for (std::size_t m = 0; m < shape.measured.size(); ++m) {
    const FilterShape::Measured& measured = shape.measured[m];
    if (n * measured.manifold.tangent_size() > kMostCovariances) continue;
    for (std::size_t k = 0; k < measured.manifold.blocks().size(); ++k) {
      const Manifold::Block& block = measured.manifold.blocks()[k];
      const Dimension of =
          block.kind == Manifold::Kind::quaternion ? dimensions::kAngle : measured.dimensions[k];
      for (int c = block.tangent; c < block.tangent + block.tangent_size(); ++c)
        for (int i = 0; i < n; ++i)
          shape.outputs.push_back(
              {Kind::gain,
               {"gain." + measured.name + "[" + std::to_string(i) + "][" + std::to_string(c) + "]",
                {},
                dimension_of[static_cast<std::size_t>(i)] / of,
                "change of " + shape.manifold.tangent_name(i) + " by the last innovation of " +
                    measured.manifold.tangent_name(c)},
               i + c * n,
               static_cast<int>(m)});
    }
  }
}

void add_covariances(FilterShape& shape) {
  const std::vector<Dimension> dimension_of = list_error_dimensions(shape);
  const int n = shape.manifold.tangent_size();
  if (n * n > kMostCovariances) return;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      shape.outputs.push_back(
          {Kind::covariance,
           {"covariance[" + std::to_string(i) + "][" + std::to_string(j) + "]",
            {},
            dimension_of[static_cast<std::size_t>(i)] * dimension_of[static_cast<std::size_t>(j)],
            "covariance of " + shape.manifold.tangent_name(i) + " and " +
                shape.manifold.tangent_name(j)},
           i * n + j,
           -1});
}

void add_measured_outputs(FilterShape& shape) {
  for (std::size_t m = 0; m < shape.measured.size(); ++m) {
    const FilterShape::Measured& measured = shape.measured[m];
    const auto add = [&](Kind kind, std::string name, std::vector<std::string> components,
                         const Dimension& dimension, std::string description, int first = 0) {
      shape.outputs.push_back(
          {kind,
           {std::move(name), std::move(components), dimension, std::move(description)},
           first,
           static_cast<int>(m)});
    };
    const bool is_one = measured.manifold.blocks().size() == 1;
    for (std::size_t k = 0; k < measured.manifold.blocks().size(); ++k) {
      const Manifold::Block& block = measured.manifold.blocks()[k];
      const bool is_turn = block.kind == Manifold::Kind::quaternion;
      std::vector<std::string> components = block.components;
      if (components.size() == 1 && components[0].empty()) components.clear();
      if (is_turn) components = {"x", "y", "z"};
      const Dimension dimension = is_turn ? dimensions::kAngle : measured.dimensions[k];
      const std::string name = is_one ? measured.name : measured.name + "." + block.name;
      add(Kind::innovation, "innovation." + name, components, dimension,
          "measured less predicted value of " + name, block.tangent);
      add(Kind::deviation, "innovation_sigma." + name, components, dimension,
          "standard deviation of the innovation of " + name, block.tangent);
      if (measured.is_adaptive)
        add(Kind::noise, "noise_sigma." + name, components, dimension,
            "standard deviation of " + name + " as it is estimated", block.tangent);
    }
    add(Kind::nis, "nis." + measured.name, {}, {},
        "normalised innovation squared of " + measured.name);
    add(Kind::accepted, "accepted." + measured.name, {}, {},
        "1 where the last measurement of " + measured.name + " was accepted, 0 where it was not");
    add(Kind::nis_bound, "nis_bound." + measured.name, {}, {},
        "95 % bound of the normalised innovation squared of " + measured.name);
    add(Kind::gate, "gate." + measured.name, {}, {},
        "normalised innovation squared above which " + measured.name + " is rejected; 0: none");
    const char* counts[] = {"received", "rejected", "late", "dropped"};
    const char* words[] = {"that arrived", "that the gate rejected",
                           "that arrived after the filter had passed their time",
                           "that were older than the history"};
    for (int k = 0; k < 4; ++k)
      add(Kind::counts, std::string(counts[k]) + "." + measured.name, {}, {},
          "number of measurements of " + measured.name + " " + words[k], k);
  }
}

/// ±3σ about zero, for plots: "upper.pin.angle" of errors, "innovation_upper.gps" of innovations.
void add_bounds(FilterShape& shape) {
  for (std::size_t k = 0; k < shape.outputs.size(); ++k) {
    const FilterShape::Output& output = shape.outputs[k];
    const bool is_sigma = output.kind == Kind::sigma;
    if (!is_sigma && output.kind != Kind::deviation) continue;
    const std::string& name = output.declaration.name;
    const std::string rest = name.substr(name.find('.') + 1);
    for (const double sign : {1.0, -1.0}) {
      OutputDeclaration declaration = output.declaration;
      declaration.name =
          std::string(is_sigma ? "" : "innovation_") + (sign > 0 ? "upper." : "lower.") + rest;
      declaration.description = std::string(sign > 0 ? "3 sigma" : "-3 sigma") + " of the " +
                                (is_sigma ? "error of " : "innovation of ") + rest;
      declaration.is_main = false;
      shape.bounds.push_back({std::move(declaration), static_cast<int>(k), 3 * sign});
    }
  }
}

}  // namespace

void open_estimated(FilterRequest& request) {
  request.model.opened.clear();
  request.model.biases.clear();
  request.model.sensors.clear();
  for (const FilterRequest::Measured& measured : request.measured)
    request.model.sensors.push_back(measured.name);
  for (const std::string& name : request.estimate) {
    const std::string of = name_of_bias(name);
    const bool is_bias =
        std::any_of(request.measured.begin(), request.measured.end(), [&](const auto& m) {
          return !of.empty() && (m.name == of || of.starts_with(m.name + "."));
        });
    if (is_bias) continue;
    const std::string& model = request.model.model;
    const std::string part = model.substr(model.rfind('#') + 1);  // of "machine.yaml#imu"
    const bool is_error = !of.empty() || name.ends_with(kScale);
    const bool is_of_unit = is_error && name.starts_with(part + ".");
    (is_of_unit ? request.model.biases : request.model.opened).push_back(name);
  }
}

FilterShape make_filter_shape(const InnerModel& model, const FilterRequest& request) {
  FilterShape shape;
  Diagnostics diagnostics;
  add_parameters(model, request, shape);
  shape.manifold = Manifold::of(model.system, shape.parameters);
  shape.model_blocks = static_cast<int>(shape.manifold.blocks().size());
  for (const StateBlock& block : model.system.states) shape.dimensions.push_back(block.dimension);
  for (const int k : shape.parameters)
    shape.dimensions.push_back(model.system.parameters[static_cast<std::size_t>(k)].dimension);
  for (const FilterRequest::Measured& measured : request.measured)
    find_measured(model, measured, shape, diagnostics);
  add_biases(model, request, shape, diagnostics);
  diagnostics.throw_if_errors();
  add_state_outputs(shape);
  if (request.smooths) add_smoothed_outputs(shape);
  add_covariances(shape);
  add_measured_outputs(shape);
  shape.outputs.push_back({Kind::nees,
                           {"nees",
                            {},
                            {},
                            "normalised estimation error squared, of the states "
                            "whose true values are known"},
                           0,
                           -1});
  shape.outputs.push_back(
      {Kind::nees_bound,
       {"nees_bound", {}, {}, "95 % bound of the normalised estimation error squared"},
       0,
       -1});
  shape.outputs.push_back({Kind::log_likelihood,
                           {"log_likelihood",
                            {},
                            {},
                            "logarithm of the likelihood of all accepted "
                            "measurements"},
                           0,
                           -1});
  add_bounds(shape);
  add_gains(shape);
  return shape;
}

}  // namespace holon
