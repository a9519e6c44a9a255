// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/plan.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "holon/expr/graph/traverse.h"

namespace holon::detail {

namespace {

/// Fixed kernels are split at this length: compilers take more than linear time for long functions.
constexpr std::size_t kPieceLimit = 4000;

/// Locations in one space, of all instances.
struct Places {
  Space space = Space::work;
  std::vector<std::uint32_t> index;
};

/// Which instance of which kernel.
struct Call {
  std::uint32_t kernel, index;
};

class Planner {
 public:
  explicit Planner(const Function& function)
      : graph_(function.graph()),
        inputs_(function.input_scalars()),
        outputs_(function.output_scalars()) {
    plan_.inputs = static_cast<std::uint32_t>(inputs_.size());
    plan_.outputs = static_cast<std::uint32_t>(outputs_.size());
  }

  Plan run_flat() {
    // In a separate graph: flattening creates nodes, and the function's graph must not change.
    graph_ = std::make_shared<Graph>();
    const std::vector<Expr> x = graph_->symbols("x", static_cast<int>(inputs_.size()));
    outputs_ = flatten_calls(trace(*graph_, outputs_, inputs_, x));
    inputs_ = x;
    std::vector<Place> arguments, results;
    for (std::uint32_t k = 0; k < plan_.inputs; ++k) arguments.push_back({Space::input, k});
    for (std::uint32_t k = 0; k < plan_.outputs; ++k) results.push_back({Space::output, k});
    add_fixed(lower("flat", inputs_, outputs_), arguments, results);
    return finish();
  }

  Plan run_rolled() {
    nodes_ = find_reachable(*graph_, outputs_);
    assign_stages();
    find_users();
    place_inputs();
    find_instances();
    for (int s = 0; s <= last_stage_; ++s) s % 2 ? add_rolled_stage(s) : add_fixed_stage(s);
    place_outputs();
    return finish();
  }

 private:
  // --- stages: scalars and calls in turn ---------------------------------------------------------

  enum class Kind : std::uint8_t { scalar, call, call_output, leaf };
  bool is_call(std::uint32_t id) const { return kinds_[id] == Kind::call; }
  bool is_call_output(std::uint32_t id) const { return kinds_[id] == Kind::call_output; }

  void find_kinds() {
    kinds_.assign(graph_->size(), Kind::scalar);
    for (std::uint32_t id : nodes_) {
      const Node& n = graph_->node(id);
      if (n.op == Op::call) kinds_[id] = Kind::call;
      if (n.op == Op::output && is_call(n.args[0])) kinds_[id] = Kind::call_output;
      if (n.op == Op::symbol || n.op == Op::constant) kinds_[id] = Kind::leaf;
    }
  }

  void assign_stages() {
    find_kinds();
    stage_.assign(graph_->size(), 0);
    for (std::uint32_t id : nodes_) {
      if (is_call_output(id)) {
        stage_[id] = stage_[graph_->node(id).args[0]];
        continue;
      }
      if (kinds_[id] == Kind::leaf) continue;
      int stage = is_call(id) ? 1 : 0;
      for (std::uint32_t a : graph_->arguments(id)) {
        const bool same = stage_[a] % 2 == (is_call(id) ? 1 : 0);
        stage = std::max(stage, same ? stage_[a] : stage_[a] + 1);
      }
      stage_[id] = stage;
      last_stage_ = std::max(last_stage_, stage);
    }
    nodes_of_stage_.resize(static_cast<std::size_t>(last_stage_) + 1);
    for (std::uint32_t id : nodes_) {
      if (kinds_[id] == Kind::leaf || is_call_output(id)) continue;
      nodes_of_stage_[static_cast<std::size_t>(stage_[id])].push_back(id);
    }
  }

  void find_users() {
    used_by_.assign(graph_->size(), 0);
    output_of_.assign(graph_->size(), kNotOutput);
    last_use_.assign(graph_->size(), -1);
    for (std::uint32_t id : nodes_) {
      if (kinds_[id] == Kind::leaf || is_call_output(id)) continue;
      const std::uint8_t user = is_call(id) ? kByCall : kByScalar;
      const int stage = stage_[id];
      for (std::uint32_t a : graph_->arguments(id)) {
        used_by_[a] |= user;
        last_use_[a] = std::max(last_use_[a], stage);
      }
    }
    for (std::uint32_t k = 0; k < plan_.outputs; ++k) {
      if (outputs_[k].is_constant()) continue;
      std::uint32_t& slot = output_of_[outputs_[k].id()];
      slot = slot == kNotOutput ? k : kManyOutputs;
    }
  }

