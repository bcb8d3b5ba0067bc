import { colourProblem, type Scheme } from '@vidhi/contracts/site-colours.ts';
import type { Checked } from '@vidhi/contracts/checked-value.ts';
import { checkedFoot, checkedMenu } from '@vidhi/contracts/site-layout.ts';
import { checkedFrameHosts } from '@vidhi/contracts/frame-hosts.ts';
import { checkedHomeBlocks } from '@vidhi/contracts/home-blocks.ts';
import { checkedTitlePattern, checkedVerification } from '@vidhi/contracts/search-defaults.ts';
import type { Collection } from '@vidhi/content-engine';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';

const colourOf =
  (scheme: Scheme) =>
  (value: unknown): Checked<unknown> => {
    const colour = typeof value === 'string' ? value.trim().toLowerCase() : value;
    const problem = colourProblem(colour, scheme);
    return problem === null ? { value: colour } : { problem };
  };

const CHECKS: Readonly<Record<string, (value: unknown) => Checked<unknown>>> = {
  menu_links: checkedMenu,
  foot_columns: checkedFoot,
  home_blocks: checkedHomeBlocks,
  title_pattern: checkedTitlePattern,
  google_verification: checkedVerification,
  bing_verification: checkedVerification,
  yandex_verification: checkedVerification,
  accent_colour: colourOf('light'),
  accent_colour_dark: colourOf('dark'),
  frame_hosts: checkedFrameHosts,
};

interface CheckedOptions {
  values: Record<string, unknown>;
  errors: { path: string[]; message: string }[];
}

/** Returns the settings of a write that have rules of their own, in the shape that is stored, and what is wrong with others. */
export function checkedOptions(
  { name }: Collection,
  given: Readonly<Record<string, unknown>>,
): CheckedOptions {
  const checked: CheckedOptions = { values: {}, errors: [] };
  if (name !== siteOptionCollection.name) return checked;
  for (const [attribute, check] of Object.entries(CHECKS)) {
    const value = given[attribute];
    if (value === undefined || value === null) continue;
    const { value: stored, problem } = value === '' ? { value: null } : check(value);
    if (problem === undefined) checked.values[attribute] = stored;
    else checked.errors.push({ path: [attribute], message: problem });
  }
  return checked;
}
