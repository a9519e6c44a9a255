// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { GalleryItem } from "@holon/protocol/messages";
import { useMemo, useState } from "react";
import { openModel } from "../state/actions";
import { desk, setDesk, useDesk } from "../state/store";
import { Icon } from "./glyphs";
import { ThemeButton } from "./top_bar";

/** The start: new from a template, recent files and those of the folder, the examples. */
export function Gallery() {
  const gallery = useDesk((s) => s.gallery);
  const hello = useDesk((s) => s.hello);
  const model = useDesk((s) => s.model);
  const status = useDesk((s) => s.status);
  const [search, setSearch] = useState("");
  const [topic, setTopic] = useState("");
  const topics = useMemo(
    () => [...new Set((gallery?.examples ?? []).flatMap((e) => e.topics))].sort(),
    [gallery],
  );
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (gallery?.examples ?? []).filter(
    (item) =>
      (!topic || item.topics.includes(topic)) &&
      words.every((w) => `${item.name} ${item.title} ${item.line}`.toLowerCase().includes(w)),
  );
  return (
    <div className="gallery">
      <header className="gallery-head">
        <Mark />
        <h1>Holon</h1>
        <span className="gallery-program">{hello?.program}</span>
        {model && (
          <button onClick={() => setDesk({ page: "desk" })}>
            Back to {model.title || model.path}
          </button>
        )}
        <span className="grow" />
        <button className="quiet" onClick={() => setDesk({ overlay: { kind: "help" } })} title="Keys and help (?)">
          Keys
        </button>
        <ThemeButton />
      </header>
      <main className="gallery-body">
        <div className="gallery-side">
          <section aria-labelledby="gallery-new">
            <h2 id="gallery-new">New model</h2>
            <ul className="plain templates">
              {gallery?.templates.map((item) => (
                <li key={item.name}>
                  <button className="card-row" onClick={() => newFromTemplate(item)}>
                    <Icon name="plus" />
                    <span>
                      <b>{item.title}</b>
                      <small>{item.line}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
          {gallery && gallery.recent.length > 0 && (
            <section aria-labelledby="gallery-recent">
              <h2 id="gallery-recent">Recent</h2>
              <ul className="plain">
                {gallery.recent.map((item) => (
                  <li key={item.path}>
                    <button
                      className="card-row"
                      disabled={!item.available}
                      onClick={() => void openModel({ path: item.path })}
                    >
                      <Icon name="file" />
                      <span>
                        <b>{item.title || item.path}</b>
                        <small>{item.available ? item.path : `${item.path} (not in this folder)`}</small>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="gallery-folder">
            <h2 id="gallery-folder">
              Folder <small>{gallery?.folder}</small>
            </h2>
            {gallery && gallery.files.filter((f) => f.kind === "model").length === 0 && (
              <p className="muted">No models in this folder yet.</p>
            )}
            <ul className="plain">
              {gallery?.files
                .filter((f) => f.kind === "model")
                .map((item) => (
                  <li key={item.path}>
                    <button className="card-row" onClick={() => void openModel({ path: item.path })}>
                      <Icon name="file" />
                      <span>
                        <b>{item.title || item.path}</b>
                        <small>{item.path}</small>
                      </span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        </div>
        <section className="gallery-examples" aria-labelledby="gallery-examples">
          <div className="gallery-tools">
            <h2 id="gallery-examples">Examples</h2>
            <input
              type="search"
              placeholder="Search the examples"
              aria-label="Search the examples"
              value={search}
              onChange={(e) => setSearch(e.target.value)}
            />
            <div className="chips" role="group" aria-label="Topics">
              {["", ...topics].map((t) => (
                <button key={t} className="chip" aria-pressed={topic === t} onClick={() => setTopic(t)}>
                  {t || "all"}
                </button>
              ))}
            </div>
          </div>
          {!gallery && status === "open" && <p className="muted">Reading the examples…</p>}
          {gallery && shown.length === 0 && (
            <p className="muted">
              {gallery.examples.length === 0
                ? "No examples are installed with this program."
                : "No example matches."}
            </p>
          )}
          <ul className="plain cards">
            {shown.map((item) => (
              <li key={item.name}>
                <button
                  className="card"
                  onClick={() => void openModel({ example: item.name })}
                >
                  <Picture item={item} />
                  <b>{item.title}</b>
                  <small>{item.line}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}

function Picture({ item }: { item: GalleryItem }) {
  const [failed, setFailed] = useState(false);
  const drawn = useDesk((s) => s.pictures[item.image ?? ""] ?? 0);
  const isLost = useDesk((s) => s.lostPictures.has(item.image ?? ""));
  return (
    <span className="card-picture">
      {item.image && !failed && !isLost ? (
        <img src={drawn > 0 ? `${item.image}?v=${drawn}` : item.image} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
      ) : (
        <Mark />
      )}
    </span>
  );
}

/** A holon: at once a whole and a part. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <circle cx="12" cy="8.200" r="4.600" />
      <circle cx="12" cy="17" r="2.200" className="mark-dot" />
    </svg>
  );
}

function newFromTemplate(item: GalleryItem): void {
  const taken = new Set(desk().gallery?.files.map((f) => f.path));
  let value = `${item.name}.yaml`;
  for (let k = 2; taken.has(value); ++k) value = `${item.name}_${k}.yaml`;
  setDesk({
    overlay: {
      kind: "ask",
      title: `File of the new model (${item.title})`,
      value,
      action: "Create",
      done: (name) => {
        if (!name) return;
        const as = /\.ya?ml$/.test(name) ? name : `${name}.yaml`;
        void openModel({ template: item.name, as });
      },
    },
  });
}

