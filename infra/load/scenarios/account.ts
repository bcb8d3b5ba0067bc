import type { Visitor } from './visitor.ts';

/** Validity of access tokens is ten minutes. */
const RELOGIN_MS = 8 * 60_000;

export interface Credentials {
  identifier: string;
  password: string;
}

let session: { token: string; at: number } | null = null;

/** Reads the own account as a logged-in user; each virtual user logs in once and again before its token expires. */
export function visitAccount(visitor: Visitor, credentials: Credentials): void {
  if (session === null || Date.now() - session.at > RELOGIN_MS) {
    const response = visitor.post('login', '/api/auth/local', credentials);
    session = { token: String(response.json('jwt')), at: Date.now() };
  }
  const headers = { authorization: `Bearer ${session.token}` };
  visitor.get('read', 'account', '/api/users/me', headers);
  visitor.get('read', 'orders', '/api/orders?populate=*', headers);
}
