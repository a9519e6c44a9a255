// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/parts/lqr.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/analyse/linearise/operating_point.h"
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

/// The keys of `weights: {integrals: …}`.
std::vector<std::string> read_integrals(const SourceNode& part) {
  const SourceNode* weights = part.peek("weights");
  const SourceNode* list = weights && weights->is_map() ? weights->peek("integrals") : nullptr;
  std::vector<std::string> names;
  if (list && list->is_map())
    for (const SourceNode::Entry& entry : list->peek_entries()) names.push_back(entry.key);
  return names;
}

/// The model with the integrals of outputs as further states: x_I' = C_i x + D_i u.
LinearModel add_integrals(LinearModel model, const std::vector<std::string>& integrals) {
  if (integrals.empty()) return model;
  const Index n = model.order(), m = model.inputs(), p = model.C.rows();
  const auto count = static_cast<Index>(integrals.size());
  LinearModel whole = model;
  whole.A = Eigen::MatrixXd::Zero(n + count, n + count);
  whole.B = Eigen::MatrixXd::Zero(n + count, m);
  whole.C = Eigen::MatrixXd::Zero(p, n + count);
  whole.A.topLeftCorner(n, n) = model.A;
  whole.B.topRows(n) = model.B;
  whole.C.leftCols(n) = model.C;
  for (Index k = 0; k < count; ++k) {
    const std::string& name = integrals[static_cast<std::size_t>(k)];
    for (Index row = 0; row < p; ++row) {
      const LinearVariable& y = model.y[static_cast<std::size_t>(row)];
      if (y.name != name) continue;
      whole.A.block(n + k, 0, 1, n) = model.C.row(row);
      whole.B.row(n + k) = model.D.row(row);
      LinearVariable integral = y;
      integral.name = "integral." + name;
      integral.dimension = y.dimension * dimensions::kTime;
      integral.value = 0;
      whole.x.push_back(std::move(integral));
    }
  }
  return whole;
}

/// "-2", "-1+3j", "3i"; nothing where it is no such number.
std::optional<std::complex<double>> read_pole(const std::string& text) {
  const char* at = text.c_str();
  std::complex<double> pole;
  if (*at == '\0') return {};
  while (*at != '\0') {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at || !std::isfinite(number)) return {};
    const bool is_imaginary = *end == 'i' || *end == 'j';
    (is_imaginary ? pole.imag(pole.imag() + number) : pole.real(pole.real() + number));
    at = end + (is_imaginary ? 1 : 0);
    if (*at != '\0' && *at != '+' && *at != '-') return {};
  }
  return pole;
}

/// Throws InputError, ModelError or std::runtime_error as its steps do. `integrals`: outputs whose
/// integrals are states of the design.
LinearModel linearize_inner(const InnerModel& inner, const std::vector<std::string>& inputs,
                            bool is_equilibrium, const std::vector<std::string>& integrals) {
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
  for (const std::string& name : integrals)
    if (std::find(request.outputs.begin(), request.outputs.end(), name) == request.outputs.end())
      request.outputs.push_back(name);
  return add_integrals(linearize(inner.system, point, request), integrals);
}

/// The outputs of a regulator, once all parts are built.
class RegulatorOutputs {
 public:
  RegulatorOutputs(const LQR& part, PartBuilder b, const LinearModel& linear,
                   const Eigen::MatrixXd& K)
      : part_(part), b_(std::move(b)), assembly_(b_.assembly()), linear_(linear), K_(K) {}

  void make() {
    find_signals();
    for (const LinearVariable& x : linear_.x) deviations_.push_back(find_deviation(x));
    define_efforts();
  }

 private:
  void define(const std::string& name, const Dimension& dimension, const char* description,
              bool is_main, Expr value) {
    assembly_.define_output({b_.member(name), {}, dimension, description, is_main},
                            std::vector<Expr>{value});
  }

  /// The estimates of a filter, or the outputs of a part.
  void find_signals() {
    if (part_.state.empty()) return;
    prefix_ = part_.state + ".";
    if (linear_.x.empty()) return;
    const std::string estimate = prefix_ + "estimate." + linear_.x[0].name;
    const bool is_filter = assembly_.has_output(estimate);
    if (is_filter && !assembly_.has_output(prefix_ + linear_.x[0].name)) prefix_ += "estimate.";
  }

  const LinearVariable* find_variable(const std::vector<LinearVariable>& list,
                                      const std::string& name) const {
    for (const LinearVariable& v : list)
      if (v.name == name) return &v;
    return nullptr;
  }

