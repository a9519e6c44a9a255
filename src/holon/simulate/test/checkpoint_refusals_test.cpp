// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Checkpoints that are damaged, forged, or of another run.
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>

#include "holon/simulate/test/checkpoint_fixture.h"

namespace holon {
namespace {

using test::Breaker;
using test::Checkpoints;
using test::make_counting_ball;
using test::make_delays;
using test::make_van_der_pol;
using test::Record;

/// The numbers of an archive, one after the other.
struct Leaf {
  std::string name;
  char kind;
  std::size_t at;  // of its eight bytes
};

std::vector<Leaf> list_leaves(const std::string& bytes) {
  std::vector<Leaf> leaves;
  const auto whole = [&](std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return static_cast<std::size_t>(value);
  };
  for (std::size_t at = 0; at < bytes.size();) {
    const auto length = static_cast<unsigned char>(bytes[at]);
    std::string name = bytes.substr(at + 1, length);
    if (name.empty() && !leaves.empty()) name = leaves.back().name;
    const char kind = bytes[at + 1 + length];
    at += 2 + length;
    if (kind == 'd' || kind == 'i') {
      leaves.push_back({name, kind, at});
      at += 8;
    } else if (kind == 'D') {
      const std::size_t count = whole(at);
      at += 8;
      for (std::size_t k = 0; k < count; ++k, at += 8) leaves.push_back({name, 'd', at});
    } else {
      at += 8 + (kind == 't' ? whole(at) : 0);
    }
  }
  return leaves;
}

// Each number of a checkpoint replaced by others, with the checksum put right: it is refused, or
// the table comes out within the tolerance (the length of a next step, say, is nobody's business).
TEST_F(Checkpoints, AForgedNumberGivesNoWrongTable) {
  const double kWithin = 1e3 * 1e-8;
  struct Case {
    System system;
    SimulateSettings settings;
    Breaker::How how;
    std::int64_t steps;
  };
  std::vector<Case> cases;
  cases.push_back({make_delays(), {.until = 2.5, .interval = 0.1}, Breaker::How::interrupt, 20});
  cases.push_back({make_counting_ball(), {.until = 2, .checkpoint = 0.4}, Breaker::How::fail, 25});
  cases.push_back(
      {make_counting_ball(), {.until = 2, .interval = 3e-4}, Breaker::How::interrupt, 7});
  cases.push_back({make_van_der_pol(2),
                   {.until = 2, .solver = SolverMethod::cvode, .checkpoint = 0.3},
                   Breaker::How::interrupt,
                   120});
  for (const Case& c : cases) {
    SimulateSettings settings = c.settings;
    settings.engine = EngineChoice::tape;
    const Record whole = run(c.system, settings);
    const Results expected = parse_csv("whole", whole.table);
    std::filesystem::remove(file);
    Breaker breaker(c.steps, c.how);
    run(c.system, settings, &breaker);
    const Checkpoint good = read_checkpoint(file);
    const std::string table = test::read_bytes(folder / "table.csv");
    ASSERT_LT(table.size(), whole.table.size());
    int refused = 0, accepted = 0;
    for (const Leaf& leaf : list_leaves(good.state)) {
      // What the run has cost, and what it says, are no rows; pictures are not the table.
      if (leaf.name == "column" || leaf.name == "values") continue;
      for (int way = 0; way < 4; ++way) {
        Checkpoint forged = good;
        char* at = forged.state.data() + leaf.at;
        if (leaf.kind == 'd') {
          double value = 0;
          std::memcpy(&value, at, sizeof value);
          const double other[] = {1.25 * value + 0.125, -value, std::nan(""), 0};
          if (std::bit_cast<std::uint64_t>(other[way]) == std::bit_cast<std::uint64_t>(value))
            continue;
          std::memcpy(at, &other[way], sizeof value);
        } else {
          std::int64_t value = 0;
          std::memcpy(&value, at, sizeof value);
          const std::int64_t other[] = {value + 1, value - 1, -value - 7,
                                        value + 1'000'000'000'000};
          std::memcpy(at, &other[way], sizeof value);
        }
        write_checkpoint(file, forged);
        std::ofstream(folder / "table.csv", std::ios::binary | std::ios::trunc) << table;
        Record rest;
        try {
          rest = run(c.system, settings, nullptr, true);
        } catch (const InputError&) {
          ++refused;
          continue;
        }
        if (rest.summary.failed) continue;
        ++accepted;
        if (rest.table == whole.table) continue;
        const Results got = parse_csv("got", rest.table);
        SCOPED_TRACE(leaf.name + " " + std::to_string(way));
        if (!settings.interval) {  // other steps have other rows
          EXPECT_NEAR(got.values("time").back(), expected.values("time").back(), 0);
          EXPECT_NEAR(got.values("x").back(), expected.values("x").back(), kWithin);
          continue;
        }
        ASSERT_EQ(got.row_count(), expected.row_count());
        double worst = 0;
        for (std::size_t k = 0; k < got.columns().size(); ++k)
          for (std::size_t r = 0; r < got.row_count(); ++r)
            worst = std::max(worst, std::abs(got.values(k)[r] - expected.values(k)[r]));
        EXPECT_LE(worst, kWithin);
      }
    }
    EXPECT_GT(refused, accepted / 4);
  }
}

TEST_F(Checkpoints, OtherRunsAreRefusedWithWhatDiffers) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  run(make_van_der_pol(2), settings);
  SimulateSettings other = settings;
  other.tolerance = 1e-6;
  other.seed = 3;
  const std::string text = refusal(make_van_der_pol(2), other);
  EXPECT_NE(text.find("tolerance was not given and is 1e-06"), std::string::npos) << text;
  EXPECT_NE(text.find("seed was 0 and is 3"), std::string::npos) << text;
  EXPECT_NE(refusal(make_van_der_pol(3), settings).find("the equations differ"), std::string::npos);
  other = settings;
  other.until = 3;
  EXPECT_NE(refusal(make_van_der_pol(2), other).find("lies at 4 s, and the run ends at 3 s"),
            std::string::npos);
  other = settings;
  other.until = 6;
  other.engine = EngineChoice::tape;  // leaves no trace
  EXPECT_EQ(refusal(make_van_der_pol(2), other), "no refusal");
}

TEST_F(Checkpoints, BrokenFilesAreRefusedWithTheReason) {
  run(make_counting_ball(), {.until = 5, .checkpoint = 1});
  const std::string good = test::read_bytes(file);
  const auto reason = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    try {
      read_checkpoint(file);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(reason(good), "none");
  for (std::size_t size = 0; size < good.size(); size += 1 + size / 7)
    EXPECT_NE(reason(good.substr(0, size)), "none") << size;
  EXPECT_NE(reason(good.substr(0, good.size() - 1)).find("is truncated"), std::string::npos);
  for (std::size_t at = 0; at < good.size(); at += 1 + at / 13) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    EXPECT_NE(reason(bad), "none") << "byte " << at;
  }
  EXPECT_NE(reason("time,x\n0,1\n").find("is no checkpoint"), std::string::npos);
  EXPECT_NE(reason(good + "x").find("damaged"), std::string::npos);
  std::string later = good;
  later.replace(later.find(' ') + 1, 1, "9");  // "holon-checkpoint 3 …"
  EXPECT_NE(reason(later).find("form 9"), std::string::npos);
  std::filesystem::remove(file);
  EXPECT_THROW(read_checkpoint(file), InputError);
}

TEST_F(Checkpoints, ATableThatLacksRowsIsRefused) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  const System system = make_counting_ball();
  run(system, settings);
  std::filesystem::resize_file(folder / "table.csv", 300);
  EXPECT_NE(refusal(system, settings).find("lacks rows from before the checkpoint"),
            std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder / "table.csv"), 300) << "it stays as it is";
}

TEST_F(Checkpoints, ATableOfOtherRowsIsRefused) {
  const SimulateSettings settings{.until = 5, .interval = 0.01, .checkpoint = 1};
  const System system = make_counting_ball();
  run(system, settings);
  std::string text = test::read_bytes(folder / "table.csv");
  std::replace(text.begin(), text.end(), '7', '8');
  std::ofstream(folder / "table.csv", std::ios::binary) << text;
  EXPECT_NE(refusal(system, settings).find("has not written"), std::string::npos);
}

}  // namespace
}  // namespace holon
