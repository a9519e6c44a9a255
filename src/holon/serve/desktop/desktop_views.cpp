// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Methods that show the model: equations, bonds, scene …
#include "holon/equations/equations_text.h"
#include "holon/report/model/power_drawings.h"
#include "holon/serve/desktop/desktop.h"

namespace holon::serve {
namespace {

UsableModel& usable(const ModelCheck& check) {
  if (check.model) return *check.model;
  if (check.revision == 0)
    throw RequestFault("refused", "the model is still being checked", "ask again in a moment");
  throw RequestFault("refused", "the model has errors", "correct them first", check.findings);
}

Json show_equations(const ModelCheck& check) {
  const EquationSheets made = make_equation_sheets(usable(check).loaded);
  Json sheets = Json::array();
  for (const EquationSheet& sheet : made.sheets) {
    Json legend = Json::array();
    for (const auto& [symbol, meaning] : sheet.legend) legend.push_back({symbol, meaning});
    sheets.push_back({{"title", sheet.title}, {"mathml", sheet.mathml}, {"legend", legend}});
  }
  return {{"sheets", std::move(sheets)}, {"note", made.note}};
}

Json show_bonds(const ModelCheck& check) {
  const std::optional<BondDrawing> drawing = make_bond_drawing(usable(check).loaded);
  if (!drawing) return Json::object();
  return {{"svg", draw_bonds(*drawing)}};
}

}  // namespace

void Desktop::add_view_methods() {
  methods_["equations"] = [this](const Call& call) { answer_later(call, show_equations); };
  methods_["bonds"] = [this](const Call& call) { answer_later(call, show_bonds); };
}

}  // namespace holon::serve
