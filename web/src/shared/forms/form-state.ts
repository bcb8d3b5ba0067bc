import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  /** Whether a field that was edited is checked when it is left, and from then on with each change. */
  checksEarly?: boolean;
}

export interface FormNotice {
  kind: 'success' | 'failure';
  text: string;
}

export interface FormState<Values extends object> {
  form: FormDefinition<Values>;
  /** Errors of the last submission. */
  errors: FieldErrors<Values>;
  /** Those, and the errors of fields that were left (`checksEarly`). */
  shownErrors: FieldErrors<Values>;
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
  /**
   * Removes the errors that no longer apply. Call it after each change of values, by the user or by the page.
   * @param edited name of the field that the user has changed
   */
  valuesChanged: (values: Values, edited?: FieldName<Values>) => void;
}

/** Calls back after the key or the click by which a field is left: a message would move what is being pressed. */
function afterPress(callback: () => void): void {
  const over = new AbortController();
  const handleEnd = (): void => {
    over.abort();
    setTimeout(callback);
  };
  for (const type of ['keyup', 'pointerup', 'pointercancel'])
    addEventListener(type, handleEnd, { signal: over.signal });
}

/**
 * Returns the behaviour of every form, thin or antd: checks on submit, and early where the form says so, errors of the
 * server beside their fields, focus on the first error, one request at a time, notices.
 */
export function useFormState<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { form, submit, successMessage, failureMessage, checksEarly = false } = options;
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  /** The values that the server has rejected; null while the errors are those of the form's own checks. */
  const [rejected, setRejected] = useState<Values | null>(null);
  /** The fields that were left after an edit, with their errors. */
  const [left, setLeft] = useState<FieldErrors<Values>>({});
  const edited = useRef(new Set<FieldName<Values>>());
  const latest = useRef<Values>(null);
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
      setLeft({});
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

  const isValid = (name: FieldName<Values>, values: Values): boolean =>
    findFieldError(form, name, values) === null;

  function resolvedErrors(values: Values): readonly FieldName<Values>[] {
    const normalized = normalizeValues(form, values);
    return fieldNames(form).filter(
      (name) =>
        (errors[name] !== undefined &&
          isValid(name, values) &&
          (rejected === null || rejected[name] !== values[name])) ||
        (left[name] !== undefined && isValid(name, normalized)),
    );
  }

  function checkLeft(names: readonly FieldName<Values>[], values: Values): void {
    const normalized = normalizeValues(form, values);
    const found = names.map((name) => [name, findFieldError(form, name, normalized) ?? undefined]);
    setLeft((before) => ({ ...before, ...(Object.fromEntries(found) as FieldErrors<Values>) }));
  }

  const handleLeft = useEffectEvent((target: EventTarget | null): void => {
    const name = [...edited.current].find(
      (one) => target instanceof Element && target.id === fieldId(form.id, one),
    );
    if (name === undefined) return;
    afterPress(() => {
      if (lastClick.current !== null) ignoreSecondClick(lastClick.current);
      if (latest.current !== null) checkLeft([name], latest.current);
    });
  });
  useEffect(() => {
    if (!checksEarly) return undefined;
    const leave = ({ target }: FocusEvent): void => handleLeft(target);
    addEventListener('focusout', leave);
    return () => removeEventListener('focusout', leave);
  }, [checksEarly]);

  function valuesChanged(values: Values, changed?: FieldName<Values>): void {
    latest.current = values;
    if (changed !== undefined) edited.current.add(changed);
    const names = fieldNames(form).filter((name) => Object.hasOwn(left, name));
    if (names.length > 0) checkLeft(names, values);
    const resolved = resolvedErrors(values);
    if (resolved.length === 0) return;
    setErrors((shown) => {
      const others = { ...shown };
      for (const name of resolved) delete others[name];
      return others;
    });
  }

  const dismissNotice = (): void => setNotice(null);
  return {
    form,
    errors,
    shownErrors: { ...left, ...errors },
    notice,
    isSubmitting,
    dismissNotice,
    submitValues,
    resolvedErrors,
    valuesChanged,
  };
}
