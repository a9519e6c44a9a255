// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram_layering.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace holon {
namespace {

constexpr int kPlaceSweeps = 30;

}  // namespace

double DiagramLayering::distance(const Vertex& a, const Vertex& b) const {
  const auto [i, j] =
      std::mismatch(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end());
  const double rims = spacing_.group_high * static_cast<double>(a.groups.end() - i) +
                      spacing_.group_low * static_cast<double>(b.groups.end() - j);
  const bool are_nodes = a.node >= 0 && b.node >= 0;
  return (a.across + b.across) / 2 + (are_nodes ? spacing_.nodes : spacing_.lines) + rims;
}

// The least-squares positions nearest to the preferred ones that satisfy order and distances:
// isotonic regression by pooling adjacent violators.
void DiagramLayering::settle(const std::vector<std::size_t>& layer, const std::vector<double>& wish,
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

void DiagramLayering::place_across() {
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
const DiagramLayering::Segment* DiagramLayering::find_strongest(
    const std::vector<std::size_t>& segments) const {
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
void DiagramLayering::straighten_chains() {
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

}  // namespace holon