  Expr deviation_of(const LinearVariable& v) {
    Expr goal = v.value;
    for (const auto& [name, setpoint] : part_.setpoint)
      if (name == v.name && !setpoint.value.empty()) goal = setpoint.value[0];
    return assembly_.output(prefix_ + v.name) - goal;
  }

  Expr find_deviation(const LinearVariable& x) {
    constexpr std::string_view kIntegral = "integral.";
    if (!x.name.starts_with(kIntegral)) {
      const Expr deviation = deviation_of(x);
      define("deviation." + x.name, x.dimension, "of the state from its setpoint", false,
             deviation);
      return deviation;
    }
    const std::string of = x.name.substr(kIntegral.size());
    const LinearVariable* y = find_variable(linear_.y, of);
    const Expr deviation = deviation_of(*y);
    if (!find_variable(linear_.x, of))
      define("deviation." + of, y->dimension, "of the output from its setpoint", false, deviation);
    StateBlock state{.name = b_.member(x.name)};
    state.dimension = x.dimension;
    const Expr integral = assembly_.add_state(std::move(state), {0.0})[0];
    assembly_.set_derivative(integral, deviation);
    define(x.name, x.dimension, "of the deviation over time", false, integral);
    return integral;
  }

  void define_efforts() {
    const int clock = part_.sample ? assembly_.add_clock({b_.name(), *part_.sample}) : -1;
    for (std::size_t i = 0; i < linear_.u.size(); ++i) {
      const LinearVariable& u = linear_.u[i];
      Expr effort = u.value;
      for (std::size_t j = 0; j < linear_.x.size(); ++j) {
        const double gain = K_(static_cast<Index>(i), static_cast<Index>(j));
        define("gain." + u.name + "." + linear_.x[j].name, u.dimension / linear_.x[j].dimension,
               "gain", false, gain);
        effort = effort - gain * deviations_[j];
      }
      if (part_.sample) {
        const Expr held = assembly_.add_discrete({b_.member("effort." + u.name), {}, u.dimension},
                                                 {Expr(u.value)})[0];
        assembly_.set_tick(held, effort, clock, true);
        effort = held;
      }
      define("effort." + u.name, u.dimension, "output of the regulator", true, effort);
    }
  }

  const LQR& part_;
  PartBuilder b_;
  Assembly& assembly_;
  const LinearModel& linear_;
  const Eigen::MatrixXd& K_;
  std::string prefix_;
  std::vector<Expr> deviations_;
};

MadeName made(const std::string& name, const Dimension& dimension, const char* description) {
  return {{name, {}, dimension, description}};
}

}  // namespace

void LQR::Weight::describe(Fields<Weight>& f) {
  f.value("value", &Weight::value, "", "of the square of the deviation in SI units")
      .structural()
      .non_negative();
  f.bare();
  f.numbers("within", &Weight::within, "delta any",
            "largest acceptable deviation (Bryson's rule): the weight is 1 over its square")
      .takes_one()
      .fits_name();
}

void LQR::Setpoint::describe(Fields<Setpoint>& f) {
  f.numbers("value", &Setpoint::value, "any", "setpoint").varying().takes_one().fits_name();
  f.bare();
}

void LQR::Weights::describe(Fields<Weights>& f) {
  f.named("states", &Weights::states, "by state of the model; others have none")
      .names_own("deviation.");
  f.named("inputs", &Weights::inputs, "by input; default: 1").names_own("effort.");
  f.named("integrals", &Weights::integrals,
          "of integrals over time, by output of the model, which then has no steady-state error")
      .names_own("integral.");
}

