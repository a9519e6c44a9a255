// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/checkpoint/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "holon/base/errors.h"
#include "holon/base/version.h"
#include "holon/record/digest.h"
#include "holon/record/output_file.h"
#include "holon/simulate/run/run_settings.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMagic = "holon-checkpoint";
constexpr int kForm = 3;

std::string number(double value) { return fmt::format("{}", value); }
std::string number(const std::optional<double>& value) { return value ? number(*value) : ""; }

void archive(Archive& a, Checkpoint& checkpoint) {
  a.item("time", checkpoint.time);
  std::size_t count = checkpoint.facts.size();
  a.count("facts", count);
  checkpoint.facts.resize(count);
  for (RunFact& fact : checkpoint.facts) {
    a.item("name", fact.name);
    a.item("value", fact.value);
    a.item("change", fact.change);
  }
  a.item("state", checkpoint.state);
}

// All bytes, and onto the disk.
void write_through(const fs::path& path, const std::string& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool is_written = file >= 0;
  for (std::size_t done = 0; is_written && done < bytes.size();) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count > 0) done += static_cast<std::size_t>(count);
    is_written = count >= 0 || errno == EINTR;
  }
  is_written = is_written && ::fsync(file) == 0;
  const int error = errno;
  if (file >= 0) ::close(file);
  if (is_written) return;
  ::unlink(path.c_str());
  throw std::runtime_error("cannot write '" + path.string() + "': " + std::strerror(error));
}

}  // namespace

std::vector<RunFact> list_facts(const System& system, const SimulateSettings& settings,
                                const std::vector<double>& parameters,
                                const std::string& model_digest) {
  std::string stabilisation = settings.stabilisation.name();
  if (const auto& b = settings.stabilisation.baumgarte)
    stabilisation += fmt::format(" of alpha {}, beta {}", b->alpha, b->beta);
  std::string assertions;
  for (const std::string& assertion : settings.assertions)
    assertions += (assertions.empty() ? "" : ", ") + assertion;
  std::vector<RunFact> facts{
      {"the version of Holon", kVersion},
      {"text", model_digest, "the model's text has changed since"},
      {"solver", name_of(settings.solver)},
      {"tolerance", number(settings.tolerance)},
      {"step", number(settings.step)},
      {"max_step", number(settings.max_step)},
      {"nominal_length", number(settings.nominal_length)},
      {"formulation", name_of(settings.formulation)},
      {"stabilisation", stabilisation},
      {"start", settings.start == RunStart::equilibrium ? "equilibrium" : "initial"},
      {"seed", std::to_string(settings.seed)},
      {"interval", number(settings.interval)},
      {"checkpoint", number(settings.checkpoint)},
      {"stop", settings.stop},
      {"assert", assertions},
  };
  for (std::size_t k = 0; k < parameters.size(); ++k)
    facts.push_back({system.parameters[k].name, number(parameters[k])});
  facts.push_back({"equations", fmt::format("{:016x}", system.fingerprint()),
                   "the equations differ: a file that the model reads has changed since"});
  return facts;
}

std::string find_fact(const Checkpoint& checkpoint, const std::string& name) {
  const auto found = std::find_if(checkpoint.facts.begin(), checkpoint.facts.end(),
                                  [&](const RunFact& fact) { return fact.name == name; });
  return found == checkpoint.facts.end() ? std::string() : found->value;
}

void check_same_run(const Checkpoint& checkpoint, const std::vector<RunFact>& facts) {
  const auto find = [](const std::vector<RunFact>& list, const RunFact& fact) {
    return std::find_if(list.begin(), list.end(),
                        [&](const RunFact& f) { return f.name == fact.name; });
  };
  const auto said = [](const std::string& value) { return value.empty() ? "not given" : value; };
  std::string differences;
  const auto add = [&](const RunFact& fact, const std::string& then, const std::string& now) {
    if (then == now || fact.name == kTableFact) return;
    // Other equations follow from everything else.
    if (fact.name == "equations" && !differences.empty()) return;
    differences += differences.empty() ? "" : "; ";
    differences += fact.change.empty()
                       ? fmt::format("{} was {} and is {}", fact.name, said(then), said(now))
                       : fact.change;
  };
  for (const RunFact& fact : facts) {
    const auto then = find(checkpoint.facts, fact);
    if (fact.name != "equations")
      add(fact, then == checkpoint.facts.end() ? "" : then->value, fact.value);
  }
  for (const RunFact& then : checkpoint.facts) {
    const auto now = find(facts, then);
    if (now == facts.end()) add(then, then.value, "");
    if (then.name == "equations" && now != facts.end()) add(then, then.value, now->value);
  }
  if (differences.empty()) return;
  throw InputError({}, "'" + checkpoint.path + "' is a checkpoint of another run: " + differences,
                   "give model and options as they were then (only --until may be longer), or run "
                   "from the start, without --resume");
}

void write_checkpoint(const fs::path& path, const Checkpoint& checkpoint) {
  Checkpoint copy = checkpoint;
  Archive a;
  archive(a, copy);
  const fs::path beside = path.parent_path() / ("." + path.filename().string() + ".new");
  write_through(
      beside,
      fmt::format("{} {} {} {}\n", kMagic, kForm, a.bytes().size(), sha256(a.bytes())) + a.bytes());
  std::error_code error;
  fs::rename(beside, path, error);
  if (!error) return bring_to_disk(path.has_parent_path() ? path.parent_path() : ".");
  ::unlink(beside.c_str());
  throw std::runtime_error("cannot write '" + path.string() + "': " + error.message());
}

Checkpoint read_checkpoint(const fs::path& path) {
  const std::string name = path.string();
  const auto refuse = [&](const std::string& reason, const std::string& advice = {}) {
    throw InputError({}, "'" + name + "' " + reason, advice);
  };
  std::error_code error;
  if (fs::is_directory(path, error)) refuse("is a folder, not a checkpoint");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError({}, "there is no checkpoint '" + name + "'");
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  std::string magic, digest;
  int form = 0;
  std::size_t size = 0;
  words >> magic >> form >> size >> digest;
  if (magic != kMagic) refuse("is no checkpoint of a run");
  if (form != kForm)
    refuse(fmt::format("is a checkpoint of form {}; this version reads form {}", form, kForm));
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() < size)
    refuse(fmt::format("is truncated: {} of {} bytes are present", bytes.size(), size));
  if (!words || bytes.size() > size || sha256(bytes) != digest)
    refuse("is damaged: its checksum does not match");
  Checkpoint checkpoint;
  Archive a(bytes, name);
  archive(a, checkpoint);
  checkpoint.path = name;
  return checkpoint;
}

}  // namespace holon
