import { CONTENT_HTML, contentAttributes } from '@vidhi/contracts/content-html.ts';

interface HtmlPolicy {
  createHTML(html: string): string;
}
interface WithTrustedTypes {
  trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy };
}

let policy: HtmlPolicy | undefined;

/** Marks HTML for parsers of inert documents, in which nothing runs; the name of the policy is in the security policy. */
function trusted(html: string): string {
  const rules: HtmlPolicy = { createHTML: (text) => text };
  policy ??= (window as WithTrustedTypes).trustedTypes?.createPolicy('vidhi-rich-text', rules) ?? rules;
  return policy.createHTML(html);
}

/**
 * Parses HTML into a document without a window: no script runs and nothing is requested. Style attributes are violations of the
 * security policy even there, so only stored HTML and what `cleanPastedHtml` returns may be passed.
 */
export function parseInert(html: string): HTMLElement {
  return new DOMParser().parseFromString(trusted(`<body>${html}</body>`), 'text/html').body;
}

const TAGS = new Set([...CONTENT_HTML.blockTags, ...CONTENT_HTML.inlineTags]);
const LINK = new RegExp(`^(?:(?:${CONTENT_HTML.linkSchemes.join('|')}):|[/#?])`, 'i');

/** Returns whether a link, or the source of a picture, may be in stored HTML. */
export const isSafeAddress = (address: string): boolean => LINK.test(address) && !/^\/[/\\]/.test(address);

/** Copies what stored HTML may have into a document in which it is shown; frames and pictures that may not be become texts. */
export function showableContent(
  source: Node,
  document: Document,
  mayShowPicture: (source: string) => boolean,
): DocumentFragment {
  const shown = document.createDocumentFragment();
  for (const child of source.childNodes) {
    if (child.nodeType === 1) {
      const element = child as Element;
      const tag = element.localName;
      if (tag === 'iframe') shown.append(`Video: ${element.getAttribute('title') ?? 'YouTube'}`);
      else if (tag === 'img' && !mayShowPicture(element.getAttribute('src') ?? ''))
        shown.append(`Picture: ${element.getAttribute('alt') ?? ''}`);
      else if (TAGS.has(tag)) {
        const copy = document.createElement(tag);
        copyAttributes(element, copy);
        copy.append(showableContent(element, document, mayShowPicture));
        shown.append(copy);
      } else if (!/^(?:script|style|template|svg|math|noscript)$/.test(tag))
        shown.append(showableContent(element, document, mayShowPicture));
    } else if (child.nodeType === 3) shown.append(document.createTextNode(child.nodeValue ?? ''));
  }
  return shown;
}

function copyAttributes(from: Element, to: Element): void {
  for (const name of contentAttributes(from.localName)) {
    const value = from.getAttribute(name);
    if (value === null || name === 'id') continue;
    if ((name === 'href' || name === 'src') && !isSafeAddress(value)) continue;
    to.setAttribute(name, value);
  }
  for (const name of from.classList) if (isAlignment(name)) to.classList.add(name);
}

const isAlignment = (name: string): boolean => CONTENT_HTML.classes.includes(name);

/** The policy of the console allows pictures of this site only; those of others are shown as a card. */
export const isShownPicture = (source: string): boolean => {
  try {
    return new URL(source, location.href).origin === location.origin;
  } catch {
    return false;
  }
};
