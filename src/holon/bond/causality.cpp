// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/causality.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "holon/base/names.h"

namespace holon {

namespace {

using Kind = PowerGraph::Kind;
using Element = PowerGraph::Element;

constexpr int kNobody = -1;

class Assigner {
 public:
  explicit Assigner(const PowerGraph& graph)
      : graph_(graph),
        ends_(find_ends(graph)),
        tail_(graph.bonds().size(), Out::unknown),
        cause_(graph.bonds().size(), kNobody) {}

  Causality run(bool& ok);

 private:
  const Element& element(int index) const {
    return graph_.elements()[static_cast<std::size_t>(index)];
  }
  const std::vector<BondEnd>& ends(int index) const {
    return ends_[static_cast<std::size_t>(index)];
  }
  Out out(const BondEnd& end) const {
    const Out tail = tail_[static_cast<std::size_t>(end.bond)];
    return end.is_head ? other(tail) : tail;
  }
  bool is_open(const BondEnd& end) const { return end.bond >= 0 && out(end) == Out::unknown; }

  bool set(const BondEnd& end, Out out);
  bool allows(int element, int port, Out out) const;
  bool deduce(int element);
  bool deduce_junction(int element, Out strong);
  bool deduce_two_port(int element);
  bool deduce_multiport(int element);
  bool propagate();
  /// Assigns and propagates; undoes all assignments in case of a contradiction.
  bool attempt(int element, std::size_t end, Out out);
  void undo(std::size_t mark);

  void assign_sources();
  void assign_fixed(int element, std::size_t end);
  void assign_preferences();
  void assign_storage();
  bool assign_rest();
  bool complete(std::size_t from);
  Out natural_of(int element, std::size_t end) const;
  void add_dependent(int element, std::size_t end);
  void report(int element, const std::string& message, const std::string& suggestion);
  std::string quote(int element) const {
    return "'" + graph_.elements()[static_cast<std::size_t>(element)].name + "'";
  }
  std::string describe_causes() const;
  /// ", at 'drive.n'": the junction where a contradiction was found.
  std::string describe_place(int besides) const;

