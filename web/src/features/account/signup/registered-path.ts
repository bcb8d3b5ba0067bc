import { safeTarget } from '#shared/routing/login-target.ts';

const PARAMETER = 'registered';

/** Messages of the specification, with its spelling, by the page that somebody registered on. */
export const REGISTERED = { signup: 'Registered successfully', register: 'Registraion Success' } as const;
export type RegistrationPage = keyof typeof REGISTERED;

/** The login page, which shows the success of a registration too and leads on to the given path. */
export function registeredPath(page: RegistrationPage, target: string): string {
  const safe = safeTarget(target);
  const query = new URLSearchParams({ [PARAMETER]: page, ...(safe === '/' ? {} : { next: safe }) });
  return `/login?${query}`;
}

/** The message of a registration that led to the login page; null where none did. */
export function registeredMessage(query: URLSearchParams): string | null {
  const page = query.get(PARAMETER);
  return page === 'signup' || page === 'register' ? REGISTERED[page] : null;
}
