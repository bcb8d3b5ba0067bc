import { problemOf } from '#shared/api/problem.ts';
import { findFieldErrors } from '#shared/forms/form-definition.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { SUBSCRIBED, subscribeForm } from './subscribe-form-definition.ts';

const TIMEOUT_MS = 10_000;

/** The message of a failed subscription; null after success. */
async function subscribe(email: string): Promise<string | null> {
  const invalid = findFieldErrors(subscribeForm, { email }).email;
  if (invalid !== undefined) return invalid;
  try {
    const response = await fetch(
      new Request(`${location.origin}/api/auth/local/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: email.trim() }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    if (response.ok) return null;
    const { fields, message } = problemOf(response.status, await response.json());
    return fields['email'] ?? message;
  } catch {
    return NO_RESPONSE;
  }
}

const busyForms = new WeakSet<HTMLFormElement>();

/** Asks for the newsletter at the address in the form of the foot, and shows what became of it there. */
export async function submitNewsletter(form: HTMLFormElement): Promise<void> {
  const [input, output] = [form.querySelector('input'), form.querySelector('output')];
  if (input === null || output === null || busyForms.has(form)) return;
  busyForms.add(form);
  output.textContent = '';
  const failure = await subscribe(input.value);
  busyForms.delete(form);
  output.textContent = failure ?? SUBSCRIBED;
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
