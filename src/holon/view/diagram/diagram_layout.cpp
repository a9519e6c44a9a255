// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>

namespace holon {
namespace {

constexpr int kOrderSweeps = 24, kPlaceSweeps = 30;

/// A node, or the point at which a long edge passes a rank between its ends.
struct Vertex {
  int node = -1;
  int rank = 0;
  std::vector<int> groups;
  double across = 0;                       // size
  double place = 0;                        // of its centre
  std::size_t position = 0;                // in its layer
  std::vector<std::size_t> before, after;  // segments to the neighbouring ranks
};

/// The part of an edge between two neighbouring ranks.
struct Segment {
  std::size_t low = 0, high = 0;  // vertices, of rank r and r + 1
  std::size_t edge = 0;
  double low_offset = 0, high_offset = 0;  // of its ends from the vertices' centres
  double strength = 1;                     // weight of its straightness
};

/// One end of an edge at a side of a node.
struct Port {
  double toward = 0;  // direction of the edge, for sorting
  std::size_t edge = 0;
  LayoutEnd room;
  double* offset = nullptr;
};

class Layering {
 public:
  Layering(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
           const LayoutSpacing& spacing)
      : nodes_(nodes), edges_(edges), spacing_(spacing), flat_offsets_(edges.size()) {}

  Layout run() {
    make_vertices();
    order_by_search();
    reduce_crossings();
    place_ports();
    place_across();
    straighten_chains();
    return finish();
  }

 private:
  std::size_t add_vertex(int node, int rank, std::vector<int> groups);
  void add_segment(std::size_t low, std::size_t high, std::size_t edge);
  void make_vertices();
  void order_by_search();
  void sort_layer(std::vector<std::size_t>& layer, const std::vector<double>& wish);
  void number(const std::vector<std::size_t>& layer);
  std::int64_t count_crossings(std::size_t rank) const;
  std::int64_t count_all_crossings() const;
  void reduce_crossings();
  void swap_neighbours();
  void place_ports();
  double spread(std::vector<Port>& ports, double middle) const;
  double distance(const Vertex& a, const Vertex& b) const;
  void place_across();
  void settle(const std::vector<std::size_t>& layer, const std::vector<double>& wish,
              const std::vector<double>& weight);
  const Segment* find_strongest(const std::vector<std::size_t>& segments) const;
  void straighten_chains();
  Layout finish();
  void add_bands(Layout& layout, const std::vector<double>& starts,
                 const std::vector<double>& ends) const;

  const Vertex& vertex_of(int node) const { return vertices_[static_cast<std::size_t>(node)]; }
  std::size_t other(const Segment& s, std::size_t vertex) const {
    return s.low == vertex ? s.high : s.low;
  }
  /// The position of the vertex for which this segment is straight.
  double straight_place(const Segment& s, std::size_t vertex) const {
    return s.low == vertex ? vertices_[s.high].place + s.high_offset - s.low_offset
                           : vertices_[s.low].place + s.low_offset - s.high_offset;
  }

