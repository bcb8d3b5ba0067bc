import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedMail, Failure } from '../ledger/mail-ledger.ts';
import { TooEarly } from './mail-resolver.ts';
import { createSendMail, type SendMailOptions } from './send-mail.ts';
import { SmtpError, type OutgoingMail } from './smtp-sender.ts';

const aClaim = (over: Partial<ClaimedMail> = {}): ClaimedMail => ({
  id: 'a'.repeat(40),
  template: 'greeting',
  role: 'user',
  source: { kind: 'person', id: '1' },
  messageId: '<one@vidhi.example>',
  attempts: 0,
  createdAt: new Date(0),
  mayBeAccepted: false,
  leaseOwner: 'me',
  sendBefore: Number.POSITIVE_INFINITY,
  serverNow: () => new Date(0),
  ...over,
});
const silent = { warn: () => undefined, error: () => undefined };

let sent: OutgoingMail[];
let marked: string[];
let failures: Failure[];
let cancelled: string[];
beforeEach(() => {
  sent = [];
  marked = [];
  failures = [];
  cancelled = [];
});

const sendMail = (claim: ClaimedMail | null, over: Partial<SendMailOptions> = {}) =>
  createSendMail({
    ledger: {
      claim: async () => claim,
      markSent: async ({ id }) => void marked.push(id),
      cancel: async ({ id }) => void cancelled.push(id),
      fail: async (_claim, failure) => {
        failures.push(failure);
        return { state: 'QUEUED', retryAfterMs: 1_000 };
      },
    },
    templates: new Map([
      ['greeting', ({ values }) => ({ subject: `Hello ${String(values['name'])}`, blocks: [] })],
    ]),
    render: ({ subject }) => ({ subject, html: '<p>', text: '' }),
    resolvers: new Map([
      [
        'person',
        async () => ({
          to: { address: 'asha@example.in', name: 'Asha' },
          values: { name: 'Asha' },
          link: null,
          attachments: [
            { filename: 'bill.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
          ],
        }),
      ],
    ]),
    readSite: async () => ({
      identity: { name: 'Vidhi', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 },
      contactAddress: null,
    }),
    smtp: { send: async (mail) => void sent.push(mail) },
    log: silent,
    ...over,
  })('a');

describe('sending a mail of the ledger', () => {
  it('sends what its source resolves to, attachments included, and records it', async () => {
    expect(await sendMail(aClaim())).toBeNull();
    expect(sent).toMatchObject([
      {
        messageId: '<one@vidhi.example>',
        to: { address: 'asha@example.in' },
        subject: 'Hello Asha',
        attachments: [{ filename: 'bill.pdf' }],
      },
    ]);
    expect(marked).toHaveLength(1);
  });

  it('does nothing for a mail that another worker has', async () => {
    expect(await sendMail(null)).toBeNull();
    expect([sent, marked, failures]).toEqual([[], [], []]);
  });

  it('does not send when the worker was stopped for so long that its lease may end meanwhile', async () => {
    expect(await sendMail(aClaim({ sendBefore: Number.NEGATIVE_INFINITY }))).toBe(1_000);
    expect(sent).toEqual([]);
    expect(failures).toEqual([{ reason: 'too-late', isCounted: false, mayBeAccepted: false }]);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('looks a mail up that may have been accepted (%s), and sends it %i times', async (isAccepted, times) => {
    await sendMail(aClaim({ mayBeAccepted: true }), { wasAccepted: async () => isAccepted });
    expect(sent).toHaveLength(times);
    expect(marked).toHaveLength(1);
  });

  it('does not send a mail that may have been accepted while the look-up is unavailable', async () => {
    await sendMail(aClaim({ mayBeAccepted: true }), { wasAccepted: () => Promise.reject(new Error('down')) });
    expect(sent).toEqual([]);
    expect(failures).toMatchObject([{ reason: 'lookup-unavailable', isCounted: false }]);
  });

  it('sends it again with the same Message-ID where the mail server offers no look-up', async () => {
    await sendMail(aClaim({ mayBeAccepted: true }));
    expect(sent).toMatchObject([{ messageId: '<one@vidhi.example>' }]);
  });

  it('records no failure when an accepted mail cannot be recorded: its lease ends', async () => {
    const broken = sendMail(aClaim(), {
      ledger: {
        claim: async () => aClaim(),
        markSent: () => Promise.reject(new Error('the database is down')),
        cancel: async () => undefined,
        fail: async (_claim, failure) => {
          failures.push(failure);
          return { state: 'QUEUED', retryAfterMs: 1_000 };
        },
      },
    });
    await expect(broken).rejects.toThrow('the database is down');
    expect(failures).toEqual([]);
  });

  it.each([
    [
      { isUnavailable: true, mayBeAccepted: false },
      { reason: 'ECONNREFUSED', isCounted: false, mayBeAccepted: false },
    ],
    [
      { isUnavailable: false, mayBeAccepted: true },
      { reason: 'ECONNREFUSED', isCounted: true, mayBeAccepted: true },
    ],
  ])('counts a failure only when the server was reached: %j', async (kind, failure) => {
    await sendMail(aClaim(), {
      smtp: { send: () => Promise.reject(new SmtpError('ECONNREFUSED', kind, null)) },
    });
    expect(failures).toEqual([failure]);
  });

  it('records that a mailbox does not exist, before the failure of its mail, and of no other failure', async () => {
    const kind = { isUnavailable: false, mayBeAccepted: false, isPermanent: true };
    const recorded: unknown[] = [];
    const reject = (error: SmtpError) =>
      sendMail(aClaim(), {
        smtp: { send: () => Promise.reject(error) },
        recordRejection: async ({ id }, bounce) => void recorded.push([id, bounce, failures.length]),
      });
    await reject(new SmtpError('550', kind, null));
    const bounce = { kind: 'hard', status: '5.1.1' } as const;
    await reject(new SmtpError('550', { ...kind, bounce }, null));
    expect(recorded).toEqual([[aClaim().id, bounce, 1]]);
    expect(failures).toMatchObject([{ isPermanent: true }, { isPermanent: true }]);
  });

  it('cancels a mail whose request is void', async () => {
    await sendMail(aClaim(), { resolvers: new Map([['person', async () => null]]) });
    expect([cancelled.length, sent.length]).toEqual([1, 0]);
  });

  it('tries a mail again whose source is not whole yet, without a warning', async () => {
    const warnings: unknown[] = [];
    const person = () => Promise.reject(new TooEarly());
    const log = { ...silent, warn: (...args: unknown[]) => void warnings.push(args) };
    expect(await sendMail(aClaim(), { resolvers: new Map([['person', person]]), log })).toBe(1_000);
    expect([sent, warnings]).toEqual([[], []]);
    expect(failures).toEqual([{ reason: 'too-early', isCounted: false, mayBeAccepted: false }]);
  });

  it('waits while the site has no contact address', async () => {
    const toSite = new Map([['person', async () => ({ to: null, values: {}, link: null })]]);
    await sendMail(aClaim(), { resolvers: toSite });
    expect(failures).toMatchObject([{ reason: 'no-contact-address', isCounted: false }]);
  });
});
