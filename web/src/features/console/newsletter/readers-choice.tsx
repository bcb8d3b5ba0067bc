import { useState } from 'react';
import type { Preferences } from '@vidhi/contracts/newsletter.ts';
import { PreferenceTicks } from '#shared/forms/preference-ticks.tsx';
import { MENU_FILTERS } from '#shared/site/menu-filters.ts';
import * as kit from '../kit.module.css';
import { categoryChoiceApi } from './issue-api.ts';
import * as styles from './newsletter.module.css';

/** The categories of the menu: readers can tick no other. */
const MENU = {
  q: '',
  conditions: Object.entries(MENU_FILTERS).map(
    ([name, value]) => [name.slice('filters'.length), String(value)] as const,
  ),
  sort: 'show_order',
  page: 1,
  size: 100,
};

interface ReadersChoiceProps {
  readers: Preferences;
  onChange: (readers: Preferences) => void;
}

/** Limits an issue to readers who have chosen some categories or languages. */
export function ReadersChoice({ readers, onChange }: ReadersChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const count = readers.categories.length + readers.languages.length;
  return (
    <div className={styles.readers}>
      <p>
        For {count === 0 ? 'all readers' : 'readers of what is ticked'}.{' '}
        <button
          type="button"
          className={kit.textButton}
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          {isOpen ? 'Close the choice of readers' : 'Choose readers'}
        </button>
      </p>
      {isOpen && <Choices readers={readers} onChange={onChange} />}
    </div>
  );
}

function Choices({ readers, onChange }: ReadersChoiceProps) {
  const { data, isError, refetch } = categoryChoiceApi.useList(MENU);
  const categories = (data?.rows ?? []).flatMap(({ slug, name }) =>
    slug ? [{ slug, name: name ?? slug }] : [],
  );
  return (
    <>
      <p>
        Who has ticked one of these gets it, and who has ticked nothing. Of categories and languages, both
        must fit.
      </p>
      <PreferenceTicks
        chosen={readers}
        onChange={onChange}
        categories={categories}
        retry={isError ? () => void refetch() : undefined}
      />
    </>
  );
}
