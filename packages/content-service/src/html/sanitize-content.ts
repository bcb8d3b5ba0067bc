/** `html/` sanitizes the HTML that editors write (this file), and the links and attributes that contain it. */
import sanitizeHtml, { type IOptions } from 'sanitize-html';

/** Increment with every change of the rules below: documents stored under older rules are sanitized again when loaded. */
export const HTML_VERSION = 1;

const YOUTUBE_ID = /^[\w-]{11}$/;
const FRAME_SOURCE = 'https://www.youtube-nocookie.com/embed/';

/** Returns the video id of a YouTube URL in any of its forms, or null. */
function youtubeId(address: string): string | null {
  const url = URL.parse(address, 'https://www.youtube.com');
  if (url === null) return null;
  const host = url.hostname.replace(/^(www|m)\./, '');
  const [, first = '', second = ''] = url.pathname.split('/');
  const id =
    host === 'youtu.be'
      ? first
      : host !== 'youtube.com' && host !== 'youtube-nocookie.com'
        ? ''
        : first === 'embed'
          ? second
          : (url.searchParams.get('v') ?? '');
  return YOUTUBE_ID.test(id) ? id : null;
}

const CELL = ['colspan', 'rowspan', 'scope'];

const TAGS = [
  'p br hr h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div span strong b em i u s del ins',
  'sub sup small mark code q cite abbr time a img figure figcaption iframe table caption',
  'thead tbody tfoot tr th td',
].flatMap((line) => line.split(' '));

const RULES: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['lang', 'dir'],
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
    iframe: (tagName, { src = '', title = 'Video', width, height }) => {
      const id = youtubeId(src);
      if (id === null) return { tagName: 'iframe', attribs: {} };
      const size = width === undefined || height === undefined ? {} : { width, height };
      return {
        tagName,
        attribs: { src: `${FRAME_SOURCE}${id}`, title, ...size, loading: 'lazy', allowfullscreen: '' },
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
  MARKUP.test(html) ? sanitizeHtml(html, RULES) : html;
