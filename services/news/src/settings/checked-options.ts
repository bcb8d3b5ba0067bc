import { checkedFoot, checkedMenu, type Checked } from '@vidhi/contracts/site-layout.ts';
import type { Collection } from '@vidhi/content-engine';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';

const CHECKS: Readonly<Record<string, (value: unknown) => Checked<unknown>>> = {
  menu_links: checkedMenu,
  foot_columns: checkedFoot,
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
    const { value: stored, problem } = check(value);
    if (problem === undefined) checked.values[attribute] = stored;
    else checked.errors.push({ path: [attribute], message: problem });
  }
  return checked;
}
