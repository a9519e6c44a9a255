// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import "@holon/base/style/tokens.css";
import "@holon/base/style/controls.css";
import "./style/tokens.css";
import "./style/shell.css";
import "./style/gallery.css";
import { applyTheme, theme } from "@holon/base/theme";
import { createRoot } from "react-dom/client";
import { App } from "./shell/app";
import { connect } from "./state/actions";
import "./state/api";

const stored = localStorage.getItem("holon.theme");
if (stored === "light" || stored === "dark") theme.set(stored);
applyTheme();
createRoot(document.getElementById("desktop")!).render(<App />);
connect();
performance.mark("holon-desktop");
