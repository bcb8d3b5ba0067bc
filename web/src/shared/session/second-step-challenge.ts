import type { SecondStepDetails, SessionResponse } from '@vidhi/contracts/account-responses.ts';
import type { Login } from './session-slice.ts';
import { toLogin } from './session-sync.ts';

/** Need of a login after the right password. */
export interface Challenge {
  token: string;
  /** Whether two-step login has to be set up first. */
  needsEnrolment: boolean;
}

type ErrorBody = { error: { details: SecondStepDetails } };

const needsSecondStep = (body: unknown): body is ErrorBody =>
  (body as Partial<ErrorBody> | null)?.error?.details?.second_step !== undefined;

/** For queries that log in: the 401 of an account with a second step is no failure. */
export const acceptChallenge = ({ ok }: Response, body: unknown): boolean => ok || needsSecondStep(body);

export function toLoginOrChallenge(body: SessionResponse | ErrorBody): Login | Challenge {
  if (!needsSecondStep(body)) return toLogin(body);
  const { second_step: token, enrolment } = body.error.details;
  return { token, needsEnrolment: enrolment };
}

export const isChallenge = (result: Login | Challenge): result is Challenge => 'needsEnrolment' in result;