  const std::vector<LayoutNode>& nodes_;
  const std::vector<LayoutEdge>& edges_;
  const LayoutSpacing& spacing_;
  std::vector<Vertex> vertices_;  // the nodes first
  std::vector<Segment> segments_;
  std::vector<std::vector<std::size_t>> layers_;
  std::vector<std::size_t> flat_;                    // edges within one rank
  std::vector<std::array<double, 2>> flat_offsets_;  // by edge
};

std::size_t Layering::add_vertex(int node, int rank, std::vector<int> groups) {
  Vertex vertex;
  vertex.node = node;
  vertex.rank = rank;
  vertex.groups = std::move(groups);
  if (node >= 0) vertex.across = nodes_[static_cast<std::size_t>(node)].across;
  vertices_.push_back(std::move(vertex));
  return vertices_.size() - 1;
}

void Layering::add_segment(std::size_t low, std::size_t high, std::size_t edge) {
  // Bends of long edges are conspicuous, so their inner segments have the largest weights.
  constexpr double kWeights[] = {1, 3, 8};
  const int inner = (vertices_[low].node < 0) + (vertices_[high].node < 0);
  const double strength = kWeights[inner] * edges_[edge].weight;
  vertices_[low].after.push_back(segments_.size());
  vertices_[high].before.push_back(segments_.size());
  segments_.push_back({low, high, edge, 0, 0, strength});
}

void Layering::make_vertices() {
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
void Layering::order_by_search() {
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

void Layering::number(const std::vector<std::size_t>& layer) {
  for (std::size_t k = 0; k < layer.size(); ++k) vertices_[layer[k]].position = k;
}

// By their preferred positions, with members of a group adjacent: groups are sorted by the mean of
// their members.
void Layering::sort_layer(std::vector<std::size_t>& layer, const std::vector<double>& wish) {
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
std::int64_t Layering::count_crossings(std::size_t rank) const {
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

std::int64_t Layering::count_all_crossings() const {
  std::int64_t crossings = 0;
  for (std::size_t r = 0; r + 1 < layers_.size(); ++r) crossings += count_crossings(r);
  return crossings;
}

void Layering::reduce_crossings() {
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
void Layering::swap_neighbours() {
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
double Layering::spread(std::vector<Port>& ports, double middle) const {
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

void Layering::place_ports() {
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

double Layering::distance(const Vertex& a, const Vertex& b) const {
  const auto [i, j] =
      std::mismatch(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end());
  const double rims = spacing_.group_high * static_cast<double>(a.groups.end() - i) +
                      spacing_.group_low * static_cast<double>(b.groups.end() - j);
  const bool are_nodes = a.node >= 0 && b.node >= 0;
  return (a.across + b.across) / 2 + (are_nodes ? spacing_.nodes : spacing_.lines) + rims;
}

// The least-squares positions nearest to the preferred ones that satisfy order and distances:
// isotonic regression by pooling adjacent violators.
void Layering::settle(const std::vector<std::size_t>& layer, const std::vector<double>& wish,
                      const std::vector<double>& weight) {
  struct Pool {
    double sum, weight;
    std::size_t count;
    double mean() const { return sum / weight; }
  };
  std::vector<double> shift(layer.size(), 0);
  std::vector<Pool> pools;
  for (std::size_t k = 0; k < layer.size(); ++k) {
    if (k > 0) shift[k] = shift[k - 1] + distance(vertices_[layer[k - 1]], vertices_[layer[k]]);
    pools.push_back({weight[k] * (wish[k] - shift[k]), weight[k], 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().weight += last.weight;
      pools.back().count += last.count;
    }
  }
  std::size_t k = 0;
  for (const Pool& pool : pools)
    for (std::size_t i = 0; i < pool.count; ++i, ++k)
      vertices_[layer[k]].place = pool.mean() + shift[k];
}

void Layering::place_across() {
  // Of many edges at one side few can be straight; those at the other ends should not depend on
  // them.
  std::vector<double> pull;
  for (const Segment& s : segments_)
    pull.push_back(s.strength / static_cast<double>(std::max(vertices_[s.low].after.size(),
                                                             vertices_[s.high].before.size())));
  constexpr double kLoose = 1e-3;     // weight of the present position
  constexpr double kStraight = 0.05;  // [px] invisible deviation
  for (const auto& layer : layers_)
    settle(layer, std::vector<double>(layer.size(), 0), std::vector<double>(layer.size(), 1));
  // Every vertex moves to the mean of the positions at which its edges would be straight. In the
  // last sweeps, straighter edges have larger weights (least absolute deviations, by reweighting),
  // so that most become straight and few bend, rather than all a little.
  const auto sweep = [&](bool up, bool uses_before, bool uses_after, bool straightens) {
    for (std::size_t r = 0; r < layers_.size(); ++r) {
      const auto& layer = layers_[up ? layers_.size() - 1 - r : r];
      std::vector<double> wish, weights;
      for (const std::size_t v : layer) {
        double sum = 0, weight = 0;
        for (const bool before : {true, false}) {
          if (!(before ? uses_before : uses_after)) continue;
          for (const std::size_t s : before ? vertices_[v].before : vertices_[v].after) {
            const double place = straight_place(segments_[s], v);
            double w = pull[s];
            if (straightens) w /= std::abs(place - vertices_[v].place) + kStraight;
            sum += w * place;
            weight += w;
          }
        }
        wish.push_back(weight > 0 ? sum / weight : vertices_[v].place);
        weights.push_back(weight > 0 ? weight : kLoose);
      }
      settle(layer, wish, weights);
    }
  };
  for (int k = 0; k < kPlaceSweeps; ++k) {
    sweep(false, true, false, false);
    sweep(true, false, true, false);
  }
  for (int k = 0; k < kPlaceSweeps; ++k) sweep(k % 2 == 1, true, true, false);
  for (int k = 0; k < 3 * kPlaceSweeps; ++k) sweep(k % 2 == 1, true, true, true);
}

// The one with the largest weight among those at one side of a vertex; nullptr if there are
// several.
const Segment* Layering::find_strongest(const std::vector<std::size_t>& segments) const {
  const Segment* strongest = nullptr;
  bool is_one = false;
  for (const std::size_t s : segments) {
    const Segment& segment = segments_[s];
    const double difference = strongest ? segment.strength - strongest->strength : 1;
    if (difference < 0) continue;
    is_one = difference > 0;
    strongest = &segment;
  }
  return is_one ? strongest : nullptr;
}

// Sweeps leave chains of nodes slightly crooked if they would have to move as one.
void Layering::straighten_chains() {
  constexpr double kCrooked = 40;  // [px]
  std::vector<bool> seen(vertices_.size(), false);
  for (std::size_t first = 0; first < vertices_.size(); ++first) {
    std::vector<std::pair<std::size_t, double>> chain{{first, 0}};  // offset from the chain's line
    const auto next_of = [&](std::size_t v, bool after) -> const Segment* {
      const Segment* s = find_strongest(after ? vertices_[v].after : vertices_[v].before);
      if (!s) return nullptr;
      const Vertex& there = vertices_[other(*s, v)];
      if (find_strongest(after ? there.before : there.after) != s) return nullptr;
      return std::abs(straight_place(*s, v) - vertices_[v].place) < kCrooked ? s : nullptr;
    };
    if (seen[first] || next_of(first, false)) continue;
    for (std::size_t v = first; const Segment* s = next_of(v, true); v = s->high)
      chain.emplace_back(s->high, chain.back().second + s->low_offset - s->high_offset);
    std::vector<double> lines;
    for (const auto& [v, offset] : chain) {
      seen[v] = true;
      lines.push_back(vertices_[v].place - offset);
    }
    std::sort(lines.begin(), lines.end());
    for (const double line : {lines[lines.size() / 2], lines.front(), lines.back()}) {
      const bool fits = std::all_of(chain.begin(), chain.end(), [&](const auto& link) {
        const Vertex& vertex = vertices_[link.first];
        const auto& layer = layers_[static_cast<std::size_t>(vertex.rank)];
        const double place = line + link.second;
        constexpr double kRounding = 1e-6;
        if (vertex.position > 0) {
          const Vertex& left = vertices_[layer[vertex.position - 1]];
          if (place - left.place < distance(left, vertex) - kRounding) return false;
        }
        if (vertex.position + 1 == layer.size()) return true;
        const Vertex& right = vertices_[layer[vertex.position + 1]];
        return right.place - place >= distance(vertex, right) - kRounding;
      });
      if (!fits) continue;
      for (const auto& [v, offset] : chain) vertices_[v].place = line + offset;
      break;
    }
  }
}

Layout Layering::finish() {
  Layout layout;
  const std::size_t ranks = layers_.size();
  std::vector<double> size(ranks, 0), low_stub(ranks, 0), high_stub(ranks, 0), bend(ranks, 0);
  for (std::size_t r = 0; r < ranks; ++r) bend[r] = r + 1 < ranks ? spacing_.bend : 0;
  for (const LayoutNode& node : nodes_) {
    double& along = size[static_cast<std::size_t>(node.rank)];
    along = std::max(along, node.along);
  }
  const auto stub = [](double& at, double wanted) { at = std::max(at, wanted); };
  for (const Segment& s : segments_) {
    const auto r = static_cast<std::size_t>(vertices_[s.low].rank);
    const LayoutEdge& edge = edges_[s.edge];
    const bool forward = vertex_of(edge.from).rank < vertex_of(edge.to).rank;
    if (vertices_[s.low].node >= 0)
      stub(high_stub[r], (forward ? edge.from_end : edge.to_end).straight);
    if (vertices_[s.high].node >= 0)
      stub(low_stub[r + 1], (forward ? edge.to_end : edge.from_end).straight);
    // Long oblique segments get more space, so that they are easy to follow.
    const double slope =
        std::abs(vertices_[s.low].place + s.low_offset - vertices_[s.high].place - s.high_offset);
    bend[r] = std::max(bend[r], std::min(0.3 * slope, 2.5 * spacing_.bend));
  }
  for (const std::size_t e : flat_) {
    const auto r = static_cast<std::size_t>(vertex_of(edges_[e].from).rank);
    stub(high_stub[r], std::max(edges_[e].from_end.straight, edges_[e].to_end.straight));
    bend[r] = std::max(bend[r], spacing_.bend);
  }
  std::vector<double> start(ranks, 0), end(ranks, 0);
  for (std::size_t r = 0; r < ranks; ++r) {
    if (r > 0)
      start[r] = end[r - 1] + high_stub[r - 1] + bend[r - 1] + low_stub[r] + spacing_.group_along;
    end[r] = start[r] + size[r];
  }

  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const auto r = static_cast<std::size_t>(nodes_[n].rank);
    layout.centers.push_back({(start[r] + end[r]) / 2, vertices_[n].place});
    layout.across.push_back(vertices_[n].across);
  }
  layout.routes.resize(edges_.size());
  // Segments of one edge are in ascending order of rank; routes are from `from` to `to`.
  for (const Segment& s : segments_) {
    auto& pieces = layout.routes[s.edge].pieces;
    const Vertex &low = vertices_[s.low], &high = vertices_[s.high];
    const auto r = static_cast<std::size_t>(low.rank);
    const double a = low.place + s.low_offset, b = high.place + s.high_offset;
    const double leave = end[r] + high_stub[r], arrive = start[r + 1] - low_stub[r + 1];
    if (low.node >= 0) {
      const double half = nodes_[static_cast<std::size_t>(low.node)].along / 2;
      pieces.push_back({LayoutPoint{(start[r] + end[r]) / 2 + half, a}, {leave, a}});
    } else {
      pieces.back()[1] = {leave, a};
    }
    double stop = arrive;
    if (high.node >= 0)
      stop =
          (start[r + 1] + end[r + 1]) / 2 - nodes_[static_cast<std::size_t>(high.node)].along / 2;
    pieces.push_back({LayoutPoint{arrive, b}, {stop, b}});
  }
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const LayoutEdge& edge = edges_[e];
    LayoutRoute& route = layout.routes[e];
    if (vertex_of(edge.from).rank > vertex_of(edge.to).rank) {
      std::reverse(route.pieces.begin(), route.pieces.end());
      for (auto& piece : route.pieces) std::swap(piece[0], piece[1]);
    }
  }
  for (const std::size_t e : flat_) {
    const LayoutEdge& edge = edges_[e];
    const auto r = static_cast<std::size_t>(vertex_of(edge.from).rank);
    LayoutRoute& route = layout.routes[e];
    route.bulge = spacing_.bend;
    const double leave = end[r] + high_stub[r];
    for (const bool from : {true, false}) {
      const auto n = static_cast<std::size_t>(from ? edge.from : edge.to);
      const LayoutPoint side{(start[r] + end[r] + nodes_[n].along) / 2,
                             vertices_[n].place + flat_offsets_[e][from ? 0 : 1]};
      const LayoutPoint turn{leave, side.across};
      route.pieces.push_back(from ? std::array{side, turn} : std::array{turn, side});
    }
  }
  add_bands(layout, start, end);

  layout.low = {HUGE_VAL, HUGE_VAL};
  layout.high = {-HUGE_VAL, -HUGE_VAL};
  const auto cover = [&](double along, double across) {
    layout.low = {std::min(layout.low.along, along), std::min(layout.low.across, across)};
    layout.high = {std::max(layout.high.along, along), std::max(layout.high.across, across)};
  };
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (const double side : {-0.5, 0.5})
      cover(layout.centers[n].along + side * nodes_[n].along,
            layout.centers[n].across + side * layout.across[n]);
  for (const LayoutRoute& route : layout.routes)
    for (const auto& piece : route.pieces)
      for (const LayoutPoint& p : piece) cover(p.along + 0.75 * route.bulge, p.across);
  for (const LayoutBand& band : layout.bands) {
    cover(band.low.along, band.low.across);
    cover(band.high.along, band.high.across);
  }
  return layout;
}

void Layering::add_bands(Layout& layout, const std::vector<double>& starts,
                         const std::vector<double>& ends) const {
  std::map<std::pair<int, int>, LayoutBand> bands;  // by group and rank
  for (const auto& layer : layers_)
    for (const std::size_t v : layer) {
      const Vertex& vertex = vertices_[v];
      for (std::size_t g = 0; g < vertex.groups.size(); ++g) {
        // Rims of the nested groups are between.
        const auto inside = static_cast<double>(vertex.groups.size() - g);
        const double low = vertex.place - vertex.across / 2 - inside * spacing_.group_low,
                     high = vertex.place + vertex.across / 2 + inside * spacing_.group_high;
        const auto r = static_cast<std::size_t>(vertex.rank);
        const double rim = spacing_.group_along / 2 * inside / (inside + static_cast<double>(g));
        LayoutBand band{
            vertex.groups[g], vertex.rank, {starts[r] - rim, low}, {ends[r] + rim, high}};
        const auto [it, is_new] = bands.try_emplace({band.group, band.rank}, band);
        if (is_new) continue;
        it->second.low.across = std::min(it->second.low.across, low);
        it->second.high.across = std::max(it->second.high.across, high);
        it->second.low.along = std::min(it->second.low.along, band.low.along);
        it->second.high.along = std::max(it->second.high.along, band.high.along);
      }
    }
  for (auto& [key, band] : bands) layout.bands.push_back(band);
}

}  // namespace

Layout lay_out(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
               const LayoutSpacing& spacing) {
  return Layering(nodes, edges, spacing).run();
}

}  // namespace holon
