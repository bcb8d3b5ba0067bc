/** `html/` sanitizes the HTML that editors write (this file), and the links and attributes that contain it. */
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { parseYoutube, youtubePlayer } from '@vidhi/contracts/youtube.ts';
import { adaptMarkup } from './adapt-markup.ts';

/** Increment with every change of the rules below: documents stored under older rules are sanitized again when loaded. */
export const HTML_VERSION = 2;

const FRAME_SOURCE = 'https://www.youtube-nocookie.com/embed/';

const YOUTUBE_SOURCE = /^\s*(?:https?:)?\/\/(?:[a-z]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//i;
/** Ids of targets within a text, which `adaptMarkup` prefixes; no id of a page begins like them. */
const TARGET_ID = /^t-[\w.:-]{1,80}$/;

const CELL = ['colspan', 'rowspan', 'scope'];

const TAGS = [
  'p br hr h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div span strong b em i u s del ins',
  'sub sup small mark code q cite abbr time a img figure figcaption iframe table caption',
  'thead tbody tfoot tr th td',
].flatMap((line) => line.split(' '));

const RULES: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['lang', 'dir', 'id'],
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    iframe: ['src', 'title', 'width', 'height', 'allowfullscreen', 'loading', 'referrerpolicy'],
    ol: ['start', 'reversed', 'type'],
    th: CELL,
    td: CELL,
    abbr: ['title'],
    time: ['datetime'],
    blockquote: ['cite'],
    q: ['cite'],
  },
  allowedClasses: { '*': ['align-center', 'align-right', 'align-justify'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    h1: 'h2',
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
    (tag === 'iframe' && attribs['src']?.startsWith(FRAME_SOURCE) !== true) ||
    (tag === 'img' && attribs['src'] === undefined),
};

/** Text without these characters needs no sanitizing. */
const MARKUP = /[<>&]/;

/** Removes scripts, styles, forms and frames from HTML, except YouTube videos, which become cookie-less frames. */
export const sanitizeContent = (html: string): string =>
  MARKUP.test(html) ? sanitizeHtml(adaptMarkup(html), RULES) : html;
