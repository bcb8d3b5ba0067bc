interface Frame {
  src?: string;
  title?: string;
  width?: string;
  height?: string;
  style?: string;
}

/** Subdomains of players, which say less than the name of the site. */
const PLAYER_HOST = /^(?:www|m|player|embed|w)\./;
const VIDEO = /vimeo|dailymotion|youtu|video|wistia|loom/i;
/** Titles that say nothing about what is shown. */
const GENERIC_TITLE = /^\W*$|\b(?:player|embed(?:ded)?|iframe|frame)\b|^video$/i;
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const MAX_TITLE = 150;

/** Returns whether nobody was meant to see a frame, such as those that count visits. */
const isInvisible = ({ width, height, style = '' }: Frame): boolean =>
  HIDDEN_STYLE.test(style) ||
  [width, height].some((size) => size !== undefined && /^[01](?:px)?$/.test(size));

/** Returns the link that readers get in place of a frame of another site, with a text that names it; null where there is nothing to see. */
export function frameLink(frame: Frame): { href: string; text: string } | null {
  const address = frame.src?.trim().replace(/^\/\//, 'https://') ?? '';
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || isInvisible(frame)) return null;
  const host = url.hostname.replace(PLAYER_HOST, '');
  const title = frame.title?.trim().slice(0, MAX_TITLE) ?? '';
  if (!GENERIC_TITLE.test(title)) return { href: address, text: `${title} (${host})` };
  return { href: address, text: `${VIDEO.test(address) ? 'Video' : 'Open'} on ${host}` };
}
