import { createHash } from 'node:crypto';

/** A picture of the site's library. */
export interface Logo {
  id: number;
  url: string;
}

/** Name, colour and logo that are stored together. */
export interface Look {
  number: number;
  /** Body of the write. */
  options: Readonly<Record<string, unknown>>;
}

/** Result for one response. `half`: parts of two looks, or a style sheet that its policy does not allow. `none`: no look of the run. */
export type Shown = { kind: 'whole'; number: number } | { kind: 'half' | 'none'; details: string };

/** Attributes that a look sets; the run puts their former values back. */
export const LOOK_ATTRIBUTES = [
  'site_name',
  'tagline',
  'accent_colour',
  'accent_colour_dark',
  'logo',
  'logo_dark',
  'site_icon',
] as const;

const NAME = 'Look of the run ';
const NAMES = /Look of the run (\d+)/g;
/** Colours that no style sheet of the product has, readable on the light page. */
const COLOURS = ['#0b5395', '#7b1f21', '#1f5c2f', '#4a2a7b', '#5c3b01'];
const STYLE = /<style>(:root\{--accent:[^<]*)<\/style>/;

const distinct = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];

/** Creates the looks of a run, each with its own name; colours and logos take turns. */
export function createLooks(logos: readonly Logo[]) {
  const colourOf = (number: number): string => COLOURS[number % COLOURS.length] ?? '';
  const logoOf = (number: number): Logo => {
    const logo = logos[number % logos.length];
    if (logo === undefined) throw new Error('a look needs a logo');
    return logo;
  };

  return {
    lookOf: (number: number): Look => ({
      number,
      options: {
        site_name: `${NAME}${number}`,
        tagline: `${NAME}${number}, of one state`,
        accent_colour: colourOf(number),
        accent_colour_dark: null,
        logo: logoOf(number).id,
        logo_dark: null,
        site_icon: logoOf(number).id,
      },
    }),

    /** Reads every name, colour and logo in a page, or in the manifest, which has no colours. */
    shownBy(text: string, policy: string, kind: 'page' | 'manifest'): Shown {
      const numbers = distinct([...text.matchAll(NAMES)].map(([, number]) => Number(number)));
      const colours = COLOURS.filter((colour) => text.includes(colour));
      const urls = logos.map(({ url }) => url).filter((url) => text.includes(`"${url}"`));
      const details = [`names ${numbers.join(', ')}`, ...colours, ...urls].join(' / ');
      const [number] = numbers;
      if (number === undefined)
        return { kind: colours.length + urls.length === 0 ? 'none' : 'half', details };
      const isOne =
        numbers.length === 1 &&
        urls.join() === logoOf(number).url &&
        colours.join() === (kind === 'page' ? colourOf(number) : '');
      if (!isOne) return { kind: 'half', details };
      if (kind === 'manifest') return { kind: 'whole', number };
      const style = STYLE.exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      return policy.includes(`'sha256-${hash}'`)
        ? { kind: 'whole', number }
        : { kind: 'half', details: `${details}: the policy does not allow the style sheet` };
    },
  };
}
