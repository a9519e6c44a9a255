// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "peers.h"

namespace holon::bench {

Tree Tree::chain(int bodies) {
  Tree tree;
  for (int i = 0; i < bodies; ++i) tree.parent.push_back(i - 1);
  return tree;
}

Tree Tree::binary(int levels) {
  Tree tree;
  for (int i = 0; i < (1 << levels) - 1; ++i) tree.parent.push_back(i == 0 ? -1 : (i - 1) / 2);
  return tree;
}

}  // namespace holon::bench
