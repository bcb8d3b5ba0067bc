// Draws the pictures of the installed site from public/icon.svg. Their result is in the repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const publicDir = fileURLToPath(new URL('../public', import.meta.url));
const drawing = readFileSync(join(publicDir, 'icon.svg'), 'utf8');
const GROUND = '#7a1f1f';
const DRAWN_SIZE = 64;

/** Draws an icon. A launcher may cut a maskable icon to a circle of four fifths: the drawing keeps within. */
async function draw(name, size, { isMaskable = false } = {}) {
  const inner = Math.round(isMaskable ? size * 0.7 : size);
  const edge = (size - inner) / 2;
  await sharp(Buffer.from(drawing), { density: (72 * inner) / DRAWN_SIZE })
    .resize(inner, inner)
    .extend({
      top: Math.floor(edge),
      bottom: Math.ceil(edge),
      left: Math.floor(edge),
      right: Math.ceil(edge),
      background: GROUND,
    })
    .flatten(isMaskable ? { background: GROUND } : false)
    .png({ palette: true })
    .toFile(join(publicDir, name));
}

await draw('icon-192.png', 192);
await draw('icon-512.png', 512);
await draw('icon-maskable-512.png', 512, { isMaskable: true });
await draw('apple-touch-icon.png', 180, { isMaskable: true });
