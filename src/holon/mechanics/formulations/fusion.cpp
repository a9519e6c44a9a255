// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/fusion.h"

#include <algorithm>
#include <memory>

#include "holon/expr/graph/traverse.h"

namespace holon::detail {

namespace {

/// One Function in the making. Nodes are taken in depth first, in the order in which the results
/// need them, so that alike pieces number their arguments alike.
class Tracer {
 public:
  Tracer(Graph& source, const std::unordered_set<Expr>& leaves)
      : source_(source), leaves_(leaves), target_(std::make_shared<Graph>()) {}

  const std::shared_ptr<Graph>& target() const { return target_; }
  const std::vector<Expr>& symbols() const { return symbols_; }
  const std::vector<Expr>& arguments() const { return arguments_; }
  bool is_too_large() const { return operations_ > Fusion::kLimit; }

  Expr take(Expr e) {
    if (e.is_constant() || is_too_large()) return e;
    if (const auto found = images_.find(e.id()); found != images_.end()) return found->second;
    const Expr image = make_image(e);
    images_.emplace(e.id(), image);
    return image;
  }

 private:
  bool is_call_output(const Node& n) const {
    return n.op == Op::output && source_.node(n.args[0]).op == Op::call;
  }

  Expr make_image(Expr e) {
    const Node n = source_.node(e.id());
    if (is_call_output(n)) {
      const FunctionRef& f = source_.payload(source_.node(n.args[0])).function;
      const Expr result = f->output_scalars()[n.args[1]];
      // A number that is handed on as a result, see KernelBuilder::output_in_place.
      if (result.op() == Op::constant && result.graph()) {
        return result.graph()->constant_value(result.graph()->node(result.id()));
      }
      if (!leaves_.contains(e)) return take_call(n.args[0]).at(n.args[1]);
    }
    const bool is_input = n.op == Op::symbol || n.op == Op::output || n.op == Op::relation ||
                          n.op == Op::table || leaves_.contains(e);
    if (is_input) return new_input(e);
    ++operations_;
    std::vector<Expr> images;
    for (const std::uint32_t a : argument_ids(e.id())) images.push_back(take(source_.expr(a)));
    return is_too_large() ? e : target_->rebuild(source_, e.id(), images);
  }

  const std::vector<Expr>& take_call(std::uint32_t id) {
    if (const auto found = results_.find(id); found != results_.end()) return found->second;
    const FunctionRef f = source_.payload(source_.node(id)).function;
    operations_ += f->operation_count();
    std::vector<Expr> images;
    for (const std::uint32_t a : argument_ids(id)) {
      const Expr argument = source_.expr(a);
      const bool is_plain =
          argument.is_constant(0.0) || argument.is_constant(1.0) || argument.is_constant(-1.0);
      images.push_back(argument.is_constant() && !is_plain ? new_input(argument) : take(argument));
    }
    if (is_too_large()) return results_[id] = std::vector<Expr>(f->output_scalars().size());
    return results_[id] = flatten_calls(f->substitute(images));
  }

  // The graph may grow meanwhile.
  std::vector<std::uint32_t> argument_ids(std::uint32_t id) const {
    const std::span<const std::uint32_t> ids = source_.arguments(id);
    return {ids.begin(), ids.end()};
  }

  Expr new_input(Expr argument) {
    symbols_.push_back(target_->symbol("x" + std::to_string(symbols_.size())));
    arguments_.push_back(argument);
    return symbols_.back();
  }

  Graph& source_;
  const std::unordered_set<Expr>& leaves_;
  std::shared_ptr<Graph> target_;
  std::vector<Expr> symbols_, arguments_;
  std::unordered_map<std::uint32_t, Expr> images_;
  std::unordered_map<std::uint32_t, std::vector<Expr>> results_;  // of calls
  std::size_t operations_ = 0;
};

}  // namespace

void Fusion::add_leaves(const std::vector<Expr>& nodes) {
  for (const Expr& e : nodes) {
    if (!e.is_constant()) leaves_.insert(e);
  }
}

std::vector<Expr> Fusion::fuse(const std::string& name, const std::vector<Expr>& expressions) {
  Graph* graph = find_graph(expressions);
  if (!graph) return expressions;
  Tracer tracer(*graph, leaves_);
  std::vector<Expr> images;
  for (const Expr& e : expressions) images.push_back(tracer.take(e));
  if (tracer.is_too_large()) return expressions;

  std::unordered_map<Expr, std::size_t> place;  // of a result
  std::vector<Expr> results;
  for (const Expr& e : images) {
    if (e.is_constant() || e.op() == Op::symbol) continue;
    if (place.emplace(e, results.size()).second) results.push_back(e);
  }
  std::unordered_set<Expr> needed;
  for (const Expr& e : find_symbols(results)) needed.insert(e);
  std::unordered_map<Expr, Expr> argument_of;
  std::vector<Expr> symbols, arguments;
  for (std::size_t k = 0; k < tracer.symbols().size(); ++k) {
    argument_of.emplace(tracer.symbols()[k], tracer.arguments()[k]);
    if (!needed.contains(tracer.symbols()[k])) continue;
    symbols.push_back(tracer.symbols()[k]);
    arguments.push_back(tracer.arguments()[k]);
  }
  std::vector<Expr> values;
  if (!results.empty()) {
    const FunctionRef made =
        Function::make(name, tracer.target(), {{"x", symbols}}, {{"y", results}});
    values = call(functions_.emplace(made->fingerprint(), made).first->second, arguments);
  }
  for (Expr& e : images) {
    if (e.is_constant()) continue;
    e = e.op() == Op::symbol ? argument_of.at(e) : values[place.at(e)];
  }
  return images;
}

}  // namespace holon::detail
