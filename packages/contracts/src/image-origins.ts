/** Origin of the pictures of videos before they are played, which reading pages always show. */
export const VIDEO_PICTURES = 'https://i.ytimg.com';

/** Returns the origins in the setting `IMAGE_ORIGINS`: other sites whose pictures pages show, separated by commas. */
export const imageOriginsOf = (text: string): string[] =>
  text
    .split(',')
    .map((origin) => origin.trim().toLowerCase())
    .filter((origin) => origin !== '');

/** Returns whether a source of a security policy, which may begin with `https://*.`, allows an origin. */
function isOf(origin: string, source: string): boolean {
  const [scheme = '', host] = source.toLowerCase().split('*');
  return host === undefined
    ? origin === source.toLowerCase()
    : origin.startsWith(scheme) && origin.endsWith(host);
}

/** Returns whether pages show pictures of an origin of another site. */
export const isShownOrigin = (origin: string, allowed: readonly string[]): boolean =>
  origin === VIDEO_PICTURES || allowed.some((source) => isOf(origin, source));

/** Returns whether pages show the picture at an address, which may be a path of the site. */
export type ShowsPicture = (address: string) => boolean;

export function createShowsPicture(site: {
  publicUrl: string;
  imageOrigins: readonly string[];
}): ShowsPicture {
  const { origin: own } = new URL(site.publicUrl);
  return (address) => {
    const url = URL.parse(address, own);
    // An address that is none is a broken picture anywhere.
    return url === null || url.origin === own || isShownOrigin(url.origin, site.imageOrigins);
  };
}
