// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/program.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stdexcept>

#include "holon/expr/program/c_writer.h"
#include "holon/expr/program/native.h"
#include "holon/expr/program/plan.h"
#include "holon/expr/program/tape.h"

namespace holon {

struct Program::Impl {
  std::shared_ptr<const detail::Plan> plan;
  detail::Tape tape;
  std::vector<std::int32_t> native_table;
  Engine engine;
  std::uint64_t serial = next_serial();  // addresses are reused, serial numbers are not
  mutable std::mutex mutex;              // guards the creation of native code
  mutable std::unique_ptr<detail::Native> native_code[2];  // for 1 and 8 lanes
  mutable std::atomic<detail::Native*> native_now[2] = {nullptr, nullptr};
  mutable std::atomic<std::uint64_t> tape_work{0};  // operations executed by the tape so far

  /// Automatic programs start the compiler when the tape has executed this number of operations,
  /// about ten milliseconds: short runs never start it. Each run has an overhead equivalent to some
  /// operations.
  static constexpr std::uint64_t kWorthCompiling = 10'000'000;
  static constexpr std::uint64_t kRunCost = 50;

  Impl(const Function& function, const ProgramOptions& options)
      : plan(std::make_shared<detail::Plan>(detail::make_plan(function, options.inline_limit))),
        tape(*plan),
        native_table(detail::make_native_table(*plan)),
        engine(options.engine) {}

  static std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  /// The native code for a number of lanes; its compilation is started now if it pays off; nullptr
  /// on the tape.
  detail::Native* native(bool wide) const {
    detail::Native* made = native_now[wide].load(std::memory_order_acquire);
    if (made || engine == Engine::tape) return made;
    const bool too_early =
        engine == Engine::automatic && tape_work.load(std::memory_order_relaxed) < kWorthCompiling;
    return too_early ? nullptr : make_native(wide);
  }

  detail::Native* make_native(bool wide) const {
    const std::lock_guard lock(mutex);
    if (!native_code[wide]) {
      native_code[wide] = std::make_unique<detail::Native>(plan, wide ? kLanes : 1);
    }
    native_now[wide].store(native_code[wide].get(), std::memory_order_release);
    return native_code[wide].get();
  }

  detail::Native::Entry entry(bool wide) const {
    const detail::Native* code = native(wide);
    if (!code) return nullptr;
    if (engine == Engine::native && !code->entry() && !code->wait()) {
      throw std::runtime_error("there is no native code: " + code->provenance());
    }
    return code->entry();
  }
};

bool Workspace::Buffer::prepare(std::uint64_t for_whom, std::size_t size) {
  if (owner == for_whom) return false;
  constexpr std::size_t kAlignment = 64;
  numbers.assign(size + kAlignment / sizeof(double), 0.0);
  const auto address = reinterpret_cast<std::uintptr_t>(numbers.data());
  aligned = reinterpret_cast<double*>((address + kAlignment - 1) / kAlignment * kAlignment);
  owner = for_whom;
  return true;
}

Program::Program(const Function& function, const ProgramOptions& options)
    : impl_(std::make_shared<Impl>(function, options)) {
  impl_->entry(false);  // starts it now; Engine::native waits for it
}

int Program::input_count() const { return static_cast<int>(impl_->plan->inputs); }
int Program::output_count() const { return static_cast<int>(impl_->plan->outputs); }
std::size_t Program::operation_count() const { return impl_->plan->operation_count; }

void Program::run(const double* in, double* out, Workspace& workspace) const {
  run(in, out, workspace, 1);
}

void Program::run_lanes(const double* in, double* out, Workspace& workspace) const {
  run(in, out, workspace, kLanes);
}

void Program::run(const double* in, double* out, Workspace& workspace, int lanes) const {
  const bool wide = lanes > 1;
  const auto width = static_cast<std::size_t>(lanes);
  if (const detail::Native::Entry code = impl_->entry(wide)) {
    Workspace::Buffer& memory = workspace.native_[wide];
    memory.prepare(impl_->serial, impl_->plan->work * width);
    code(in, out, memory.aligned, impl_->plan->pool.data(), impl_->native_table.data());
    return;
  }
  Workspace::Buffer& memory = workspace.tape_[wide];
  if (memory.prepare(impl_->serial, impl_->tape.slot_count() * width)) {
    impl_->tape.prepare(memory.aligned, lanes);
  }
  impl_->tape.run(in, out, memory.aligned, lanes);
  if (impl_->engine == Engine::automatic) {
    impl_->tape_work.fetch_add((Impl::kRunCost + impl_->plan->operation_count) * width,
                               std::memory_order_relaxed);
  }
}

Engine Program::engine() const {
  const detail::Native* code = impl_->native(false);
  return code && code->entry() ? Engine::native : Engine::tape;
}

bool Program::wait_native() const {
  if (impl_->engine == Engine::tape) return false;
  return impl_->make_native(false)->wait();
}

std::string Program::provenance() const {
  const detail::Native* code = impl_->native(false);
  if (!code) return "tape";
  const bool carries_on = impl_->engine == Engine::automatic && code->has_failed();
  return code->provenance() + (carries_on ? "; the tape continues" : "");
}

std::string write_c(const Function& function, const ProgramOptions& options) {
  return detail::write_c(detail::make_plan(function, options.inline_limit), 1);
}

}  // namespace holon
