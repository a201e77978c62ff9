"""Pictures of pages as small PNG files: a palette of 256 colours, chosen by the browser itself."""

import base64
import struct
import zlib
from pathlib import Path

from playwright.sync_api import Page

# Colours in cells of 5 bits a channel, the most frequent cells first; each by its mean.
REDUCE = """
async (encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const cells = new Map();
  const cellAt = (at) => (data[at] >> 3) << 10 | (data[at + 1] >> 3) << 5 | data[at + 2] >> 3;
  for (let at = 0; at < data.length; at += 4) {
    const key = cellAt(at);
    const cell = cells.get(key) ?? { count: 0, sum: [0, 0, 0] };
    cell.count += 1;
    for (const band of [0, 1, 2]) cell.sum[band] += data[at + band];
    cells.set(key, cell);
  }
  const kept = [...cells.values()].sort((one, other) => other.count - one.count).slice(0, 256)
    .map(({ count, sum }) => sum.map((one) => Math.round(one / count)));
  const far = (one, other) => one.reduce((sum, band, at) => sum + (band - other[at]) ** 2, 0);
  const index = new Map();
  for (const [key, { count, sum }] of cells) {
    const mean = sum.map((one) => one / count);
    let best = 0;
    kept.forEach((one, at) => { if (far(one, mean) < far(kept[best], mean)) best = at; });
    index.set(key, best);
  }
  let pixels = '';
  for (let at = 0; at < data.length; at += 4) pixels += String.fromCharCode(index.get(cellAt(at)));
  return { width: image.width, height: image.height, colours: kept, pixels: btoa(pixels) };
}
"""


def shrink(reducer: Page, picture: Path) -> None:
    """Write the file anew with a palette; `reducer` is any open page, and stays as it is."""
    found = reducer.evaluate(REDUCE, base64.b64encode(picture.read_bytes()).decode())
    width, height = int(found["width"]), int(found["height"])
    pixels = base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width))
    colours = bytes(band for colour in found["colours"] for band in colour)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", colours),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_part(*part) for part in parts))


def _part(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
