import { asciiDigits } from '@vidhi/contracts/digits.ts';
import { isStaffAccount, type User } from '../users/user.ts';
import type { SealedText } from '../keys/key-cipher.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import type { SecondStep } from './stored-second-step.ts';
import { stepOfCode } from './totp.ts';

/** Need of a login after the right password. */
export type SecondStepNeed = 'none' | 'code' | 'enrolment';

/** Returns what a login to this account needs after the password. Only accounts of staff have a second step. */
export function secondStepNeed(
  user: Pick<User, 'role' | 'secondStep'>,
  requiredRoles: readonly number[],
): SecondStepNeed {
  if (!isStaffAccount(user)) return 'none';
  if (hasSecondStep(user)) return 'code';
  return requiredRoles.includes(user.role) ? 'enrolment' : 'none';
}

export const hasSecondStep = (
  user: Pick<User, 'role' | 'secondStep'>,
): user is Pick<User, 'role'> & { secondStep: SecondStep } =>
  isStaffAccount(user) && user.secondStep !== undefined && user.secondStep !== null;

export interface AcceptedCode {
  secondStep: SecondStep;
  kind: 'app' | 'recovery';
}

const APP_CODE = /^\d{6}$/;

/**
 * Returns the second step after the use of a code: it is spent. Null for a wrong code, and for one that was used before. The
 * caller must store the result before it lets anybody in.
 * @param openSecret decrypts the stored secret; null when no key does, and then recovery codes alone are accepted
 */
export function acceptCode(
  secondStep: SecondStep,
  typed: string,
  at: Date,
  openSecret: (secret: SealedText) => string | null,
): AcceptedCode | null {
  const code = asciiDigits(typed.normalize('NFKC')).replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '');
  if (APP_CODE.test(code)) {
    const secret = openSecret(secondStep.secret);
    const step = secret === null ? null : stepOfCode(secret, code, at);
    if (step === null || step <= secondStep.lastStep) return null;
    return { secondStep: { ...secondStep, lastStep: step }, kind: 'app' };
  }
  const hash = hashRecoveryCode(code);
  if (hash === null || !secondStep.recoveryHashes.includes(hash)) return null;
  const recoveryHashes = secondStep.recoveryHashes.filter((other) => other !== hash);
  return { secondStep: { ...secondStep, recoveryHashes }, kind: 'recovery' };
}
