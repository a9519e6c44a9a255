// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "holon/serve/wire/wire_json.h"
#include "holon/study/loading.h"
#include "holon/study/model_view.h"

namespace holon {
class SystemSmoothness;
}

namespace holon::serve {

/// A model with its equations and what is shown of it; not for two threads at once.
struct UsableModel {
  LoadedModel loaded;
  ModelView view;
  std::shared_ptr<const SystemSmoothness> smoothness{};  ///< of loaded.system; made when asked for
};

/// What elaboration finds in a text: the event `checked`.
struct ModelCheck {
  std::int64_t revision = 0;
  std::string file;  ///< in which the text is to stand
  std::string text;  ///< that was checked
  Json findings = Json::array();
  Json links = Json::array();
  Json info = Json::object();        ///< by part id
  Json frames = Json::object();      ///< likewise
  Json parameters = Json::object();  ///< value and unit by name
  Json outputs = Json::array();
  Json tunables = Json::array();
  Json inputs = Json::array();
  /// Ids of parts with their types, of arrays once.
  std::vector<std::pair<std::string, const PartType*>> types;
  std::shared_ptr<UsableModel> model;  ///< nullptr where there are errors
};

/// From one process to another: all but the model itself.
Json write_check(const ModelCheck& check);
ModelCheck read_check(Json json, const Catalogue& catalogue);

/// Takes as long as loading the model. `file`: that the text is to stand in.
ModelCheck check_model(const std::string& file, const std::string& text, std::int64_t revision);

/// A value of a part in numbers, where it has one: {value, varies, unit}; null where it is none.
Json know_value(const Model& model, const Field& field, const void* value);

/// "arm[2].link[0].tip" -> "arm.link.tip": the name without indices, as ids of parts are.
std::string without_indices(const std::string& name);
/// The path in the file of a part by its id: "parts.arm.parts.link".
std::string path_of_part(const std::string& id);

}  // namespace holon::serve
