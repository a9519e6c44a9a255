// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The methods model.…: the open model, its edits and their announcement.
#include <algorithm>
#include <unordered_map>

#include "holon/base/characters.h"
#include "holon/catalogue/builtin.h"
#include "holon/serve/desktop/desktop.h"
#include "holon/serve/desktop/gallery.h"
#include "holon/serve/document/model_edits.h"
#include "holon/serve/document/parts_library.h"
#include "holon/serve/document/used_files.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/study/templates.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

// A check that has begun just now is let to its end: who types on sees findings meanwhile.
constexpr std::chrono::seconds kCheckPatience{1};

/// Edits in code points of the text that each of them changes; nothing where the text is shorter.
Json show_change(const std::string& before, const TextChange& change) {
  Json list = Json::array();
  std::string text = before;
  std::size_t size = 0;
  for (const TextEdit& edit : change) {
    size += edit.inserted.size();
    list.push_back({{"offset", count_characters(std::string_view(text).substr(0, edit.offset))},
                    {"removed", count_characters(edit.removed)},
                    {"inserted", edit.inserted}});
    text.replace(edit.offset, edit.removed.size(), edit.inserted);
  }
  constexpr std::size_t kManyEdits = 20;
  if (size > text.size() || change.size() > kManyEdits) return nullptr;
  return list;
}

std::string text_before(const std::string& after, const TextChange& change) {
  return apply_change(after, invert_change(change));
}

Json list_nodes(const ModelOutline& outline) {
  Json parts = Json::array();
  for (const OutlinePart& part : outline.parts) parts.push_back(part.node());
  return parts;
}

/// A file name of a model, with its ending.
std::string with_ending(std::string path) {
  if (!path.ends_with(".yaml") && !path.ends_with(".yml")) path += ".yaml";
  return path;
}

}  // namespace

ModelDocument& Desktop::document() {
  if (!document_)
    throw RequestFault("missing", "no model is open", "open one with 'model.open' first");
  return *document_;
}

fs::path Desktop::new_file(const std::string& path) const {
  const fs::path file = resolve_within(options_.folder, path);
  std::error_code error;
  if (fs::exists(file, error))
    throw RequestFault("refused", "there is a file '" + path + "' already",
                       "choose another name; nothing is overwritten");
  if (!fs::is_directory(file.parent_path(), error))
    throw RequestFault("missing", "there is no folder for '" + path + "'");
  return file;
}

void Desktop::refuse_unreadable() {
  const ModelDocument& d = document();
  if (!d.is_parsed())
    throw RequestFault("refused", "the text has syntax errors", "correct it first",
                       list_findings(d.parse_errors(), d.file().string()));
}

void Desktop::fail_asked(const RequestFault& fault) {
  for (const auto& [id, question] : std::exchange(asked_, {})) fail(question.call, fault);
}

void Desktop::show_later(const Call& call, const std::string& view) {
  waiting_.push_back([this, call, view] {
    try {
      show(call, view);
    } catch (const RequestFault& fault) {
      fail(call, fault);
    }
  });
}

/// Ends the processes of the model that was open.
void Desktop::leave_model() {
  leave_study();
  discard(checking_);
  discard(shown_);
  is_lost_ = false;
  fail_asked({"missing", "another model has been opened", "ask again"});
}

void Desktop::open_document(ModelDocument next) {
  document_.emplace(std::move(next));
  next_revision_ = document_->revision() + 1;
  checked_ = std::make_shared<ModelCheck>();
  checked_->file = document_->file().string();
  leave_model();
  if (!document_->is_read_only()) remember_recent(document_->file(), document_->outline().title);
  check();
}

