// Reads PNG files of 8 bits per channel, without interlacing: enough to look at the pixels of a picture.

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

const SIGNATURE = '89504e470d0a1a0a';
/** The channels of each colour type: RGB and RGBA. */
const CHANNELS = { 2: 3, 6: 4 };

/** The size of a picture, and `count`, which tells how many pixels have a colour such as `#a32a1e`. */
export function readPng(file) {
  assert.equal(file.subarray(0, 8).toString('hex'), SIGNATURE);
  const [header] = chunks(file, 'IHDR');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS[header[9]];
  assert.deepEqual([header[8], header[12]], [8, 0], 'bits per channel and interlacing');
  assert.ok(channels, `colour type ${header[9]}`);
  const rows = unfiltered(inflateSync(Buffer.concat(chunks(file, 'IDAT'))), width * channels, height, channels);
  const count = (colour) => {
    const wanted = Buffer.from(colour.slice(1), 'hex');
    let found = 0;
    for (let at = 0; at < rows.length; at += channels) if (wanted.equals(rows.subarray(at, at + 3))) found += 1;
    return found;
  };
  return { width, height, count };
}

/** The contents of the chunks of a kind. */
function chunks(file, kind) {
  const found = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === kind) found.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

/** The bytes of the pixels: each row begins with the number of the filter that was applied to it. */
function unfiltered(data, length, height, step) {
  const rows = Buffer.alloc(length * height);
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (length + 1)];
    for (let column = 0; column < length; column += 1) {
      const at = row * length + column;
      const left = column >= step ? rows[at - step] : 0;
      const above = row > 0 ? rows[at - length] : 0;
      const corner = column >= step && row > 0 ? rows[at - length - step] : 0;
      const predicted = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter];
      rows[at] = data[row * (length + 1) + 1 + column] + predicted;
    }
  }
  return rows;
}

/** The neighbour that is nearest to what the three make probable. */
function nearest(left, above, corner) {
  const probable = left + above - corner;
  return [left, above, corner].reduce((best, value) => (Math.abs(probable - value) < Math.abs(probable - best) ? value : best));
}
