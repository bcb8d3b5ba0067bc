import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { redirectPath, redirectTarget, type RedirectCode } from '@vidhi/contracts/redirects.ts';

export interface GivenRedirect {
  from: string;
  to: string | null;
  code: RedirectCode;
}

interface Problem {
  name: 'from' | 'to';
  message: string;
}

/** Returns a redirect in the form in which it is stored, or what is wrong with it. */
export function checkRedirect(
  { from, to, code }: GivenRedirect,
  publicUrl: string,
): GivenRedirect | { problems: Problem[] } {
  const path = redirectPath(from);
  const isGone = code === '410';
  const target = isGone ? null : redirectTarget(to ?? '', publicUrl);
  const problems: Problem[] = [
    ...(path === null
      ? [
          {
            name: 'from' as const,
            message: 'from must be a path of this site, such as /old-page, and not the front page',
          },
        ]
      : []),
    ...(isGone && (to ?? '').trim() !== ''
      ? [{ name: 'to' as const, message: 'what is gone (410) leads nowhere: leave to empty' }]
      : []),
    ...(!isGone && target === null
      ? [{ name: 'to' as const, message: 'to must be a path such as /new-page, or an address with https://' }]
      : []),
  ];
  return path === null || problems.length > 0 ? { problems } : { from: path, to: target, code };
}

export function requireRedirect(given: GivenRedirect, publicUrl: string): GivenRedirect {
  const checked = checkRedirect(given, publicUrl);
  if ('problems' in checked)
    throw attributeErrors(checked.problems.map(({ name, message }) => ({ path: [name], message })));
  return checked;
}

export const LOOP = 'this would lead back to itself';
