// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Who may talk to the server: a browser of this user, on a page of this server.
namespace holon::serve {

/// No script but those of the bundle is run, whatever names and titles contain.
inline constexpr const char* kDesktopPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: "
    "blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A report is a page of its own with scripts in it, which reach neither cookie nor socket.
inline constexpr const char* kReportPolicy =
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action "
    "'none'; frame-ancestors 'self'";
/// An image may animate itself, and nothing else.
inline constexpr const char* kImagePolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
inline constexpr const char* kEmptyPolicy = "default-src 'none'; frame-ancestors 'none'";

/// Whether the header Host names this server: a foreign name may resolve to 127.0.0.1.
bool is_own_host(std::string_view host, unsigned short port);
/// Whether a request comes from a page of this server.
bool is_own_origin(std::string_view origin, unsigned short port);

/// The value of a cookie in the header Cookie; empty where it is missing.
std::string find_cookie(std::string_view header, std::string_view name);

/// A path with %41 decoded; empty for one that is malformed or that contains a NUL, a backslash or
/// a segment "..".
std::string decode_path(std::string_view target);

}  // namespace holon::serve
