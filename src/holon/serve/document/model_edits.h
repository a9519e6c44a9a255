// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/reader/editor.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// Makes the edits of `model.edit`, one after the other. Throws RequestFault or InputError where
/// one of them cannot be made; the editor's text may then contain those before it.
TextChange make_edits(Editor& editor, const Json& edits, const Catalogue& catalogue);

/// Whether an edit changes nothing but positions of parts.
bool is_layout_alone(const Json& edits);

/// The entries of parts as YAML, as if they were a file's `parts`, for the clipboard. Throws
/// RequestFault for a name that is no part.
std::string copy_parts(const Editor& editor, const std::vector<std::string>& ids);
/// Adds parts that copy_parts wrote, under free names; `names`: those that they got.
TextChange paste_parts(Editor& editor, const std::string& text, std::vector<std::string>& names);

}  // namespace holon::serve