  // --- places ------------------------------------------------------------------------------------

  void place_inputs() {
    place_.assign(graph_->size(), Place{});
    placed_.assign(graph_->size(), false);
    for (std::uint32_t k = 0; k < plan_.inputs; ++k) set_place(inputs_[k].id(), {Space::input, k});
  }

  void set_place(std::uint32_t id, Place place) {
    place_[id] = place;
    placed_[id] = true;
  }

  Place new_work() { return {Space::work, plan_.work++}; }

  // --- fixed kernels -----------------------------------------------------------------------------

  void add_fixed(Kernel kernel, const std::vector<Place>& arguments,
                 const std::vector<Place>& results) {
    plan_.operation_count += kernel.operation_count();
    if (kernel.outputs.empty()) return;
    std::map<std::uint32_t, Place> place_of;  // of the whole kernel's values
    for (std::uint32_t k = 0; k < kernel.arguments; ++k) place_of[k] = arguments[k];
    std::multimap<std::uint32_t, Place> requested;
    for (std::size_t k = 0; k < kernel.outputs.size(); ++k) {
      requested.emplace(kernel.outputs[k], results[k]);
    }
    const std::vector<KernelPiece> pieces = split(kernel, kPieceLimit);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      PlannedKernel planned;
      planned.kernel = pieces[p].kernel;
      for (std::uint32_t v : pieces[p].arguments) planned.arguments.push_back(place_of.at(v));
      planned.kernel.outputs.clear();
      for (std::size_t k = 0; k < pieces[p].outputs.size(); ++k) {
        const std::uint32_t v = pieces[p].outputs[k];
        const std::uint32_t local = pieces[p].kernel.outputs[k];
        bool needs_work = true;
        const auto [begin, end] = requested.equal_range(v);
        for (auto it = begin; it != end; ++it) {
          planned.kernel.outputs.push_back(local);
          planned.results.push_back(it->second);
          if (it->second.space == Space::work) {
            needs_work = false;
            place_of[v] = it->second;
          }
        }
        requested.erase(v);
        if (needs_work && p + 1 < pieces.size()) {
          place_of[v] = new_work();
          planned.kernel.outputs.push_back(local);
          planned.results.push_back(place_of[v]);
        }
      }
      plan_.stages.push_back({false, plan_.kernels.size(), 0, 0});
      plan_.kernels.push_back(std::move(planned));
    }
  }

  /// Available before the stage begins.
  bool is_ready(std::uint32_t id, int stage) const {
    const Op op = graph_->node(id).op;
    return op == Op::symbol || (op != Op::constant && stage_[id] < stage);
  }

  void add_fixed_stage(int stage) {
    std::vector<Expr> leaves, results;
    std::vector<Place> arguments, places;
    is_leaf_.resize(graph_->size(), false);
    for (std::uint32_t id : nodes_of_stage_[static_cast<std::size_t>(stage)]) {
      for (std::uint32_t a : graph_->arguments(id)) {
        if (!is_ready(a, stage) || is_leaf_[a]) continue;
        is_leaf_[a] = true;
        leaves.emplace_back(graph_.get(), a);
        arguments.push_back(place_[a]);
      }
      const bool later = last_use_[id] > stage;
      if (later) {
        if (!placed_[id]) set_place(id, new_work());
        results.emplace_back(graph_.get(), id);
        places.push_back(place_[id]);
      }
      if (output_of_[id] < kManyOutputs) {
        results.emplace_back(graph_.get(), id);
        places.push_back({Space::output, output_of_[id]});
      } else if (output_of_[id] == kManyOutputs) {
        for (std::uint32_t k = 0; k < plan_.outputs; ++k) {
          if (outputs_[k] != Expr(graph_.get(), id)) continue;
          results.emplace_back(graph_.get(), id);
          places.push_back({Space::output, k});
        }
      }
    }
    for (Expr e : leaves) is_leaf_[e.id()] = false;
    if (!results.empty()) add_fixed(lower("scalars", leaves, results), arguments, places);
  }

  // --- rolled kernels ----------------------------------------------------------------------------

  /// All calls of one function, in order. Node ids by position, then by instance: what is asked of
  /// a position over all instances lies side by side.
  struct Instances {
    FunctionRef function;
    std::vector<std::uint32_t> calls;
    std::vector<std::uint32_t> arguments;  ///< (inputs x calls)
    std::vector<std::uint32_t> outputs;    ///< (outputs x calls), kNoNode: unused
    std::vector<std::uint32_t> used_arguments, used_outputs;  ///< positions
    std::vector<Places> results;                              ///< of each used output
    std::vector<std::vector<std::int32_t>> starts;            ///< of each group

