import { createHash } from 'node:crypto';
import type { Unchecked } from '@vidhi/collections/all.ts';
import { frameHostsOf } from '@vidhi/contracts/frame-hosts.ts';
import { coloursOf } from '@vidhi/contracts/site-colours.ts';

/** Choices of the owner in the head of documents, all from one response. */
export interface SiteLook {
  /** Style sheet of colours and logo; empty for those of the product. */
  style: string;
  /** Source of the style sheet in the security policy; empty without one. */
  styleSource: string;
  /** Link elements of the icons. */
  icons: string;
  /** The owner's icon; null for those of the product. */
  icon: SitePicture | null;
  /** Whether search engines leave out the whole site. */
  isHidden: boolean;
  /** Hosts that the owner has chosen for frames; null for the configured ones. */
  frameHosts: readonly string[] | null;
}

/** A picture of this site. */
export interface SitePicture {
  url: string;
  width: number;
  height: number;
}

/** Addresses of uploads, which can stand in a style sheet and in an attribute as they are. */
const UPLOAD = /^\/uploads\/[\w.-]+$/;
const LOGO_HEIGHT_REM = 2.25;
const MAX_LOGO_WIDTH_REM = 14;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

function pictureOf(value: unknown): SitePicture | null {
  const { url, width, height } = (at(value, 'data', 'attributes') ?? {}) as Unchecked<'file'>;
  if (typeof url !== 'string' || !UPLOAD.test(url)) return null;
  if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0) || !(height > 0)) return null;
  return { url, width, height };
}

const PRODUCT_ICONS =
  '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n<link rel="apple-touch-icon" href="/apple-touch-icon.png">\n';

const iconLinks = ({ url, width, height }: SitePicture): string =>
  `<link rel="icon" href="${url}" sizes="${width}x${height}">\n<link rel="apple-touch-icon" href="${url}">\n`;

/**
 * Returns the declarations of a logo. Its height is that of the bar; it stands in place of the name, which screen readers read and
 * print shows.
 */
function logoStyle(light: SitePicture, dark: SitePicture | null): string {
  const width = Math.min((LOGO_HEIGHT_REM * light.width) / light.height, MAX_LOGO_WIDTH_REM);
  const declarations = [
    `--logo:url("${light.url}")`,
    `--logo-width:${width.toFixed(2)}rem`,
    `--logo-height:${LOGO_HEIGHT_REM}rem`,
    '--plate-height:5rem',
    '--name-size:0',
  ];
  const root = `:root{${declarations.join(';')}}`;
  if (dark === null) return root;
  const inDark = `{--logo:url("${dark.url}")}`;
  return `${root}@media (prefers-color-scheme:dark){:root:not([data-theme="light"])${inDark}}:root[data-theme="dark"]${inDark}`;
}

function colourStyle(light: unknown, dark: unknown): string {
  const pairs = Object.entries(coloursOf(light, dark));
  if (pairs.length === 0) return '';
  return `:root{${pairs.map(([name, [one, other]]) => `--${name}:light-dark(${one},${other})`).join(';')}}`;
}

/** Returns the look of a response of `/site-options` with its pictures; that of the product for any other value. */
export function lookOf(body: unknown): SiteLook {
  const options = (at(body, 'data', 'attributes') ?? {}) as Unchecked<'site-option'>;
  const logo = pictureOf(options.logo);
  const icon = pictureOf(options.site_icon);
  const colours = colourStyle(options.accent_colour, options.accent_colour_dark);
  const style = colours + (logo === null ? '' : logoStyle(logo, pictureOf(options.logo_dark)));
  const hosts = options.frame_hosts;
  return {
    style,
    styleSource: style === '' ? '' : `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    icons: icon === null ? PRODUCT_ICONS : iconLinks(icon),
    icon,
    isHidden: options.hidden_from_search === true,
    frameHosts: typeof hosts === 'string' && hosts !== '' ? frameHostsOf(hosts) : null,
  };
}

/** The look where the options cannot be read. */
const PRODUCT_LOOK = lookOf(null);
const looks = new WeakMap<object, SiteLook>();

/** As `lookOf`, once for each response: pages share one while it is unchanged. */
export function sharedLookOf(body: unknown): SiteLook {
  if (!isObject(body)) return PRODUCT_LOOK;
  let look = looks.get(body);
  if (look === undefined) looks.set(body, (look = lookOf(body)));
  return look;
}
