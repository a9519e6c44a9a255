// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentLess, indentMore } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  HighlightStyle,
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, type Text, Transaction } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Completion, Finding, Range } from "@holon/protocol/messages";
import { codePointOffset, unitOffset } from "../state/apply";

export interface EditorHost {
  /** The text as it is typed. */
  changed(text: string): void;
  complete(text: string, line: number, column: number): Promise<Completion | null>;
  /** Undo and redo are the server's: one history for text, form and diagram. */
  undo(): void;
  redo(): void;
}

const kColours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--token-comment)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--token-text)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--token-key)" },
  { tag: [tags.number, tags.bool], color: "var(--token-number)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--muted)" },
  { tag: [tags.labelName, tags.typeName], color: "var(--accent)" },
]);

const kLooks = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--wash)" },
  "&.cm-focused": { outline: "none" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 24%, transparent)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--paper)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "color-mix(in srgb, var(--accent) 16%, var(--paper))",
    color: "var(--ink)",
  },
  ".cm-panels": { backgroundColor: "var(--page)", color: "var(--ink)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)" },
});

/** Lines and columns of the protocol count from 1, columns in code points. */
function positionOf(doc: Text, line: number, column: number): number {
  const l = doc.line(Math.min(doc.lines, Math.max(1, line)));
  return Math.min(l.to, l.from + unitOffset(l.text, column - 1));
}

export function spanOf(doc: Text, range: Range): { from: number; to: number } {
  const from = positionOf(doc, range.line, range.column);
  const to = positionOf(doc, range.endLine, range.endColumn);
  return to > from ? { from, to } : { from, to: Math.min(doc.length, from + 1) };
}

/** The one replacement that turns a text into another: the middle where they differ. */
export function changeBetween(a: string, b: string): { from: number; to: number; insert: string } | null {
  if (a === b) return null;
  let from = 0;
  const most = Math.min(a.length, b.length);
  while (from < most && a.charCodeAt(from) === b.charCodeAt(from)) ++from;
  let end = 0;
  while (end < most - from && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) ++end;
  return { from, to: a.length - end, insert: b.slice(from, b.length - end) };
}

export class TextEditor {
  readonly view: EditorView;
  private isRemote = false;

  constructor(
    parent: HTMLElement,
    text: string,
    readOnly: boolean,
    private readonly host: EditorHost,
  ) {
    const once = (run: () => void) => () => {
      run();
      return true;
    };
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          drawSelection(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSelectionMatches(),
          bracketMatching(),
          closeBrackets(),
          indentUnit.of("  "),
          yaml(),
          syntaxHighlighting(kColours),
          kLooks,
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ "aria-label": "Text of the model", tabindex: "0" }),
          autocompletion({ override: [(context) => this.complete(context)] }),
          keymap.of([
            { key: "Mod-z", run: once(() => host.undo()), preventDefault: true },
            { key: "Mod-y", mac: "Mod-Shift-z", run: once(() => host.redo()), preventDefault: true },
            { key: "Mod-Shift-z", run: once(() => host.redo()), preventDefault: true },
            { key: "Tab", run: (view) => acceptCompletion(view) || indentMore(view) },
            { key: "Shift-Tab", run: indentLess },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...searchKeymap,
            ...foldKeymap,
            ...lintKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.isRemote) host.changed(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** The server's text; caret and scroll position stay where they are. */
  setText(text: string): void {
    const changes = changeBetween(this.text, text);
    if (!changes) return;
    this.isRemote = true;
    this.view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
    this.isRemote = false;
  }

  setFindings(findings: Finding[]): void {
    const { doc } = this.view.state;
    const diagnostics = findings
      .filter((f) => f.range && !f.file)
      .map(
        (f): Diagnostic => ({
          ...spanOf(doc, f.range!),
          severity: f.severity === "note" ? "info" : f.severity,
          message: f.suggestion ? `${f.message}\n${f.suggestion}` : f.message,
        }),
      );
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  show(line: number, column: number, endLine = line, endColumn = column): void {
    const { doc } = this.view.state;
    const from = positionOf(doc, line, column);
    const to = Math.max(from, positionOf(doc, endLine, endColumn));
    this.view.dispatch({
      selection: EditorSelection.single(from, to),
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const before = context.matchBefore(/[\w.[\]"]*/);
    if (!context.explicit && (!before || before.from === before.to)) return null;
    const text = this.text;
    const line = context.state.doc.lineAt(context.pos);
    const column = codePointOffset(line.text, context.pos - line.from) + 1;
    const answer = await this.host.complete(text, line.number, column);
    if (!answer || answer.items.length === 0 || context.aborted) return null;
    return {
      from: unitOffset(text, answer.from),
      to: unitOffset(text, answer.to),
      options: answer.items.map((item) => ({
        label: item.label,
        apply: item.insert,
        detail: item.detail,
        info: item.description,
        type: item.kind,
      })),
      validFor: /^[\w]*$/,
    };
  }
}