void Desktop::open(const Json& params, const Call& call) {
  const Catalogue& catalogue = builtin_catalogue();
  const std::int64_t revision = document_ ? document_->revision() + 1 : next_revision_;
  std::string path = text_or(params, "path", "");
  if (params.contains("example")) {
    const std::string& name = text_of(params, "example");
    const fs::path example = find_example(name);
    if (example.empty()) throw RequestFault("missing", "there is no example '" + name + "'");
    if (!params.contains("as")) {
      open_document(ModelDocument::read_only(example, "examples:" + name, catalogue, revision));
    } else {
      path = with_ending(text_of(params, "as"));
      const ModelDocument source = ModelDocument::read_only(example, name, catalogue, revision);
      const fs::path file = new_file(path);
      copy_used_files(example, source.text(), file, options_.folder);
      write_whole_file(file, source.text());
    }
  } else if (params.contains("template")) {
    const std::string& name = text_of(params, "template");
    const auto& all = model_templates();
    const auto found = std::ranges::find(all, name, &ModelTemplate::name);
    if (found == all.end()) throw RequestFault("missing", "there is no template '" + name + "'");
    path = with_ending(text_of(params, "as"));
    const fs::path file = new_file(path);
    const std::string stem = file.stem().string();
    if (stem.find_first_of("\"\\") != std::string::npos || plain_text(stem) != stem)
      throw RequestFault("refused", "'" + path + "' is not a valid name for a model");
    write_whole_file(file, fill_template(*found, stem));
  } else if (path.empty()) {
    throw RequestFault("request", "'model.open' needs 'path', 'example' or 'template'");
  }
  if (!path.empty())
    open_document(ModelDocument(resolve_within(options_.folder, path), path, catalogue, revision));
  const Json state = whole_state();
  answer(call, state);
  for (const auto& [client, rate] : clients_)
    if (client != call.client)
      server_->send(client, dump({{"event", "model"},
                                  {"revision", document_->revision()},
                                  {"label", "Opened"},
                                  {"text", document_->text()},
                                  {"whole", true},
                                  {"state", state},
                                  {"parts", state["parts"]}}));
}

/// What changes with every edit.
Json Desktop::small_state() const {
  const ModelDocument& d = *document_;
  const Journal& journal = d.journal();
  Json state = {{"revision", d.revision()},
                {"path", d.shown()},
                {"readOnly", d.is_read_only()},
                {"title", d.outline().title},
                {"parsed", d.is_parsed()},
                {"checked", !d.is_parsed() || is_checked() ? d.revision() : checked_->revision},
                {"canUndo", journal.can_undo()},
                {"canRedo", journal.can_redo()},
                {"changedOnDisk", d.is_changed_on_disk()}};
  if (journal.can_undo()) state["undoLabel"] = journal.steps()[journal.position() - 1].label;
  if (journal.can_redo()) state["redoLabel"] = journal.steps()[journal.position()].label;
  return state;
}

Json Desktop::model_parameters() const {
  Json list = document_->outline().parameters;
  for (Json& parameter : list) {
    const auto known = checked_->parameters.find(parameter["name"].get<std::string>());
    if (known == checked_->parameters.end()) continue;
    parameter["value"] = (*known)["value"];
    parameter["unit"] = (*known)["unit"];
  }
  return list;
}

Json Desktop::whole_state() const {
  const ModelDocument& d = *document_;
  Json state = small_state();
  state["text"] = d.text();
  state["parameters"] = model_parameters();
  state["parts"] = list_nodes(d.outline());
  state["info"] = checked_->info;
  state["frames"] = checked_->frames;
  state["links"] = checked_->links;
  state["layout"] = d.outline().layout;
  state["settings"] = d.outline().settings;
  state["findings"] =
      d.is_parsed() ? checked_->findings : list_findings(d.parse_errors(), d.file().string());
  state["outputs"] = checked_->outputs;
  state["tunables"] = checked_->tunables;
  state["inputs"] = checked_->inputs;
  return state;
}

