const SHAPE_ONLY = /^(?:populate|fields)(?:$|=|\[|%5B)/i;

/** Returns the part of a query string that selects the projection, for routes whose posts are not selectable. */
export const projectionOf = (raw: string): string =>
  raw
    .split('&')
    .filter((part) => SHAPE_ONLY.test(part))
    .join('&');
