import type { Login } from './session-slice.ts';
import { toLogin, type WireLogin } from './session-sync.ts';

/** Need of a login after the right password. */
export interface Challenge {
  token: string;
  /** Whether two-step login has to be set up first. */
  needsEnrolment: boolean;
}

interface WireChallenge {
  error: { details: { second_step: string; enrolment: boolean } };
}

const isWireChallenge = (body: unknown): body is WireChallenge =>
  (body as Partial<WireChallenge> | null)?.error?.details?.second_step !== undefined;

/** For queries that log in: the 401 of an account with a second step is no failure. */
export const acceptChallenge = ({ ok }: Response, body: unknown): boolean => ok || isWireChallenge(body);

export function toLoginOrChallenge(body: WireLogin | WireChallenge): Login | Challenge {
  if (!isWireChallenge(body)) return toLogin(body);
  const { second_step: token, enrolment } = body.error.details;
  return { token, needsEnrolment: enrolment };
}

export const isChallenge = (result: Login | Challenge): result is Challenge => 'needsEnrolment' in result;
