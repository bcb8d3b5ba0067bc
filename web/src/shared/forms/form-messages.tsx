import { useEffect, useRef, type MouseEvent } from 'react';
import { fieldId, fieldNames } from './form-definition.ts';
import type { FormState } from './form-state.ts';
import './forms.css';

/**
 * The messages of a form: the summary of its errors, with a link to each field, and its notices, in live regions that are
 * always rendered, as screen readers require. A failure gets the focus. They stand below the submit button, which would
 * otherwise move when they appear.
 */
export function FormMessages<Values extends object>({ state }: { state: FormState<Values> }) {
  const { form, errors, notice } = state;
  const failure = useRef<HTMLParagraphElement>(null);
  const isFailure = notice?.kind === 'failure';
  useEffect(() => {
    if (isFailure) failure.current?.focus();
  }, [isFailure, notice]);
  const handleClose = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The focused button is about to be removed.
    currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
    state.dismissNotice();
  };
  const invalid = fieldNames(form).flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ name, message }];
  });
  return (
    <>
      <div aria-live="assertive">
        {isFailure && (
          <div className="form__alert">
            <p ref={failure} className="form__failure" tabIndex={-1}>
              {notice.text}
            </p>
            <button className="form__close" type="button" onClick={handleClose}>
              Close
            </button>
          </div>
        )}
      </div>
      <output className={notice?.kind === 'success' ? 'form__success' : undefined}>
        {notice?.kind === 'success' ? notice.text : ''}
      </output>
      {invalid.length > 1 && (
        <section className="form__summary" aria-label="Errors in this form">
          <p>{`${invalid.length} fields need your attention`}</p>
          <ul>
            {invalid.map(({ name, message }) => (
              <li key={name}>
                <a href={`#${fieldId(form.id, name)}`}>{`${form.fields[name].label}: ${message}`}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
