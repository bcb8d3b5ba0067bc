/**
 * Sources of writes: a page of the console or of the public site, another client of the API, a command of the operator, or
 * the system itself.
 */
export const CHANNELS = ['console', 'site', 'api', 'cli', 'system'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Author of a write. Stays inside the service and in the audit log: events on public topics carry none. */
export interface Actor {
  /** Id of the account; null where nobody has logged in. */
  id: number | null;
  role: number | null;
  via: Channel;
  /** Name of the API token by which other software acts for the account. */
  token?: string;
}

/** Commands of the operator, which the service token authorizes. */
export const COMMAND: Actor = { id: null, role: null, via: 'cli' };
