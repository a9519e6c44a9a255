// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/kinds.h"

namespace holon::detail {

namespace {

char class_of(Expr e) {
  if (e.is_constant(0.0)) return '0';
  if (e.is_constant(1.0)) return '+';
  if (e.is_constant(-1.0)) return '-';
  return 'x';
}

}  // namespace

void Kinds::add(std::string structure, std::vector<Expr> constants) {
  structures_.push_back(std::move(structure));
  constants_.push_back(std::move(constants));
}

void Kinds::classify() {
  std::unordered_map<std::string, int> found;
  for (std::size_t piece = 0; piece < structures_.size(); ++piece) {
    std::string key = std::move(structures_[piece]);
    key += '|';
    for (Expr e : constants_[piece]) key += class_of(e);
    const auto [it, is_new] = found.emplace(std::move(key), static_cast<int>(kinds_.size()));
    if (is_new) {
      Kind kind;
      kind.first = piece;
      for (Expr e : constants_[piece]) kind.folded.push_back(e.is_constant());
      kinds_.push_back(std::move(kind));
    }
    Kind& kind = kinds_[static_cast<std::size_t>(it->second)];
    for (std::size_t k = 0; k < kind.folded.size(); ++k) {
      kind.folded[k] = kind.folded[k] && constants_[piece][k] == constants_[kind.first][k];
    }
    kind_of_.push_back(it->second);
  }
  structures_.clear();
}

std::vector<Expr> Kinds::trace(std::size_t piece, KernelBuilder& k) const {
  const Kind& kind = kinds_[static_cast<std::size_t>(kind_of_[piece])];
  std::vector<Expr> result;
  k.input_group("constants");
  for (std::size_t c = 0; c < kind.folded.size(); ++c) {
    result.push_back(kind.folded[c] ? constants_[kind.first][c] : k.input("c" + std::to_string(c)));
  }
  return result;
}

void Kinds::append_arguments(std::size_t piece, std::vector<Expr>& arguments) const {
  const Kind& kind = kinds_[static_cast<std::size_t>(kind_of_[piece])];
  for (std::size_t c = 0; c < kind.folded.size(); ++c) {
    if (!kind.folded[c]) arguments.push_back(constants_[piece][c]);
  }
}

}  // namespace holon::detail
