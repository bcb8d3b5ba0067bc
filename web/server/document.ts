import type { DocumentKind } from '#shared/routing/route.ts';
import type { BuiltApp, PageStyle } from './built-app.ts';

export interface DocumentParts {
  kind: DocumentKind;
  /** The page's own module. */
  source: string;
  head: string;
  preloads: string;
  /** The page's markup; null for the shell alone. */
  markup: string | null;
  state: string;
}

const SHELL_WORDS =
  '<noscript><p>This page needs scripts just now. Please reload it in a moment.</p></noscript>';

type WriteDocument = (parts: DocumentParts) => Buffer;

/** Writes whole documents: all that never changes between two pages of a kind is put together once. */
export function createDocumentWriter(app: BuiltApp): WriteDocument {
  const writers = {
    reading: createKindWriter(app, 'reading'),
    app: createKindWriter(app, 'app'),
    console: createKindWriter(app, 'console'),
  };
  return (parts) => writers[parts.kind](parts);
}

function createKindWriter(app: BuiltApp, kind: DocumentKind): WriteDocument {
  const { EARLY_SCRIPT, SCRIPTS_ID, STATE_ID } = app.renderer;
  const entry = app.entries[kind];
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
    ...entry.styles.map(styleTags),
    ...fonts,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join('\n');
  const bytesOf = createAssembler(`${start}\n`);
  const stateStart = `</div>\n<script type="application/json" id="${STATE_ID}">`;
  const script = [...entry.chunks, entry.script].map(scriptTag).join('\n');
  // A page that is rendered here has its styles in the document; those of others come with their module.
  const pageStyle = kind === 'reading' ? styleTags : stylePreload;
  const stylesOf = new Map(
    [...app.pages].map(([source, { styles }]) => [source, joined(styles.map(pageStyle))]),
  );
  const scriptsOf = new Map(
    [...app.pages].map(([source, { scripts }]) => [source, joined(scripts.map(chunkLink))]),
  );
  // Nothing is painted before the scripts of a document without markup.
  const scriptTags = (tags: string, isEmpty: boolean): string =>
    isEmpty ? tags : `<template id="${SCRIPTS_ID}">\n${tags}\n</template>`;
  return ({ source, head, preloads, markup, state }) => {
    const [styles = '', chunks = ''] = [stylesOf.get(source), scriptsOf.get(source)];
    const scripts = scriptTags(chunks + script, markup === null);
    return bytesOf([
      preloads,
      head,
      `\n${styles}${scripts}\n</head>\n<body>\n<div id="root">`,
      markup ?? SHELL_WORDS,
      stateStart,
      state,
      '</script>\n</body>\n</html>\n',
    ]);
  };
}

const MAX_UTF8_BYTES_PER_UNIT = 3;

/**
 * Puts documents together that begin alike. Texts are written part by part into memory that is kept, as joining them
 * first would copy each again, and taking new memory is dear: the document alone gets some, of its own size.
 */
function createAssembler(start: string): (parts: readonly string[]) => Buffer {
  const startBytes = Buffer.byteLength(start);
  let room = Buffer.alloc(0);
  return (parts) => {
    const most = parts.reduce((sum, { length }) => sum + length, 0) * MAX_UTF8_BYTES_PER_UNIT + startBytes;
    if (room.length < most) {
      room = Buffer.allocUnsafeSlow(most);
      room.write(start);
    }
    const end = parts.reduce((at, part) => at + room.write(part, at), startBytes);
    return Buffer.from(room.subarray(0, end));
  };
}

/**
 * One script for each chunk that the entry imports, in the order of their imports: each runs in a task of its own,
 * and the page answers its reader between two.
 */
const scriptTag = (chunk: string): string =>
  `<script type="module" fetchpriority="low" src="${chunk}"></script>`;

/** Fetched together when the page starts its scripts. */
const chunkLink = (chunk: string): string => `<link rel="modulepreload" href="${chunk}" fetchpriority="low">`;

/** A disabled link is never fetched: it tells the script that the styles it names are in the page already. */
const styleTags = ({ href, css }: PageStyle): string =>
  `<style>${css}</style>\n<link rel="stylesheet" href="${href}" disabled>`;

/** Fetched early; the browser applies it when the module that needs it asks for it. */
const stylePreload = ({ href }: PageStyle): string =>
  `<link rel="preload" as="style" href="${href}" crossorigin>`;

const joined = (tags: readonly string[]): string => tags.map((tag) => `${tag}\n`).join('');
