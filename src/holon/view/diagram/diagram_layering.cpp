// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram_layering.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace holon {
namespace {

constexpr int kOrderSweeps = 24;

}  // namespace

std::size_t DiagramLayering::add_vertex(int node, int rank, std::vector<int> groups) {
  Vertex vertex;
  vertex.node = node;
  vertex.rank = rank;
  vertex.groups = std::move(groups);
  if (node >= 0) vertex.across = nodes_[static_cast<std::size_t>(node)].across;
  vertices_.push_back(std::move(vertex));
  return vertices_.size() - 1;
}

void DiagramLayering::add_segment(std::size_t low, std::size_t high, std::size_t edge) {
  // Bends of long edges are conspicuous, so their inner segments have the largest weights.
  constexpr double kWeights[] = {1, 3, 8};
  const int inner = (vertices_[low].node < 0) + (vertices_[high].node < 0);
  const double strength = kWeights[inner] * edges_[edge].weight;
  vertices_[low].after.push_back(segments_.size());
  vertices_[high].before.push_back(segments_.size());
  segments_.push_back({low, high, edge, 0, 0, strength});
}

void DiagramLayering::make_vertices() {
  int highest = 0;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    add_vertex(static_cast<int>(n), nodes_[n].rank, nodes_[n].groups);
    highest = std::max(highest, nodes_[n].rank);
  }
  layers_.resize(static_cast<std::size_t>(highest) + 1);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    auto low = static_cast<std::size_t>(edges_[e].from),
         high = static_cast<std::size_t>(edges_[e].to);
    if (vertices_[low].rank == vertices_[high].rank) {
      flat_.push_back(e);
      continue;
    }
    if (vertices_[low].rank > vertices_[high].rank) std::swap(low, high);
    const auto& a = vertices_[low].groups;
    const auto& b = vertices_[high].groups;
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    const std::vector<int> shared(a.begin(), end);
    std::size_t at = low;
    const int last = vertices_[high].rank;
    for (int rank = vertices_[low].rank + 1; rank < last; ++rank) {
      const std::size_t next = add_vertex(-1, rank, shared);
      add_segment(at, next, e);
      at = next;
    }
    add_segment(at, high, e);
  }
}

// Trees have no crossings initially, and are in the order of the model.
void DiagramLayering::order_by_search() {
  std::vector<bool> seen(vertices_.size(), false);
  std::vector<std::size_t> stack;
  for (std::size_t root = 0; root < vertices_.size(); ++root) {
    stack.push_back(root);
    while (!stack.empty()) {
      const std::size_t v = stack.back();
      stack.pop_back();
      if (seen[v]) continue;
      seen[v] = true;
      layers_[static_cast<std::size_t>(vertices_[v].rank)].push_back(v);
      const Vertex& vertex = vertices_[v];
      for (const auto* segments : {&vertex.before, &vertex.after})
        for (auto s = segments->rbegin(); s != segments->rend(); ++s)
          if (const std::size_t next = other(segments_[*s], v); !seen[next]) stack.push_back(next);
    }
  }
  for (auto& layer : layers_) {
    std::vector<double> wish(layer.size());
    std::iota(wish.begin(), wish.end(), 0);
    sort_layer(layer, wish);
  }
}

void DiagramLayering::number(const std::vector<std::size_t>& layer) {
  for (std::size_t k = 0; k < layer.size(); ++k) vertices_[layer[k]].position = k;
}

// By their preferred positions, with members of a group adjacent: groups are sorted by the mean of
// their members.
void DiagramLayering::sort_layer(std::vector<std::size_t>& layer, const std::vector<double>& wish) {
  std::map<int, std::pair<double, int>> sums;
  for (std::size_t k = 0; k < layer.size(); ++k)
    for (const int group : vertices_[layer[k]].groups) {
      sums[group].first += wish[k];
      ++sums[group].second;
    }
  using Key = std::vector<std::pair<double, int>>;
  std::vector<std::pair<Key, std::size_t>> keyed;
  for (std::size_t k = 0; k < layer.size(); ++k) {
    Key key;
    for (const int group : vertices_[layer[k]].groups)
      key.emplace_back(sums[group].first / sums[group].second, group);
    key.emplace_back(wish[k], -1);
    keyed.emplace_back(std::move(key), layer[k]);
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < layer.size(); ++k) layer[k] = keyed[k].second;
  number(layer);
}

// The crossings of the segments between a rank and the next: inversions, counted by a Fenwick tree.
std::int64_t DiagramLayering::count_crossings(std::size_t rank) const {
  std::vector<std::pair<std::size_t, std::size_t>> ends;
  for (const std::size_t v : layers_[rank])
    for (const std::size_t s : vertices_[v].after)
      ends.emplace_back(vertices_[v].position, vertices_[segments_[s].high].position);
  std::sort(ends.begin(), ends.end());
  std::vector<std::int64_t> tree(layers_[rank + 1].size() + 1, 0);
  std::int64_t crossings = 0, total = 0;
  for (const auto& [low, high] : ends) {
    std::int64_t not_above = 0;
    for (std::size_t k = high + 1; k > 0; k &= k - 1) not_above += tree[k];
    crossings += total - not_above;
    for (std::size_t k = high + 1; k < tree.size(); k += k & (~k + 1)) ++tree[k];
    ++total;
  }
  return crossings;
}

