/** The video, the playlist, or the video within a playlist that an address of YouTube names. */
export interface YoutubeTarget {
  video: string | null;
  list: string | null;
  /** Seconds from which the video plays; null where the address names none. */
  start: number | null;
}

const VIDEO_ID = /^[\w-]{11}$/;
const LIST_ID = /^[\w-]{2,64}$/;
const HOST = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;
/** An address of YouTube anywhere in a text, with or without its scheme. */
const ADDRESS =
  /(?<![\w.-])(?:https?:)?(?:\/\/)?(?:[a-z]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\/[^\s"'<>]+/i;
/** First segments of paths whose second segment is the id of a video. */
const VIDEO_PATHS = new Set(['embed', 'live', 'shorts', 'v', 'e']);
const SPAN = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/;

function toUrl(address: string): URL | null {
  try {
    return new URL(/^https?:/i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`);
  } catch {
    return null;
  }
}

/** Returns the seconds of `90`, `90s`, `1m30s` or `1h2m3s`; null for other texts and for zero. */
function secondsOf(text: string | null): number | null {
  const match = SPAN.exec(text ?? '');
  if (match === null) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return total > 0 && Number.isSafeInteger(total) ? total : null;
}

/**
 * Returns what the first YouTube address of a text names, in any of its forms (watch, youtu.be, embed, live, shorts, playlist), or
 * the id of a video that is the whole text; null for other texts. Only ids of the right form are returned, so they are safe in URLs.
 */
export function parseYoutube(text: string): YoutubeTarget | null {
  const trimmed = text.trim();
  if (VIDEO_ID.test(trimmed)) return { video: trimmed, list: null, start: null };
  const address = ADDRESS.exec(trimmed)?.[0].replaceAll('&amp;', '&');
  const url = address === undefined ? null : toUrl(address);
  if (url === null || !HOST.test(url.hostname)) return null;
  const { searchParams, pathname, hash } = url;
  const [, first = '', second = ''] = pathname.split('/');
  const id = url.hostname.endsWith('youtu.be')
    ? first
    : VIDEO_PATHS.has(first)
      ? second
      : (searchParams.get('v') ?? '');
  const listId = searchParams.get('list') ?? '';
  const video = VIDEO_ID.test(id) && id !== 'videoseries' ? id : null;
  const list = LIST_ID.test(listId) ? listId : null;
  if (video === null && list === null) return null;
  const start = secondsOf(
    searchParams.get('start') ?? searchParams.get('t') ?? /^#t=(.+)$/.exec(hash)?.[1] ?? null,
  );
  return { video, list, start: video === null ? null : start };
}

/** The address of the player without cookies; `parameters` are added to its query. */
export function youtubePlayer({ video, list, start }: YoutubeTarget, parameters: string[] = []): string {
  const query = [
    ...parameters,
    ...(list === null ? [] : [`list=${list}`]),
    ...(start === null ? [] : [`start=${start}`]),
  ].join('&');
  return `https://www.youtube-nocookie.com/embed/${video ?? 'videoseries'}${query === '' ? '' : `?${query}`}`;
}
