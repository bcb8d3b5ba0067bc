import type { BuiltApp } from './built-app.ts';

export interface DocumentParts {
  head: string;
  preloads: string;
  /** The page's markup; null for the shell alone. */
  markup: string | null;
  state: string;
}

const SHELL_WORDS =
  '<noscript><p>This page needs scripts just now. Please reload it in a moment.</p></noscript>';

/** Writes whole documents: all that never changes between two pages is put together once. */
export function createDocumentWriter(app: BuiltApp): (parts: DocumentParts) => string {
  const { EARLY_SCRIPT, STATE_ID } = app.renderer;
  const fonts = app.fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  );
  const start = [
    '<!doctype html>',
    '<html lang="en-IN">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="theme-color" content="#fbf8f2" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#171512" media="(prefers-color-scheme: dark)">',
    '<meta name="format-detection" content="telephone=no">',
    `<script>${EARLY_SCRIPT}</script>`,
    `<style>${app.css}</style>`,
    ...fonts,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join('\n');
  const script = `<script type="module" src="${app.entryScript}"></script>`;
  return ({ head, preloads, markup, state }) =>
    `${start}\n${preloads}${head}\n${script}\n</head>\n<body>\n<div id="root">${markup ?? SHELL_WORDS}</div>\n` +
    `<script type="application/json" id="${STATE_ID}">${state}</script>\n</body>\n</html>\n`;
}
