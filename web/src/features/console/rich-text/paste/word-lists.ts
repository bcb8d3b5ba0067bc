const PARAGRAPH = 'p[data-paste*=list-], h2[data-paste*=list-], h3[data-paste*=list-]';

interface Item {
  level: number;
  list: string;
  isOrdered: boolean;
  start: number;
  type: string | null;
}

/** Word says by its label alone whether an item is numbered, and how. */
function itemOf(paragraph: Element): Item {
  const [, list = '0', level = '1'] =
    /list-(\d+)-(\d+)/.exec(paragraph.getAttribute('data-paste') ?? '') ?? [];
  const label = paragraph.querySelector('[data-paste~=label]');
  const text = label?.textContent.replaceAll(/[\s\u00A0]/g, '') ?? '';
  label?.remove();
  const [, number = ''] = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(text) ?? [];
  const isRoman = /^[ivx]+$/i.test(number) && !/^[vx]$/i.test(number);
  const type = number === '' || /\d/.test(number) ? null : isRoman ? 'i' : 'a';
  return {
    level: Number(level),
    list,
    isOrdered: number !== '',
    start: /^\d+$/.test(number) ? Number(number) : 1,
    type: type !== null && /[A-Z]/.test(number) ? type.toUpperCase() : type,
  };
}

function createList({ isOrdered, start, type }: Item, document: Document): HTMLElement {
  const list = document.createElement(isOrdered ? 'ol' : 'ul');
  if (isOrdered && start > 1) list.setAttribute('start', String(start));
  if (type !== null) list.setAttribute('type', type);
  return list;
}

/** Makes lists of Word's paragraphs with `mso-list`, and puts nested lists of Google Docs into the items before them. */
export function convertLists(body: HTMLElement): void {
  let open: { level: number; element: HTMLElement; list: string }[] = [];
  let previous: Element | null = null;
  for (const paragraph of body.querySelectorAll(PARAGRAPH)) {
    const item = itemOf(paragraph);
    const isNext = previous !== null && follows(previous, paragraph);
    if (!isNext) open = [];
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop();
    let last = open.at(-1);
    if (last?.level === item.level && last.list !== item.list && open.length === 1) {
      open = [];
      last = undefined;
    }
    if (last === undefined || last.level < item.level) {
      const element = createList(item, paragraph.ownerDocument);
      const holder = last?.element.lastElementChild;
      if (holder === null || holder === undefined) paragraph.before(element);
      else holder.append(element);
      last = { level: item.level, element, list: item.list };
      open.push(last);
    }
    const entry = paragraph.ownerDocument.createElement('li');
    entry.append(...paragraph.childNodes);
    last.element.append(entry);
    previous = open[0]?.element ?? null;
    paragraph.remove();
  }
  for (const list of body.querySelectorAll('ul > ul, ol > ol, ul > ol, ol > ul')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
    else list.replaceWith(...list.childNodes);
  }
}

/** Returns whether nothing but white space is between two elements. */
function follows(before: Element, element: Element): boolean {
  for (let node = before.nextSibling; node !== null; node = node.nextSibling) {
    if (node === element) return true;
    if (node.nodeType === 1 || (node.nodeValue ?? '').trim() !== '') return false;
  }
  return false;
}
