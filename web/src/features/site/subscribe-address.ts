import { isProblem } from '#shared/api/problem.ts';
import { findFieldErrors } from '#shared/forms/form-definition.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { lettersApi } from './letters-api.ts';
import { SUBSCRIBED, subscribeForm } from './subscribe-form-definition.ts';

type Subscribe = ReturnType<typeof lettersApi.endpoints.subscribe.initiate>;

export interface SubscriptionNotice {
  isError: boolean;
  text: string;
}

/** Asks for the newsletter at an address, as the form of `/subscribe` does; resolves with what to show. */
export async function subscribeAddress(
  email: string,
  dispatch: (action: Subscribe) => ReturnType<Subscribe>,
): Promise<SubscriptionNotice> {
  const invalid = findFieldErrors(subscribeForm, { email }).email;
  if (invalid !== undefined) return { isError: true, text: invalid };
  const { error } = await dispatch(
    lettersApi.endpoints.subscribe.initiate({ email: email.trim(), list: 'newsletter' }),
  );
  if (error === undefined) return { isError: false, text: SUBSCRIBED };
  if (!isProblem(error) || error.status === 0) return { isError: true, text: NO_RESPONSE };
  return { isError: true, text: error.fields['email'] ?? error.message };
}
