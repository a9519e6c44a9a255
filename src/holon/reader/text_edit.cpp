// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/text_edit.h"

#include <stdexcept>

namespace holon {

std::string apply_change(std::string_view text, const TextChange& change) {
  std::string result(text);
  for (const TextEdit& edit : change) {
    if (edit.offset > result.size() ||
        result.compare(edit.offset, edit.removed.size(), edit.removed) != 0) {
      throw std::invalid_argument("the edit belongs to another text: at byte " +
                                  std::to_string(edit.offset) + " there is no '" + edit.removed +
                                  "'");
    }
    result.replace(edit.offset, edit.removed.size(), edit.inserted);
  }
  return result;
}

TextChange invert_change(const TextChange& change) {
  TextChange inverse;
  inverse.reserve(change.size());
  for (auto edit = change.rbegin(); edit != change.rend(); ++edit) {
    inverse.push_back({edit->offset, edit->inserted, edit->removed});
  }
  return inverse;
}

}  // namespace holon
