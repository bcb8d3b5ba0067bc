/** Sender of a request: the name in the report, and the bearer token; null sends none. */
export interface Caller {
  name: string;
  token: string | null;
}

/** An account that logs in. */
export interface Login {
  identifier: string;
  password: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token of the right form whose signature is of no key of the site. */
export function forgedToken({ role, expiresInSeconds }: { role: number; expiresInSeconds: number }): string {
  const now = Math.floor(Date.now() / 1000);
  const header = base64url({ alg: 'EdDSA', typ: 'at+jwt', kid: 'forged' });
  const claims = base64url({
    sub: '1',
    role,
    tv: 1,
    iss: 'vidhi-accounts',
    aud: 'vidhi',
    iat: now - 7_200,
    exp: now + expiresInSeconds,
  });
  return `${header}.${claims}.${Buffer.alloc(64, 7).toString('base64url')}`;
}

async function postJson(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const content = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${JSON.stringify(content)}`);
  return content;
}

/** Logs in and resolves with the token. Rejects when the site refuses it. */
export async function logIn(url: string, login: Login): Promise<string> {
  const { jwt } = await postJson(`${url}/api/auth/local`, login);
  if (typeof jwt !== 'string') throw new Error(`${login.identifier} got no token`);
  return jwt;
}

/**
 * Registers an account, which an administrator makes a judge. Resolves with the judge's token and with the one from
 * before, which the change has revoked.
 */
export async function createJudge(
  url: string,
  administrator: string,
): Promise<{ judge: string; revoked: string }> {
  const name = `judge${Date.now()}`;
  const password = 'a long pass phrase 7';
  const login = { identifier: `${name}@example.in`, password };
  await postJson(`${url}/api/users`, {
    email: login.identifier,
    username: name,
    password,
    cpassword: password,
    role: 4,
    first_name: 'Asha',
    last_name: 'Judge',
    mobile: '9800000001',
    is_adult: true,
    accept_legal_agreement: true,
  });
  const revoked = await logIn(url, login);
  const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${revoked}` } });
  const { id } = (await me.json()) as { id?: number };
  const changed = await fetch(`${url}/api/users/${id}`, {
    method: 'PUT',
    headers: { ...JSON_TYPE, authorization: `Bearer ${administrator}` },
    body: JSON.stringify({ role: 7 }),
  });
  if (!changed.ok) throw new Error(`the judge's role: ${changed.status} ${await changed.text()}`);
  return { judge: await logIn(url, login), revoked };
}
