/** Hosts whose subdomains and national domains belong to one kind of source. */
const KINDS: readonly (readonly [kind: string, hosts: RegExp])[] = [
  [
    'search engines',
    /(?:^|\.)(?:google|bing|duckduckgo|yahoo|ecosia|brave|yandex|baidu|startpage|qwant)\.[a-z.]{2,6}$/,
  ],
  [
    'social networks',
    /(?:^|\.)(?:facebook|instagram|linkedin|twitter|youtube|reddit|whatsapp|telegram|threads|pinterest|quora|sharechat)\.[a-z.]{2,6}$|^(?:x\.com|t\.co|t\.me|lnkd\.in|fb\.me|wa\.me|bsky\.app)$/,
  ],
  ['assistants', /(?:^|\.)(?:chatgpt\.com|openai\.com|perplexity\.ai|claude\.ai|gemini\.google\.com)$/],
];

const HOST = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,39}$/u;

/** Returns a host in lower case without `www.`; null for what is none, such as an IP address. */
export function referrerHost(text: string): string | null {
  const host = text.toLowerCase().replace(/^www\./, '');
  return HOST.test(host) && !/^[\d.]+$/.test(host) ? host : null;
}

/** Returns `utm_source` in lower case, or the kind of the host that a reader came from. */
export function arrivalSource(host: string | null, utmSource: string | undefined): string {
  const name = utmSource?.normalize('NFKC').trim().toLowerCase() ?? '';
  if (NAME.test(name) && !/\p{Nd}{6}/u.test(name)) return name;
  if (host === null) return 'direct';
  // The first kind that matches: an assistant of a search engine is an assistant.
  return KINDS.toReversed().find(([, hosts]) => hosts.test(host))?.[0] ?? 'other sites';
}
