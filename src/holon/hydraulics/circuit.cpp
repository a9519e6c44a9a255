// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/circuit.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/error_scale.h"
#include "holon/base/names.h"
#include "holon/hydraulics/fluid_data.h"
#include "holon/model/describe/model_loader.h"

namespace holon::hydraulics {
namespace {

using Kind = PowerGraph::Kind;
using PortLaw = PowerGraph::Element::PortLaw;

constexpr const char* kTank = "tank";
constexpr Dimension kDensity{1, -3, 0}, kVolume{0, 3, 0};

// Errors of pressures are the tolerance times this share of the pressure at which relief valves
// open, and times this [Pa] where there are none.
constexpr double kNominalShare = 0.25, kLeastNominalPressure = 5e5;

struct CircuitSlot {
  std::shared_ptr<Circuit> circuit;
};

/// "arm.lift" -> "arm.": the prefix of names in a part of a composite part.
std::string scope_of(const std::string& part) {
  const std::size_t dot = part.rfind('.');
  return dot == std::string::npos ? "" : part.substr(0, dot + 1);
}

PowerGraph::Element make_element(std::string name, Kind kind, PowerDomain domain) {
  PowerGraph::Element e;
  e.name = std::move(name);
  e.kind = kind;
  e.domain = domain;
  e.is_internal = true;
  return e;
}

/// A field between volume flow at its first port and mass flow at its second.
PowerGraph::Element make_field(std::string name, Kind kind, std::vector<PortLaw> laws) {
  PowerGraph::Element e = make_element(std::move(name), kind, PowerDomain::fluid);
  e.ports = {"volume", "mass"};
  e.port_domains = {PowerDomain::hydraulic, PowerDomain::fluid};
  e.port_laws = std::move(laws);
  return e;
}

/// Reports a fluid that boils, and temperatures at which its values are not known.
void check_fluid(PartBuilder& builder, const FluidSettings& s) {
  const Expr vapour = Fluid(s).vapour_pressure();
  const Expr modulus =
      s.bulk_modulus.value_or(calc_bulk_modulus(fluid_data(s.name), s.temperature));
  constexpr double kFreezing = 273.15, kBoiling = 373.15;
  const bool is_water = s.name == FluidName::water;
  const bool is_given = s.density && s.viscosity && s.bulk_modulus && s.vapour_pressure;
  if (vapour.is_constant() && !(vapour.value() < kAtmosphere)) {
    builder.error("",
                  fmt::format("the fluid boils: its vapour pressure is {:.6g} Pa, and the tank's "
                              "pressure {:.6g} Pa",
                              vapour.value(), kAtmosphere),
                  "lower the temperature or the vapour pressure in 'fluid'");
  } else if (is_water && !is_given && s.temperature.is_constant() &&
             !(s.temperature.value() >= kFreezing && s.temperature.value() <= kBoiling)) {
    builder.error("", "the values of water are known from 0 to 100 degC",
                  "change the temperature in 'fluid', or give density, viscosity, bulk_modulus and "
                  "vapour_pressure there");
  } else if (modulus.is_constant() && !(modulus.value() > 0)) {
    builder.error("",
                  fmt::format("the bulk modulus of the fluid would be {:.6g} Pa at its temperature",
                              modulus.value()),
                  "lower the temperature in 'fluid', or give bulk_modulus there");
  }
}

PowerGraph::Bond at_port(int from_port, int to_port) {
  PowerGraph::Bond bond;
  bond.from_port = from_port;
  bond.to_port = to_port;
  return bond;
}

}  // namespace

std::shared_ptr<Circuit> Circuit::find(Assembly& assembly) {
  return assembly.domain<CircuitSlot>().circuit;
}

std::shared_ptr<Circuit> Circuit::of(PartBuilder& builder) {
  std::shared_ptr<Circuit>& circuit = builder.assembly().domain<CircuitSlot>().circuit;
  if (!circuit) {
    const std::shared_ptr<PowerGraph> graph = PowerGraph::of(builder);
    check_fluid(builder, builder.assembly().domain<FluidSettings>());
    circuit = std::make_shared<Circuit>(graph, builder.assembly().symbols(),
                                        Fluid::of(builder.assembly()));
    graph->when_built([circuit = std::weak_ptr<Circuit>(circuit)](Assembly& assembly) {
      circuit.lock()->check();
      if (!assembly.diagnostics().has_errors()) circuit.lock()->formulate(assembly);
    });
  }
  return circuit;
}

int Circuit::find_or_add(const std::string& name) {
  if (const int known = graph_->find(name); known >= 0) return known;
  const int index = graph_->add(make_element(name, Kind::zero, PowerDomain::hydraulic));
  Node& node = nodes_[index];
  node.name = name;
  node.fluid = graph_->add(make_element(name + ".fluid", Kind::zero, PowerDomain::fluid));
  connect_users(index);
  if (name == kTank) connect_source(node, 0.0);
  return index;
}

/// Volume flow Q into the node has the density at the node's pressure, flow out of it the density
/// of its contents.
void Circuit::connect_users(int index) {
  Node& node = nodes_[index];
  node.connection =
      graph_->add(make_field(node.name + ".connection", Kind::R, {{true, 0.0}, {false, 0.0}}));
  graph_->element(node.connection).is_boundary = true;
  graph_->connect(index, node.connection, at_port(-1, 0));
  graph_->connect(node.connection, node.fluid, at_port(1, -1));
}

int Circuit::connect_source(Node& node, Expr pressure) {
  node.held = pressure;
  PowerGraph::Element source = make_element(node.name + ".pressure", Kind::Se, PowerDomain::fluid);
  source.values = {fluid_.enthalpy(pressure)};
  node.source = graph_->add(std::move(source));
  graph_->connect(node.source, node.fluid);
  return node.source;
}

int Circuit::mention(PartBuilder& builder, const std::string& parameter, const std::string& name,
                     bool is_own_port) {
  const bool is_tank = name == kTank;
  const int index = find_or_add(is_tank || is_own_port ? name : scope_of(builder.name()) + name);
  graph_->attach(builder.name(), index);
  nodes_[index].mentions.push_back({builder.error_reporter(), parameter, is_own_port});
  return index;
}

int Circuit::node(PartBuilder& builder, const std::string& parameter, const std::string& name) {
  return mention(builder, parameter, name, false);
}

int Circuit::port_node(PartBuilder& builder, const std::string& port, const std::string& name) {
  return name.empty() ? mention(builder, port, builder.member(port), true)
                      : mention(builder, port, name, false);
}

Expr Circuit::density(int index) const {
  return symbols_->output(kHiddenPrefix + nodes_.at(index).name + ".content.density");
}

Expr Circuit::enthalpy(int index) const { return graph_->effort(nodes_.at(index).fluid); }

Expr Circuit::volume_flow(Expr mass_flow, int index) const {
  constexpr double kLeast = 1e-6;  // an empty volume's density is not that of the inflow
  return mass_flow / max(density(index), kLeast * fluid_.reference_density());
}

void Circuit::add_content(int index) {
  Node& node = nodes_[index];
  if (node.content >= 0) return;
  node.content =
      graph_->add(make_field(node.name + ".content", Kind::C, {{true, 0.0}, {true, 0.0}}));
  node.walls = graph_->add(make_element(node.name + ".walls", Kind::zero, PowerDomain::hydraulic));
  graph_->connect(node.content, node.walls, at_port(0, -1));
  graph_->connect(node.fluid, node.content, at_port(-1, 1));
}

void Circuit::note_relief(Expr pressure) {
  if (pressure.is_constant()) relief_ = std::max(relief_, pressure.value());
}

void Circuit::add_volume(int index, Expr volume, std::optional<Expr> usual) {
  add_content(index);
  nodes_[index].volume += volume;
  nodes_[index].usual_volume += usual.value_or(volume);
}

int Circuit::walls(int index) {
  add_content(index);
  return nodes_[index].walls;
}

int Circuit::add_give(int index, Give give) {
  add_content(index);
  const int storage = graph_->add(make_element(give.name, Kind::C, PowerDomain::hydraulic));
  graph_->element(storage).port_laws = {
      {false, symbols_->time_derivative(give.volume(pressure(index)))}};
  graph_->connect(nodes_[index].walls, storage);
  nodes_[index].gives.push_back(std::move(give));
  return storage;
}

/// d(V ρ e)/dt = ρ e V' + V h ρ',  ρ' = (ṁ − ρ V')/V at the whole node.
Expr Circuit::storing_power(int index, Expr volume) {
  const Node& node = nodes_[index];
  if (node.held) return 0.0;
  const Expr rho = density(index), h = enthalpy(index);
  const Expr energy = rho * h - pressure(index);
  return energy * symbols_->time_derivative(volume) + volume * h * symbols_->time_derivative(rho);
}

bool Circuit::check_pressure(PartBuilder& builder, const std::string& parameter, Expr pressure) {
  const Expr vapour = fluid_.vapour_pressure();
  if (pressure.is_constant() && !(pressure.value() > -kAtmosphere)) {
    builder.error(parameter,
                  fmt::format("{:.6g} Pa is below vacuum: pressures are above the tank's, the "
                              "least is {:.6g} Pa",
                              pressure.value(), -kAtmosphere),
                  "give the pressure above that of the atmosphere");
    return false;
  }
  if (pressure.is_constant() && vapour.is_constant() &&
      !(pressure.value() > vapour.value() - kAtmosphere)) {
    builder.error(parameter,
                  fmt::format("{:.6g} Pa is below the vapour pressure of the fluid, {:.6g} Pa "
                              "above the tank's: it would evaporate",
                              pressure.value(), vapour.value() - kAtmosphere),
                  "give a higher pressure");
    return false;
  }
  return true;
}

void Circuit::set_initial(PartBuilder& builder, const std::string& parameter, int index,
                          const std::optional<Expr>& pressure) {
  if (!pressure) return;
  Node& node = nodes_[index];
  if (node.held) {
    builder.error(parameter,
                  "'initial' has no effect: the pressure at '" + node.name + "' is prescribed",
                  "leave it out");
  } else if (node.initial) {
    builder.error(parameter,
                  "another part gives the initial pressure of node '" + node.name + "' already",
                  "give it once");
  } else if (check_pressure(builder, parameter, *pressure)) {
    node.initial = *pressure;
    node.report_initial = builder.error_reporter();
    node.initial_parameter = parameter;
    watch_pressure(builder, parameter, *pressure, SystemEvent::Start::only_there);
  }
}

/// A formula is checked during the run, one of the start there.
void Circuit::watch_pressure(PartBuilder& builder, const std::string& parameter, Expr pressure,
                             SystemEvent::Start when) {
  Assembly& assembly = builder.assembly();
  if (pressure.is_constant() || assembly.domain<PartModels>().is_inner) return;
  const std::string name = kHiddenPrefix + builder.member(parameter);
  assembly.define_output({name, {}, dimensions::kPressure, "the value of the formula"},
                         std::vector<Expr>{pressure});
  assembly.add_event({SystemEvent::Kind::fail,
                      "'" + builder.member(parameter) +
                          "' is not above the vapour pressure of the fluid, or below vacuum",
                      when,
                      false,
                      {name}},
                     1.0 - relation(pressure + kAtmosphere - fluid_.vapour_pressure()));
}

int Circuit::set_source(PartBuilder& builder, int index, Expr pressure) {
  Node& node = nodes_[index];
  if (node.held) {
    builder.error(
        "at", "the pressure of node '" + node.name + "' is prescribed already",
        node.name == kTank ? "the node 'tank' exists in every circuit" : "prescribe it once");
    return -1;
  }
  if (!check_pressure(builder, "pressure", pressure)) return -1;
  if (node.initial) {
    node.report_initial(node.initial_parameter,
                        "'initial' has no effect: '" + builder.name() +
                            "' prescribes the pressure at '" + node.name + "'",
                        "leave it out");
  }
  watch_pressure(builder, "pressure", pressure, SystemEvent::Start::counts);
  return connect_source(node, pressure);
}

Expr Circuit::upstream(Expr forward, int from, int to) const {
  return select(less(0.0, forward), density(from), density(to));
}

Circuit::Flow Circuit::add_resistance(const std::string& name, int from, int to, const Law& law) {
  const int junction = graph_->add(make_element(name + ".through", Kind::one, PowerDomain::fluid));
  const int resistance = graph_->add(make_element(name, Kind::R, PowerDomain::fluid));
  Flow flow;
  flow.drop = pressure(from) - pressure(to);
  const Expr density = upstream(flow.drop, from, to);
  flow.volume = law(flow.drop, density);
  graph_->element(resistance).flow_law = {density * flow.volume};
  graph_->connect(nodes_[from].fluid, junction);
  graph_->connect(junction, nodes_[to].fluid);
  graph_->connect(junction, resistance);
  flow.mass = graph_->flow(resistance);
  flow.loss = flow.mass * graph_->effort(resistance);
  return flow;
}

Circuit::Displacement Circuit::add_displacement(const std::string& name, int from, int to) {
  const int junction = graph_->add(make_element(name + ".through", Kind::one, PowerDomain::fluid));
  const int field = graph_->add(make_field(name, Kind::R, {}));
  const Expr volume = graph_->flow(field, 0);
  graph_->element(field).port_laws = {{true, pressure(to) - pressure(from)},
                                      {false, upstream(volume, from, to) * volume}};
  graph_->connect(nodes_[from].fluid, junction);
  graph_->connect(junction, nodes_[to].fluid);
  graph_->connect(junction, field, at_port(-1, 1));
  const Expr mass = graph_->flow(field, 1);
  return {field, mass, volume, graph_->effort(field, 0) * volume + graph_->effort(field, 1) * mass};
}

Expr Circuit::calc_volume(const Node& node, Expr pressure) const {
  Expr volume = node.volume;
  for (const Give& give : node.gives) volume += give.volume(pressure);
  return volume;
}

/// p = p(m/V(p)), which has a root for every mass, down to an empty volume. The guess is right if
/// the compliant part is still inactive, and if it contains everything else.
Expr Circuit::find_pressure(Assembly& assembly, const Node& node, Expr mass) {
  Expr guess = fluid_.state(mass / node.volume).pressure;
  for (const Give& give : node.gives) {
    const Expr first = give.guess(mass / fluid_.density(0.0) - node.volume);
    guess = min(guess, give.guess(mass / fluid_.density(first) - node.volume));
  }
  // Newton's method measures its steps by the unknown: it is never near zero, as p is at the tank's
  // pressure and p + kAtmosphere in an empty volume, where rounding errors remain those of 1e5 Pa.
  constexpr double kShift = 2 * kAtmosphere;
  const Expr z =
      assembly.add_unknown(kHiddenPrefix + node.name + ".content.pressure", guess + kShift);
  const Expr p = z - kShift;
  assembly.set_equation(z, fluid_.state(mass / calc_volume(node, p)).pressure - p);
  return p;
}

void Circuit::formulate_content(Assembly& assembly, int index) {
  Node& node = nodes_[index];
  // Of the mass: the scale of its errors.
  const double usual = std::max(kLeastNominalPressure, kNominalShare * relief_);
  const Expr nominal =
      fluid_.reference_density() * node.usual_volume * usual / fluid_.bulk_modulus(100e5);
  StateBlock block{.name = node.name + ".mass"};
  block.dimension = dimensions::kMass;
  constexpr double kUsualNominal = 1e-4;  // [kg] if it depends on tunable parameters
  block.nominal = make_absolute_nominal(nominal.is_constant() ? nominal.value() : kUsualNominal);
  const Expr start = node.initial.value_or(0.0);
  const Expr mass =
      assembly.add_state(std::move(block), {fluid_.density(start) * calc_volume(node, start)})[0];
  node.mass = mass;
  assembly.set_derivative(mass, graph_->flow(node.content, 1));
  const Fluid::State state = fluid_.state(density(index));
  const Expr volume = calc_volume(node, pressure(index));
  PowerGraph::Element& content = graph_->element(node.content);
  content.port_laws[0].value =
      node.gives.empty() ? state.pressure : find_pressure(assembly, node, mass);
  content.port_laws[1].value = state.enthalpy;
  content.energy = volume * state.energy;
  define_density(assembly, node, max(mass, 0.0) / volume);
}

/// Fluid that fills a volume at a prescribed pressure is supplied by the source of that pressure.
void Circuit::formulate_held(Assembly& assembly, int index) {
  Node& node = nodes_[index];
  const Expr held = *node.held, rho = fluid_.density(held);
  define_density(assembly, node, rho);
  if (!node.has_volume()) return;
  const Expr volume = calc_volume(node, held);
  PowerGraph::Element& content = graph_->element(node.content);
  content.port_laws[0].value = held;
  content.port_laws[1] = {false, assembly.time_derivative(rho * volume)};
  content.energy = volume * (rho * fluid_.enthalpy(held) - held);
}

void Circuit::define_density(Assembly& assembly, const Node& node, Expr value) const {
  assembly.define_output({kHiddenPrefix + node.name + ".content.density", {}, kDensity, "density"},
                         std::vector<Expr>{value});
}

void Circuit::formulate(Assembly& assembly) {
  for (auto& [index, node] : nodes_) {
    node.held ? formulate_held(assembly, index) : formulate_content(assembly, index);
    const Expr in = graph_->flow(node.connection, 0);
    const Expr p = node.held ? *node.held : graph_->effort(node.walls);
    graph_->element(node.connection).port_laws = {
        {true, p},
        {false, -in * select(less(0.0, in), fluid_.density(max(p, 0.0)), density(index))}};
  }
  define_outputs(assembly);
  define_sums(assembly);
}

/// A part with the node's name may have such an output of its own.
void Circuit::define_outputs(Assembly& assembly) {
  const auto define = [&](const Node& node, const char* what, Dimension dimension,
                          const char* description, Expr value) {
    const std::string name = node.name + "." + what;
    if (assembly.has_output(name)) return;
    assembly.define_output({name, {}, dimension, description}, std::vector<Expr>{value});
  };
  for (const auto& [index, node] : nodes_) {
    const Expr p = pressure(index), volume = calc_volume(node, p);
    define(node, "pressure", dimensions::kPressure, "pressure at the node, above the tank's", p);
    define(node, "density", kDensity, "density of fluid, air and vapour at the node",
           density(index));
    define(node, "volume", kVolume, "volume of fluid, air and vapour at the node", volume);
    define(node, "mass", dimensions::kMass, "mass of the fluid at the node",
           node.mass.value_or(density(index) * volume));
    if (!node.mass) continue;
    const std::optional<Expr> mass = node.mass;
    // The difference between the mass by the law ρ(p) and the volume, and the state.
    assembly.define_output({kHiddenPrefix + node.name + ".mass_error", {}, {}, ""}, [=, this] {
      return std::vector<Expr>{fluid_.density_error(*mass / volume, p)};
    });
  }
}

/// The mass in all volumes, and the inflow from sources and user-defined graphs.
void Circuit::define_sums(Assembly& assembly) {
  assembly.define_output(
      {"system.fluid.mass", {}, dimensions::kMass, "in all volumes of hydraulic circuits"}, [this] {
        Expr sum = 0.0;
        for (const auto& [index, node] : nodes_) {
          sum += node.mass.value_or(density(index) * calc_volume(node, pressure(index)));
        }
        return std::vector<Expr>{sum};
      });
  assembly.define_output({"system.fluid.mass_flow",
                          {},
                          dimensions::kMass / dimensions::kTime,
                          "net inflow from tanks and from bond graphs of pressure and volume flow"},
                         [this] {
                           Expr sum = 0.0;
                           for (const auto& [index, node] : nodes_) {
                             if (node.held) sum += graph_->flow(node.source);
                             sum -= graph_->flow(node.connection, 1);
                           }
                           return std::vector<Expr>{sum};
                         });
}

std::vector<std::string> Circuit::list_contents() const {
  std::vector<std::string> names;
  for (const auto& [index, node] : nodes_) {
    if (!node.held) names.push_back(node.name);
  }
  return names;
}

std::string Circuit::suggest(const Node& node) const {
  std::vector<std::string> names{kTank};
  for (const auto& [index, other] : nodes_) {
    if (other.name != node.name && other.name != kTank) names.push_back(other.name);
  }
  return did_you_mean(node.name, names);
}

void Circuit::check() const {
  for (const auto& [index, node] : nodes_) {
    if (node.name == kTank || node.mentions.empty()) continue;
    const Mention& first = node.mentions.front();
    if (node.mentions.size() == 1) {
      const std::string nearest = suggest(node);
      if (first.is_own_port) {
        first.report("", "nothing is connected to port '" + node.name + "'",
                     "name it in another part, or write '" + first.parameter + ": tank'");
      } else {
        first.report(
            first.parameter, "no other part is connected to node '" + node.name + "'",
            nearest.empty()
                ? "a node connects at least two parts; the node 'tank' exists in every circuit"
                : nearest);
      }
    } else if (!node.has_volume() && !node.held) {
      first.report(first.parameter,
                   "there is no fluid volume at node '" + node.name +
                       "': its pressure would be undetermined while the valves at it are closed",
                   "add a part such as {type: Volume, at: " + node.name + ", volume: 0.1 l}");
    }
  }
}

}  // namespace holon::hydraulics
