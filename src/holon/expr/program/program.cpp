// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/program.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <stdexcept>

#include "holon/expr/program/c_writer.h"
#include "holon/expr/program/jit.h"
#include "holon/expr/program/native.h"
#include "holon/expr/program/plan.h"
#include "holon/expr/program/tape.h"

namespace holon {

namespace {

/// Something that is made by the first thread that needs it.
template <class T>
class MadeOnce {
 public:
  template <class Make>
  const T* get(std::mutex& mutex, Make&& make) {
    const T* now = ready_.load(std::memory_order_acquire);
    if (now || is_impossible_.load(std::memory_order_acquire)) return now;
    const std::lock_guard lock(mutex);
    if (!owned_) owned_ = make();
    ready_.store(owned_.get(), std::memory_order_release);
    if (!owned_) is_impossible_.store(true, std::memory_order_release);
    return owned_.get();
  }

 private:
  std::unique_ptr<const T> owned_;
  std::atomic<const T*> ready_{nullptr};
  std::atomic<bool> is_impossible_{false};
};

const char* name_of_level(detail::TapeLevel level) {
  switch (level) {
    case detail::TapeLevel::v4: return "x86-64-v4";
    case detail::TapeLevel::v3: return "x86-64-v3";
    case detail::TapeLevel::base: break;
  }
  return "x86-64";
}

}  // namespace

struct Program::Impl {
  std::shared_ptr<const detail::Plan> plan;
  mutable std::vector<std::int32_t> native_table;  // made with the first native code
  Engine engine;
  std::size_t code_operations = 0;       // of all kernels, each counted once
  std::uint64_t serial = next_serial();  // addresses are reused, serial numbers are not
  mutable std::mutex mutex;              // guards what is made
  mutable MadeOnce<detail::Tape> tape_code;
  mutable MadeOnce<detail::Jit> jit_code[2];               // for 1 and 8 lanes
  mutable std::unique_ptr<detail::Native> native_code[2];  // likewise
  mutable std::atomic<detail::Native*> native_now[2] = {nullptr, nullptr};
  mutable std::atomic<std::uint64_t> work{0};  // operations executed without native code so far
  mutable std::atomic<bool> is_long{false};    // enough is to come to pay for the compiler

  /// Each run has an overhead equivalent to some operations.
  static constexpr std::uint64_t kRunCost = 50;

  Impl(const Function& function, const ProgramOptions& options)
      : plan(std::make_shared<detail::Plan>(detail::make_plan(function, options.inline_limit))),
        engine(options.engine) {
    for (const detail::PlannedKernel& k : plan->kernels) {
      code_operations += k.kernel.operation_count();
    }
  }

  static std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  /// Operations to come for which compiling pays. The compiler takes some 0.15 s and 150 us per
  /// operation in the code; machine code takes 0.27 ns per operation that it executes, native code
  /// nine tenths of that, the tape ten times as long.
  double operations_worth_compiling(bool has_jit) const {
    constexpr double kAtLeast = 5e9, kPerOperation = 5e6, kTapeShare = 0.01;
    return (kAtLeast + kPerOperation * static_cast<double>(code_operations)) *
           (has_jit ? 1.0 : kTapeShare);
  }

  const detail::Tape& tape() const {
    return *tape_code.get(mutex, [this] { return std::make_unique<const detail::Tape>(*plan); });
  }

  /// Machine code for a number of lanes; nullptr where there is none or the tape is requested.
  const detail::Jit* jit(bool wide) const {
    if (engine == Engine::tape || engine == Engine::native) return nullptr;
    return jit_code[wide].get(mutex, [&] { return detail::Jit::make(plan, wide ? kLanes : 1); });
  }

  /// The native code for a number of lanes; its compilation is started now if it pays off; nullptr
  /// without.
  detail::Native* native(bool wide) const {
    detail::Native* made = native_now[wide].load(std::memory_order_acquire);
    if (made || engine == Engine::tape || engine == Engine::jit) return made;
    if (engine == Engine::automatic && !is_long.load(std::memory_order_relaxed)) {
      const std::uint64_t done = work.load(std::memory_order_relaxed);
      if (done == 0 || static_cast<double>(done) < operations_worth_compiling(jit(wide))) {
        return nullptr;
      }
    }
    return make_native(wide);
  }

  detail::Native* make_native(bool wide) const {
    const std::lock_guard lock(mutex);
    if (!native_code[wide]) {
      if (!native_code[!wide]) native_table = detail::make_native_table(*plan);
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
  if (const detail::Jit* code = impl_->jit(wide)) {
    Workspace::Buffer& memory = workspace.jit_[wide];
    memory.prepare(impl_->serial, code->memory_size());
    code->run(in, out, memory.aligned);
  } else {
    const detail::Tape& tape = impl_->tape();
    Workspace::Buffer& memory = workspace.tape_[wide];
    if (memory.prepare(impl_->serial, tape.slot_count() * width)) {
      tape.prepare(memory.aligned, lanes);
    }
    tape.run(in, out, memory.aligned, lanes);
  }
  if (impl_->engine == Engine::automatic) {
    impl_->work.fetch_add((Impl::kRunCost + impl_->plan->operation_count) * width,
                          std::memory_order_relaxed);
  }
}

void Program::expect_runs(double count) const {
  if (impl_->engine != Engine::automatic || impl_->is_long.load(std::memory_order_relaxed)) return;
  // Runs that begin with short steps seem longer than they are.
  constexpr double kTrust = 100.0;
  const double operations =
      std::min(count * static_cast<double>(Impl::kRunCost + impl_->plan->operation_count),
               kTrust * static_cast<double>(impl_->work.load(std::memory_order_relaxed)));
  if (operations >= impl_->operations_worth_compiling(impl_->jit(false))) {
    impl_->is_long.store(true, std::memory_order_relaxed);
  }
}

Engine Program::engine() const {
  const detail::Native* code = impl_->native(false);
  if (code && code->entry()) return Engine::native;
  return impl_->jit(false) ? Engine::jit : Engine::tape;
}

std::string Program::engines() const {
  const Engine now = engine();
  const char* first = impl_->jit(false) ? "jit" : "tape";
  if (now != Engine::native) return first;
  return impl_->engine == Engine::native ? "native" : std::string(first) + ", then native";
}

bool Program::wait_native() const {
  if (impl_->engine == Engine::tape || impl_->engine == Engine::jit) return false;
  return impl_->make_native(false)->wait();
}

std::string Program::provenance() const {
  const detail::Native* code = impl_->native(false);
  const detail::Jit* machine = impl_->jit(false);
  if (!code) {
    return machine ? std::string("machine code for ") + name_of_level(machine->level()) : "tape";
  }
  const bool carries_on = impl_->engine == Engine::automatic && code->has_failed();
  const char* what = machine ? "; machine code continues" : "; the tape continues";
  return code->provenance() + (carries_on ? what : "");
}

std::string write_c(const Function& function, const ProgramOptions& options) {
  return detail::write_c(detail::make_plan(function, options.inline_limit), 1);
}

}  // namespace holon
