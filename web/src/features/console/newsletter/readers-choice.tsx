import { useState } from 'react';
import {
  NEWSLETTER_LANGUAGES,
  type NewsletterLanguage,
  type Preferences,
} from '@vidhi/contracts/newsletter.ts';
import { textLanguageProps } from '#shared/text/language.ts';
import * as kit from '../kit.module.css';
import { categoryChoiceApi } from './issue-api.ts';
import * as styles from './newsletter.module.css';

const LANGUAGES = Object.entries(NEWSLETTER_LANGUAGES) as [NewsletterLanguage, string][];
const ALL = { q: '', conditions: [], sort: 'name', page: 1, size: 150 } as const;

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

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
  const { data, isError, refetch } = categoryChoiceApi.useList(ALL);
  const { categories, languages } = readers;
  const names = new Map((data?.rows ?? []).map(({ slug, name }) => [slug ?? '', name ?? slug ?? '']));
  // One that was renamed or removed since can still be unticked.
  const slugs = [...new Set([...names.keys(), ...categories])].filter((slug) => slug !== '');
  return (
    <>
      <p>
        Who has ticked one of these gets it, and who has ticked nothing. Of categories and languages, both
        must fit.
      </p>
      {isError && (
        <p role="alert">
          The categories could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {slugs.length > 0 && (
        <fieldset>
          <legend>Categories</legend>
          {slugs.map((slug) => (
            <label key={slug} {...textLanguageProps(names.get(slug) ?? '')}>
              <input
                type="checkbox"
                checked={categories.includes(slug)}
                onChange={() => onChange({ ...readers, categories: toggled(categories, slug) })}
              />
              {names.get(slug) ?? slug}
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
              checked={languages.includes(code)}
              onChange={() => onChange({ ...readers, languages: toggled(languages, code) })}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </>
  );
}
