// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Runs that the desktop's server starts, and what remains of them.
#include <chrono>
#include <csignal>

#include "holon/record/open_results.h"
#include "serve_fixture.h"

namespace holon::test {
namespace {

TEST_F(Serve, ARunHasTheBitsOfTheCommandLine) {
  DesktopClient client = open_pendulum();
  const Json started = client.call("run.start");
  ASSERT_TRUE(started.contains("run")) << started;
  const std::string run = started["run"];
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "done") << info;
  EXPECT_TRUE(client
                  .call("run.rows", {{"run", run},
                                     {"stream", "rows"},
                                     {"signals", {"pin.angle", "link.tip.position.z"}},
                                     {"points", 1000}})
                  .contains("count"));
  const DesktopClient::Binary frame = client.frames.back();
  ASSERT_EQ(frame.header["form"], "exact");
  const auto count = frame.header["count"].get<std::size_t>();
  ASSERT_EQ(count, 41U);
  ASSERT_EQ(holon("run models/pendulum.yaml -o out.h5 -q").status, 0);
  const auto results = open_results(at("out.h5"));
  const char* const names[] = {"time", "pin.angle", "link.tip.position.z"};
  for (std::size_t c = 0; c < 3; ++c) {
    const std::vector<double> values =
        results->read(static_cast<std::size_t>(results->find(names[c])));
    ASSERT_EQ(values.size(), count);
    for (std::size_t k = 0; k < count; ++k)
      EXPECT_EQ(frame.numbers[c * count + k], values[k]) << names[c] << " row " << k;
  }
  const Json exported = client.call("run.export", {{"run", run}, {"path", "mine.csv"}});
  EXPECT_EQ(exported["path"], "mine.csv") << exported;
  ASSERT_EQ(holon("run models/pendulum.yaml -o out.csv -q").status, 0);
  EXPECT_EQ(read("models/mine.csv"), read("out.csv"));
}

// The link swings between 20 and 160 deg by its weight; a moment of ten times that turns it the
// other way.
TEST_F(Serve, APersonDrivesAValueWhileTheRunLasts) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call(
      "run.start", {{"until", "1000 s"}, {"realtime", true}, {"inputs", {"pin.torque"}}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["run"] == run &&
           event["info"]["time"].get<double>() > 0.1;
  });
  client.call("run.input", {{"run", run}, {"values", {{"pin.torque", -50}}}});
  const auto angle = [&] {
    return client
        .call("run.values",
              {{"run", run}, {"time", 1e9}, {"signals", {"pin.angle"}}})["values"]["pin.angle"]
        .get<double>();
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (angle() > -0.1 && std::chrono::steady_clock::now() < end) ::usleep(20'000);
  EXPECT_LT(angle(), 0);
  client.call("run.stop", {{"run", run}});
  EXPECT_EQ(client.wait_for_run(run)["state"], "interrupted");
}

// A browser has few connections: none of them waits for a picture to be drawn.
TEST_F(Serve, PicturesAreAnnouncedWhenTheyAreDrawn) {
  const std::string cookie = "Cookie: " + log_in() + "\r\n";
  const std::string image = "/images/example/four_bar.svg";
  DesktopClient client = connect();
  const HttpReply first = http(port_, "GET " + image, cookie);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.header("Cache-Control"), "no-store");
  EXPECT_FALSE(has(first.body, "<path"));
  EXPECT_EQ(client.wait_for_event("picture")["image"], image);
  EXPECT_TRUE(has(http(port_, "GET " + image + "?v=1", cookie).body, "<path"));
}

TEST_F(Serve, ARunBeginsWithTheFinalStateOfAnother) {
  constexpr double kSameMotion = 1e-6;  // a hundred times the usual tolerance
  const auto last = [](DesktopClient& client, const std::string& run, double time) {
    return client
        .call("run.values",
              {{"run", run}, {"time", time}, {"signals", {"pin.angle"}}})["values"]["pin.angle"]
        .get<double>();
  };
  std::string whole, first;
  {
    DesktopClient client = open_pendulum();
    whole = client.call("run.start")["run"];
    client.wait_for_run(whole);
    first = client.call("run.start", {{"until", "1.1 s"}})["run"];
    EXPECT_EQ(client.wait_for_run(first)["continuable"], true);
  }
  end(SIGKILL);
  start();
  DesktopClient client = open_pendulum();
  const Json started = client.call("run.start", {{"from", first}, {"until", "0.9 s"}});
  ASSERT_TRUE(started.contains("run")) << started;
  const std::string second = started["run"];
  const Json info = client.wait_for_run(second);
  EXPECT_EQ(info["state"], "done") << info;
  EXPECT_EQ(info["from"]["run"], first);
  EXPECT_EQ(info["from"]["time"], 1.1);
  EXPECT_EQ(last(client, second, 0), last(client, first, 1.1));
  EXPECT_NEAR(last(client, second, 0.9), last(client, whole, 2), kSameMotion);
  // A table of it is made by running it again, from the same state.
  const Json exported = client.call("run.export", {{"run", second}, {"path", "b.csv"}});
  ASSERT_EQ(exported["path"], "b.csv") << exported;
  const auto results = open_results(at("models/b.csv"));
  EXPECT_EQ(results->read(static_cast<std::size_t>(results->find("pin.angle"))).back(),
            last(client, second, 0.9));

  EXPECT_EQ(client.call("run.start", {{"from", "nothing"}})["error"]["kind"], "missing");
  const std::string slow =
      client.call("run.start", {{"until", "1000 s"}, {"realtime", true}})["run"];
  EXPECT_EQ(client.call("run.start", {{"from", slow}})["error"]["kind"], "refused");
  client.call("run.stop", {{"run", slow}});
  EXPECT_EQ(client.wait_for_run(slow)["state"], "interrupted");
}

TEST_F(Serve, FollowersGetAllRowsAndARestartedServerStillHasThem) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"until", "5 s"}})["run"];
  client.wait_for_run(run);
  client.call("run.follow", {{"run", run},
                             {"stream", "curves"},
                             {"signals", {"pin.angle"}},
                             {"first", 0},
                             {"points", 20000}});
  while (client.frames.empty()) client.receive();
  const Json header = client.frames.back().header;
  EXPECT_EQ(header["first"], 0);
  EXPECT_EQ(header["last"], header["total"]);
  EXPECT_GT(header["total"].get<int>(), 2000);
  end(SIGKILL);
  start();
  DesktopClient again = open_pendulum();
  const Json runs = again.call("runs.list")["runs"];
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0]["state"], "done");
  const Json blocks = again.call(
      "run.rows", {{"run", run}, {"stream", "curves"}, {"signals", {"pin.angle"}}, {"points", 50}});
  EXPECT_EQ(blocks["form"], "blocks");
  EXPECT_EQ(blocks["total"], header["total"]);
  EXPECT_LE(blocks["count"].get<int>(), 50);
}

