import { readFileSync } from 'node:fs';
import { inRoot } from '@vidhi/local/paths.mjs';
import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import { addressOf } from './buyer.ts';
import { repeatUntilResponse, type ChaosProduct } from './chaos-product.ts';
import type { Registrant } from './evidence.ts';
import type { RegistrationKind } from './fail-points.ts';
import { createJournal, type Journey } from './journey.ts';
import { checkRegistrations } from './registration-checks.ts';
import { createStep, takeSteps } from './steps.ts';

export interface RegistrantOptions {
  site: ChaosProduct;
  kind: RegistrationKind;
  number: number;
  /** Distinguishes the people of several runs against one site. */
  run: string;
  ended: AbortSignal;
}

export interface RegistrationJourney extends Journey {
  registrant: Registrant;
}

const ROLES: Record<RegistrationKind, number> = { customer: 4, lawyer: 5, firm: 6 };
const PASSWORD = 'a-secret-of-lawyers';
const REQUEST_MS = 30_000;
const CONFIRMATION = '/confirm-email';
const OWNER = 'users_permissions_user';
/** Visitors that buy have the addresses below. */
const FIRST_ADDRESS = 4_000_000;

/** Creates a client that registers as the pages do, and logs in to continue when a response was lost. */
export function createRegistrant(options: RegistrantOptions): RegistrationJourney {
  const { site, kind, number, run, ended } = options;
  const { events, note } = createJournal();
  const name = `${kind} ${number}`;
  const email = `${kind}-${number}.${run}@law.example`;
  const registrant: Registrant = { name, email, role: ROLES[kind], isComplete: false };
  const { gateway, publicUrl } = site.product.addresses();
  const headers: Record<string, string> = {
    'x-forwarded-for': addressOf(FIRST_ADDRESS + number),
    origin: new URL(publicUrl).origin,
  };

  /** Sends one request with cookies; a file is sent as a form. */
  async function send(method: string, path: string, body?: object | FormData): Promise<Exchange> {
    const startedAt = Date.now();
    const empty = { path, headers: {}, body: '', startedAt, endedAt: startedAt };
    try {
      const isForm = body instanceof FormData;
      const response = await fetch(`${gateway}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...headers,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      const [cookie] = response.headers.getSetCookie();
      if (cookie !== undefined) headers['cookie'] = cookie.slice(0, cookie.indexOf(';'));
      return {
        ...empty,
        status: response.status,
        error: null,
        body: await response.text(),
        endedAt: Date.now(),
      };
    } catch (error) {
      return { ...empty, status: null, error: String(error) };
    }
  }

  const takeStep = createStep(note, ended);
  const step = (text: string, expected: readonly number[], ...request: Parameters<typeof send>) =>
    takeStep(text, () => send(...request), expected);

  async function confirmByMail(): Promise<void> {
    const isOpen = ({ body }: Exchange): boolean => !body.includes(CONFIRMATION);
    const { body } = await repeatUntilResponse(
      () => site.inbox(`/messages?to=${encodeURIComponent(email)}`),
      ended,
      isOpen,
    );
    const links = (JSON.parse(body) as { text: string }[]).flatMap(
      ({ text }) => text.match(/https?:\/\/\S+/g) ?? [],
    );
    const link = links.find((one) => new URL(one).pathname === CONFIRMATION);
    if (link === undefined) throw new Error('no mail with a link');
    const confirmation = new URL(link).searchParams.get('confirmation');
    await step('confirm', [200], 'POST', '/api/auth/email-confirmation', { confirmation });
  }

  /** Logs in after a lost response: nobody has the ticket of the registration, but the account exists. */
  async function logIn(): Promise<{ id: number }> {
    await confirmByMail();
    const credentials = { identifier: email, password: PASSWORD };
    const response = await step('log in', [200], 'POST', '/api/auth/local', credentials);
    const { jwt, user } = JSON.parse(response.body) as { jwt: string; user: { id: number } };
    headers['authorization'] = `Bearer ${jwt}`;
    return user;
  }

  /** Registers as a lawyer or firm on the page of its kind, or as a customer first. */
  async function createAccount(): Promise<number> {
    const changesRole = number % 2 === 0 && kind !== 'customer';
    const body = {
      email,
      username: `${kind}-${run}-${number}`,
      password: PASSWORD,
      cpassword: PASSWORD,
      first_name: 'Asha',
      last_name: 'Rao',
      mobile: '9876543210',
      role: changesRole ? ROLES.customer : ROLES[kind],
      is_adult: true,
      accept_legal_agreement: true,
    };
    const created = await step('register', [201, 400], 'POST', '/api/users', body);
    const account = created.status === 201 ? (JSON.parse(created.body) as { id: number }) : await logIn();
    if (created.status === 201) {
      const nudged = await send('POST', '/api/auth/send-email-confirmation', { email });
      note(`ask for the confirmation: ${nudged.status ?? nudged.error}`);
    }
    if (changesRole && created.status === 201)
      await step('set role', [200], 'PUT', `/api/users/${account.id}`, { data: { role: ROLES[kind] } });
    // Only the ticket of the registration, which came with the lost response, changes the role.
    else if (changesRole) registrant.role = ROLES.customer;
    return account.id;
  }

  async function createProfile(userId: number): Promise<void> {
    const form = new FormData();
    const picture = readFileSync(inRoot('web', 'public', 'icon-192.png'));
    form.append('files', new Blob([picture], { type: 'image/png' }), `${name}.png`);
    const uploaded = await step('upload', [200], 'POST', '/api/upload', form);
    const [stored] = JSON.parse(uploaded.body) as { id: number }[];
    const data = {
      [OWNER]: userId,
      Title: `Asha Rao ${number}`,
      SubTitle: 'Civil appeals',
      Identifier: `KER/${number}/2001`,
      DisplayDate: '2001-06-15',
      Detail1: '<p>First paragraph.</p>',
      contact: {
        email_address: 'desk@rao.example',
        phone_number: '9876543211',
        address: 'Pune',
        website_link: 'rao.example',
      },
      PrimaryImageId: stored?.id,
    };
    const path = kind === 'firm' ? '/api/firms' : '/api/lawyers';
    const made = await step('create profile', [200, 201, 400], 'POST', path, { data });
    // The profile exists after a lost response: its owner is unique.
    if (made.status === 400 && !made.body.includes(OWNER)) throw new Error(`no profile: ${made.body}`);
  }

  async function walk(): Promise<void> {
    const userId = await createAccount();
    if (registrant.role !== ROLES.customer) await createProfile(userId);
    registrant.isComplete = true;
  }

  return {
    name,
    events,
    registrant,
    run: () => takeSteps(walk, note),
    check: async (reader) => checkRegistrations(await reader.readRegistrations([registrant])),
    async readHistory(reader) {
      const { accounts, profiles, mails } = await reader.readRegistrations([registrant]);
      const now = new Date();
      return [
        ...accounts.map(({ _id, role }) => ({ at: now, text: `accounts now: ${_id}, role ${role}` })),
        ...profiles.map(({ _id }) => ({ at: now, text: `catalog now: profile ${_id}` })),
        ...mails.map(({ template, state, endedAt = now }) => ({
          at: endedAt,
          text: `notify: ${template} ${state}`,
        })),
      ];
    },
  };
}