  const PowerGraph& graph_;
  std::vector<std::vector<BondEnd>> ends_;
  std::vector<Out> tail_;
  std::vector<int> cause_;     // by bond: the element whose assignment led to it
  std::vector<int> trail_;     // bonds in the order of their assignment
  std::vector<int> touched_;   // elements still to be examined
  int root_ = kNobody;         // the element that is being assigned
  int clash_ = kNobody;        // where a contradiction was found
  std::vector<int> clashing_;  // elements behind the bonds there
  std::vector<int> named_;     // sources that a message names
  std::vector<std::pair<int, std::size_t>> open_;      // ends left to choice
  std::vector<std::pair<int, std::size_t>> integral_;  // storage that chose its state
  std::set<std::pair<int, std::size_t>> given_up_;     // storage in derivative causality
  int tries_ = 0;
  Causality result_;
  bool ok_ = true;
};

/// Sources, devices of components, and ports of other domains that cannot be prescribed.
Out fixed_out(const Element& e, std::size_t end) {
  if (!e.port_laws.empty()) return e.port_laws[end].gives_effort ? Out::effort : Out::flow;
  switch (e.kind) {
    case Kind::Se: return Out::effort;
    case Kind::Sf: return Out::flow;
    case Kind::port: return e.external->prescribe ? Out::unknown : Out::flow;
    default: return Out::unknown;
  }
}

Out integral_out(const Element& e) { return e.kind == Kind::C ? Out::effort : Out::flow; }

/// The causality that the user requested.
Out preferred_out(const Element& e) {
  switch (e.causality) {
    case PowerGraph::Causality::effort_out: return Out::effort;
    case PowerGraph::Causality::flow_out: return Out::flow;
    case PowerGraph::Causality::integral: return integral_out(e);
    case PowerGraph::Causality::derivative: return other(integral_out(e));
    case PowerGraph::Causality::free: return Out::unknown;
  }
  return Out::unknown;
}

bool Assigner::allows(int index, int port, Out out) const {
  const Out fixed = fixed_out(element(index), static_cast<std::size_t>(std::max(port, 0)));
  return fixed == Out::unknown || fixed == out;
}

bool Assigner::set(const BondEnd& end, Out out) {
  const std::size_t bond = static_cast<std::size_t>(end.bond);
  const Out tail = end.is_head ? other(out) : out;
  if (tail_[bond] != Out::unknown) return tail_[bond] == tail;
  tail_[bond] = tail;
  cause_[bond] = root_;
  trail_.push_back(end.bond);
  const PowerGraph::Bond& b = graph_.bonds()[bond];
  for (const int at : {b.from, b.to}) touched_.push_back(at);
  clash_ = kNobody;
  if (!allows(b.from, b.from_port, tail)) clash_ = b.from;
  if (!allows(b.to, b.to_port, other(tail))) clash_ = b.to;
  return clash_ == kNobody;
}

bool Assigner::deduce_junction(int index, Out strong) {
  // At a 1-junction exactly one bond receives the effort from the junction, at a 0-junction the
  // flow.
  const std::vector<BondEnd>& at = ends(index);
  int strong_count = 0, open_count = 0;
  for (const BondEnd& end : at) {
    strong_count += out(end) == strong ? 1 : 0;
    open_count += is_open(end) ? 1 : 0;
  }
  if (strong_count > 1 || (strong_count == 0 && open_count == 0)) return false;
  if (strong_count == 0 && open_count > 1) return true;
  for (const BondEnd& end : at) {
    if (is_open(end) && !set(end, strong_count == 1 ? other(strong) : strong)) return false;
  }
  return true;
}

bool Assigner::deduce_two_port(int index) {
  const std::vector<BondEnd>& at = ends(index);
  const bool passes = element(index).kind == Kind::TF;
  for (std::size_t k = 0; k < 2; ++k) {
    const Out here = at[k].bond < 0 ? Out::unknown : out(at[k]);
    if (here == Out::unknown || at[1 - k].bond < 0) continue;
    const Out there = passes ? other(here) : here;
    if (is_open(at[1 - k]) ? !set(at[1 - k], there) : out(at[1 - k]) != there) return false;
  }
  return true;
}

bool Assigner::deduce_multiport(int index) {
  // f_out = N f_in: the number of imposed flows is the number of outputs.
  const std::vector<BondEnd>& at = ends(index);
  const std::size_t inputs = static_cast<std::size_t>(element(index).input_count);
  std::size_t efforts = 0, flows = 0;
  for (const BondEnd& end : at) {
    efforts += end.bond >= 0 && out(end) == Out::effort ? 1 : 0;
    flows += end.bond >= 0 && out(end) == Out::flow ? 1 : 0;
  }
  if (efforts > inputs || flows > at.size() - inputs) return false;
  const bool only_flows = efforts == inputs, only_efforts = flows == at.size() - inputs;
  if (!only_flows && !only_efforts) return true;
  for (const BondEnd& end : at) {
    if (is_open(end) && !set(end, only_flows ? Out::flow : Out::effort)) return false;
  }
  return true;
}

bool Assigner::deduce(int index) {
  const Element& e = element(index);
  switch (e.kind) {
    case Kind::one: return deduce_junction(index, Out::effort);
    case Kind::zero: return deduce_junction(index, Out::flow);
    case Kind::TF:
      return ends(index).size() == 2 ? deduce_two_port(index) : deduce_multiport(index);
    case Kind::GY: return deduce_two_port(index);
    default: return true;
  }
}

bool Assigner::propagate() {
  while (!touched_.empty()) {
    const int index = touched_.back();
    touched_.pop_back();
    if (deduce(index)) continue;
    if (clash_ == kNobody) clash_ = index;
    touched_.clear();
    return false;
  }
  return true;
}

bool Assigner::attempt(int index, std::size_t end, Out out) {
  const std::size_t mark = trail_.size();
  root_ = index;
  clash_ = kNobody;
  const bool is_set = set(ends(index)[end], out);
  if (!is_set && clash_ == kNobody) clash_ = index;
  if (is_set && propagate()) return true;
  touched_.clear();
  clashing_.clear();
  if (clash_ != index && fixed_out(element(clash_), 0) != Out::unknown) clashing_.push_back(clash_);
  for (const BondEnd& at : ends(clash_)) {
    if (at.bond < 0 || this->out(at) == Out::unknown) continue;
    const int cause = cause_[static_cast<std::size_t>(at.bond)];
    if (cause != index && cause != kNobody &&
        std::find(clashing_.begin(), clashing_.end(), cause) == clashing_.end()) {
      clashing_.push_back(cause);
    }
  }
  undo(mark);
  return false;
}

void Assigner::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    tail_[static_cast<std::size_t>(trail_.back())] = Out::unknown;
    trail_.pop_back();
  }
}

void Assigner::report(int index, const std::string& message, const std::string& suggestion) {
  ok_ = false;
  const Element& e = element(index);
  if (e.report) {
    e.report(e.path, message, suggestion);
  } else {
    throw ModelError(e.name + ": " + message, suggestion);
  }
}

