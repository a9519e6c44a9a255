// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Examples, folders and files to open.

export interface GalleryItem {
  /** For `model.open`. */
  name: string;
  title: string;
  /** The first comment, or what it consists of: one line. */
  line: string;
  /** URL of an SVG image (same origin), "/images/example/four_bar.svg"; absent where there is none. */
  image?: string;
  /** "mechanics", "hydraulics", "navigation", "estimation", "control", "bond graphs", "energies". */
  topics: string[];
}

export interface FolderItem {
  /** Relative to the folder. */
  path: string;
  kind: "model" | "folder" | "data";
  title?: string;
  /** [s] since 1970, of its last change. */
  changed: number;
}

export interface RecentItem {
  path: string;
  title: string;
  /** Whether it is within the server's folder and exists. */
  available: boolean;
}

export interface Gallery {
  /** Shown name of the folder that the server serves. */
  folder: string;
  examples: GalleryItem[];
  templates: GalleryItem[];
  recent: RecentItem[];
  files: FolderItem[];
  /** The user's own parts, for all of his models; absent with an older server. */
  library?: FolderItem[];
}
