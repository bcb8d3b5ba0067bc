/** Fragments of a compiled layout: the parts before and after the blocks, and one for each kind of block. */
const FRAGMENTS = ['head', 'heading', 'paragraph', 'button', 'note', 'table', 'foot'] as const;
export type LayoutFragments = Record<(typeof FRAGMENTS)[number], string>;

const MARKER = /<!-- block (\w+) -->/;
const INDENTATION = /\s*\n\s*/g;

/** Cuts the compiled layout at its markers. Throws when a fragment is missing. */
export function cutLayout(html: string): LayoutFragments {
  const [head = '', ...parts] = html.replaceAll(INDENTATION, '\n').split(MARKER);
  const found = new Map<string, string>([['head', head.trim()]]);
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const name = parts[index] ?? '';
    found.set(name === 'end' ? 'foot' : name, (parts[index + 1] ?? '').trim());
  }
  const fragmentOf = (name: string): string => {
    const fragment = found.get(name) ?? '';
    if (fragment === '') throw new Error(`the layout lacks ${name}`);
    return fragment;
  };
  return {
    head: fragmentOf('head'),
    heading: fragmentOf('heading'),
    paragraph: fragmentOf('paragraph'),
    button: fragmentOf('button'),
    note: fragmentOf('note'),
    table: fragmentOf('table'),
    foot: fragmentOf('foot'),
  };
}
