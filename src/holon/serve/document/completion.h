// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/serve/document/model_check.h"

namespace holon::serve {

/// What may stand at a character of a value of the checked model: the answer to `complete`.
Json complete_value(const ModelCheck& check, const std::string& path, const std::string& text,
                    std::size_t offset);
/// The same in the text of a model, at a line and column from 1.
Json complete_text(const ModelCheck& check, const std::string& text, int line, int column);

/// What an arrow from a part (`label`: its frame or output) may lead to: the targets of
/// `links.legal`, with reasons for those that refuse.
Json list_legal_links(const ModelCheck& check, const std::string& part, const std::string& label);

}  // namespace holon::serve
