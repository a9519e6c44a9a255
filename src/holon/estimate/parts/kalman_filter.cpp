// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/parts/kalman_filter.h"

#include <cmath>
#include <filesystem>
#include <utility>

#include "holon/base/names.h"
#include "holon/estimate/filter_connector.h"
#include "holon/estimate/filter_planner.h"
#include "holon/estimate/filter_plots.h"
#include "holon/estimate/filter_shape.h"
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/source.h"

namespace holon {
namespace {

std::vector<std::string> read_texts(const SourceNode* node) {
  std::vector<std::string> texts;
  if (!node) return texts;
  if (node->is_scalar()) texts.push_back(node->text());
  if (node->is_list())
    for (const SourceNode::Entry& item : node->peek_entries())
      if (item.value.is_scalar()) texts.push_back(item.value.text());
  return texts;
}

/// What the part's map asks for. Its errors are found when the part is read.
FilterRequest read_request(const SourceNode& part) {
  FilterRequest request;
  request.model.where = &part;
  if (const SourceNode* model = part.peek("model"); model && model->is_scalar())
    request.model.model = model->text();
  request.model.without = read_texts(part.peek("without"));
  request.model.replace = part.peek("replace");
  request.estimate = read_texts(part.peek("estimate"));
  const SourceNode* smooth = part.peek("smooth");
  request.smooths = smooth && smooth->is_scalar() && smooth->text() == "rts";
  const SourceNode* measurements = part.peek("measurements");
  if (measurements && measurements->is_list())
    for (const std::string& name : read_texts(measurements))
      request.measured.push_back({name, {}, false});
  if (measurements && measurements->is_map()) {
    for (const SourceNode::Entry& entry : measurements->peek_entries()) {
      const SourceNode* predicted = entry.value.is_map() ? entry.value.peek("predicted") : nullptr;
      if (!predicted && entry.value.is_map()) predicted = entry.value.peek("measured");
      const SourceNode* adaptive = entry.value.is_map() ? entry.value.peek("adaptive") : nullptr;
      const bool is_adaptive = adaptive && adaptive->is_scalar() && adaptive->text() != "0";
      request.measured.push_back({entry.key, read_texts(predicted), is_adaptive});
    }
  }
  open_estimated(request);
  if (const SourceNode* inputs = part.peek("inputs"); inputs && inputs->is_map())
    for (const SourceNode::Entry& entry : inputs->peek_entries())
      request.model.opened.push_back(entry.key);
  return request;
}

FilterRequest make_request(const KalmanFilter& part) {
  FilterRequest request;
  request.model.model = part.model;
  request.model.without = part.without;
  request.estimate = part.estimate;
  request.smooths = part.smooth == KalmanFilter::Smooth::rts;
  for (const auto& [name, measurement] : part.measurements)
    request.measured.push_back({name, measurement.predicted, measurement.adaptive > 0});
  open_estimated(request);
  for (const auto& [name, input] : part.inputs) request.model.opened.push_back(name);
  return request;
}

const SourceNode* find_measured_node(const SourceNode& part, const std::string& name) {
  const SourceNode* measurements = part.peek("measurements");
  const SourceNode* one =
      measurements && measurements->is_map() ? measurements->peek(name) : nullptr;
  return one && one->is_map() ? one->peek("measured") : nullptr;
}

std::optional<Dimension> dimension_of_output(const System& system, const std::string& name) {
  const std::optional<SystemOutput> output = system.find_output(name);
  return output ? std::optional<Dimension>(output->dimension) : std::nullopt;
}

/// Leaves out gains that nothing has requested: they are many.
void keep_requested(PartBuilder& b, FilterShape& shape) {
  const Symbols& symbols = *b.assembly().symbols();
  std::erase_if(shape.outputs, [&](const FilterShape::Output& output) {
    return output.kind == FilterShape::Output::Kind::gain &&
           !symbols.has_output(b.member(output.declaration.name));
  });
}

/// Discrete states that the filter's Process sets, and multiples of them (bounds).
std::vector<Expr> define_filter_outputs(PartBuilder& b, const FilterShape& shape) {
  std::vector<Expr> outputs;
  for (const FilterShape::Output& output : shape.outputs) {
    const OutputDeclaration& declared = output.declaration;
    DiscreteBlock block{b.member(declared.name), declared.components, declared.dimension};
    block.size = declared.size();
    const std::vector<Expr> symbols = b.assembly().add_discrete(
        std::move(block), std::vector<Expr>(static_cast<std::size_t>(declared.size()), 0.0));
    const bool is_main = output.kind == FilterShape::Output::Kind::estimate ||
                         output.kind == FilterShape::Output::Kind::sigma;
    b.assembly().define_output({b.member(declared.name), declared.components, declared.dimension,
                                declared.description, is_main},
                               symbols);
    outputs.insert(outputs.end(), symbols.begin(), symbols.end());
  }
  std::vector<std::vector<Expr>> values;
  auto next = outputs.begin();
  for (const FilterShape::Output& output : shape.outputs) {
    const auto end = next + output.declaration.size();
    values.emplace_back(next, end);
    next = end;
  }
  for (const FilterShape::Bound& bound : shape.bounds) {
    std::vector<Expr> value = values[static_cast<std::size_t>(bound.of)];
    for (Expr& e : value) e = bound.factor * e;
    const OutputDeclaration& declared = bound.declaration;
    b.assembly().define_output({b.member(declared.name), declared.components, declared.dimension,
                                declared.description, false},
                               std::move(value));
  }
  return outputs;
}

}  // namespace

std::vector<MadeName> KalmanFilter::list_model_names(const SourceNode& part,
                                                     const std::string& /*name*/,
                                                     ModelLoader& loader,
                                                     Diagnostics& diagnostics) {
  const FilterRequest request = read_request(part);
  const auto model = loader.load(request.model, diagnostics);
  if (!model) {
    if (!diagnostics.has_errors()) diagnostics.add_error({}, "the filter has no model");
    return {};
  }
  std::vector<MadeName> names;
  try {
    const FilterShape shape = make_filter_shape(*model, request);
    const auto add = [&](const OutputDeclaration& whole) {
      for (int k = 0; k < whole.size() && !whole.components.empty(); ++k)
        names.push_back({{component_name(whole.name, whole.components, k),
                          {},
                          whole.dimension,
                          whole.description}});
      names.push_back({whole});
    };
    for (const FilterShape::Output& output : shape.outputs) add(output.declaration);
    for (const FilterShape::Bound& bound : shape.bounds) add(bound.declaration);
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
    return {};
  }
  return names;
}

std::vector<int> KalmanFilter::find_inputs(const InnerModel& inner,
                                           Input::Interpolation interpolation) const {
  std::vector<int> found;
  for (const auto& [name, input] : inputs)
    for (int k = 0; k < inner.system.parameter_count(); ++k)
      if (input.interpolation == interpolation &&
          inner.system.parameters[static_cast<std::size_t>(k)].name == name)
        found.push_back(k);
  return found;
}

std::vector<int> KalmanFilter::find_ramped(const InnerModel& inner) const {
  std::vector<int> ramped = find_inputs(inner, Input::Interpolation::linear);
  ramped.insert(ramped.end(), inner.driven.begin(), inner.driven.end());
  return ramped;
}

/// The columns of a log that `inputs` and a driving sensor name, in the order of FilterPlan.
void KalmanFilter::add_inputs_of_log(PartBuilder& b, const InnerModel& inner,
                                     LogRequest& needed) const {
  for (const auto interpolation : {Input::Interpolation::held, Input::Interpolation::linear}) {
    const std::vector<int> places = find_inputs(inner, interpolation);
    std::size_t at = 0;
    for (const auto& [name, input] : inputs) {
      if (input.interpolation != interpolation) continue;
      std::string column = b.written("inputs." + name);
      if (column.empty()) column = b.written("inputs." + name + ".value");
      const SystemParameter& parameter =
          inner.system.parameters[static_cast<std::size_t>(places[at++])];
      needed.known.push_back(
          {column, parameter.dimension, interpolation == Input::Interpolation::linear});
    }
  }
  for (const ModelDrive::Signal& signal : inner.drive.signals)
    needed.known.push_back({signal.output, signal.dimension, true});
}

/// Reads the recorded measurements; false: an error has been reported.
bool KalmanFilter::read_log(PartBuilder& b, FilterPlan& plan) const {
  LogRequest needed;
  for (const FilterShape::Measured& measured : plan.shape.measured) {
    const Measurement* given = measurements.find(measured.name);
    std::vector<std::string> columns = given ? given->columns : std::vector<std::string>{};
    if (columns.empty() && given)
      columns = read_texts(b.source() ? find_measured_node(*b.source(), measured.name) : nullptr);
    LogRequest::Measured one{measured.name, std::move(columns), measured.manifold,
                             measured.dimensions};
    if (const InstalledSensor* sensor = measured.sensor) {
      if (one.columns.empty()) one.columns = {sensor->measured};
      one.is_optional = measured.name != sensor->part;  // one of several that it measures
      one.sigma = sensor->sigma;
      one.valid = sensor->valid;
      const std::string time = sensor->part + ".time_of_validity";
      one.time = sensor->time.empty() && plan.model->system.find_output(time) ? time : sensor->time;
      one.period = sensor->held;
    }
    if (given && given->sample) one.period = *given->sample;
    needed.measured.push_back(std::move(one));
  }
  for (const auto* list : {&plan.model->known_parameters, &plan.model->known_discrete})
    for (const auto& [known, index] : *list) {
      if (find_varied_parameter(b.assembly(), known)) {
        b.error("log", "'" + known + "' varies, which a filter over a log does not follow",
                "leave out 'log', or vary other values");
        return false;
      }
      needed.known.push_back({known, dimension_of_output(plan.model->system, known), false});
    }
  add_inputs_of_log(b, *plan.model, needed);
  std::filesystem::path path = log;
  if (path.is_relative()) path = std::filesystem::path(b.folder()) / path;
  plan.log = read_filter_log(path, needed);
  for (const std::string& name : plan.log->missing)
    b.warning("log", "it has no columns of '" + name + "', which the filter's model omits");
  return true;
}

void KalmanFilter::build(PartBuilder& b) const {
  if (!sample && model == "machine") {
    b.error("", "a KalmanFilter needs a 'sample', the rate of its predictions",
            "write 'sample: 100 Hz'");
    return;
  }
  if (measurements.size() == 0) {
    b.error("", "a KalmanFilter needs 'measurements'",
            "write 'measurements: {angle: {measured: encoder.output, predicted: pin.angle, sigma: "
            "0.5 deg}}'");
    return;
  }
  const std::shared_ptr<ModelLoader> loader = b.domain<PartModels>().loader;
  if (!loader) {
    b.error("model", "a model made in code has no loader for the models of its filters",
            "set Model::loader, or read the model from a file");
    return;
  }
  const FilterRequest request = b.source() ? read_request(*b.source()) : make_request(*this);
  Diagnostics found;
  FilterPlan plan;
  plan.name = b.name();
  plan.model = loader->load(request.model, found);
  if (!plan.model) {
    for (const Diagnostic& d : found.all()) b.error("model", d.message, d.suggestion);
    return;
  }
  const ModelDrive& drive = plan.model->drive;
  if (!sample && drive.part.empty()) {
    b.error("", "a KalmanFilter needs a 'sample', the rate of its predictions",
            "write 'sample: 100 Hz'");
    return;
  }
  constexpr double kSamePeriod = 1e-12;
  if (sample && !drive.part.empty() &&
      std::abs(*sample - drive.period) > kSamePeriod * drive.period) {
    b.error("sample",
            "the filter predicts when '" + drive.part + "' measures, every " +
                std::to_string(drive.period) + " s",
            "leave 'sample' out");
    return;
  }
  plan.ramped = find_ramped(*plan.model);
  plan.inputs = find_inputs(*plan.model, Input::Interpolation::held);
  try {
    plan.shape = make_filter_shape(*plan.model, request);
    if (!plan_filter(*this, b, plan)) return;
    keep_requested(b, plan.shape);
    if (!log.empty() && !read_log(b, plan)) return;
    plan.smooths = smooth == Smooth::rts;
    const Transition transition =
        make_transition(plan.model->system, plan.step, plan.shape.parameters);
    for (const std::string& note : transition.notes()) b.warning("model", note);
    if (method == Method::kf && !transition.has_constant_rates()) {
      b.error("method", "'kf' is for linear models, and the filter's model is not linear",
              "use 'ekf' or 'ukf'");
      return;
    }
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics().all())
      b.error("measurements", d.message, d.suggestion);
    return;
  }
  std::vector<Expr> outputs = define_filter_outputs(b, plan.shape);
  std::vector<std::string> gated;
  for (const auto& [measured, given] : measurements)
    if (given.gate) gated.push_back(measured);
  add_filter_plots(b.assembly().domain<FilterPlots>(), b.name(), plan.shape, !plan.log, gated);
  connect_filter(*this, b, std::move(plan), std::move(outputs));
}

}  // namespace holon
