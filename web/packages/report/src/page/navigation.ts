// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h, icon } from "@holon/base/dom";
import { toggleTheme, theme } from "@holon/base/theme";

const kSun =
  "M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM8 0v2.2M8 13.8V16M0 8h2.2M13.8 8H16M2.3 2.3l1.6 1.6" +
  "M12.1 12.1l1.6 1.6M2.3 13.7l1.6-1.6M12.1 3.9l1.6-1.6";
const kMoon = "M13.5 10A6 6 0 0 1 6 2.5 6 6 0 1 0 13.5 10z";

/** Sections farther away than so many windows are jumped to: the browser need not draw all between. */
const kNear = 1.5;

/** Scrolls to a section as the reader's system wants it; the address names it afterwards. */
function scrollToSection(event: MouseEvent): void {
  const { hash } = event.currentTarget as HTMLAnchorElement;
  const target = document.getElementById(hash.slice(1));
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const near = Math.abs(target.getBoundingClientRect().top) < kNear * innerHeight;
  target.scrollIntoView({ behavior: near && !still ? "smooth" : "instant" });
  history.pushState(null, "", hash);
}

/** The bar at the top: sections, theme, keys. */
export function makeNavigation(
  title: string,
  sections: { id: string; label: string }[],
  showKeys: () => void,
): HTMLElement {
  const links = sections.map(({ id, label }) => h("a", { href: `#${id}`, onclick: scrollToSection }, label));
  const themeButton = h("button", { class: "quiet square", onclick: toggleTheme });
  const showTheme = () => {
    themeButton.replaceChildren(icon(theme.value === "dark" ? kSun : kMoon));
    themeButton.setAttribute(
      "aria-label",
      theme.value === "dark" ? "Light colours" : "Dark colours",
    );
  };
  theme.watch(showTheme);
  showTheme();

  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const link = links.find((l) => l.hash === `#${entry.target.id}`);
        if (entry.isIntersecting) link?.setAttribute("aria-current", "true");
        else link?.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-30% 0px -60% 0px" },
  );
  requestAnimationFrame(() => {
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
  });
  return h(
    "nav",
    { class: "bar", "aria-label": "Sections" },
    h("a", { class: "bar-title", href: "#top", onclick: scrollToSection }, title),
    h("div", { class: "bar-links" }, ...links),
    themeButton,
    h(
      "button",
      { class: "quiet square", onclick: showKeys, "aria-label": "Keys", title: "Keys (?)" },
      "?",
    ),
  );
}