void Desktop::publish(const TextChange& change, const std::string& label, const Call* cause,
                      const ModelOutline& before, bool needs_check) {
  const ModelDocument& d = *document_;
  // Before the state says what is checked: what was, is of the text before.
  if (needs_check) content_revision_ = d.revision();
  Json event = {{"event", "model"}, {"revision", d.revision()}, {"label", label}};
  const Json edits = show_change(text_before(d.text(), change), change);
  if (edits.is_null())
    event["text"] = d.text();
  else
    event["edits"] = edits;
  Json state = small_state();
  const ModelOutline& now = d.outline();
  if (now.layout != before.layout) state["layout"] = now.layout;
  if (now.settings != before.settings) state["settings"] = now.settings;
  if (now.parameters != before.parameters) state["parameters"] = model_parameters();
  if (!d.is_parsed()) state["findings"] = list_findings(d.parse_errors(), d.file().string());
  event["state"] = std::move(state);
  std::unordered_map<std::string_view, const OutlinePart*> known;
  for (const OutlinePart& part : before.parts) known.emplace(part.name(), &part);
  Json parts = Json::array(), removed = Json::array(), order = Json::array();
  bool has_order_changed = now.parts.size() != before.parts.size();
  int moved = 0, since = 0;  // lines by which parts that are the same were shifted
  for (std::size_t k = 0; k < now.parts.size(); ++k) {
    const OutlinePart& part = now.parts[k];
    if (k < before.parts.size() && before.parts[k].name() != part.name()) has_order_changed = true;
    const auto old = known.find(part.name());
    const bool is_same = old != known.end() && old->second->is_same(part);
    const int shift = is_same ? part.line - old->second->line : 0;
    if (shift != 0 && since == 0) {
      moved = shift;
      since = old->second->line;
    }
    const int expected = is_same && since != 0 && old->second->line >= since ? moved : 0;
    if (!is_same || shift != expected) parts.push_back(part.node());
    if (old != known.end()) known.erase(old);
  }
  for (const auto& [name, part] : known) removed.push_back(name);
  if (!parts.empty()) event["parts"] = std::move(parts);
  if (!removed.empty()) event["removed"] = std::move(removed);
  // Lines of everything behind: in place of thousands of parts that are the same.
  if (moved != 0) event["shift"] = {{"fromLine", since}, {"lines", moved}};
  if (has_order_changed) {
    for (const OutlinePart& part : now.parts) order.push_back(part.name());
    event["order"] = std::move(order);
  }
  for (const auto& [client, rate] : clients_) {
    if (cause && client == cause->client)
      event["cause"] = cause->id;
    else
      event.erase("cause");
    server_->send(client, dump(event));
  }
  if (needs_check) return check();
  // A new position changes nothing that was checked.
  if (is_checked()) server_->send_to_all(dump({{"event", "checked"}, {"checked", d.revision()}}));
}

void Desktop::check() {
  const ModelDocument& d = *document_;
  content_revision_ = d.revision();
  if (!d.is_parsed()) {
    discard(checking_);
    return answer_waiting();
  }
  if (!checking_ || checking_->age() > kCheckPatience) start_check();
}

/// A check of a text before the last edit that takes long.
void Desktop::end_old_check() {
  if (checking_ && document_ && document_->is_parsed() &&
      checking_->revision() < content_revision_ && checking_->age() > kCheckPatience)
    start_check();
}

void Desktop::discard(std::unique_ptr<ModelProcess>& process) {
  if (!process) return;
  process->kill();
  // The memory of a large model takes a while to be given back.
  views_.add([gone = std::shared_ptr<ModelProcess>(std::move(process))] {});
}

/// In a process of its own: what ends it does not end the server.
void Desktop::start_check() {
  const ModelDocument& d = *document_;
  const std::int64_t number = ++last_number_;
  ModelProcess::Events events;
  events.checked = [this, number](ModelCheck found) {
    auto shared = std::make_shared<ModelCheck>(std::move(found));
    server_->post([this, number, shared] { take_process(number, std::move(*shared)); });
  };
  events.answered = [this, number](std::int64_t id, std::string answer) {
    auto shared = std::make_shared<std::string>(std::move(answer));
    server_->post([this, number, id, shared] {
      const auto asked = asked_.find(id);
      if (number != shown_number_ || asked == asked_.end()) return;
      const Call& call = asked->second.call;
      server_->send(call.client, "{\"id\":" + call.id.dump() + "," + *shared + "}");
      asked_.erase(asked);
    });
  };
  events.ended = [this, number](int status) {
    server_->post([this, number, status] { end_check(number, status); });
  };
  discard(checking_);
  is_lost_ = false;
  checking_number_ = number;
  try {
    checking_ = std::make_unique<ModelProcess>(options_.program, d.file().string(), d.text(),
                                               content_revision_, std::move(events));
  } catch (const std::exception& e) {
    ModelCheck found = make_lost_check(d.file().string(), d.text(), content_revision_, 0);
    found.findings[0]["message"] = e.what();
    is_lost_ = true;
    take_check(std::move(found));
  }
}

