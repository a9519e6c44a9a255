// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram_layout.h"

#include "holon/view/diagram/diagram_layering.h"

namespace holon {

Layout lay_out(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
               const LayoutSpacing& spacing) {
  return DiagramLayering(nodes, edges, spacing).run();
}

}  // namespace holon
