/** The two colour schemes of the pages. */
export type Scheme = 'light' | 'dark';

const COLOUR = /^#[\da-f]{6}$/i;

/** Returns whether a text is a colour as owners may set it: `#` and six hexadecimal digits, so that it can be nothing else in a style sheet. */
export const isColour = (value: unknown): value is string => typeof value === 'string' && COLOUR.test(value);

/** The paper of a scheme on which links are hardest to read: `--paper-sunk` of the pages. */
export const HARDEST_PAPER: Readonly<Record<Scheme, string>> = { light: '#f3ede1', dark: '#24201b' };
/** Text on filled buttons, in both schemes. */
const ON_BUTTON = '#fffdf9';

/** The least contrast of text by WCAG 2.2 AA. */
export const MIN_CONTRAST = 4.5;

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours by WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a colour with a share of another, from 0 to 1. */
function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of a colour as that of links in a scheme. */
export const linkContrast = (colour: string, scheme: Scheme): number =>
  contrastOf(colour, HARDEST_PAPER[scheme]);

const STEP = 0.04;

/** Returns the nearest colour that can be read as a link of a scheme. */
export function readableColour(colour: string, scheme: Scheme): string {
  const towards = scheme === 'light' ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += STEP) {
    const candidate = mix(colour, towards, share);
    if (linkContrast(candidate, scheme) >= MIN_CONTRAST) return candidate;
  }
  return towards;
}

/** Returns why a colour cannot be that of links and buttons of a scheme; null when it can. */
export function colourProblem(colour: unknown, scheme: Scheme): string | null {
  if (!isColour(colour)) return 'A colour is # and six digits or letters from a to f, such as #7a1f1f';
  const contrast = linkContrast(colour, scheme);
  if (contrast >= MIN_CONTRAST) return null;
  const kind = scheme === 'light' ? 'pale to be read on the light page' : 'dark to be read on the dark page';
  return `This colour is too ${kind}: its contrast is ${contrast.toFixed(1)}, and 4.5 is needed. The nearest that can be read is ${readableColour(colour, scheme)}`;
}

/** A value of each scheme. */
type Pair = readonly [light: string, dark: string];

/**
 * Returns the colours of the pages that follow from those of the owner, by the names of the tokens in `tokens.css`. Without a colour for
 * the dark scheme, it is the light one made readable there. None for values that are no readable colours.
 */
export function coloursOf(light: unknown, dark: unknown): Readonly<Record<string, Pair>> {
  if (!isColour(light) || colourProblem(light, 'light') !== null) return {};
  const shown = isColour(dark) && colourProblem(dark, 'dark') === null ? dark : readableColour(light, 'dark');
  const lighter = mix(light, '#ffffff', 0.15);
  const button = contrastOf(lighter, ON_BUTTON) >= MIN_CONTRAST ? lighter : light;
  return {
    accent: [light, shown],
    'accent-strong': [mix(light, '#000000', 0.25), mix(shown, '#ffffff', 0.35)],
    button: [light, button],
    'button-strong': [mix(light, '#000000', 0.25), mix(button, '#000000', 0.2)],
  };
}
