import { useState } from 'react';
import { NEWSLETTER_LANGUAGES, type NewsletterLanguage } from '@vidhi/contracts/newsletter.ts';
import { isProblem } from '#shared/api/problem.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { SubscriptionLink } from '../letters-api.ts';
import {
  useChoosePreferencesMutation,
  useNewsletterCategoriesQuery,
  useReadPreferencesQuery,
} from '../preferences-api.ts';
import * as styles from '../subscription.module.css';

const INVALID = 'This link is not valid any more.';
const LANGUAGES = Object.entries(NEWSLETTER_LANGUAGES) as [NewsletterLanguage, string][];

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

/** Lets a reader choose categories and languages of the newsletter, with the key of a mail. */
export function PreferencesForm({ link }: { link: SubscriptionLink }) {
  const stored = useReadPreferencesQuery(link);
  const { data: categories = [] } = useNewsletterCategoriesQuery();
  const [choose] = useChoosePreferencesMutation();
  const [changed, setChanged] = useState<typeof stored.data>();
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  if (stored.error !== undefined)
    return (
      <p className={styles.subscriptionFailure}>
        {isProblem(stored.error) && stored.error.status !== 0 ? INVALID : NO_RESPONSE}
      </p>
    );
  const chosen = changed ?? stored.data;
  if (chosen === undefined) return <Skeleton shape="form" label="Loading your choice" />;
  const change = (values: Partial<typeof chosen>): void => {
    setNotice('');
    setChanged({ ...chosen, ...values });
  };
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await choose({ ...link, preferences: chosen });
    setBusy(false);
    setNotice(
      error === undefined ? 'Saved.' : isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE,
    );
  };
  return (
    <form
      className={styles.preferences}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>Choose nothing to get every newsletter.</p>
      {categories.length > 0 && (
        <fieldset>
          <legend>Categories</legend>
          {categories.map(({ slug, name }) => (
            <label key={slug} {...textLanguageProps(name)}>
              <input
                type="checkbox"
                checked={chosen.categories.includes(slug)}
                onChange={() => change({ categories: toggled(chosen.categories, slug) })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Languages</legend>
        {LANGUAGES.map(([code, name]) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={chosen.languages.includes(code)}
              onChange={() => change({ languages: toggled(chosen.languages, code) })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <p>
        <button className="button" type="submit" aria-disabled={isBusy || undefined}>
          Save my choice
        </button>
      </p>
      <output className={notice === '' ? undefined : styles.subscriptionDone}>{notice}</output>
    </form>
  );
}
