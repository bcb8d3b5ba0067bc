import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';

const ARIMO = dirname(createRequire(import.meta.url).resolve('@fontsource/arimo/package.json'));
/** The font that replaces the device's sans serif, so that lines break equally on every machine. */
const FACES = ['400', '700'].flatMap((weight) =>
  ['latin', 'latin-ext'].map((subset) => ({
    weight,
    range: subset === 'latin' ? 'U+0000-00FF, U+2000-206F, U+2122' : 'U+0100-1FFF, U+2070-2121, U+2123-2FFF',
    font: readFileSync(join(ARIMO, 'files', `arimo-${subset}-${weight}-normal.woff2`)).toString('base64'),
  })),
);
/** Devanagari uses the site's own font. */
const SANS = "'Vidhi Devanagari', 'Accepted Sans', sans-serif";

/** Replaces the device's sans serif by the same font on every machine. */
export async function useFixedFont(page: Page): Promise<void> {
  await page.evaluate(
    async ({ faces, sans }) => {
      const loading = faces.map(({ font, weight, range }) => {
        const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
        return new FontFace('Accepted Sans', bytes, { weight, unicodeRange: range }).load();
      });
      for (const face of await Promise.all(loading)) document.fonts.add(face);
      document.documentElement.style.setProperty('--sans', sans);
    },
    { faces: FACES, sans: SANS },
  );
}
