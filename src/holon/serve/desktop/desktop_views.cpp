// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Methods that show the model: formulas, links, scene, equations, bonds, linearisation,
// differences.
#include "holon/base/read_file.h"
#include "holon/catalogue/builtin.h"
#include "holon/serve/desktop/desktop.h"
#include "holon/serve/document/completion.h"
#include "holon/serve/document/text_diff_lines.h"
#include "holon/serve/wire/user_folders.h"

namespace holon::serve {
void Desktop::show_diff(const Call& call) {
  const Journal& journal = document().journal();
  const Json& params = call.params;
  const auto version = [&](const char* key) {
    const std::int64_t index = integer_of(params, key);
    if (index < 0 || index > static_cast<std::int64_t>(journal.steps().size()))
      throw RequestFault("missing", "there is no version " + std::to_string(index));
    return journal.text_after(static_cast<std::size_t>(index));
  };
  std::string before = journal.text_after(0), after = document_->text();
  if (params.contains("before") && params["before"].is_string()) {
    const std::filesystem::path file = resolve_within(options_.folder, text_of(params, "before"));
    std::string reason;
    auto text = read_file(file.string(), file_limits::kModel, FileSource::regular, reason);
    if (!text) throw RequestFault("missing", "cannot read the file: " + reason);
    before = *std::move(text);
  } else if (params.contains("before") && !params["before"].is_null()) {
    before = version("before");
  }
  if (params.contains("after") && !params["after"].is_null()) after = version("after");
  answer(call, {{"lines", list_diff_lines(before, after)},
                {"parts", list_changed_parts(before, after, builtin_catalogue())}});
}

void Desktop::add_view_methods() {
  for (const char* view :
       {"equations", "bonds", "scene", "linearize", "smoothness", "formula.check"})
    methods_[view] = [this, view](const Call& call) { show(call, view); };
  methods_["complete"] = [this](const Call& call) {
    const Json& params = call.params;
    const std::string text = text_of(params, "text");
    if (!params.contains("path")) {
      const auto line = static_cast<int>(integer_of(params, "line"));
      const auto column = static_cast<int>(integer_of(params, "column"));
      return answer(call, complete_text(*checked_, text, line, column));
    }
    const auto offset =
        static_cast<std::size_t>(std::max<std::int64_t>(0, integer_of(params, "offset")));
    answer(call, complete_value(*checked_, text_of(params, "path"), text, offset));
  };
  methods_["links.legal"] = [this](const Call& call) {
    const Json& params = call.params;
    answer(call,
           list_legal_links(*checked_, text_of(params, "part"), text_or(params, "label", "")));
  };
  methods_["diff"] = [this](const Call& call) { show_diff(call); };
}

}  // namespace holon::serve