std::string Assigner::describe_causes() const {
  std::vector<std::string> names;
  for (const int cause : clashing_) names.push_back(element(cause).name);
  return quote_list(names, "and");
}

std::string Assigner::describe_place(int besides) const {
  int place = clash_;
  const std::vector<BondEnd>& at = ends(place);
  if (at.size() == 1) {  // a one-port: the junction to which it is bonded
    const PowerGraph::Bond& bond = graph_.bonds()[static_cast<std::size_t>(at[0].bond)];
    place = at[0].is_head ? bond.from : bond.to;
  }
  return place == besides ? "" : ", at " + quote(place);
}

void Assigner::assign_sources() {
  // Junctions at an end of the graph first: their kind determines the causality of their only bond.
  for (std::size_t k = 0; k < graph_.elements().size(); ++k) {
    touched_.push_back(static_cast<int>(k));
  }
  if (!propagate()) {
    report(clash_, quote(clash_) + " has no valid causality",
           "each 1-junction takes its flow from one bond, each 0-junction its effort; junctions of "
           "one type alone leave it undetermined");
    return;
  }
  for (std::size_t k = 0; k < graph_.elements().size(); ++k) {
    const int index = static_cast<int>(k);
    for (std::size_t end = 0; end < ends(index).size(); ++end) assign_fixed(index, end);
  }
}

void Assigner::assign_fixed(int index, std::size_t end) {
  const Out fixed = fixed_out(element(index), end);
  if (fixed == Out::unknown || attempt(index, end, fixed)) return;
  const bool is_named = std::find(named_.begin(), named_.end(), index) != named_.end();
  if (is_named) return;  // the other one's message names it
  named_.insert(named_.end(), clashing_.begin(), clashing_.end());
  const bool is_flow = fixed == Out::flow;
  const std::string what = is_flow ? "flow" : "effort";
  const std::string others = describe_causes();
  report(
      index,
      others.empty()
          ? quote(index) + " determines the " + what + ", which no element there accepts" +
                describe_place(index)
          : quote(index) + " and " + others + " determine the same " + what + describe_place(index),
      is_flow
          ? "insert a 0-junction with a resistance or a compliance for the difference of the flows"
          : "insert a 1-junction with a resistance or an inertia for the difference of the "
            "efforts");
}

void Assigner::assign_preferences() {
  for (std::size_t k = 0; k < graph_.elements().size(); ++k) {
    const int index = static_cast<int>(k);
    const Out preferred = preferred_out(element(index));
    if (preferred == Out::unknown) continue;
    for (std::size_t end = 0; end < ends(index).size(); ++end) {
      if (attempt(index, end, preferred)) continue;
      const std::string others = describe_causes();
      const char* const given = preferred == Out::effort ? "effort" : "flow";
      report(index,
             quote(index) + " cannot have the requested causality: " +
                 (others.empty() ? std::string("its neighbours do not accept its ") + given
                                 : others + " leave" + (clashing_.size() == 1 ? "s" : "") +
                                       " no room for another " + given) +
                 describe_place(index),
             "leave 'causality' out, or change the elements between them");
      break;
    }
  }
}

void Assigner::add_dependent(int index, std::size_t end) {
  std::vector<int> causes = clashing_;
  const BondEnd& at = ends(index)[end];
  if (causes.empty() && out(at) != Out::unknown) {
    causes = {cause_[static_cast<std::size_t>(at.bond)]};
  }
  result_.dependent.push_back({index, static_cast<int>(end), std::move(causes)});
}

void Assigner::assign_storage() {
  // Ports of other domains keep their own states; then storage with initial values of the user.
  const auto rank = [](const Element& e) {
    if (e.kind == Kind::port) return 0;
    const auto is_given = [](const std::optional<Expr>& value) { return value.has_value(); };
    return std::any_of(e.initial.begin(), e.initial.end(), is_given) ||
                   std::any_of(e.initial_coenergy.begin(), e.initial_coenergy.end(), is_given)
               ? 1
               : 2;
  };
  for (int requested = 0; requested < 3; ++requested) {
    for (std::size_t k = 0; k < graph_.elements().size(); ++k) {
      const int index = static_cast<int>(k);
      const Element& e = element(index);
      if ((e.kind != Kind::port && !e.is_storage()) || rank(e) != requested) continue;
      const Out integral = integral_out(e);  // for a port: it imposes its flow, like an inertia
      for (std::size_t end = 0; end < ends(index).size(); ++end) {
        const BondEnd& at = ends(index)[end];
        if (at.bond < 0 || out(at) == integral) continue;
        clashing_.clear();
        const bool is_given_up = given_up_.contains({index, end});
        if (out(at) == Out::unknown && !is_given_up && attempt(index, end, integral)) {
          if (e.kind != Kind::port) integral_.emplace_back(index, end);
          continue;
        }
        add_dependent(index, end);
        if (out(at) == Out::unknown && !attempt(index, end, other(integral))) {
          report(index, quote(index) + " has no valid causality", "");
        }
      }
    }
  }
}

