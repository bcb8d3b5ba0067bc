import { createHash } from 'node:crypto';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface PolicyInput {
  /** The scripts and style sheets that stand in the page itself, allowed by their hashes. */
  scripts: readonly string[];
  styles: readonly string[];
  frameHosts: readonly string[];
  imageOrigins: readonly string[];
}

/** Nothing runs, loads or frames but what is named here; hashes keep pages the same for everybody. */
export function securityPolicy({ scripts, styles, frameHosts, imageOrigins }: PolicyInput): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(sha256)],
    'style-src': ["'self'", ...styles.map(sha256)],
    'img-src': ["'self'", 'data:', 'https://i.ytimg.com', ...imageOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ['https://www.youtube-nocookie.com', ...frameHosts.map((host) => `https://${host}`)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'manifest-src': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
