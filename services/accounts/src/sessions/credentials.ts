import { readBody } from '../bodies/read-body.ts';

export interface Credentials {
  identifier: string;
  password: string;
}

/** Reads the body of a login; throws 400 with every problem, with the messages of the reference. */
export const readCredentials = (body: unknown): Credentials =>
  readBody(body, { fields: { identifier: 'text', password: 'text' }, maxChars: Infinity });
