// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/parts/bond_graph.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "holon/base/names.h"
#include "holon/bond/graph_energy.h"
#include "holon/bond/graph_text.h"
#include "holon/bond/named_bonds.h"
#include "holon/expr/formula/formula.h"

namespace holon {

namespace {

using Kind = PowerGraph::Kind;

const char* const kKindAdvice =
    "write one of {Se: …}, {Sf: …}, {I: …}, {C: …}, {R: …}, {Diode: …}, {Switch: …}, {TF: …}, {GY: "
    "…}, 0 and 1";

/// The laws of a field: one for a single port, a list for several.
std::vector<Expr> laws_of(const std::optional<Expr>& single, const std::vector<Expr>& several) {
  return single ? std::vector<Expr>{*single} : several;
}

std::vector<Expr> entries_of(const std::vector<BondGraph::Row>& rows) {
  std::vector<Expr> entries;
  for (const BondGraph::Row& row : rows) {
    entries.insert(entries.end(), row.entries.begin(), row.entries.end());
  }
  return entries;
}

/// Creates one element of a graph from its description.
class ElementMaker {
 public:
  ElementMaker(PartBuilder& b, const BondGraph& graph, const std::string& name,
               const BondGraph::Element& given, PartBuilder::ErrorReporter report)
      : b_(b),
        graph_(graph),
        name_(name),
        given_(given),
        path_("elements." + name),
        report_(std::move(report)) {}

  /// Nothing if an error was reported.
  std::optional<PowerGraph::Element> run() {
    PowerGraph::Element e;
    e.name = b_.member(name_);
    e.report = report_;
    e.warn = [b = b_](const std::string& parameter, const std::string& message,
                      const std::string& suggestion) mutable {
      b.warning(parameter, message, suggestion);
    };
    e.path = path_;
    e.is_main = true;
    e.causality = given_.causality;
    e.dependent = graph_.dependent;
    if (graph_.relaxation) {
      e.relaxation = {graph_.relaxation->frequency, graph_.relaxation->damping_ratio};
    }
    set_domain(e);
    const int kinds = choose(e);
    if (!given_.domain.empty() && e.is_converter()) {
      fail("domain", "'domain' has no effect: '" + name_ + "' has the domain of its neighbours",
           "leave it out");
    }
    if (kinds != 1) {
      fail("",
           kinds == 0 ? "'" + name_ + "' needs a kind of element"
                      : "'" + name_ + "' has several kinds of element",
           kKindAdvice);
    }
    if (ok_) check_value(e);
    if (ok_) set_initial(e);
    if (ok_) set_guess(e);
    e.nominal = given_.nominal;
    if (given_.nominal && !e.is_storage()) {
      fail("nominal", "'nominal' has no effect: '" + name_ + "' stores nothing", "leave it out");
    }
    check_causality(e);
    return ok_ ? std::optional(std::move(e)) : std::nullopt;
  }

 private:
  void fail(const std::string& below, const std::string& message, const std::string& advice) {
    ok_ = false;
    report_(below.empty() ? path_ : path_ + "." + below, message, advice);
  }

