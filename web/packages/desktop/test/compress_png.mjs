// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// node compress_png.mjs IN OUT: a screenshot with a palette of 256 colours, a half to a third of its size.

import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync, inflateSync } from "node:zlib";

const kColours = 256;

/** Rows of RGB or RGBA with 8 bits a channel, as browsers write them. */
function decode(file) {
  const bytes = readFileSync(file);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[bytes[25]];
  if (bytes[24] !== 8 || !channels || bytes[28] !== 0) throw new Error(`${file}: not as browsers write images`);
  const parts = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  const paeth = (a, b, c) => {
    const [p, q, r] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return p <= q && p <= r ? a : q <= r ? b : c;
  };
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
    }
  }
  const colours = new Uint32Array(width * height);
  for (let k = 0; k < colours.length; ++k) {
    colours[k] = (pixels[k * channels] << 16) | (pixels[k * channels + 1] << 8) | pixels[k * channels + 2];
  }
  return { width, height, colours };
}

/** The check sum of PNG; node 18 has none. */
function crcOf(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; ++k) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const channel = (colour, shift) => (colour >> shift) & 255;
const distance = (a, b) => [16, 8, 0].reduce((sum, s) => sum + (channel(a, s) - channel(b, s)) ** 2, 0);

/** Median cut: the box that varies most is halved, until there are enough. */
function paletteOf(counts) {
  const make = (colours) => {
    const ranges = [16, 8, 0].map((s) => {
      const values = colours.map(([c]) => channel(c, s));
      return [s, Math.max(...values) - Math.min(...values)];
    });
    const [shift, range] = ranges.reduce((a, b) => (b[1] > a[1] ? b : a));
    const weight = colours.reduce((sum, [, n]) => sum + n, 0);
    return { colours, shift, score: range * Math.sqrt(weight), weight };
  };
  const boxes = [make([...counts])];
  while (boxes.length < kColours) {
    boxes.sort((a, b) => b.score - a.score);
    const { colours, shift, score, weight } = boxes[0];
    if (score === 0) break;
    colours.sort((a, b) => channel(a[0], shift) - channel(b[0], shift));
    let [cut, passed] = [0, 0];
    while (cut < colours.length - 1 && (cut === 0 || passed < weight / 2)) passed += colours[cut++][1];
    boxes.splice(0, 1, make(colours.slice(0, cut)), make(colours.slice(cut)));
  }
  // The most frequent one of a box: flat areas keep their colour.
  return boxes.map(({ colours }) => colours.reduce((a, b) => (b[1] > a[1] ? b : a))[0]);
}

function encode({ width, height, colours }) {
  const counts = new Map();
  for (const c of colours) counts.set(c, (counts.get(c) ?? 0) + 1);
  const palette = paletteOf(counts);
  const nearest = new Map();
  for (const c of counts.keys()) {
    nearest.set(c, palette.reduce((best, p, k) => (distance(c, p) < distance(c, palette[best]) ? k : best), 0));
  }
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = nearest.get(colours[y * width + x]);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crcOf(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((c) => [channel(c, 16), channel(c, 8), channel(c, 0)]))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const [from, to] = process.argv.slice(2);
writeFileSync(to, encode(decode(from)));
