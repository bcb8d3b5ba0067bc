import { useSite } from '#shared/site/site-context.tsx';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { PageValues } from './page-client.ts';
import { PAGE } from './page-texts.ts';
import * as styles from '../article/article.module.css';

interface PagePanelProps {
  values: PageValues;
  errors: Readonly<Record<string, string>>;
  /** Texts in square brackets that are still to be filled in. */
  unfilled: readonly string[];
  onChange: (values: Partial<PageValues>) => void;
}

/** All of a page but its heading and text. */
export function PagePanel({ values, errors, unfilled, onChange }: PagePanelProps) {
  const { host } = new URL(useSite().publicUrl);
  return (
    <>
      <section aria-labelledby="page-unfilled">
        <h2 id="page-unfilled">
          {PAGE.toFill} {unfilled.length > 0 && <span>{unfilled.length}</span>}
        </h2>
        {unfilled.length === 0 ? (
          <p className={styles.articleStatus}>{PAGE.filled}</p>
        ) : (
          <ul className={styles.articleChecks}>
            {unfilled.map((text) => (
              <li key={text}>[{text}]</li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label={PAGE.address}>
        <DialogField
          label={PAGE.address}
          help={PAGE.addressHelp(host, values.name)}
          error={errors['name'] ?? null}
        >
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={values.name}
              maxLength={80}
              spellCheck={false}
              autoCapitalize="none"
              onChange={({ target }) => onChange({ name: target.value.replaceAll(/\s+/g, '-') })}
            />
          )}
        </DialogField>
        <label className={styles.articleCheck}>
          <input
            type="checkbox"
            checked={values.in_foot}
            onChange={({ target }) => onChange({ in_foot: target.checked })}
          />
          {PAGE.inFoot}
        </label>
        <DialogField
          label={PAGE.description}
          help={PAGE.descriptionHelp}
          error={errors['description'] ?? null}
        >
          {(ids) => (
            <textarea
              {...ids}
              className="field__input field__input--lines"
              rows={3}
              maxLength={300}
              value={values.description}
              onChange={({ target }) => onChange({ description: target.value.replaceAll('\n', ' ') })}
            />
          )}
        </DialogField>
        <DialogField label={PAGE.target} help={PAGE.targetHelp} error={errors['targetUrl'] ?? null}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              inputMode="url"
              value={values.targetUrl}
              onChange={({ target }) => onChange({ targetUrl: target.value })}
            />
          )}
        </DialogField>
      </section>
    </>
  );
}
