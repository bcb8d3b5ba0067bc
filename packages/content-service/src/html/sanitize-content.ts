/** `html/` sanitizes the HTML that editors write (this file), and the links and attributes that contain it. */
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';
import { parseYoutube, youtubePlayer } from '@vidhi/contracts/youtube.ts';
import { adaptMarkup } from './adapt-markup.ts';

/** Increment with every change of the rules below: documents stored under older rules are sanitized again when loaded. */
export const HTML_VERSION = 4;

const YOUTUBE_SOURCE = /^\s*(?:https?:)?\/\/(?:[a-z]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//i;
/** Ids of targets within a text, which `adaptMarkup` prefixes; no id of a page begins like them. */
const TARGET_ID = /^t-[\p{L}\p{M}\p{N}_.:-]{1,80}$/u;

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
      attribs: /^https?:/i.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener nofollow' } : attribs,
    }),
    '*': (tagName, attribs) => {
      const { id, ...others } = attribs;
      return { tagName, attribs: id === undefined || TARGET_ID.test(id) ? attribs : others };
    },
    iframe: (tagName, { src = '', title = 'Video', width, height }) => {
      const target = YOUTUBE_SOURCE.test(src) ? parseYoutube(src) : null;
      if (target === null) return { tagName: 'iframe', attribs: {} };
      const size = width === undefined || height === undefined ? {} : { width, height };
      return {
        tagName,
        attribs: { src: youtubePlayer(target), title, ...size, loading: 'lazy', allowfullscreen: '' },
      };
    },
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'iframe' && attribs['src']?.startsWith(CONTENT_HTML.frameSource) !== true) ||
    (tag === 'img' && attribs['src'] === undefined),
};

/** Text without these characters needs no sanitizing. */
const MARKUP = /[<>&]/;

/** Removes scripts, styles, forms and frames from HTML, except YouTube videos, which become cookie-less frames. */
export const sanitizeContent = (html: string): string =>
  MARKUP.test(html) ? sanitizeHtml(adaptMarkup(html), RULES) : html;
