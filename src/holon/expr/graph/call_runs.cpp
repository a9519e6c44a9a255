// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/call_runs.h"

#include <algorithm>
#include <unordered_map>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"

namespace holon::detail {

namespace {

constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

class RunFinder {
 public:
  RunFinder(const Graph& graph, const std::vector<std::uint32_t>& nodes)
      : graph_(graph), nodes_(nodes), run_of_(graph, -1) {}

  std::vector<CallRun> run(std::size_t least) {
    for (std::uint32_t id : nodes_) {
      if (graph_.node(id).op == Op::call) extend(id);
    }
    for (CallRun& candidate : candidates_) {
      if (candidate.calls.size() < least) continue;
      for (std::size_t j = 0; j < graph_.arguments(candidate.calls[0]).size(); ++j) {
        const auto& taken = candidate.into;
        if (std::find(taken.begin(), taken.end(), j) == taken.end()) candidate.own.push_back(j);
      }
      if (needs_itself(candidate)) continue;
      for (std::uint32_t id : candidate.calls) run_of_[id] = static_cast<int>(accepted_.size());
      accepted_.push_back(std::move(candidate));
    }
    return std::move(accepted_);
  }

 private:
  std::uint64_t function_of(std::uint32_t id) const {
    return graph_.payload(graph_.node(id)).function->fingerprint();
  }

  /// Appends a call to the call of the same function from which it takes most values, the latest of
  /// several.
  void extend(std::uint32_t id) {
    const auto arguments = graph_.arguments(id);
    std::uint32_t before = kNoNode;
    std::unordered_map<std::uint32_t, int> takes;
    for (std::uint32_t a : arguments) {
      const Node& n = graph_.node(a);
      if (n.op != Op::output || graph_.node(n.args[0]).op != Op::call) continue;
      if (function_of(n.args[0]) != function_of(id)) continue;
      const int taken = ++takes[n.args[0]];
      const int most = before == kNoNode ? 0 : takes[before];
      if (taken > most || (taken == most && n.args[0] > before)) before = n.args[0];
    }
    std::vector<std::size_t> into, from;
    for (std::size_t j = 0; before != kNoNode && j < arguments.size(); ++j) {
      const Node& n = graph_.node(arguments[j]);
      if (n.op != Op::output || n.args[0] != before) continue;
      into.push_back(j);
      from.push_back(n.args[1]);
    }
    if (const auto it = ends_.find(before); it != ends_.end()) {
      CallRun& run = candidates_[it->second];
      const bool second = run.calls.size() == 1;
      if (second || (run.into == into && run.from == from)) {
        run.into = into;
        run.from = from;
        run.calls.push_back(id);
        const std::size_t at = it->second;
        ends_.erase(it);
        ends_[id] = at;
        return;
      }
    }
    ends_[id] = candidates_.size();
    candidates_.push_back({{id}, {}, {}, {}});
  }

  /// True if a further argument depends on a result of the run, also through accepted runs, all of
  /// whose results depend on all of their arguments.
  bool needs_itself(const CallRun& run) {
    NodeMap<char> depends(graph_, 0);
    std::vector<char> of_run(accepted_.size(), 0);
    for (std::uint32_t id : run.calls) depends[id] = 1;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t id : nodes_) {
        if (depends[id]) continue;
        for (std::uint32_t a : graph_.arguments(id)) depends[id] = depends[id] || depends[a];
        const int other = run_of_[id];
        if (other < 0) continue;
        char& all = of_run[static_cast<std::size_t>(other)];
        changed = changed || (depends[id] && !all);
        all = all || depends[id];
        depends[id] = all;
      }
    }
    return std::any_of(run.calls.begin(), run.calls.end(), [&](std::uint32_t id) {
      return std::any_of(run.own.begin(), run.own.end(),
                         [&](std::size_t j) { return depends[graph_.arguments(id)[j]] != 0; });
    });
  }

  const Graph& graph_;
  const std::vector<std::uint32_t>& nodes_;
  NodeMap<int> run_of_;
  std::vector<CallRun> candidates_, accepted_;
  std::unordered_map<std::uint32_t, std::size_t> ends_;  // last call of each candidate
};

}  // namespace

std::vector<CallRun> find_call_runs(const Graph& graph, const std::vector<std::uint32_t>& nodes,
                                    std::size_t least) {
  return RunFinder(graph, nodes).run(least);
}

}  // namespace holon::detail
