// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Symbols of the variables of a bond, used by all definitions.
struct BondSymbols {
  Expr effort, flow;
};
BondSymbols bond_symbols(const PowerGraph& graph, int bond, Assembly& assembly);

/// `drive.b3.effort`, `.flow`, `.power`.
void define_bond_outputs(const PowerGraph& graph, int bond, PowerDomain domain,
                         const BondSymbols& symbols, Expr effort, Expr flow, Assembly& assembly);
/// `drive.Ra.effort` …: the names used in an element's laws and other formulas. `domains`: by bond.
void define_element_outputs(const PowerGraph& graph, int element, const std::vector<BondEnd>& ends,
                            const std::vector<BondSymbols>& bonds,
                            const std::vector<PowerDomain>& domains, Assembly& assembly);
/// `drive.La.momentum`.
void define_storage_output(const PowerGraph& graph, int element, std::size_t end, Expr value,
                           Assembly& assembly);

/// The outputs of a one-port, by kind and domain: effort, flow, power.
std::vector<OutputDeclaration> port_outputs(PowerDomain domain);

}  // namespace holon::detail