    std::size_t count() const { return calls.size(); }
    std::span<const std::uint32_t> argument(std::uint32_t position) const {
      return std::span(arguments).subspan(position * count(), count());
    }
    std::span<const std::uint32_t> output(std::uint32_t position) const {
      return std::span(outputs).subspan(position * count(), count());
    }
  };

  void find_instances() {
    std::unordered_map<std::uint64_t, std::size_t> kernel_of;
    index_of_call_.resize(graph_->size());
    std::vector<std::uint32_t> kernel_of_call;
    for (std::uint32_t id : nodes_) {
      if (!is_call(id)) continue;
      const FunctionRef& f = graph_->payload(graph_->node(id)).function;
      const auto [it, inserted] = kernel_of.try_emplace(f->fingerprint(), instances_.size());
      if (inserted) instances_.emplace_back().function = f;
      std::vector<std::uint32_t>& calls = instances_[it->second].calls;
      index_of_call_[id] = static_cast<std::uint32_t>(calls_.size());
      calls_.push_back(
          {static_cast<std::uint32_t>(it->second), static_cast<std::uint32_t>(calls.size())});
      calls.push_back(id);
    }
    for (Instances& own : instances_) {
      const std::size_t count = own.count(), inputs = own.function->input_scalars().size();
      own.outputs.assign(own.function->output_scalars().size() * count, kNoNode);
      own.arguments.resize(inputs * count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::span<const std::uint32_t> arguments = graph_->arguments(own.calls[i]);
        for (std::size_t j = 0; j < inputs; ++j) own.arguments[j * count + i] = arguments[j];
      }
    }
    for (std::uint32_t id : nodes_) {
      if (!is_call_output(id)) continue;
      const Node& n = graph_->node(id);
      const Call& call = calls_[index_of_call_[n.args[0]]];
      Instances& own = instances_[call.kernel];
      own.outputs[n.args[1] * own.count() + call.index] = id;
    }
    first_kernel_ = plan_.kernels.size();
    plan_.kernels.resize(first_kernel_ + instances_.size());
    for (std::size_t k = 0; k < instances_.size(); ++k) make_rolled_kernel(k);
    for (Instances& own : instances_) place_results(own);
  }

