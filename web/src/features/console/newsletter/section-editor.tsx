import { useId } from 'react';
import type { IssueSection } from '@vidhi/contracts/newsletter.ts';
import * as kit from '../kit.module.css';
import * as styles from './newsletter.module.css';

interface SectionEditorProps {
  section: IssueSection;
  /** Place in the newsletter, from 1. */
  place: number;
  count: number;
  onChange: (section: IssueSection) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One part of a newsletter: a text of its own, or an article with a title and a few words. */
export function SectionEditor(props: SectionEditorProps) {
  const { section, place, count, onChange, onMove, onRemove } = props;
  const id = useId();
  const isArticle = section.kind === 'article';
  const name = isArticle ? `Article ${place}` : `Text ${place}`;
  return (
    <fieldset className={styles.section}>
      <legend>{name}</legend>
      <div className={styles.sectionTools}>
        <button
          type="button"
          className={kit.tool}
          aria-label={`Move ${name} up`}
          aria-disabled={place === 1 || undefined}
          onClick={() => place > 1 && onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className={kit.tool}
          aria-label={`Move ${name} down`}
          aria-disabled={place === count || undefined}
          onClick={() => place < count && onMove(1)}
        >
          ↓
        </button>
        <button
          type="button"
          className={`${kit.tool} ${kit.toolDanger}`}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
      <label className="field__name" htmlFor={`${id}-head`}>
        {isArticle ? 'Title' : 'Heading (optional)'}
      </label>
      <input
        id={`${id}-head`}
        className="field__input"
        maxLength={isArticle ? 300 : 200}
        value={isArticle ? section.title : section.heading}
        onChange={({ target: { value } }) =>
          onChange(isArticle ? { ...section, title: value } : { ...section, heading: value })
        }
      />
      <label className="field__name" htmlFor={`${id}-text`}>
        {isArticle ? 'A few words about it (optional)' : 'Text'}
      </label>
      <textarea
        id={`${id}-text`}
        className="field__input"
        rows={isArticle ? 3 : 8}
        maxLength={isArticle ? 2_000 : 20_000}
        value={section.text}
        onChange={({ target: { value } }) => onChange({ ...section, text: value })}
      />
      {isArticle && <small className={styles.faint}>Leads to {section.path}</small>}
    </fieldset>
  );
}