void Desktop::take_process(std::int64_t process, ModelCheck found) {
  if (!checking_ || process != checking_number_) return;
  discard(shown_);
  shown_ = std::move(checking_);
  shown_number_ = process;
  // What the process before has not answered is asked again.
  for (auto& [id, question] : std::exchange(asked_, {})) show_later(question.call, question.view);
  take_check(std::move(found));
  if (document_ && document_->is_parsed() && !is_checked() && !checking_) start_check();
}

void Desktop::end_check(std::int64_t process, int status) {
  if (checking_ && process == checking_number_) {
    const std::int64_t revision = checking_->revision();
    checking_.reset();
    if (!document_) return;
    if (revision < content_revision_ && document_->is_parsed()) return start_check();
    discard(shown_);
    fail_asked({"failed", "the process that checks the model " + describe_end(status),
                "undo the last change"});
    is_lost_ = true;
    take_check(make_lost_check(document_->file().string(), document_->text(), revision, status));
  } else if (shown_ && process == shown_number_) {
    discard(shown_);
    fail_asked({"failed", "the process that shows the model " + describe_end(status),
                "the model is as it was; ask again"});
  }
}

/// Requests that wait for a check: each is answered, by an error where there is nothing to show.
void Desktop::answer_waiting() {
  for (const auto& work : std::exchange(waiting_, {})) work();
}

void Desktop::take_check(ModelCheck found) {
  if (!document_ || found.file != document_->file().string()) return;
  if (found.revision < checked_->revision) return;
  const bool is_last = found.revision >= content_revision_;
  Json event = {{"event", "checked"},
                {"checked", is_last ? document_->revision() : found.revision},
                {"findings", found.findings}};
  if (found.links != checked_->links) event["links"] = found.links;
  Json info = Json::object();
  for (const auto& [part, values] : found.info.items())
    if (!checked_->info.contains(part) || checked_->info[part] != values) info[part] = values;
  if (!info.empty()) event["info"] = std::move(info);
  if (found.frames != checked_->frames) event["frames"] = found.frames;
  if (found.outputs != checked_->outputs) event["outputs"] = found.outputs;
  if (found.tunables != checked_->tunables) event["tunables"] = found.tunables;
  if (found.inputs != checked_->inputs) event["inputs"] = found.inputs;
  const bool has_parameters = found.parameters != checked_->parameters;
  checked_ = std::make_shared<ModelCheck>(std::move(found));
  if (has_parameters) event["parameters"] = model_parameters();
  server_->send_to_all(dump(event));
  if (is_last) answer_waiting();
}

void Desktop::check_revision(const Json& params) const {
  if (integer_of(params, "revision") == document_->revision()) return;
  throw RequestFault("stale", "the model has been changed meanwhile",
                     "reload the text and make the change again");
}

void Desktop::answer_edit(const Call& call, const std::string& label,
                          const std::function<TextChange()>& make, bool needs_check) {
  const ModelOutline before = document().outline();
  const TextChange change = make();
  answer(call, {{"revision", document_->revision()}});
  if (!change.empty()) publish(change, label, &call, before, needs_check);
}

void Desktop::poll_disk() {
  if (!document_ || !document_->poll_disk()) return;
  Json event = {{"event", "disk"}, {"changedOnDisk", document_->is_changed_on_disk()}};
  if (document_->disk_text()) event["text"] = *document_->disk_text();
  server_->send_to_all(dump(event));
}