std::int64_t DiagramLayering::count_all_crossings() const {
  std::int64_t crossings = 0;
  for (std::size_t r = 0; r + 1 < layers_.size(); ++r) crossings += count_crossings(r);
  return crossings;
}

void DiagramLayering::reduce_crossings() {
  auto best = layers_;
  std::int64_t fewest = count_all_crossings();
  for (int sweep = 0; sweep < kOrderSweeps && fewest > 0; ++sweep) {
    const bool up = sweep % 2 == 1;
    for (std::size_t k = 1; k < layers_.size(); ++k) {
      auto& layer = layers_[up ? layers_.size() - 1 - k : k];
      std::vector<double> wish;
      for (const std::size_t v : layer) {
        const auto& segments = up ? vertices_[v].after : vertices_[v].before;
        double sum = 0;
        for (const std::size_t s : segments)
          sum += static_cast<double>(vertices_[other(segments_[s], v)].position);
        wish.push_back(segments.empty() ? static_cast<double>(vertices_[v].position)
                                        : sum / static_cast<double>(segments.size()));
      }
      sort_layer(layer, wish);
    }
    swap_neighbours();
    if (const std::int64_t crossings = count_all_crossings(); crossings < fewest) {
      fewest = crossings;
      best = layers_;
    }
  }
  layers_ = std::move(best);
  for (const auto& layer : layers_) number(layer);
}

// After the barycentre method exchanging pairs may still reduce crossings.
void DiagramLayering::swap_neighbours() {
  const auto crossings_of = [&](std::size_t a, std::size_t b) {
    std::int64_t count = 0;
    for (const auto segments : {&Vertex::before, &Vertex::after})
      for (const std::size_t s : vertices_[a].*segments)
        for (const std::size_t t : vertices_[b].*segments)
          count += vertices_[other(segments_[s], a)].position >
                   vertices_[other(segments_[t], b)].position;
    return count;
  };
  for (auto& layer : layers_)
    for (std::size_t k = 0; k + 1 < layer.size(); ++k) {
      const std::size_t a = layer[k], b = layer[k + 1];
      if (vertices_[a].groups != vertices_[b].groups) continue;
      if (crossings_of(b, a) >= crossings_of(a, b)) continue;
      std::swap(layer[k], layer[k + 1]);
      std::swap(vertices_[a].position, vertices_[b].position);
    }
}

// Ends of edges side by side, about the middle of the node; returns the required size.
double DiagramLayering::spread(std::vector<Port>& ports, double middle) const {
  if (ports.empty()) return 0;
  std::stable_sort(ports.begin(), ports.end(), [](const Port& a, const Port& b) {
    return std::tie(a.toward, a.edge) < std::tie(b.toward, b.edge);
  });
  double at = 0;
  for (std::size_t k = 0; k < ports.size(); ++k) {
    if (k > 0) at += ports[k - 1].room.after + ports[k].room.before;
    *ports[k].offset = at;
  }
  for (Port& port : ports) *port.offset += middle - at / 2;
  return 2 * std::abs(middle) + at +
         2 * std::min(spacing_.rim, std::max(ports.front().room.before, ports.back().room.after));
}

void DiagramLayering::place_ports() {
  for (std::size_t v = 0; v < nodes_.size(); ++v) {
    Vertex& vertex = vertices_[v];
    std::vector<Port> low, high;
    const auto room = [&](std::size_t e) {
      return edges_[e].from == vertex.node ? edges_[e].from_end : edges_[e].to_end;
    };
    for (const std::size_t s : vertex.before)
      low.push_back({static_cast<double>(vertices_[segments_[s].low].position), segments_[s].edge,
                     room(segments_[s].edge), &segments_[s].high_offset});
    for (const std::size_t s : vertex.after)
      high.push_back({static_cast<double>(vertices_[segments_[s].high].position), segments_[s].edge,
                      room(segments_[s].edge), &segments_[s].low_offset});
    for (const std::size_t e : flat_) {
      const bool from = edges_[e].from == vertex.node;
      if (!from && edges_[e].to != vertex.node) continue;
      const bool is_first =
          vertex.position < vertex_of(from ? edges_[e].to : edges_[e].from).position;
      high.push_back(
          {is_first ? HUGE_VAL : -HUGE_VAL, e, room(e), &flat_offsets_[e][from ? 0 : 1]});
    }
    const double middle = nodes_[v].middle;
    vertex.across = std::max({vertex.across, spread(low, middle), spread(high, middle)});
  }
}

}  // namespace holon
