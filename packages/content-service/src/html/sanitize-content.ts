/** `html/` sanitizes the HTML that editors write (this file), and the links and attributes that contain it. */
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';
import { parseYoutube, youtubePlayer } from '@vidhi/contracts/youtube.ts';
import { adaptMarkup } from './adapt-markup.ts';
import { frameLink } from './frame-link.ts';

/** Increment with every change of the rules below: documents stored under older rules are sanitized again when loaded. */
export const HTML_VERSION = 5;

/** `rel` of links to other sites. */
const OTHER_SITE = 'noopener nofollow';
const YOUTUBE_SOURCE = /^\s*(?:https?:)?\/\/(?:[a-z]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//i;
/** Ids of targets within a text, which `adaptMarkup` prefixes; no id of a page begins like them. */
const TARGET_ID = /^t-[\p{L}\p{M}\p{N}_.:-]{1,80}$/u;

/** Returns a link to the page of a frame that texts may not have; a frame without an address, which is removed, where there is none. */
function linkInstead(frame: Attributes): Tag {
  const link = frameLink(frame);
  if (link === null) return { tagName: 'iframe', attribs: {} };
  return { tagName: 'a', attribs: { href: link.href, rel: OTHER_SITE }, text: link.text };
}

const RULES: IOptions = {
  allowedTags: [...CONTENT_HTML.blockTags, ...CONTENT_HTML.inlineTags],
  allowedAttributes: {
    '*': [...CONTENT_HTML.globalAttributes],
    ...Object.fromEntries(
      Object.entries(CONTENT_HTML.tagAttributes).map(([tag, names = []]) => [tag, [...names]]),
    ),
  },
  allowedClasses: { '*': [...CONTENT_HTML.classes] },
  allowedSchemes: [...CONTENT_HTML.linkSchemes],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    h1: 'h2',
    strike: 's',
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https?:/i.test(attribs['href'] ?? '') ? { ...attribs, rel: OTHER_SITE } : attribs,
    }),
    '*': (tagName, attribs) => {
      const { id, ...others } = attribs;
      return { tagName, attribs: id === undefined || TARGET_ID.test(id) ? attribs : others };
    },
    iframe: (tagName, attribs) => {
      const { src = '', title = 'Video', width, height } = attribs;
      const target = YOUTUBE_SOURCE.test(src) ? parseYoutube(src) : null;
      if (target === null) return linkInstead(attribs);
      const size = width === undefined || height === undefined ? {} : { width, height };
      return {
        tagName,
        attribs: { src: youtubePlayer(target), title, ...size, loading: 'lazy', allowfullscreen: '' },
      };
    },
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'iframe' &&
      attribs['href'] === undefined &&
      attribs['src']?.startsWith(CONTENT_HTML.frameSource) !== true) ||
    (tag === 'img' && attribs['src'] === undefined),
};

/** Text without these characters needs no sanitizing. */
const MARKUP = /[<>&]/;

/**
 * Removes scripts, styles, forms and frames from HTML, except YouTube videos, which become cookie-less frames. What other sites
 * show in frames becomes a link.
 */
export const sanitizeContent = (html: string): string =>
  MARKUP.test(html) ? sanitizeHtml(adaptMarkup(html), RULES) : html;
