import { Mark, Node, type Attributes, type Extensions } from '@tiptap/core';
import { CONTENT_HTML, contentAttributes } from '@vidhi/contracts/content-html.ts';

/** Behaviour of an element in the editor, beyond its name and attributes. */
interface NodeBehaviour {
  name: string;
  tag: string;
  /** Elements that are parsed as this node; that of the tag alone where left out. */
  tags?: readonly string[];
  group?: string;
  content?: string;
  marks?: string;
  inline?: boolean;
  atom?: boolean;
  code?: boolean;
  isolating?: boolean;
  defining?: boolean;
  /** Attributes that are not of the element. */
  own?: Attributes;
  /** Returns whether an element is this node. */
  accepts?: (element: HTMLElement) => boolean;
  /** Context (ProseMirror) in which alone an element is this node. */
  context?: string;
  /** Priority of its parse rule among those for the same element. */
  rulePriority?: number;
  /** An element within it whose text is not part of its content. */
  ignores?: string;
  /** A role in tables (`prosemirror-tables`). */
  tableRole?: 'table' | 'row' | 'cell' | 'header_cell';
}

const BLOCK_SELECTOR = CONTENT_HTML.blockTags.join(',');

/** Returns whether an element is, or contains, a block. */
export const isBlocky = (element: Element): boolean =>
  element.matches(BLOCK_SELECTOR) || element.querySelector(BLOCK_SELECTOR) !== null;

const hasBlocks = (element: Element): boolean => element.querySelector(BLOCK_SELECTOR) !== null;

const classOf = (element: HTMLElement): string | null => {
  const known = [...element.classList].filter((name) => CONTENT_HTML.classes.includes(name));
  return known.length === 0 ? null : known.join(' ');
};

/** Attributes of an element as those of a node or mark: null where it has none. */
function attributesOf(tag: string): Attributes {
  const names = [...contentAttributes(tag), 'class'];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        default: null,
        // A paragraph that is split has one target of footnotes, not two.
        keepOnSplit: name !== 'id',
        parseHTML: (element: HTMLElement) =>
          name === 'class' ? classOf(element) : element.getAttribute(name),
        renderHTML: (values: Record<string, unknown>) =>
          typeof values[name] === 'string' ? { [name]: values[name] } : {},
      },
    ]),
  );
}

const span = (name: 'colspan' | 'rowspan'): Attributes => ({
  [name]: {
    default: 1,
    parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
    renderHTML: (values: Record<string, unknown>) =>
      Number(values[name]) > 1 ? { [name]: String(values[name]) } : {},
  },
});
/** `prosemirror-tables` needs the attribute; widths are not stored. */
const CELL: Attributes = {
  ...span('colspan'),
  ...span('rowspan'),
  colwidth: { default: null, rendered: false },
};

/** An attribute of the editor's own, which `readHtml` writes into the markup before it is parsed. */
const internal = (name: string): Attributes => ({
  [name]: {
    default: null,
    keepOnSplit: false,
    parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
    renderHTML: (values: Record<string, unknown>) =>
      typeof values[name] === 'string' ? { [`data-${name}`]: values[name] } : {},
  },
});

/** Section of a row in its table: `head`, `foot`, or the body without a value. */
const section: Attributes = {
  section: {
    default: null,
    parseHTML: (element: HTMLElement) =>
      ({ THEAD: 'head', TFOOT: 'foot' })[element.parentElement?.tagName ?? ''] ?? null,
    renderHTML: (values: Record<string, unknown>) =>
      typeof values['section'] === 'string' ? { 'data-section': values['section'] } : {},
  },
};

const caption: Attributes = {
  caption: {
    default: null,
    parseHTML: (element: HTMLElement) =>
      element.querySelector(':scope > caption')?.textContent?.trim() || null,
    rendered: false,
  },
};

const HEADINGS = CONTENT_HTML.blockTags.filter((tag) => /^h\d$/.test(tag));

/** The nodes of the editor. The rows of tables have sections instead of elements around them. */
export const NODES: readonly NodeBehaviour[] = [
  {
    name: 'paragraph',
    tag: 'p',
    tags: ['p', 'div'],
    group: 'block',
    content: 'inline*',
    own: internal('form'),
    accepts: (element) => element.localName === 'p' || !hasBlocks(element),
  },
  ...HEADINGS.map((tag): NodeBehaviour => ({
    name: tag,
    tag,
    tags: tag === 'h2' ? ['h1', 'h2'] : [tag],
    group: 'block',
    content: 'inline*',
    defining: true,
  })),
  { name: 'bulletList', tag: 'ul', group: 'block list', content: 'listItem+' },
  { name: 'orderedList', tag: 'ol', group: 'block list', content: 'listItem+' },
  { name: 'listItem', tag: 'li', content: 'paragraph block*', defining: true },
  { name: 'descriptionList', tag: 'dl', group: 'block', content: '(term | description)+' },
  { name: 'term', tag: 'dt', content: 'inline*', defining: true },
  { name: 'description', tag: 'dd', content: 'block+', defining: true },
  { name: 'blockquote', tag: 'blockquote', group: 'block', content: 'block+', defining: true },
  { name: 'preformatted', tag: 'pre', group: 'block', content: 'inline*', code: true, defining: true },
  { name: 'division', tag: 'div', group: 'block', content: 'block+', accepts: hasBlocks, defining: true },
  { name: 'rule', tag: 'hr', group: 'block', atom: true },
  {
    name: 'figure',
    tag: 'figure',
    group: 'block',
    content: '(figureImage | youtube | table | figcaption)+',
    marks: '_',
    isolating: true,
  },
  { name: 'figcaption', tag: 'figcaption', content: 'inline*', isolating: true },
  { name: 'figureImage', tag: 'img', atom: true, context: 'figure/', rulePriority: 60 },
  { name: 'image', tag: 'img', group: 'inline', inline: true, atom: true },
  { name: 'youtube', tag: 'iframe', group: 'block', atom: true },
  {
    name: 'table',
    tag: 'table',
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    own: caption,
    ignores: 'caption',
    tableRole: 'table',
  },
  { name: 'tableRow', tag: 'tr', content: '(tableCell | tableHeader)*', own: section, tableRole: 'row' },
  { name: 'tableCell', tag: 'td', content: 'block+', isolating: true, own: CELL, tableRole: 'cell' },
  { name: 'tableHeader', tag: 'th', content: 'block+', isolating: true, own: CELL, tableRole: 'header_cell' },
  { name: 'hardBreak', tag: 'br', group: 'inline', inline: true },
  {
    name: 'anchor',
    tag: 'a',
    group: 'inline',
    inline: true,
    atom: true,
    accepts: (element) => element.childNodes.length === 0 && element.hasAttribute('id'),
    rulePriority: 60,
  },
];

