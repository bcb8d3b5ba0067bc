/** Ids of a footnote and of its reference in stored HTML; the sanitizer leaves ids that begin like them. */
export const noteId = (number: number): string => `t-fn${number}`;
export const noteReferenceId = (number: number): string => `t-fnref${number}`;

const escapeId = (id: string): string => id.replaceAll(/["\\]/g, '\\$&');

/** Turns footnotes of Word and Google Docs into the form of the editor: references in the text, and one list at its end. */
export function convertNotes(body: HTMLElement): void {
  const references = [...body.querySelectorAll('a[href^="#"]')].filter(
    (link) => link.id !== '' && /ref/i.test(link.id) && !/ref/i.test(link.getAttribute('href') ?? ''),
  );
  const list = body.ownerDocument.createElement('ol');
  for (const reference of references) {
    const back = body.querySelector(`[id="${escapeId(reference.getAttribute('href')?.slice(1) ?? '')}"]`);
    const text = back?.closest('p, li, div');
    if (text === null || text === undefined || text.contains(reference)) continue;
    const number = list.childElementCount + 1;
    const note = body.ownerDocument.createElement('li');
    note.id = noteId(number);
    if (back !== null && back.matches('a')) back.remove();
    note.append(...text.childNodes, ' ');
    trimStart(note);
    note.append(createLink(body.ownerDocument, `#${noteReferenceId(number)}`, '↩'));
    list.append(note);
    const holder = text.closest('[data-paste~=notes] > div') ?? text;
    holder.remove();
    const sup = body.ownerDocument.createElement('sup');
    const link = createLink(body.ownerDocument, `#${noteId(number)}`, String(number));
    link.id = noteReferenceId(number);
    sup.append(link);
    (reference.closest('sup') ?? reference).replaceWith(sup);
  }
  for (const rest of body.querySelectorAll('[data-paste~=notes]')) rest.remove();
  if (list.childElementCount > 0) body.append(list);
}

function createLink(document: Document, href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  link.textContent = text;
  return link;
}

function trimStart(element: Element): void {
  const first = element.firstChild;
  if (first?.nodeType === 3) first.nodeValue = first.nodeValue?.replace(/^[\s\u00A0]+/, '') ?? '';
}
