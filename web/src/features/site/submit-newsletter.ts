import { isProblem } from '#shared/api/problem.ts';
import { findFieldErrors } from '#shared/forms/form-definition.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import type { SessionDispatch } from '#shared/session/session.ts';
import { lettersApi } from './letters-api.ts';
import { CHECK_INBOX, SUBSCRIBED, subscribeForm } from './subscribe-form-definition.ts';

/** Resolves with the message of a failed subscription; null after success. */
async function subscribe(email: string, dispatch: SessionDispatch): Promise<string | null> {
  const invalid = findFieldErrors(subscribeForm, { email }).email;
  if (invalid !== undefined) return invalid;
  const request = lettersApi.endpoints.subscribe.initiate({ email: email.trim(), list: 'newsletter' });
  const { error } = await dispatch(request);
  if (error === undefined) return null;
  return isProblem(error) && error.status !== 0 ? (error.fields['email'] ?? error.message) : NO_RESPONSE;
}

const busyForms = new WeakSet<HTMLFormElement>();

/** Subscribes the address in the form of the footer to the newsletter, and shows the result there. */
export async function submitNewsletter(form: HTMLFormElement, dispatch: SessionDispatch): Promise<void> {
  const [input, output] = [form.querySelector('input'), form.querySelector('output')];
  if (input === null || output === null || busyForms.has(form)) return;
  busyForms.add(form);
  const failure = await subscribe(input.value, dispatch);
  busyForms.delete(form);
  output.textContent = failure ?? SUBSCRIBED;
  if (failure === null) {
    const hint = document.createElement('b');
    hint.textContent = CHECK_INBOX;
    output.append(hint);
  }
  output.toggleAttribute('data-error', failure !== null);
  if (failure === null) {
    input.removeAttribute('aria-invalid');
    input.value = '';
    return;
  }
  input.setAttribute('aria-invalid', 'true');
  output.id = `${input.id}-notice`;
  input.setAttribute('aria-describedby', output.id);
  input.focus();
}
