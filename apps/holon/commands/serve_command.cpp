// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "holon/base/escape.h"
#include "holon/base/interrupt.h"
#include "holon/commands/commands.h"
#include "holon/output/terminal.h"
#include "holon/serve/desktop/desktop.h"
#include "holon/serve/runs/run_worker.h"
#include "holon/serve/web/secrets.h"
#include "holon/serve/web/web_server.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"
#include "holon/study/examples.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

constexpr int kFirstPort = 7373, kPortsToTry = 20;

/// The folder that is served, and the model in it.
serve::DesktopOptions choose_folder(const ServeArguments& arguments) {
  serve::DesktopOptions options;
  std::error_code error;
  options.ui = arguments.ui.empty() ? fs::path() : fs::absolute(arguments.ui);
  if (!options.ui.empty() && !fs::is_regular_file(options.ui / "index.html", error))
    throw CommandError("--ui-dir " + arguments.ui + ": there is no index.html in it");
  if (arguments.model.empty()) {
    options.folder = fs::canonical(fs::current_path());
    return options;
  }
  const std::string path = find_model(arguments.model);
  if (path.empty())
    throw CommandError("there is no file '" + arguments.model + "'; " +
                       suggest_model(arguments.model));
  const fs::path file = fs::canonical(path);
  options.folder = file.parent_path();
  options.model = file.filename().string();
  return options;
}

std::unique_ptr<serve::WebServer> listen(serve::Desktop& desktop, const serve::Secrets& secrets,
                                         int port) {
  for (int tried = 0;; ++tried) {
    serve::WebOptions options;
    options.port = static_cast<unsigned short>(port != 0 ? port : kFirstPort + tried);
    options.token = secrets.token;
    options.cookie = secrets.cookie;
    try {
      return std::make_unique<serve::WebServer>(options, desktop);
    } catch (const std::runtime_error&) {
      if (port != 0 || tried == kPortsToTry) throw;
    }
  }
}

/// By a page of the user's own that leads there: everybody on the machine can read the arguments of
/// processes, and the token is in the URL.
void open_browser(const std::string& url) {
  const fs::path page = serve::state_folder() / "open.html";
  serve::write_whole_file(page,
                          "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" "
                          "content=\"0;url=" +
                              url + "\"><title>Holon</title>\n",
                          true);
  const std::string target = "file://" + page.string();
  const pid_t child = fork();
  if (child != 0) return;
  for (const char* opener : {"xdg-open", "sensible-browser", "chromium", "firefox"}) {
    const std::array<char*, 3> words{const_cast<char*>(opener), const_cast<char*>(target.c_str()),
                                     nullptr};
    execvp(opener, words.data());
  }
  _exit(127);
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "host";
}

}  // namespace

int serve_command(const ServeArguments& arguments) {
  const serve::Secrets secrets = serve::load_secrets(arguments.new_token);
  // The desktop's threads use the server until they have ended.
  std::unique_ptr<serve::WebServer> server;
  serve::Desktop desktop(choose_folder(arguments));
  server = listen(desktop, secrets, arguments.port);
  try {
    desktop.attach(*server);
  } catch (const serve::RequestFault& fault) {
    throw CommandError(fault.what());
  }
  const std::string port = std::to_string(server->port());
  const std::string url = "http://127.0.0.1:" + port + "/#token=" + secrets.token;
  print("Holon serves " + shell_path(desktop.folder().string()) + "\n\n  " + url + "\n\n");
  if (arguments.is_remote)
    print("From another machine, in a terminal that stays open:\n\n  ssh -N -L " + port +
          ":127.0.0.1:" + port + " " + host_name() + "\n\nand the same URL in its browser.\n\n");
  print("Ctrl-C ends it.\n");
  std::fflush(stdout);
  const InterruptGuard guard;
  std::signal(SIGCHLD, SIG_DFL);
  if (arguments.opens) open_browser(url);
  server->repeat(std::chrono::milliseconds(50), [&] {
    if (interrupted()) server->stop();
  });
  server->run();
  print("\n");
  return kDone;
}

int run_worker_command() {
  // A thread still waits for commands: nothing is destroyed.
  std::_Exit(serve::run_worker(STDIN_FILENO, STDOUT_FILENO));
}

}  // namespace holon::app