void Desktop::add_model_methods() {
  methods_["model.open"] = [this](const Call& call) { open(call.params, call); };
  methods_["model.close"] = [this](const Call& call) {
    const bool was_open = document_.has_value();
    // A check that is running belongs to an older revision than the next model's.
    if (was_open) next_revision_ = document_->revision() + 1;
    document_.reset();
    leave_model();
    checked_ = std::make_shared<ModelCheck>();
    content_revision_ = 0;
    answer_waiting();
    answer(call, Json::object());
    if (was_open) server_->send_to_all(dump({{"event", "closed"}}));
  };
  methods_["model.state"] = [this](const Call& call) {
    answer(call, document_ ? whole_state() : Json());
  };
  methods_["model.edit"] = [this](const Call& call) {
    document();
    if (!call.params.contains("edits")) throw RequestFault("request", "'edits' is missing");
    const Json& edits = call.params["edits"];
    const bool is_layout = is_layout_alone(edits);
    if (!is_layout) check_revision(call.params);
    const std::string label = text_or(call.params, "label", "Edit");
    answer_edit(
        call, label, [&] { return document_->edit(edits, label); }, !is_layout);
  };
  methods_["model.text"] = [this](const Call& call) {
    document();
    check_revision(call.params);
    const std::string label = text_or(call.params, "label", "Edit of the text");
    answer_edit(call, label,
                [&] { return document_->replace(text_of(call.params, "text"), label); });
  };
  methods_["model.undo"] = [this](const Call& call) {
    answer_edit(call, "Undo", [&] { return document_->undo(); });
  };
  methods_["model.redo"] = [this](const Call& call) {
    answer_edit(call, "Redo", [&] { return document_->redo(); });
  };
  methods_["model.saveAs"] = [this](const Call& call) {
    const std::string path = with_ending(text_of(call.params, "path"));
    const fs::path file = new_file(path);
    copy_used_files(document().file(), document().text(), file, options_.folder);
    write_whole_file(file, document().text());
    open({{"path", path}}, call);
  };
  methods_["model.resolve"] = [this](const Call& call) {
    const std::string& choice = text_of(call.params, "choice");
    if (choice != "take" && choice != "keep")
      throw RequestFault("request", "'choice' is 'take' or 'keep'");
    answer_edit(call, "Changed outside the desktop", [&]() -> TextChange {
      if (choice == "take") return document_->take_disk_text();
      document_->keep_own_text();
      return {};
    });
    server_->send_to_all(dump({{"event", "disk"}, {"changedOnDisk", false}}));
  };
  methods_["model.versions"] = [this](const Call& call) {
    const Journal& journal = document().journal();
    Json versions = Json::array({{{"index", 0},
                                  {"label", "As it was opened first"},
                                  {"at", 0},
                                  {"current", journal.position() == 0}}});
    for (std::size_t k = 0; k < journal.steps().size(); ++k)
      versions.push_back({{"index", k + 1},
                          {"label", journal.steps()[k].label},
                          {"at", journal.steps()[k].at},
                          {"current", journal.position() == k + 1}});
    answer(call, {{"versions", std::move(versions)}});
  };
  methods_["parts.copy"] = [this](const Call& call) {
    if (!document().editor()) throw RequestFault("refused", "the text has syntax errors");
    answer(call, {{"text", copy_parts(*document_->editor(), texts_or_none(call.params, "parts"))}});
  };
  methods_["library.take"] = [this](const Call& call) {
    if (document().is_read_only())
      throw RequestFault("forbidden", "an example cannot be changed", "save a copy of it first");
    const std::string type =
        take_from_library(text_of(call.params, "name"), document_->file(), options_.folder);
    answer(call, {{"type", type}});
    server_->send_to_all(dump({{"event", "folder"}}));
  };
  methods_["library.keep"] = [this](const Call& call) {
    if (!document().editor()) throw RequestFault("refused", "the text has syntax errors");
    const LibraryPart part =
        make_library_part(*document_->editor(), document_->file(), text_of(call.params, "part"),
                          text_of(call.params, "as"));
    answer_later(call, [this, part] {
      keep_in_library(part);
      server_->post([this] { server_->send_to_all(dump({{"event", "folder"}})); });
      return Json::object();
    });
  };
  methods_["parts.paste"] = [this](const Call& call) {
    document();
    check_revision(call.params);
    std::vector<std::string> names;
    const ModelOutline before = document_->outline();
    const TextChange change = document_->paste(text_of(call.params, "text"), "Paste", names);
    answer(call, {{"revision", document_->revision()}, {"parts", names}});
    publish(change, "Paste", &call, before, true);
  };
}

}  // namespace holon::serve
