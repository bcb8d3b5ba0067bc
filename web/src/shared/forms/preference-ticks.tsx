import {
  NEWSLETTER_LANGUAGES,
  type NewsletterLanguage,
  type Preferences,
} from '@vidhi/contracts/newsletter.ts';
import { textLanguageProps } from '../text/language.ts';
import './preference-ticks.css';

const LANGUAGES = Object.entries(NEWSLETTER_LANGUAGES) as [NewsletterLanguage, string][];

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

export interface CategoryChoice {
  slug: string;
  name: string;
}

interface PreferenceTicksProps {
  chosen: Preferences;
  onChange: (chosen: Preferences) => void;
  categories: readonly CategoryChoice[];
  /** Loads the categories again; passed when they could not be loaded. */
  retry?: (() => void) | undefined;
}

/** Categories and languages of the newsletter to tick: those of a reader, or of the readers of an issue. */
export function PreferenceTicks({ chosen, onChange, categories, retry }: PreferenceTicksProps) {
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  // One that was renamed, or has left the menu, can still be unticked.
  const slugs = [...new Set([...names.keys(), ...chosen.categories])];
  return (
    <>
      {retry !== undefined && (
        <p role="alert">
          The categories could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {slugs.length > 0 && (
        <fieldset className="preference-ticks">
          <legend>Categories</legend>
          {slugs.map((slug) => (
            <label key={slug} {...textLanguageProps(names.get(slug) ?? '')}>
              <input
                type="checkbox"
                checked={chosen.categories.includes(slug)}
                onChange={() => onChange({ ...chosen, categories: toggled(chosen.categories, slug) })}
              />
              {names.get(slug) ?? slug}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="preference-ticks">
        <legend>Languages</legend>
        {LANGUAGES.map(([code, name]) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={chosen.languages.includes(code)}
              onChange={() => onChange({ ...chosen, languages: toggled(chosen.languages, code) })}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </>
  );
}