void LQR::describe(Descriptor<LQR>& d) {
  d.type("LQR", "A linear quadratic regulator with gains computed from a model.");
  d.text("model", &LQR::model, "the plant: 'machine' (this model itself), a file, or a part");
  d.texts("without", &LQR::without, "parts that are not in the model of the design");
  d.source(
      "replace", &LQR::replace,
      "parts, by name, that replace others in the design model; values alone change those given");
  d.texts("inputs", &LQR::inputs, "values of the model that the regulator sets ('rail.force')")
      .required();
  d.object("weights", &LQR::weights, "of the quadratic cost");
  d.named("setpoint", &LQR::setpoint,
          "setpoints of states, and of outputs with an integral; default: the operating point")
      .names_own("deviation.");
  d.texts("poles", &LQR::poles,
          "of the closed loop, placed instead of minimising a cost: [-2, \"-1+3j\", \"-1-3j\"]");
  d.period("sample", &LQR::sample, "sampling period or rate; default: continuous");
  d.choice("at", &LQR::at, {"start", "equilibrium"}, "operating point of the model");
  d.text(
      "state", &LQR::state,
      "whose outputs are the states: a KalmanFilter, for its estimates, or a part; default: this "
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
    const std::vector<std::string> integrals = read_integrals(part);
    const LinearModel model = linearize_inner(
        *inner, request.opened, at && at->is_scalar() && at->text() == "equilibrium", integrals);
    for (const LinearVariable& x : model.x) {
      if (x.name.starts_with("integral.")) {
        names.push_back(made(x.name, x.dimension, "of the deviation over time"));
        const std::string of = x.name.substr(9);
        const bool is_state = std::any_of(model.x.begin(), model.x.end(),
                                          [&](const LinearVariable& s) { return s.name == of; });
        if (!is_state)
          names.push_back(made("deviation." + of, x.dimension / dimensions::kTime,
                               "of the output from its setpoint"));
        continue;
      }
      names.push_back(made("deviation." + x.name, x.dimension, "of the state from its setpoint"));
    }
    for (const LinearVariable& u : model.u) {
      names.push_back(made("effort." + u.name, u.dimension, "output of the regulator"));
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
  if (weights.states.size() == 0 && weights.integrals.size() == 0 && poles.empty()) {
    b.error("weights", "an LQR needs weights of states",
            "write 'weights: {states: {rail.position: 200}}', or 'poles'");
    return;
  }
  std::vector<std::string> integrals;
  for (const auto& [name, weight] : weights.integrals) integrals.push_back(name);
  LinearModel linear;
  RegulatorDesign design;
  try {
    linear = linearize_inner(*inner, inputs, at == At::equilibrium, integrals);
    const std::optional<RegulatorRequest> wanted = make_request(b, linear);
    if (!wanted) return;
    design = design_regulator(linear, *wanted);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics().all()) b.error("", d.message, d.suggestion);
    return;
  } catch (const ModelError& error) {
    b.error("", error.message(), error.suggestion());
    return;
  }
  for (const std::string& note : linear.notes) b.warning("model", note);
  // When all parts are there: the filter whose estimates it takes may follow in the file.
  b.assembly().on_connect(b.name() + ": regulator",
                          [self = *this, builder = b, linear, K = design.K](Assembly&) {
                            RegulatorOutputs(self, builder, linear, K).make();
                          });
}

std::optional<RegulatorRequest> LQR::make_request(PartBuilder& b, const LinearModel& linear) const {
  RegulatorRequest wanted;
  wanted.period = sample.value_or(0);
  bool is_sound = true;
  const auto fail = [&](const std::string& key, const std::string& message,
                        const std::string& advice) {
    b.error(key, message, advice);
    is_sound = false;
  };
  const auto add = [&](const char* map, const std::string& prefix, const Named<Weight>& list) {
    for (const auto& [name, weight] : list) {
      const std::string key = std::string("weights.") + map + "." + name;
      if (weight.value.has_value() == !weight.within.empty()) {
        fail(key, "a weight is either a number or a deviation",
             "write '" + name + ": 200' or '" + name + ": {within: 5 cm}'");
        continue;
      }
      double number = weight.value.value_or(0);
      if (!weight.within.empty()) {
        const double within = weight.within[0].is_constant() ? weight.within[0].value() : 0;
        if (!(within > 0) || !std::isfinite(within)) {
          fail(key + ".within", "'within' is a constant above 0", "such as 5 cm");
          continue;
        }
        number = 1 / (within * within);
      }
      wanted.weights.emplace_back(prefix + name, number);
    }
  };
  if (poles.empty()) {
    add("states", "", weights.states);
    add("inputs", "", weights.inputs);
    add("integrals", "integral.", weights.integrals);
    return is_sound ? std::optional(wanted) : std::nullopt;
  }
  if (weights.states.size() > 0 || weights.inputs.size() > 0)
    fail("poles", "'poles' and the weights of a cost both give the gains", "keep one of them");
  for (std::size_t k = 0; k < poles.size(); ++k) {
    const std::optional<std::complex<double>> pole = read_pole(poles[k]);
    if (pole)
      wanted.poles.push_back(*pole);
    else
      fail("poles[" + std::to_string(k) + "]", "'" + poles[k] + "' is not a number",
           "write -2 or \"-1+3j\"");
  }
  if (is_sound && static_cast<Index>(wanted.poles.size()) != linear.order())
    fail("poles",
         "there are " + std::to_string(wanted.poles.size()) + " poles for " +
             std::to_string(linear.order()) + " states",
         "give one for each state, complex ones in pairs");
  return is_sound ? std::optional(wanted) : std::nullopt;
}

}  // namespace holon
