// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/parts/lqr.h"

#include <utility>

#include "holon/analyse/linear_model.h"
#include "holon/analyse/operating_point.h"
#include "holon/base/names.h"
#include "holon/estimate/regulator.h"
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/source.h"

namespace holon {
namespace {

using Eigen::Index;

std::vector<std::string> read_lqr_texts(const SourceNode* node) {
  std::vector<std::string> texts;
  if (node && node->is_scalar()) texts.push_back(node->text());
  if (node && node->is_list())
    for (const SourceNode::Entry& item : node->peek_entries())
      if (item.value.is_scalar()) texts.push_back(item.value.text());
  return texts;
}

ModelRequest read_lqr_request(const SourceNode& part) {
  ModelRequest request;
  request.where = &part;
  if (const SourceNode* model = part.peek("model"); model && model->is_scalar())
    request.model = model->text();
  request.without = read_lqr_texts(part.peek("without"));
  request.replace = part.peek("replace");
  request.opened = read_lqr_texts(part.peek("inputs"));
  return request;
}

/// Throws InputError, ModelError or std::runtime_error as its steps do.
LinearModel linearize_inner(const InnerModel& inner, const std::vector<std::string>& inputs,
                            bool is_equilibrium) {
  std::vector<double> values;
  for (const SystemParameter& p : inner.system.parameters) values.push_back(p.value);
  const OperatingPoint point = is_equilibrium ? find_equilibrium_point(inner.system, values)
                                              : find_start_point(inner.system, values);
  LinearRequest request;
  request.inputs = inputs;
  request.holds_samples = true;
  // States on which no output depends are omitted: integrals of powers (system.energy.dissipated),
  // which no input holds.
  for (const auto& state : inner.system.states)
    if (!state.name.starts_with("system.") && inner.system.find_output(state.name))
      request.outputs.push_back(state.name);
  return linearize(inner.system, point, request);
}

MadeName made(const std::string& name, const Dimension& dimension, const char* description) {
  return {{name, {}, dimension, description}};
}

}  // namespace

void LQR::Weight::describe(Fields<Weight>& f) {
  f.value("value", &Weight::value, "", "of the square of the deviation in SI units")
      .structural()
      .non_negative();
  f.bare();
}

void LQR::Weights::describe(Fields<Weights>& f) {
  f.named("states", &Weights::states, "by state of the model; others have none")
      .names_own("deviation.");
  f.named("inputs", &Weights::inputs, "by input; default: 1").names_own("effort.");
}

void LQR::describe(Descriptor<LQR>& d) {
  d.type("LQR", "A linear quadratic regulator with gains computed from a model.");
  d.text("model", &LQR::model,
         "what it is designed for: 'machine' (this model itself), a file, or a part");
  d.texts("without", &LQR::without, "parts that are not in the model of the design");
  d.source(
      "replace", &LQR::replace,
      "parts, by name, that the design has in place of others; values alone change those given");
  d.texts("inputs", &LQR::inputs, "values of the model that the regulator sets ('rail.force')")
      .required();
  d.object("weights", &LQR::weights, "of the quadratic cost");
  d.period("sample", &LQR::sample, "sampling period or rate; default: continuous");
  d.choice("at", &LQR::at, {"start", "equilibrium"}, "operating point of the model");
  d.text("state", &LQR::state,
         "whose outputs are the states: of a KalmanFilter 'nav.estimate', or a part; default: this "
         "model's outputs of the same names");
}

std::vector<MadeName> LQR::list_model_names(const SourceNode& part, const std::string& /*name*/,
                                            ModelLoader& loader, Diagnostics& diagnostics) {
  const ModelRequest request = read_lqr_request(part);
  const auto inner = loader.load(request, diagnostics);
  std::vector<MadeName> names;
  if (!inner) return names;
  const SourceNode* at = part.peek("at");
  try {
    const LinearModel model = linearize_inner(*inner, request.opened,
                                              at && at->is_scalar() && at->text() == "equilibrium");
    for (const LinearVariable& x : model.x)
      names.push_back(
          made("deviation." + x.name, x.dimension, "of the state from the operating point"));
    for (const LinearVariable& u : model.u) {
      names.push_back(made("effort." + u.name, u.dimension, "what the regulator sets"));
      for (const LinearVariable& x : model.x)
        names.push_back(made("gain." + u.name + "." + x.name, u.dimension / x.dimension, "gain"));
    }
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
  } catch (const std::exception& error) {
    diagnostics.add_error({}, std::string("the model of the LQR: ") + error.what());
  }
  return names;
}

void LQR::build(PartBuilder& b) const {
  const std::shared_ptr<ModelLoader> loader = b.domain<PartModels>().loader;
  if (!loader) {
    b.error("model", "a model made in code has no loader for the model of its regulator",
            "set Model::loader, or read the model from a file");
    return;
  }
  ModelRequest request;
  if (b.source()) {
    request = read_lqr_request(*b.source());
  } else {
    request.model = model, request.without = without, request.opened = inputs;
  }
  Diagnostics found;
  const auto inner = loader->load(request, found);
  if (!inner) {
    for (const Diagnostic& d : found.all()) b.error("model", d.message, d.suggestion);
    return;
  }
  if (weights.states.size() == 0) {
    b.error("weights", "an LQR needs weights of states",
            "write 'weights: {states: {rail.position: 200}}'");
    return;
  }
  LinearModel linear;
  RegulatorDesign design;
  try {
    linear = linearize_inner(*inner, inputs, at == At::equilibrium);
    RegulatorRequest wanted;
    wanted.period = sample.value_or(0);
    for (const auto& [name, weight] : weights.states)
      wanted.weights.emplace_back(name, weight.value);
    for (const auto& [name, weight] : weights.inputs)
      wanted.weights.emplace_back(name, weight.value);
    design = design_regulator(linear, wanted);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics().all()) b.error("", d.message, d.suggestion);
    return;
  } catch (const ModelError& error) {
    b.error("", error.message(), error.suggestion());
    return;
  }
  for (const std::string& note : linear.notes) b.warning("model", note);

  Assembly& assembly = b.assembly();
  const auto define = [&](const std::string& name, const Dimension& dimension,
                          const char* description, bool is_main, Expr value) {
    assembly.define_output({b.member(name), {}, dimension, description, is_main},
                           std::vector<Expr>{value});
  };
  const std::string prefix = state.empty() ? "" : state + ".";
  std::vector<Expr> deviations;
  for (const LinearVariable& x : linear.x) {
    deviations.push_back(assembly.output(prefix + x.name) - x.value);
    define("deviation." + x.name, x.dimension, "of the state from the operating point", false,
           deviations.back());
  }
  const int clock = sample ? assembly.add_clock({b.name(), *sample}) : -1;
  for (std::size_t i = 0; i < linear.u.size(); ++i) {
    const LinearVariable& u = linear.u[i];
    Expr effort = u.value;
    for (std::size_t j = 0; j < linear.x.size(); ++j) {
      const double gain = design.K(static_cast<Index>(i), static_cast<Index>(j));
      define("gain." + u.name + "." + linear.x[j].name, u.dimension / linear.x[j].dimension, "gain",
             false, gain);
      effort = effort - gain * deviations[j];
    }
    if (sample) {
      const Expr held = assembly.add_discrete({b.member("effort." + u.name), {}, u.dimension},
                                              {Expr(u.value)})[0];
      assembly.set_tick(held, effort, clock, true);
      effort = held;
    }
    define("effort." + u.name, u.dimension, "what the regulator sets", true, effort);
  }
}

}  // namespace holon
