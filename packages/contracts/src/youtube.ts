/** The video, the playlist, or the video within a playlist that an address of YouTube names. */
export interface YoutubeTarget {
  video: string | null;
  list: string | null;
  /** Seconds from which the video plays; null where the address names none. */
  start: number | null;
}

/** An address of YouTube anywhere in a text, with or without its scheme: its host, and what follows it. */
const ADDRESS = /(?:^|[^\w.-])(?:(?:www|m|music)\.)?(youtu\.be|youtube(?:-nocookie)?\.com)\/([^\s"'<>]+)/i;
/** The id of a video in the rest of an address of youtu.be, and of the other hosts. */
const SHORT = /^([\w-]{11})(?![\w-])/;
const LONG =
  /^(?:(?:embed|live|shorts|v|e)\/|watch\?(?:.*&)?v=)(?!videoseries|live_stream)([\w-]{11})(?![\w-])/;
const LIST = /[?&]list=([\w-]{2,64})(?![\w-])/;
const START = /[?&#](?:start|t)=(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?(?!\w)/;

/**
 * Returns the video or playlist of the first YouTube address in a text, in any form (watch, youtu.be, embed, live,
 * shorts, playlist). A text that consists of a video's id names that video. Null for other texts. Only ids of the right
 * form are returned, so they are safe in URLs.
 */
export function parseYoutube(text: string): YoutubeTarget | null {
  const trimmed = text.trim();
  if (/^[\w-]{11}$/.test(trimmed)) return { video: trimmed, list: null, start: null };
  const [, host = '', encoded = ''] = ADDRESS.exec(trimmed) ?? [];
  const rest = encoded.replaceAll('&amp;', '&');
  const video = (host.toLowerCase() === 'youtu.be' ? SHORT : LONG).exec(rest)?.[1] ?? null;
  const list = LIST.exec(rest)?.[1] ?? null;
  if (video === null && list === null) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = START.exec(rest) ?? [];
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { video, list, start: video === null || start === 0 ? null : start };
}

/** The address of the player without cookies. */
export function youtubePlayer({ video, list, start }: YoutubeTarget): string {
  const query = [
    ...(list === null ? [] : [`list=${list}`]),
    ...(start === null ? [] : [`start=${start}`]),
  ].join('&');
  return `https://www.youtube-nocookie.com/embed/${video ?? 'videoseries'}${query === '' ? '' : `?${query}`}`;
}