  static bool is_bond_name(const std::string& name) {
    return name.size() > 1 && name[0] == 'b' &&
           std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  /// A single number.
  void check_value(const PowerGraph::Element& e) {
    if (is_bond_name(name_)) {
      fail("", "'" + name_ + "' is the name of a bond, by its number in the list",
           "give the element another name");
    }
    const bool has_value = e.is_storage() || e.is_converter() || e.kind == Kind::R;
    if (!has_value || e.values.size() != 1 || !e.values[0].is_constant()) return;
    const double value = e.values[0].value();
    if ((value == 0 || !std::isfinite(value)) && e.kind != Kind::R) {
      const bool is_stiffness = given_.C && given_.C->stiffness;
      fail("",
           std::string(is_stiffness ? "the stiffness" : "the value") + " of '" + name_ +
               "' must not be 0",
           "");
    } else if (!std::isfinite(value)) {
      fail("", "the value of '" + name_ + "' is not a finite number", "");
    } else if (value < 0 && !e.is_converter()) {
      b_.warning(path_,
                 "the value of '" + name_ + "' is negative: such an element generates energy");
    }
  }

  void set_domain(PowerGraph::Element& e) {
    const std::string& text = given_.domain.empty() ? graph_.domain : given_.domain;
    if (given_.domain.empty()) {
      e.domain = detail::find_domain(text).value_or(PowerDomain::none);  // given for the graph
    } else {
      e.domain = find_domain(text, "domain").value_or(PowerDomain::none);
    }
  }

  std::optional<PowerDomain> find_domain(const std::string& text, const std::string& below) {
    const auto domain = detail::find_domain(text);
    if (domain) return domain;
    fail(below, "'" + text + "' is not a domain", detail::suggest_domain(text));
    return {};
  }

  int choose(PowerGraph::Element& e) {
    int count = 0;
    const auto take = [&](Kind kind) {
      e.kind = kind;
      ++count;
    };
    for (const auto* source : {&given_.Se, &given_.MSe}) {
      if (!*source) continue;
      take(Kind::Se);
      e.values = {(*source)->value};
    }
    for (const auto* source : {&given_.Sf, &given_.MSf}) {
      if (!*source) continue;
      take(Kind::Sf);
      e.values = {(*source)->value};
    }
    if (given_.I) {
      take(Kind::I);
      set_field(e, "I", given_.I->value, given_.I->matrix, given_.I->ports, given_.I->domains);
      e.flow_law = laws_of(given_.I->flow, given_.I->flows);
      check_forms("I", e);
    }
    if (given_.C) {
      take(Kind::C);
      std::optional<Expr> value = given_.C->value;
      if (given_.C->stiffness) {
        if (value) fail("C", "both 'value' and 'stiffness' are given", "leave out one of them");
        value = 1.0 / *given_.C->stiffness;
      }
      set_field(e, "C", value, given_.C->matrix, given_.C->ports, given_.C->domains);
      e.effort_law = laws_of(given_.C->effort, given_.C->efforts);
      check_forms("C", e);
    }
    if (given_.R) {
      take(Kind::R);
      set_field(e, "R", given_.R->value, given_.R->matrix, given_.R->ports, given_.R->domains);
      e.effort_law = laws_of(given_.R->effort, given_.R->efforts);
      e.flow_law = laws_of(given_.R->flow, given_.R->flows);
      check_forms("R", e);
    }
    if (given_.diode) {
      take(Kind::R);
      const BondGraph::Diode& d = *given_.diode;
      e.switching = {true, d.forward, d.on_resistance, d.off_conductance, d.gate};
      check_switching("Diode", *e.switching);
    }
    if (given_.switch_element) {
      take(Kind::R);
      const BondGraph::Switch& s = *given_.switch_element;
      e.switching = {false, 0.0, s.on_resistance, s.off_conductance, s.closed};
      check_switching("Switch", *e.switching);
    }
    for (const auto* transformer : {&given_.TF, &given_.MTF}) {
      if (!*transformer) continue;
      take(Kind::TF);
      set_transformer(e, **transformer);
    }
    for (const auto* gyrator : {&given_.GY, &given_.MGY}) {
      if (!*gyrator) continue;
      take(Kind::GY);
      e.values = {(*gyrator)->ratio};
    }
    if (given_.zero) {
      take(Kind::zero);
      set_integral(e, given_.zero->momentum, given_.zero->initial, "0");
    }
    if (given_.one) {
      take(Kind::one);
      set_integral(e, given_.one->displacement, given_.one->initial, "1");
    }
    if (!given_.junction.empty()) {
      take(given_.junction == "1" ? Kind::one : Kind::zero);
      if (given_.junction != "0" && given_.junction != "1") {
        fail("", "'" + given_.junction + "' is not an element", kKindAdvice);
      }
    }
    return count;
  }

  void set_field(PowerGraph::Element& e, const std::string& key, const std::optional<Expr>& value,
                 const std::vector<BondGraph::Row>& matrix, const std::vector<std::string>& ports,
                 const std::vector<std::string>& domains) {
    e.ports = ports;
    set_port_domains(e, key, domains);
    e.values = value ? std::vector<Expr>{*value} : entries_of(matrix);
    if (value && !matrix.empty()) {
      fail(key, "both a value and a matrix are given", "leave out one of them");
    }
    for (const BondGraph::Row& row : matrix) {
      if (row.entries.size() == matrix.size()) continue;
      fail(key + ".matrix", "the matrix is not square", "a row and a column per port");
      break;
    }
    check_ports(key, ports);
    if (matrix.size() > 1 && ports.empty()) {
      fail(key, "a matrix needs names for its ports", "ports: [x, y]");
    }
  }

  void set_port_domains(PowerGraph::Element& e, const std::string& key,
                        const std::vector<std::string>& domains) {
    if (domains.empty()) return;
    if (!given_.domain.empty()) {
      fail("domain", "both 'domain' and 'domains' are given", "leave out one of them");
    }
    if (domains.size() != e.ports.size()) {
      return fail(key + ".domains",
                  "one domain per port is needed: " + std::to_string(e.ports.size()) + ", not " +
                      std::to_string(domains.size()),
                  "");
    }
    for (const std::string& text : domains) {
      const auto domain =
          find_domain(text, key + ".domains[" + std::to_string(e.port_domains.size()) + "]");
      e.port_domains.push_back(domain.value_or(PowerDomain::none));
    }
  }

  void check_ports(const std::string& key, const std::vector<std::string>& ports) {
    for (std::size_t k = 0; k < ports.size(); ++k) {
      constexpr std::string_view kTaken[] = {"effort", "flow", "power", "momentum", "displacement"};
      const bool is_taken =
          std::find(std::begin(kTaken), std::end(kTaken), ports[k]) != std::end(kTaken);
      if (!is_name(ports[k]) || is_taken) {
        fail(key + ".ports",
             "'" + ports[k] + "' cannot be the name of a port" +
                 (is_taken ? ": it is that of an output" : ""),
             "a letter, then letters, digits and _");
      }
      if (std::find(ports.begin(), ports.begin() + static_cast<std::ptrdiff_t>(k), ports[k]) !=
          ports.begin() + static_cast<std::ptrdiff_t>(k)) {
        fail(key + ".ports", "there is a port '" + ports[k] + "' already", "");
      }
    }
  }

  void check_switching(const std::string& key, const PowerGraph::Switching& s) {
    const auto check = [&](const char* name, Expr value) {
      if (!value.is_constant() || (std::isfinite(value.value()) && value.value() >= 0)) return;
      fail(key + "." + name,
           "'" + std::string(name) + "' of '" + name_ + "' must not be negative, and finite", "");
    };
    check("on_resistance", s.on_resistance);
    check("off_conductance", s.off_conductance);
    check("forward", s.forward);
  }

  /// A value, a matrix or laws.
  void check_forms(const std::string& key, const PowerGraph::Element& e) {
    const int forms =
        (e.values.empty() ? 0 : 1) + (e.effort_law.empty() ? 0 : 1) + (e.flow_law.empty() ? 0 : 1);
    if (forms == 1 || !ok_) return;
    fail(key, forms == 0 ? "'" + key + "' needs a value" : "'" + key + "' has more than one law",
         "a number, a matrix, or one law");
  }

  void set_transformer(PowerGraph::Element& e, const BondGraph::Transformer& t) {
    const std::string key = given_.TF ? "TF" : "MTF";
    if (t.ratio.has_value() == !t.matrix.empty()) {
      return fail(key, "'" + key + "' needs either a ratio or a matrix", "");
    }
    if (t.ratio) {
      e.values = {*t.ratio};
      if (t.ports) fail(key + ".ports", "'ports' are those of a matrix", "leave it out");
      return;
    }
    e.values = entries_of(t.matrix);
    if (!t.ports) {
      return fail(key, "a matrix needs names for its ports", "ports: {in: [x, y], out: [d]}");
    }
    if (t.ports->in.empty() || t.ports->out.empty()) {
      return fail(key + ".ports", "power must enter at one port and leave at another",
                  "ports: {in: [x, y], out: [d]}");
    }
    e.ports = t.ports->in;
    e.ports.insert(e.ports.end(), t.ports->out.begin(), t.ports->out.end());
    e.input_count = static_cast<int>(t.ports->in.size());
    check_ports(key, e.ports);
    for (std::size_t k = 0; k < t.matrix.size(); ++k) {
      if (t.matrix[k].entries.size() == t.ports->in.size()) continue;
      return fail(key + ".matrix[" + std::to_string(k) + "]",
                  "the row has " + std::to_string(t.matrix[k].entries.size()) + " entries for " +
                      std::to_string(t.ports->in.size()) + " ports 'in'",
                  "f_out = matrix f_in: a row per port 'out', a column per port 'in'");
    }
    if (t.matrix.size() != t.ports->out.size()) {
      fail(key + ".matrix",
           "the matrix has " + std::to_string(t.matrix.size()) + " rows for " +
               std::to_string(t.ports->out.size()) + " ports 'out'",
           "f_out = matrix f_in: a row per port 'out', a column per port 'in'");
    }
  }

  void set_integral(PowerGraph::Element& e, const std::string& name, Expr initial,
                    const std::string& key) {
    if (name.empty()) {
      if (!initial.is_constant(0.0)) {
        fail(key + ".initial", "'initial' has no effect without a name for the integral",
             key == "1" ? "add 'displacement: x'" : "add 'momentum: p'");
      }
      return;
    }
    const bool is_free = !graph_.elements.find(name) && !is_bond_name(name);
    if (!is_name(name) || !is_free) {
      return fail(
          key, "'" + name + "' cannot be the name of an integral",
          is_free ? "a letter, then letters, digits and _" : "it is that of an element or a bond");
    }
    e.integral = b_.member(name);
    e.integral_initial = initial;
  }

  void set_initial(PowerGraph::Element& e) {
    if (!given_.initial) return;
    const BondGraph::Initial& start = *given_.initial;
    const bool is_inertia = e.kind == Kind::I;
    if (!e.is_storage()) {
      return fail("initial", "'initial' has no effect: '" + name_ + "' stores nothing",
                  "storage is I and C; a junction has {1: {displacement: x, initial: …}}");
    }
    const std::optional<Expr>& co = is_inertia ? start.flow : start.effort;
    if (is_inertia ? start.effort.has_value() : start.flow.has_value()) {
      return fail("initial",
                  is_inertia ? "an I starts with a momentum or a flow"
                             : "a C starts with a displacement or an effort",
                  "");
    }
    const int given = (co ? 1 : 0) + (start.state ? 1 : 0) + (start.states.empty() ? 0 : 1);
    if (given > 1)
      return fail("initial", "the initial value is given twice", "leave out one of them");
    if (start.state) e.initial = {*start.state};
    if (co) e.initial_coenergy = {*co};
    for (const Expr& state : start.states) e.initial.emplace_back(state);
    const std::size_t ports = std::max<std::size_t>(e.ports.size(), 1);
    if (given == 1 && std::max(e.initial.size(), e.initial_coenergy.size()) != ports) {
      fail("initial", "one initial value per port is needed: " + std::to_string(ports),
           "initial: {states: […]}");
    }
  }

  void set_guess(PowerGraph::Element& e) {
    if (!given_.guess) return;
    const BondGraph::Guess& guess = *given_.guess;
    const std::size_t laws = e.effort_law.size() + e.flow_law.size();
    if (laws != 1) {
      return fail("guess",
                  laws == 0 ? "'guess' has no effect: '" + name_ + "' has no law to solve"
                            : "'guess' is for laws of one port",
                  "leave it out");
    }
    const bool is_effort_law = !e.effort_law.empty();
    const std::optional<Expr>& needed = e.is_storage()  ? guess.state
                                        : is_effort_law ? guess.flow
                                                        : guess.effort;
    const int given = (guess.state ? 1 : 0) + (guess.flow ? 1 : 0) + (guess.effort ? 1 : 0);
    if (needed && given == 1) {
      e.guess = *needed;
      return;
    }
    fail("guess",
         std::string("the unknown would be the ") + (e.kind == Kind::I   ? "momentum"
                                                     : e.kind == Kind::C ? "displacement"
                                                     : is_effort_law     ? "flow"
                                                                         : "effort"),
         e.is_storage()  ? "guess: …"
         : is_effort_law ? "guess: {flow: …}"
                         : "guess: {effort: …}");
  }

  void check_causality(const PowerGraph::Element& e) {
    if (e.causality == PowerGraph::Causality::free) return;
    const bool asks_storage = e.causality == PowerGraph::Causality::integral ||
                              e.causality == PowerGraph::Causality::derivative;
    if (asks_storage && !e.is_storage()) {
      fail("causality", "only storage, I and C, is in integral or derivative causality",
           "effort_out or flow_out");
    }
    if (e.is_junction() || e.is_source()) {
      fail("causality",
           "'causality' has no effect on a " + std::string(e.is_junction() ? "junction" : "source"),
           "leave it out");
    }
  }

  PartBuilder& b_;
  const BondGraph& graph_;
  const std::string& name_;
  const BondGraph::Element& given_;
  std::string path_;
  PartBuilder::ErrorReporter report_;
  bool ok_ = true;
};

}  // namespace

void BondGraph::build(PartBuilder& b) const {
  const std::shared_ptr<PowerGraph> graph = PowerGraph::of(b);
  if (!detail::find_domain(domain)) {
    b.error("domain", "'" + domain + "' is not a domain", detail::suggest_domain(domain));
  }
  if (relaxation && dependent != PowerGraph::Dependent::relax) {
    b.error("relaxation", "'relaxation' has no effect without 'dependent: relax'");
  }
  const PartBuilder::ErrorReporter report = b.error_reporter();
  std::set<std::string> integrals;
  for (const auto& [name, given] : elements) {
    const std::string integral = given.one    ? given.one->displacement
                                 : given.zero ? given.zero->momentum
                                              : std::string();
    if (!integral.empty() && !integrals.insert(integral).second) {
      report("elements." + name, "there is an integral '" + integral + "' already", "");
      continue;
    }
    if (part_type_of<BondGraph>().find_output(integral) || integral == detail::kEnergySinceStart) {
      report("elements." + name,
             "'" + integral + "' is reserved in every BondGraph and cannot be a name in it", "");
      continue;
    }
    if (auto element = ElementMaker(b, *this, name, given, report).run())
      graph->add(std::move(*element));
  }
  detail::define_energy_outputs(graph, b);
  graph->when_built(
      [graph = graph.get(), part = b.name(), bonds = bonds, report](Assembly& assembly) {
        detail::add_bonds(*graph, assembly, part, bonds, report);
      });
}

}  // namespace holon