TEST_F(Serve, KillingARunLeavesTheServerAndTheRows) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"until", "1e6 s"}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["time"].get<double>() > 1;
  });
  const pid_t child = find_child();
  ASSERT_GT(child, 0);
  ::kill(child, SIGKILL);
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "crashed") << info;
  EXPECT_TRUE(has(info["failure"]["message"], "signal 9")) << info;
  EXPECT_GT(client
                .call("run.rows", {{"run", run},
                                   {"stream", "rows"},
                                   {"signals", {"pin.angle"}},
                                   {"points", 10}})["total"]
                .get<int>(),
            0);
}

TEST_F(Serve, RunsPauseContinueStopAndTakeOtherValues) {
  DesktopClient client = open_pendulum();
  const std::string run =
      client.call("run.start", {{"until", "1000 s"}, {"realtime", true}, {"speed", 5}})["run"];
  const auto is_state = [&](const std::string& state) {
    client.wait_for([&](const Json& event) {
      return event.value("event", "") == "run" && event["info"]["state"] == state;
    });
  };
  is_state("running");
  client.call("run.set", {{"run", run}, {"name", "m"}, {"value", 4}});
  client.call("run.pause", {{"run", run}});
  is_state("paused");
  client.call("run.resume", {{"run", run}});
  is_state("running");
  client.call("run.stop", {{"run", run}});
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "interrupted") << info;
  EXPECT_LT(info["time"].get<double>(), 900);
}

