// The HTML that texts of editors may have: the sanitizer removes all else, and the editor of the console builds its schema from it.

const words = (line: string): readonly string[] => line.split(' ');

/** Elements of blocks, which a paragraph cannot contain. */
const BLOCK_TAGS = words(
  'p hr h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div figure figcaption iframe table caption thead tbody tfoot tr th td',
);

/** Elements within a line of text. */
const INLINE_TAGS = words('br span strong b em i u s del ins sub sup small mark code q cite abbr time a img');

const CELL_ATTRIBUTES = words('colspan rowspan scope');

const GLOBAL_ATTRIBUTES = words('lang dir id');

/** Attributes that some elements may have in addition to the global ones. */
const TAG_ATTRIBUTES: Readonly<Partial<Record<string, readonly string[]>>> = {
  a: words('href title rel target'),
  img: words('src alt title width height'),
  iframe: words('src title width height allowfullscreen loading referrerpolicy'),
  ol: words('start reversed type'),
  th: CELL_ATTRIBUTES,
  td: CELL_ATTRIBUTES,
  abbr: ['title'],
  time: ['datetime'],
  blockquote: ['cite'],
  q: ['cite'],
};

/**
 * Tags, attributes and classes of stored HTML. Increment `HTML_VERSION` of the sanitizer with every change; the editor follows
 * by itself where an element needs no behaviour of its own.
 */
export const CONTENT_HTML = {
  blockTags: BLOCK_TAGS,
  inlineTags: INLINE_TAGS,
  globalAttributes: GLOBAL_ATTRIBUTES,
  tagAttributes: TAG_ATTRIBUTES,
  classes: words('align-center align-right align-justify'),
  linkSchemes: words('http https mailto tel'),
  /** Elements without content. */
  voidTags: words('br hr img'),
  /** The only frames are those of this player. */
  frameSource: 'https://www.youtube-nocookie.com/embed/',
} as const;

/** Attributes of an element that stored HTML may have, but for `class`. */
export const contentAttributes = (tag: string): readonly string[] => [
  ...GLOBAL_ATTRIBUTES,
  ...(TAG_ATTRIBUTES[tag] ?? []),
];