/// The preferred causality of an element at an end where both are possible.
Out Assigner::natural_of(int index, std::size_t end) const {
  const Element& e = element(index);
  if (e.switching) return Out::flow;
  if (e.kind == Kind::R) return e.flow_law.empty() ? Out::effort : Out::flow;
  if (e.kind == Kind::TF && static_cast<int>(end) >= e.input_count) return Out::flow;
  if (e.kind == Kind::zero) return Out::effort;
  return e.kind == Kind::one ? Out::flow : Out::effort;
}

/// Chooses the causality of the remaining ends, and undoes choices that leave none for others.
bool Assigner::complete(std::size_t from) {
  constexpr int kMostTries = 100000;
  while (from < open_.size() && !is_open(ends(open_[from].first)[open_[from].second])) ++from;
  if (from == open_.size()) return true;
  const auto [index, end] = open_[from];
  const Out natural = natural_of(index, end);
  for (const Out out : {natural, other(natural)}) {
    if (++tries_ > kMostTries) return false;
    const std::size_t mark = trail_.size(), chosen = result_.chosen.size();
    if (!attempt(index, end, out)) continue;
    if (result_.chosen.empty() || result_.chosen.back() != index) result_.chosen.push_back(index);
    if (complete(from + 1)) return true;
    undo(mark);
    result_.chosen.resize(chosen);
  }
  return false;
}

bool Assigner::assign_rest() {
  // Resistances with a law first, because otherwise the law would have to be inverted.
  const auto rank = [](const Element& e) {
    if (e.kind != Kind::R) return e.kind == Kind::TF ? 2 : 3;
    return e.values.empty() && !e.switching ? 0 : 1;
  };
  open_.clear();
  tries_ = 0;
  for (int requested = 0; requested < 4; ++requested) {
    for (std::size_t k = 0; k < graph_.elements().size(); ++k) {
      const int index = static_cast<int>(k);
      if (rank(element(index)) != requested) continue;
      for (std::size_t end = 0; end < ends(index).size(); ++end) {
        if (is_open(ends(index)[end])) open_.emplace_back(index, end);
      }
    }
  }
  return complete(0);
}

Causality Assigner::run(bool& ok) {
  assign_sources();
  if (ok_) assign_preferences();
  const std::size_t mark = trail_.size();
  while (ok_) {
    integral_.clear();
    assign_storage();
    if (!ok_ || assign_rest()) break;
    // If no assignment of the rest is possible, storage gives up its state, beginning with the last
    // one that chose it.
    if (integral_.empty()) {
      const int at = open_.empty() ? 0 : open_.front().first;
      report(at, quote(at) + " has no valid causality",
             "check the junctions around it: each 1-junction takes its flow from one bond, each "
             "0-junction its effort");
      break;
    }
    given_up_.insert(integral_.back());
    undo(mark);
    result_ = {};
  }
  result_.tail = tail_;
  ok = ok_;
  return result_;
}

}  // namespace

std::vector<std::vector<BondEnd>> find_ends(const PowerGraph& graph) {
  std::vector<std::vector<BondEnd>> ends(graph.elements().size());
  for (std::size_t k = 0; k < ends.size(); ++k) {
    ends[k].resize(graph.elements()[k].ports.size(), BondEnd{-1, false});
  }
  for (std::size_t k = 0; k < graph.bonds().size(); ++k) {
    const PowerGraph::Bond& bond = graph.bonds()[k];
    const auto add = [&](int element, int port, bool is_head) {
      std::vector<BondEnd>& at = ends[static_cast<std::size_t>(element)];
      const BondEnd end{static_cast<int>(k), is_head};
      if (graph.elements()[static_cast<std::size_t>(element)].ports.empty()) {
        at.push_back(end);
      } else {
        at[static_cast<std::size_t>(port)] = end;
      }
    };
    add(bond.from, bond.from_port, false);
    add(bond.to, bond.to_port, true);
  }
  return ends;
}

Causality assign_causality(const PowerGraph& graph, bool& ok) { return Assigner(graph).run(ok); }

}  // namespace holon
