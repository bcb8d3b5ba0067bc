import { isStaff } from '@vidhi/contracts/roles.ts';
import type { IsCommonPassword } from './common-passwords.ts';
import { toOpaque } from './opaque-password.ts';

const MAX_PASSWORD_CHARS = 1_000;
const MIN_STAFF_PASSWORD_CHARS = 10;

/** Why a new password is rejected, or null. */
export type PasswordProblem = (password: string, role: number) => string | null;

/** `minChars` for everybody but staff, whose accounts give access to drafts and settings. */
export const createPasswordProblem =
  (minChars: number, isCommon: IsCommonPassword): PasswordProblem =>
  (typed, role) => {
    const password = toOpaque(typed);
    const min = isStaff(role) ? Math.max(minChars, MIN_STAFF_PASSWORD_CHARS) : minChars;
    if (password.length < min) return `password must be at least ${min} characters`;
    if (password.length > MAX_PASSWORD_CHARS)
      return `password must be at most ${MAX_PASSWORD_CHARS} characters`;
    return isCommon(password) ? 'password is among the most common ones, please choose another' : null;
  };