TEST_F(Serve, ARunThatReadsNoCommandsDoesNotBlockTheServer) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"until", "1e6 s"}, {"realtime", true}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["state"] == "running";
  });
  const pid_t child = find_child();
  ASSERT_GT(child, 0);
  ::kill(child, SIGSTOP);
  // Many times what a pipe holds (64 KiB), below the limit of the rate of requests.
  const std::string name(20'000, 'x');
  for (int k = 0; k < 50; ++k) client.call("run.set", {{"run", run}, {"name", name}, {"value", k}});
  EXPECT_EQ(client.call("ping"), Json::object());
  ::kill(child, SIGCONT);
  client.call("run.stop", {{"run", run}});
  EXPECT_EQ(client.wait_for_run(run)["state"], "interrupted");
}

TEST_F(Serve, ARunOfAnotherServerIsNotShownAsCrashed) {
  DesktopClient client = connect();
  ASSERT_TRUE(client.call("model.open", {{"example", "stick_slip"}}).contains("text"));
  const std::string run = client.call("run.start", {{"until", "1e7 s"}})["run"];
  client.wait_for([&](const Json& event) {
    return event.value("event", "") == "run" && event["info"]["state"] == "running";
  });
  const pid_t first = leave_running();
  start();
  DesktopClient other = connect();
  ASSERT_TRUE(other.call("model.open", {{"example", "stick_slip"}}).contains("text"));
  EXPECT_EQ(other.call("runs.list")["runs"], Json::array());
  // Its folder is in use, so a run here gets another number.
  const std::string own = other.call("run.start", {{"until", "0.1 s"}})["run"];
  EXPECT_NE(own, run);
  EXPECT_EQ(other.wait_for_run(own)["state"], "done");
  EXPECT_EQ(client.call("run.stop", {{"run", run}})["run"], run);
  EXPECT_EQ(client.wait_for_run(run)["state"], "interrupted");
  // The other server finds it when it is over, and says so.
  const auto is_listed = [&] {
    const Json runs = other.call("runs.list")["runs"];
    return std::ranges::any_of(runs, [&](const Json& each) { return each["run"] == run; });
  };
  do other.wait_for([](const Json& event) { return event.value("event", "") == "runs"; });
  while (!is_listed());
  EXPECT_EQ(other.call("runs.list")["runs"].size(), 2U);
  // What one server removes is gone in the other.
  client.call("run.remove", {{"run", run}});
  do other.wait_for([](const Json& event) { return event.value("event", "") == "runs"; });
  while (is_listed());
  end_other(first);
}

TEST_F(Serve, AFullDiskFailsTheRunAndTheEditAndNothingElse) {
  end(SIGTERM);
  largest_file_ = 256 * 1024;  // every file of this server stands for a disk that fills up
  start();
  DesktopClient client = open_pendulum();
  // 20001 rows of 6 numbers are a megabyte.
  const std::string run = client.call("run.start", {{"until", "1000 s"}})["run"];
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "failed") << info;
  EXPECT_TRUE(has(info["failure"]["message"], "cannot write")) << info;
  EXPECT_EQ(info["failure"]["advice"], "the rows recorded so far are kept");
  const Json rows = client.call(
      "run.rows", {{"run", run}, {"stream", "rows"}, {"signals", {"pin.angle"}}, {"points", 10}});
  EXPECT_GT(rows["total"].get<int>(), 256) << rows;
  const Json refused = client.call(
      "model.text", {{"revision", revision_},
                     {"text", kServedPendulum + ("# " + std::string(400'000, 'x') + "\n")}});
  ASSERT_TRUE(refused.contains("error")) << refused;
  EXPECT_TRUE(has(refused["error"]["message"], "cannot write")) << refused;
  EXPECT_EQ(read("models/pendulum.yaml"), kServedPendulum);
  // What fits is written as before.
  const Json edit =
      client.call("model.edit", {{"revision", revision_},
                                 {"label", "Mass"},
                                 {"edits", {{{"set", "parameters.m"}, {"value", "2 kg"}}}}});
  EXPECT_TRUE(edit.contains("revision")) << edit;
}

TEST_F(Serve, ARunThatCannotBeginSaysWhy) {
  DesktopClient client = open_pendulum();
  const std::string run = client.call("run.start", {{"set", {{"m", "1 s"}}}})["run"];
  const Json info = client.wait_for_run(run);
  EXPECT_EQ(info["state"], "failed");
  ASSERT_FALSE(info["findings"].empty()) << info;
  EXPECT_TRUE(has(info["findings"].dump(), "mass")) << info;
}

}  // namespace
}  // namespace holon::test
