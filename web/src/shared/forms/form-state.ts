import { useEffect, useRef, useState } from 'react';
import { ignoreSecondClick } from '../browser/ignore-second-click.ts';
import { fieldErrors, isProblem } from '../api/problem.ts';
import {
  fieldId,
  fieldNames,
  findFieldError,
  findFieldErrors,
  normalizeValues,
  type FieldErrors,
  type FieldName,
  type FormDefinition,
} from './form-definition.ts';

export const NO_RESPONSE = 'Our servers did not answer. Please try again in a moment.';

/** The result of `submit`; the triggers of RTK Query's mutations resolve with it. */
export interface SubmitResult {
  error?: unknown;
}

export interface FormOptions<Values extends object> {
  form: FormDefinition<Values>;
  /** Sends valid values. Never called while an earlier call is pending. */
  submit: (values: Values) => Promise<SubmitResult>;
  /** Shown after success; left out where the form navigates to another page. */
  successMessage?: string;
  /** Shown instead of the API's own message; the empty text shows nothing. */
  failureMessage?: string;
}

export interface FormNotice {
  kind: 'success' | 'failure';
  text: string;
}

export interface FormState<Values extends object> {
  form: FormDefinition<Values>;
  errors: FieldErrors<Values>;
  notice: FormNotice | null;
  isSubmitting: boolean;
  dismissNotice: () => void;
  /** Checks and sends; resolves true after success. While it sends, further calls do nothing. */
  submitValues: (values: Values) => Promise<boolean>;
  /**
   * Returns the fields whose error no longer applies to these values: they pass the checks of the form, and are not the ones
   * that the server has rejected.
   */
  resolvedErrors: (values: Values) => readonly FieldName<Values>[];
  /** Removes the errors that no longer apply. Call it after each change of values, by the user or by the page. */
  valuesChanged: (values: Values) => void;
}

/**
 * Returns the behaviour of every form, thin or antd: checks on submit, errors of the server beside their fields, focus on
 * the first error, one request at a time, notices.
 */
export function useFormState<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { form, submit, successMessage, failureMessage } = options;
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  /** The values that the server has rejected; null while the errors are those of the form's own checks. */
  const [rejected, setRejected] = useState<Values | null>(null);
  const [notice, setNotice] = useState<FormNotice | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  // State is updated after rendering, too late for a second click within the same task.
  const isLocked = useRef(false);

  const lastClick = useRef<MouseEvent>(null);
  useEffect(() => {
    const note = (event: MouseEvent): void => {
      lastClick.current = event;
    };
    addEventListener('click', note, true);
    return () => removeEventListener('click', note, true);
  }, []);

  function show(found: FieldErrors<Values>, rejectedValues: Values | null): boolean {
    setErrors(found);
    setRejected(rejectedValues);
    const first = fieldNames(form).find((name) => found[name] !== undefined);
    if (first === undefined) return false;
    // The messages beside the fields move what is below them, so that something else may be under the pointer.
    if (lastClick.current !== null) ignoreSecondClick(lastClick.current);
    // After React has rendered the message, which describes the field.
    setTimeout(() => document.getElementById(fieldId(form.id, first))?.focus());
    return true;
  }

  function showFailure(error: unknown, entered: Values): void {
    if (show(fieldErrors(error, fieldNames(form)), entered)) return;
    const received = isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE;
    const text = failureMessage ?? received;
    if (text !== '') setNotice({ kind: 'failure', text });
  }

  async function submitValues(entered: Values): Promise<boolean> {
    if (isLocked.current) return false;
    const values = normalizeValues(form, entered);
    const invalid = findFieldErrors(form, values);
    if (Object.keys(invalid).length > 0) {
      setNotice(null);
      show(invalid, null);
      return false;
    }
    isLocked.current = true;
    setSubmitting(true);
    try {
      // Messages of the last attempt stay meanwhile: without them, the button would move under the finger.
      const { error } = await submit(values);
      setNotice(null);
      setErrors({});
      if (error !== undefined) {
        showFailure(error, entered);
        return false;
      }
      if (successMessage !== undefined) setNotice({ kind: 'success', text: successMessage });
      return true;
    } finally {
      isLocked.current = false;
      setSubmitting(false);
    }
  }

  function resolvedErrors(values: Values): readonly FieldName<Values>[] {
    return fieldNames(form).filter(
      (name) =>
        errors[name] !== undefined &&
        findFieldError(form, name, values) === null &&
        (rejected === null || rejected[name] !== values[name]),
    );
  }

  function valuesChanged(values: Values): void {
    const resolved = resolvedErrors(values);
    if (resolved.length === 0) return;
    setErrors((shown) => {
      const left = { ...shown };
      for (const name of resolved) delete left[name];
      return left;
    });
  }

  const dismissNotice = (): void => setNotice(null);
  return {
    form,
    errors,
    notice,
    isSubmitting,
    dismissNotice,
    submitValues,
    resolvedErrors,
    valuesChanged,
  };
}
