import { DARK_TOKENS, LIGHT_TOKENS } from '../src/shared/antd/antd-theme.ts';

const TOKENS = { light: LIGHT_TOKENS, dark: DARK_TOKENS } as const;

type Scheme = keyof typeof TOKENS;

/** Tones of the accent on `--paper-raised`, as antd names them: the percentage of the accent. */
export const PALE_TONES = {
  light: { colorPrimaryBg: 5, colorPrimaryBgHover: 9, colorInfoBorder: 40, colorPrimaryBorder: 75 },
  dark: { colorPrimaryBg: 14, colorPrimaryBgHover: 20, colorInfoBorder: 40, colorPrimaryBorder: 75 },
} as const satisfies Record<Scheme, Partial<Record<keyof typeof LIGHT_TOKENS, number>>>;

/** Percentage of the accent in the ring around a focused field, which has nothing below. */
const RING = 20;

type Tone = keyof (typeof PALE_TONES)[Scheme];
const TONES = Object.keys(PALE_TONES.light) as Tone[];

const mixed = (share: number, ground: string): string =>
  `color-mix(in srgb, var(--accent) ${share}%, ${ground})`;

/**
 * Returns a style sheet of antd for a colour scheme that has the owner's colours where it had those of the theme, and the tones that
 * follow from them: antd computes with values, and owners change theirs at run time.
 */
export function withOwnerColours(css: string, scheme: Scheme): string {
  const tokens = TOKENS[scheme];
  const { colorPrimary, colorPrimaryHover, controlOutline } = tokens;
  const variables = new RegExp(
    `(--ant-[\\w-]+:\\s*)(${colorPrimary}|${colorPrimaryHover})(?=\\s*(?:[;}]|$))`,
    'g',
  );
  const tones = new Map<string, string>([
    [controlOutline, mixed(RING, 'transparent')],
    ...TONES.map((name) => [tokens[name], mixed(PALE_TONES[scheme][name], 'var(--paper-raised)')] as const),
  ]);
  const values = new RegExp(`(?:${[...tones.keys()].join('|')})(?![\\da-f])`, 'g');
  return css
    .replaceAll(
      variables,
      (_all, name: string, value: string) =>
        `${name}var(${value === colorPrimary ? '--accent' : '--accent-strong'})`,
    )
    .replaceAll(values, (value) => tones.get(value) ?? value);
}
