import { safeTarget } from '#shared/routing/login-target.ts';

const KEY = 'vidhi.target';
/** Validity of a saved target, that of a mailed link. */
const VALID_MS = 1_800_000;

/**
 * Saves the target after login until the mailed link for a new password is opened in this browser. It is not a part of
 * the link: somebody who has a link mailed to another person must not choose where it leads.
 */
export function saveTarget(target: string, now = Date.now()): void {
  try {
    if (safeTarget(target) === '/') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${now + VALID_MS} ${safeTarget(target)}`);
  } catch {
    // Storage is switched off: the link leads to the front page.
  }
}

/** Returns the target that was saved last, a path of this site; the front page without one. */
export function readSavedTarget(now = Date.now()): string {
  try {
    const [, until, target] = /^(\d{1,15}) (.*)$/.exec(localStorage.getItem(KEY) ?? '') ?? [];
    return Number(until) > now ? safeTarget(target) : '/';
  } catch {
    return '/';
  }
}