  /// The kernel of one function: arguments that are the same constant in every instance become
  /// constants, unused outputs are omitted.
  void make_rolled_kernel(std::size_t k) {
    Instances& own = instances_[k];
    const Function& f = *own.function;
    for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(f.output_count()); ++j) {
      const std::span<const std::uint32_t> nodes = own.output(j);
      const bool used = std::any_of(nodes.begin(), nodes.end(),
                                    [](std::uint32_t node) { return node != kNoNode; });
      if (used) own.used_outputs.push_back(j);
    }
    auto graph = std::make_shared<Graph>();
    std::vector<Expr> arguments, leaves;
    std::vector<std::uint32_t> positions;
    for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(f.input_count()); ++j) {
      const std::span<const std::uint32_t> nodes = own.argument(j);
      const std::uint32_t first = nodes.front();
      const bool same = graph_->node(first).op == Op::constant &&
                        std::all_of(nodes.begin(), nodes.end(),
                                    [first](std::uint32_t node) { return node == first; });
      if (same) {
        arguments.emplace_back(graph_->constant_value(graph_->node(first)));
      } else {
        arguments.push_back(graph->symbol("a" + std::to_string(j)));
        leaves.push_back(arguments.back());
        positions.push_back(j);
      }
    }
    const std::vector<Expr> all = flatten_calls(f.substitute(arguments));
    std::vector<Expr> requested;
    for (std::uint32_t j : own.used_outputs) requested.push_back(all[j]);
    // Arguments that are no longer used are removed.
    const std::vector<Expr> needed = find_symbols(requested);
    std::vector<Expr> kept;
    for (std::size_t j = 0; j < leaves.size(); ++j) {
      if (std::find(needed.begin(), needed.end(), leaves[j]) == needed.end()) continue;
      kept.push_back(leaves[j]);
      own.used_arguments.push_back(positions[j]);
    }
    PlannedKernel& planned = plan_.kernels[first_kernel_ + k];
    planned.rolled = true;
    planned.kernel = lower(f.name(), kept, requested);
    plan_.operation_count += planned.kernel.operation_count() * own.count();
  }

  /// Results are contiguous in work, or directly in the program's outputs if they have no other
  /// use.
  void place_results(Instances& own) {
    const std::size_t count = own.count();
    std::vector<std::uint32_t> in_work;  // used outputs
    for (std::size_t u = 0; u < own.used_outputs.size(); ++u) {
      const std::span<const std::uint32_t> nodes = own.output(own.used_outputs[u]);
      const bool is_direct = std::all_of(nodes.begin(), nodes.end(), [&](std::uint32_t node) {
        return node != kNoNode && output_of_[node] < kManyOutputs && used_by_[node] == 0;
      });
      own.results.push_back({is_direct ? Space::output : Space::work, {}});
      own.results.back().index.resize(count);
      if (!is_direct) in_work.push_back(static_cast<std::uint32_t>(u));
      for (std::size_t i = 0; i < count && is_direct; ++i) {
        own.results.back().index[i] = output_of_[nodes[i]];
        set_place(nodes[i], {Space::output, output_of_[nodes[i]]});
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint32_t u : in_work) {
        const Place place = new_work();
        const std::uint32_t node = own.output(own.used_outputs[u])[i];
        if (node != kNoNode) set_place(node, place);
        own.results[u].index[i] = place.index;
      }
    }
  }

  Place place_of_argument(std::uint32_t id) {
    if (placed_[id]) return place_[id];
    return add_constant(graph_->constant_value(graph_->node(id)));
  }

  /// A constant has an entry of its own in the pool for every use: so those of one call are
  /// adjacent, with the same offsets in all calls.
  Place add_constant(double value) {
    plan_.pool.push_back(value);
    return {Space::pool, static_cast<std::uint32_t>(plan_.pool.size() - 1)};
  }

  /// Positions whose locations have the same offset from that of the first position in all
  /// instances.
  static std::vector<Group> group(const std::vector<Places>& places,
                                  std::vector<std::vector<std::int32_t>>& starts) {
    std::vector<std::uint32_t> order(places.size());
    for (std::uint32_t j = 0; j < order.size(); ++j) order[j] = j;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Places &p = places[a], &q = places[b];
      return p.space != q.space ? p.space < q.space : p.index.front() < q.index.front();
    });
    std::vector<Group> groups;
    std::vector<std::uint32_t> leader;
    for (std::uint32_t j : order) {
      const std::vector<std::uint32_t>& own = places[j].index;
      bool found = false;
      for (std::size_t g = 0; g < groups.size() && !found; ++g) {
        const std::vector<std::uint32_t>& first = places[leader[g]].index;
        if (groups[g].space != places[j].space) continue;
        const std::uint32_t distance = own.front() - first.front();
        found = true;
        for (std::size_t i = 0; i < first.size() && found; ++i)
          found = own[i] - first[i] == distance;
        if (found) groups[g].members.push_back({j, distance});
      }
      if (found) continue;
      groups.push_back({places[j].space, {{j, 0}}});
      leader.push_back(j);
      starts.emplace_back(own.begin(), own.end());
    }
    return groups;
  }

  /// Argument locations of all instances of a kernel, in one space per argument.
  std::vector<Places> find_argument_places(const Instances& own) {
    std::vector<Places> places;
    std::vector<std::span<const std::uint32_t>> nodes;
    const auto space_of = [&](std::uint32_t id) {
      return placed_[id] ? place_[id].space : Space::pool;
    };
    for (const std::uint32_t position : own.used_arguments) {
      nodes.push_back(own.argument(position));
      places.push_back({space_of(nodes.back().front()), std::vector<std::uint32_t>(own.count())});
    }
    std::vector<bool> one_space(places.size(), true);
    for (std::size_t i = 0; i < own.count(); ++i) {  // by calls, whose arguments lie side by side
      for (std::size_t j = 0; j < places.size(); ++j) {
        const std::uint32_t id = nodes[j][i];
        if (space_of(id) != places[j].space) one_space[j] = false;
        places[j].index[i] = place_[id].index;
      }
    }
    std::vector<std::size_t> others;  // of constants, or in several spaces
    for (std::size_t j = 0; j < places.size(); ++j) {
      if (one_space[j] && places[j].space != Space::pool) continue;
      if (!one_space[j]) places[j].space = Space::work;
      others.push_back(j);
    }
    for (std::size_t i = 0; i < own.count(); ++i) {
      for (const std::size_t j : others) {
        const std::uint32_t id = nodes[j][i];
        const bool is_there = one_space[j] || (placed_[id] && place_[id].space == Space::work);
        places[j].index[i] = (is_there ? place_of_argument(id) : copy_to_work(id)).index;
      }
    }
    return places;
  }

  /// Inputs and constants at positions where other instances have computed values.
  Place copy_to_work(std::uint32_t id) {
    const auto [it, inserted] = copies_.try_emplace(id);
    if (inserted) {
      it->second = new_work();
      add_copy(plan_.before, place_of_argument(id), it->second);
    }
    return it->second;
  }

  static void add_copy(std::vector<Copies>& lists, Place from, Place to) {
    auto it = std::find_if(lists.begin(), lists.end(), [&](const Copies& c) {
      return c.from == from.space && c.to == to.space;
    });
    if (it == lists.end()) it = lists.insert(lists.end(), {from.space, to.space, {}});
    it->pairs.push_back(static_cast<std::int32_t>(from.index));
    it->pairs.push_back(static_cast<std::int32_t>(to.index));
  }

  void add_rolled_stage(int stage) {
    if (!grouped_) group_all();
    const std::size_t begin = plan_.table.size();
    for (std::uint32_t id : nodes_of_stage_[static_cast<std::size_t>(stage)]) {
      const Call& call = calls_[index_of_call_[id]];
      plan_.table.push_back(static_cast<std::int32_t>(first_kernel_ + call.kernel));
      for (const auto& start : instances_[call.kernel].starts)
        plan_.table.push_back(start[call.index]);
    }
    if (plan_.table.size() > begin) plan_.stages.push_back({true, 0, begin, plan_.table.size()});
  }

  /// Groups need the locations of all values, also of scalars computed between calls.
  void group_all() {
    grouped_ = true;
    for (std::uint32_t id : nodes_) {  // scalars of later stages that calls read
      if (placed_[id] || kinds_[id] == Kind::leaf || is_call(id)) continue;
      if (used_by_[id] & kByCall) set_place(id, new_work());
    }
    for (std::size_t k = 0; k < instances_.size(); ++k) {
      Instances& own = instances_[k];
      PlannedKernel& planned = plan_.kernels[first_kernel_ + k];
      planned.groups = group(find_argument_places(own), own.starts);
      planned.result_groups = group(own.results, own.starts);
    }
  }

  /// Outputs that are inputs, or call results with further uses.
  void place_outputs() {
    for (std::uint32_t k = 0; k < plan_.outputs; ++k) {
      if (outputs_[k].is_constant()) {
        add_copy(plan_.after, add_constant(outputs_[k].value()), {Space::output, k});
        continue;
      }
      const std::uint32_t id = outputs_[k].id();
      if (kinds_[id] == Kind::leaf) {
        add_copy(plan_.after, place_of_argument(id), {Space::output, k});
      } else if (is_call_output(id) && place_[id].space == Space::work) {
        add_copy(plan_.after, place_[id], {Space::output, k});
      }
    }
  }

  Plan finish() { return std::move(plan_); }

  static constexpr std::uint32_t kNotOutput = ~std::uint32_t{0};
  static constexpr std::uint32_t kManyOutputs = kNotOutput - 1;
  static constexpr std::uint32_t kNoNode = ~std::uint32_t{0};
  static constexpr std::uint8_t kByCall = 1, kByScalar = 2;

  std::shared_ptr<Graph> graph_;
  std::vector<Expr> inputs_, outputs_;
  Plan plan_;
  std::vector<std::uint32_t> nodes_;
  std::vector<Kind> kinds_;
  std::vector<int> stage_, last_use_;
  int last_stage_ = 0;
  std::vector<std::uint8_t> used_by_;
  std::vector<std::uint32_t> output_of_;
  std::vector<Place> place_;
  std::vector<bool> placed_;
  std::vector<Instances> instances_;  ///< by kernel
  std::vector<Call> calls_;
  std::vector<std::uint32_t> index_of_call_;
  std::vector<std::vector<std::uint32_t>> nodes_of_stage_;
  std::vector<bool> is_leaf_;
  std::unordered_map<std::uint32_t, Place> copies_;
  std::size_t first_kernel_ = 0;
  bool grouped_ = false;
};

}  // namespace

Plan make_plan(const Function& function, std::size_t inline_limit) {
  Planner planner(function);
  return function.operation_count() <= inline_limit ? planner.run_flat() : planner.run_rolled();
}

Plan make_plan(const Kernel& kernel) {
  Plan plan;
  PlannedKernel planned;
  planned.kernel = kernel;
  plan.inputs = kernel.arguments;
  plan.outputs = static_cast<std::uint32_t>(kernel.outputs.size());
  for (std::uint32_t k = 0; k < plan.inputs; ++k) planned.arguments.push_back({Space::input, k});
  for (std::uint32_t k = 0; k < plan.outputs; ++k) planned.results.push_back({Space::output, k});
  plan.kernels.push_back(std::move(planned));
  plan.stages.push_back({});
  plan.operation_count = kernel.operation_count();
  return plan;
}

}  // namespace holon::detail