/** Elements of tables that nodes have as attributes. */
export const ATTRIBUTE_TAGS: readonly string[] = ['caption', 'thead', 'tbody', 'tfoot'];

/** Names of the nodes whose paragraphs have no element of their own. */
export const ITEM_NODES: ReadonlySet<string> = new Set([
  'listItem',
  'tableCell',
  'tableHeader',
  'description',
]);

/** Inline elements that are marks, the outermost first, each with the elements that mean the same. */
export const MARKS: readonly { name: string; tags: readonly string[] }[] = [
  'a',
  'span',
  'q',
  'cite',
  'abbr',
  'time',
  'ins',
  'del',
  'mark',
  'small',
  'sup',
  'sub',
  'strong',
  'em',
  'u',
  's',
  'code',
].map((name) => ({ name, tags: name === 'strong' ? ['strong', 'b'] : name === 'em' ? ['em', 'i'] : [name] }));

/** Allowed inline elements that are not declared above become marks. */
const named = new Set([...MARKS.flatMap(({ tags }) => tags), ...CONTENT_HTML.voidTags]);
const ALL_MARKS = [
  ...MARKS,
  ...CONTENT_HTML.inlineTags.filter((tag) => !named.has(tag)).map((tag) => ({ name: tag, tags: [tag] })),
];

/** Marks that do not grow when somebody types at their end. */
const CLOSED: ReadonlySet<string> = new Set(['a', 'sup', 'sub', 'abbr', 'time', 'code']);

function markExtension({ name, tags }: (typeof MARKS)[number]) {
  return Mark.create({
    name,
    inclusive: !CLOSED.has(name),
    addAttributes: () => attributesOf(name),
    parseHTML: () =>
      tags.map((tag) => ({
        tag,
        getAttrs: (element: HTMLElement) =>
          (tag !== 'span' || element.attributes.length > 0) && (tag !== 'a' || element.childNodes.length > 0)
            ? null
            : false,
      })),
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });
}

function nodeExtension(behaviour: NodeBehaviour) {
  const {
    name,
    tag,
    tags = [tag],
    own = {},
    accepts,
    context,
    ignores,
    tableRole,
    rulePriority,
    ...spec
  } = behaviour;
  const { group, content, marks, inline, atom, code, isolating, defining } = spec;
  const isLeaf = content === undefined;
  return Node.create({
    name,
    // The first block of the schema is the one that the editor makes by itself.
    ...(name === 'paragraph' ? { priority: 1_000 } : {}),
    ...(group === undefined ? {} : { group }),
    ...(content === undefined ? {} : { content }),
    ...(marks === undefined ? {} : { marks }),
    ...(inline === undefined ? {} : { inline }),
    ...(atom === undefined ? {} : { atom }),
    ...(code === undefined ? {} : { code }),
    ...(isolating === undefined ? {} : { isolating }),
    ...(defining === undefined ? {} : { defining }),
    // A line break is no object that is selected by itself.
    selectable: name !== 'hardBreak' && isLeaf,
    draggable: isLeaf && inline !== true,
    ...(code === true ? { whitespace: 'pre' as const } : {}),
    addAttributes: () => ({ ...attributesOf(tag), ...own }),
    parseHTML: () => [
      ...tags.map((one) => ({
        tag: one,
        ...(context === undefined ? {} : { context }),
        ...(rulePriority === undefined ? {} : { priority: rulePriority }),
        ...(code === true ? { preserveWhitespace: 'full' as const } : {}),
        getAttrs: (element: HTMLElement) => (accepts === undefined || accepts(element) ? null : false),
      })),
      ...(ignores === undefined ? [] : [{ tag: ignores, ignore: true }]),
    ],
    renderHTML: ({ HTMLAttributes }) => (isLeaf ? [tag, HTMLAttributes] : [tag, HTMLAttributes, 0]),
    ...(tableRole === undefined
      ? {}
      : { extendNodeSchema: (one: { name: string }) => (one.name === name ? { tableRole } : {}) }),
  });
}

/** A block that the editor cannot show as text without a loss; it is stored as it was. */
export const RAW_BLOCK = 'rawBlock';

const rawBlock = Node.create({
  name: RAW_BLOCK,
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-raw') ?? '',
      renderHTML: (values: Record<string, unknown>) => ({ 'data-raw': String(values['html']) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-raw]', priority: 2_000 }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
});

/** The schema of stored HTML as extensions: every element of the allow-list, and `rawBlock`. */
export const elementExtensions = (): Extensions => [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  Node.create({ name: 'text', group: 'inline' }),
  ...NODES.map(nodeExtension),
  ...ALL_MARKS.map(markExtension),
  rawBlock,
];
