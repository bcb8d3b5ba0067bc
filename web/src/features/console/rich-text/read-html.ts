import { DOMParser, type Node, type Schema } from '@tiptap/pm/model';
import { isBlocky } from './element-nodes.ts';
import { parseInert } from './trusted-html.ts';

/** Elements whose text the editor puts into paragraphs, and the form of those that have no element in the stored text. */
const CONTAINERS: Readonly<Partial<Record<string, string>>> = {
  body: 'bare',
  blockquote: 'bare',
  div: 'bare',
  li: '',
  td: '',
  th: '',
  dd: '',
};

/** Parses HTML and marks its paragraphs with the form that they have in it (`form` of the node). */
export function parseForEditor(html: string): HTMLElement {
  const body = parseInert(html);
  prepare(body);
  return body;
}

/** Returns the blocks of a part of stored HTML. */
export const readBlocks = (html: string, schema: Schema): Node[] => [
  ...DOMParser.fromSchema(schema).parse(parseForEditor(html)).children,
];

function prepare(container: Element): void {
  for (const element of container.querySelectorAll('span'))
    if (element.attributes.length === 0 && isBlockyInside(element))
      element.replaceWith(...element.childNodes);
  for (const element of [container, ...container.querySelectorAll(Object.keys(CONTAINERS).join(','))]) {
    const form = CONTAINERS[element.localName];
    if (form !== undefined) wrapLines(element, form);
  }
}

const isBlockyInside = (element: Element): boolean => [...element.children].some(isBlocky);

const isBlank = (node: ChildNode): boolean =>
  node.nodeType === 3 && /^[ \t\n\r\f]*$/.test(node.nodeValue ?? '');

/** Puts text and inline elements beside blocks into paragraphs. */
function wrapLines(container: Element, form: string): void {
  const children = [...container.childNodes];
  const hasBlocks = children.some((node) => node.nodeType === 1 && isBlocky(node as Element));
  const isItem = form === '';
  // The paragraph of a `div` or `dt` without blocks is the element itself.
  if (!hasBlocks && container.localName === 'div') return;
  let line: ChildNode[] = [];
  const end = (): void => {
    const [first] = line;
    if (first !== undefined && !line.every(isBlank)) {
      const paragraph = container.ownerDocument.createElement('p');
      if (!isItem) paragraph.dataset['form'] = form;
      first.before(paragraph);
      paragraph.append(...line);
    }
    line = [];
  };
  for (const node of children) {
    if (node.nodeType !== 1 || !isBlocky(node as Element)) {
      line.push(node);
      continue;
    }
    end();
    if (isItem && (node as Element).localName === 'p') (node as HTMLElement).dataset['form'] = 'p';
    if ((node as Element).localName === 'div') (node as HTMLElement).dataset['form'] = 'div';
  }
  end();
  // An item of a list begins with a paragraph, which is empty where the stored item begins with a block.
  const first = container.firstElementChild;
  if (container.localName === 'li' && first?.matches('p, div:not(:has(*))') !== true)
    container.prepend(container.ownerDocument.createElement('p'));
  // Of a quotation whose text was removed, an empty line is left.
  if (container.localName === 'blockquote' && first === null) {
    const paragraph = container.ownerDocument.createElement('p');
    paragraph.dataset['form'] = form;
    container.append(paragraph);
  }
}
