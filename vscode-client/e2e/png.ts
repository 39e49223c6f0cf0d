// Small pictures and animations from screenshots: PNG with a palette, and APNG with the parts of frames that change.

import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The largest number of colours of a palette. */
const MOST = 256;

/** Pixels of three bytes each: red, green and blue. */
export interface Image {
  width: number;
  height: number;
  pixels: Buffer;
}

/** A frame of an animation, and how long it is shown. */
export interface Frame {
  image: Image;
  milliseconds: number;
}

/** The image of a screenshot: a PNG with 8 bits per channel, with or without transparency, which is ignored. */
export function decode(png: Buffer): Image {
  const header = png.subarray(16, 29);
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] ?? 0];
  const channels = { 2: 3, 6: 4 }[kind];
  if (channels === undefined || header[8] !== 8 || header[12] !== 0) throw new Error('not a PNG of a screenshot');
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) raw.copy(pixels, at * 3, at * channels, at * channels + 3);
  return { width, height, pixels };
}

/** The bytes of rows without their filters, see section 9 of the specification of PNG. */
function unfiltered(data: Buffer, length: number, rows: number, step: number): Buffer {
  const out = Buffer.alloc(length * rows);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (length + 1)] ?? 0;
    for (let at = 0; at < length; at++) {
      const here = row * length + at;
      const left = at >= step ? (out[here - step] ?? 0) : 0;
      const up = row > 0 ? (out[here - length] ?? 0) : 0;
      const corner = row > 0 && at >= step ? (out[here - length - step] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[here] = (data[row * (length + 1) + 1 + at] ?? 0) + predicted;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

/** A picture with a palette. */
export function encode(image: Image): Buffer {
  const palette = new Palette([image]);
  const all = { x: 0, y: 0, width: image.width, height: image.height };
  return Buffer.concat([SIGNATURE, head(image), chunk('PLTE', palette.bytes), chunk('IDAT', packed(image, all, palette)), chunk('IEND', Buffer.alloc(0))]);
}

/** An animation that is repeated; frames have the same size, and each one has only the part that differs from the one before. */
export function animate(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('no frames');
  const palette = new Palette(frames.map(({ image }) => image));
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  const chunks = [SIGNATURE, head(first.image), chunk('acTL', control), chunk('PLTE', palette.bytes)];
  let [number, before]: [number, Image | undefined] = [0, undefined];
  for (const { image, milliseconds } of frames) {
    const part = before === undefined ? { x: 0, y: 0, width: image.width, height: image.height } : changed(before, image);
    chunks.push(chunk('fcTL', frameControl(number++, part, milliseconds)));
    const data = packed(image, part, palette);
    if (before === undefined) {
      chunks.push(chunk('IDAT', data));
    } else {
      const order = Buffer.alloc(4);
      order.writeUInt32BE(number++, 0);
      chunks.push(chunk('fdAT', Buffer.concat([order, data])));
    }
    before = image;
  }
  return Buffer.concat([...chunks, chunk('IEND', Buffer.alloc(0))]);
}

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The rectangle in which two images differ, of at least one pixel. */
function changed(before: Image, after: Image): Part {
  let [left, top, right, bottom] = [after.width, after.height, 0, 0];
  for (let y = 0; y < after.height; y++) {
    for (let x = 0; x < after.width; x++) {
      const at = (y * after.width + x) * 3;
      if (before.pixels.compare(after.pixels, at, at + 3, at, at + 3) === 0) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  return right === 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The most frequent colours, and for each other one the nearest of them. */
class Palette {
  private readonly colours: number[];
  private readonly known = new Map<number, number>();

  constructor(images: readonly Image[]) {
    const counts = new Map<number, number>();
    for (const { pixels } of images) for (let at = 0; at < pixels.length; at += 3) counts.set(colourAt(pixels, at), (counts.get(colourAt(pixels, at)) ?? 0) + 1);
    this.colours = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST).map(([colour]) => colour);
    this.colours.forEach((colour, index) => this.known.set(colour, index));
  }

  get bytes(): Buffer {
    return Buffer.from(this.colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  }

  index(colour: number): number {
    let found = this.known.get(colour);
    if (found === undefined) {
      const distances = this.colours.map((each) => distance(each, colour));
      found = distances.indexOf(Math.min(...distances));
      this.known.set(colour, found);
    }
    return found;
  }
}

function colourAt(pixels: Buffer, at: number): number {
  return pixels.readUIntBE(at, 3);
}

function distance(one: number, other: number): number {
  return [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
}

/** The compressed rows of a part of an image, as indices of a palette. */
function packed({ width, pixels }: Image, part: Part, palette: Palette): Buffer {
  const rows = Buffer.alloc((part.width + 1) * part.height);
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) rows[y * (part.width + 1) + 1 + x] = palette.index(colourAt(pixels, ((part.y + y) * width + part.x + x) * 3));
  }
  return deflateSync(rows, { level: 9, memLevel: 9 });
}

function head({ width, height }: Image): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 3, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

function frameControl(number: number, { x, y, width, height }: Part, milliseconds: number): Buffer {
  const data = Buffer.alloc(26);
  [number, width, height, x, y].forEach((value, at) => data.writeUInt32BE(value, at * 4));
  data.writeUInt16BE(milliseconds, 20);
  data.writeUInt16BE(1000, 22);
  return data;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length, 0);
  sum.writeUInt32BE(crc(body), 0);
  return Buffer.concat([length, body, sum]);
}

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc(data: Buffer): number {
  let value = 0xffffffff;
  for (const byte of data) value = (TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
