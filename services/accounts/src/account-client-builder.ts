import { createMailTokens } from './mail/mail-tokens.ts';
import type { MailRequest } from './mail/mail-request.ts';
import { PUBLIC_URL, SERVICE_TOKEN, type TestApp } from './app-builder.ts';
import type { User } from './users/user.ts';

export const REGISTRANT = {
  first_name: 'Bina',
  last_name: 'Rao',
  username: 'bina-rao-1763719200',
  email: 'Bina@Example.com',
  mobile: '9876543210',
  password: 'secret1',
  cpassword: 'secret1',
  role: 5,
  accept_legal_agreement: true,
};

/** Headers that a browser sends with the requests of the site's own pages. */
export const OWN_PAGE = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

type Headers = Record<string, string>;

/** Requests to the app of a test, as pages of the site or other clients send them. */
export const clientOf = ({ app, keyRing, users }: TestApp) => {
  const send = (method: 'POST' | 'PUT', url: string, payload: unknown, headers: Headers = {}) =>
    app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    });
  return {
    get: (url: string, headers: Headers = {}) => app.inject({ method: 'GET', url, headers }),
    post: (url: string, payload: unknown, headers: Headers = {}) => send('POST', url, payload, headers),
    put: (url: string, payload: unknown, headers: Headers = {}) => send('PUT', url, payload, headers),
    bearerOf: async ({ id: userId, role, tokenVersion }: User): Promise<Headers> => ({
      authorization: `Bearer ${await keyRing.issue({ userId, role, tokenVersion })}`,
    }),
    /** The account as it is stored. */
    stored: async (id: number): Promise<User> => {
      const user = await users.findById(id);
      if (user === null) throw new Error(`no account ${id}`);
      return user;
    },
  };
};

const tokens = createMailTokens(SERVICE_TOKEN);

/** Returns the token in the link of the last requested mail of this template; empty when there is none. */
export function mailedToken({ mailRequests }: User, template: MailRequest['template']): string {
  const request = mailRequests.findLast((sent) => sent.template === template);
  return request === undefined ? '' : tokens.tokenOf(request.requestId);
}

/** Returns the cookie of a response as a browser sends it back. */
export const cookieOf = (response: { headers: Record<string, unknown> }): string =>
  String([response.headers['set-cookie']].flat()[0] ?? '').split(';', 1)[0] ?? '';
