import { useState } from 'react';
import type { Preferences } from '@vidhi/contracts/newsletter.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { PreferenceTicks } from '#shared/forms/preference-ticks.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { INVALID_LINK, isInvalidLink } from '../invalid-link.ts';
import type { SubscriptionLink } from '../letters-api.ts';
import {
  useChoosePreferencesMutation,
  useNewsletterCategoriesQuery,
  useReadPreferencesQuery,
} from '../preferences-api.ts';
import * as styles from '../subscription.module.css';

const SAVED = 'Your choices are saved.';

/** Lets a reader choose categories and languages of the newsletter, with the key of a mail. */
export function PreferencesForm({ link }: { link: SubscriptionLink }) {
  const stored = useReadPreferencesQuery(link);
  const categories = useNewsletterCategoriesQuery();
  const [choose] = useChoosePreferencesMutation();
  const [changed, setChanged] = useState<Preferences>();
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  if (stored.error !== undefined && isInvalidLink(stored.error))
    return <p className={styles.subscriptionFailure}>{INVALID_LINK}</p>;
  if (stored.error !== undefined && !stored.isFetching)
    return <Unavailable retry={() => void stored.refetch()} />;
  const chosen = changed ?? stored.data;
  if (chosen === undefined) return <Skeleton shape="form" label="Loading your choices" />;
  const change = (values: Preferences): void => {
    setNotice('');
    setChanged(values);
  };
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await choose({ ...link, preferences: chosen });
    setBusy(false);
    setNotice(error === undefined ? SAVED : isInvalidLink(error) ? INVALID_LINK : NO_RESPONSE);
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
      <p>Tick what you want to read about. If you tick nothing, you get every newsletter.</p>
      <div>
        <PreferenceTicks
          chosen={chosen}
          onChange={change}
          categories={categories.data ?? []}
          retry={categories.isError ? () => void categories.refetch() : undefined}
        />
      </div>
      <p>
        <button className="button" type="submit" aria-disabled={isBusy || undefined}>
          Save my choices
        </button>
      </p>
      <output
        className={
          notice === '' ? undefined : notice === SAVED ? styles.subscriptionDone : styles.subscriptionFailure
        }
      >
        {notice}
      </output>
    </form>
  );
}
