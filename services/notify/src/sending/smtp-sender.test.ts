import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpSender, type OutgoingMail } from './smtp-sender.ts';

const NEVER_MS = 600_000;
const MAIL: OutgoingMail = {
  messageId: '<one@vidhi.example>',
  to: { address: 'asha@example.in', name: 'Asha "<Rao>\r\nBcc: evil@example.com' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: { 'List-Unsubscribe': '<https://vidhi.example/u>' },
};

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/**
 * Starts a server that records the lines of a client; `respond` returns the reply to each, or closes the connection with
 * null.
 */
async function listen(respond: (line: string, received: string[]) => string | null | undefined) {
  const received: string[] = [];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const reply = (line: string): void => {
      const text = respond(line, received);
      if (text === null) socket.destroy();
      else if (text !== undefined) socket.write(`${text}\r\n`);
    };
    reply('');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString()}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        received.push(line);
        reply(line);
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

const send = (url: string, deadlineMs = NEVER_MS, mail = MAIL) =>
  createSmtpSender({
    url,
    from: async () => ({ address: 'no-reply@vidhi.example', name: 'Vidhi' }),
    deadlineMs,
  }).send(mail);

/** A server that accepts everything up to `at`, where it does what `then` says. */
const until =
  (at: RegExp, then: string | null | undefined) =>
  (line: string, received: readonly string[]): string | null | undefined => {
    const inData = received.includes('DATA') && !received.includes('.');
    if (at.test(line)) return then;
    if (inData && line !== 'DATA') return undefined;
    if (line === 'DATA') return '354 go on';
    return line === '' && received.length === 0 ? '220 ready' : '250 ok';
  };

describe('a mail sent by SMTP', () => {
  it('has one recipient, whatever a name contains, and is accepted with 250', async () => {
    const { url, received } = await listen(until(/^never$/, undefined));
    await send(url);
    expect(received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<asha@example.in>']);
    expect(received.filter((line) => /^bcc:/i.test(line))).toEqual([]);
    expect(received).toContain('Message-ID: <one@vidhi.example>');
    expect(received).toContain('Auto-Submitted: auto-generated');
    expect(received).toContain('List-Unsubscribe: <https://vidhi.example/u>');
  });

  it.each([
    ['Asha Rao', 'To: Asha Rao <asha@example.in>'],
    ['Win at www.evil.example', 'To: asha@example.in'],
    ['https://evil.example/', 'To: asha@example.in'],
    ['x'.repeat(200), `To: ${'x'.repeat(60)} <asha@example.in>`],
  ])('names its recipient %s, unless that is no name', async (name, header) => {
    const { url, received } = await listen(until(/^never$/, undefined));
    await send(url, NEVER_MS, { ...MAIL, to: { address: 'asha@example.in', name } });
    expect(received.filter((line) => /^To:|^ <asha/.test(line)).join('')).toBe(header);
  });

  it.each([
    ['is rejected', /^RCPT/, '550 no such user', { code: '550', isUnavailable: false, mayBeAccepted: false }],
    [
      'is rejected after its data',
      /^\.$/,
      '451 later',
      { code: '451', isUnavailable: false, mayBeAccepted: false },
    ],
    ['ends in a broken connection', /^\.$/, null, { isUnavailable: false, mayBeAccepted: true }],
    ['meets a server that is closing', /^MAIL/, '421 closing', { isUnavailable: true, mayBeAccepted: false }],
  ])('rejects with the reason when it %s', async (_name, at, reply, expected) => {
    const { url } = await listen(until(at, reply));
    await expect(send(url)).rejects.toMatchObject({ name: 'SmtpError', ...expected });
  });

  it.each([
    ['at once', /^$/, '421 4.7.0 too many connections'],
    ['before the greeting', /^$/, '450 4.7.1 too many connections from your address'],
    ['at the sender', /^MAIL/, '451 4.3.2 system not accepting mails'],
    ['at the recipient', /^RCPT/, '450-4.7.28 too many mails\r\n450 4.7.28 try again later'],
    ['at the data', /^DATA$/, '452 4.4.5 congestion'],
    ['after the data', /^\.$/, '451 4.7.500 server busy'],
  ])('was not rejected by a server that is busy %s', async (_when, at, reply) => {
    const { url } = await listen(until(at, reply));
    await expect(send(url)).rejects.toMatchObject({ isUnavailable: true, mayBeAccepted: false });
  });

  it.each(['450 4.2.1 mailbox disabled', '452 4.3.20 unknown', '550 5.7.1 rejected', '451 see 4.7.1'])(
    'was rejected with %s, which is about the mail',
    async (reply) => {
      const { url } = await listen(until(/^RCPT/, reply));
      await expect(send(url)).rejects.toMatchObject({ code: reply.slice(0, 3), isUnavailable: false });
    },
  );

  it.each([
    ['550 no such user', true],
    ['550 5.1.1 user unknown', true],
    ['551 user not local', true],
    ['553 5.1.3 bad address', true],
    ['554 5.1.2 no such domain', true],
    ['550 5.2.1 mailbox disabled', true],
    ['550 5.7.1 rejected', false],
    ['552 5.2.2 mailbox full', false],
    ['554 5.7.26 not authenticated', false],
    ['554 transaction failed', false],
    ['451 4.1.1 later', false],
  ])('rejected with %s is dead for ever: %j', async (reply, isPermanent) => {
    const { url } = await listen(until(/^RCPT/, reply));
    await expect(send(url)).rejects.toMatchObject({ isUnavailable: false, isPermanent });
  });

  it.each([
    [/^RCPT/, '550 5.1.1 user unknown', { kind: 'hard', status: '5.1.1' }],
    [/^RCPT/, '550 no such user', { kind: 'hard', status: '5.1.1' }],
    [/^RCPT/, '550 relay not permitted', null],
    [/^MAIL/, '550 5.1.1 no such user', null],
    [/^\.$/, '550 5.1.1 no such user', null],
  ])('rejected at %s with %s says of the mailbox: %j', async (at, reply, bounce) => {
    const { url } = await listen(until(at, reply));
    await expect(send(url)).rejects.toMatchObject({ bounce });
  });

  it('comes back to the address for it, by a token that most reports have', async () => {
    const { url, received } = await listen((line, all) =>
      line.startsWith('EHLO') ? '250-mx.example\r\n250 DSN' : until(/^never$/, undefined)(line, all),
    );
    const returnPath = { address: 'bounces+token@vidhi.example', token: 'token' };
    await send(url, NEVER_MS, { ...MAIL, returnPath });
    expect(received.find((line) => line.startsWith('MAIL'))).toBe(
      'MAIL FROM:<bounces+token@vidhi.example> RET=HDRS ENVID=token',
    );
    expect(received.find((line) => line.startsWith('RCPT'))).toBe('RCPT TO:<asha@example.in> NOTIFY=FAILURE');
    expect(received).toContain('X-Bounce-Token: token');
    expect(received).toContain('From: Vidhi <no-reply@vidhi.example>');
  });

  it('comes back to its sender otherwise', async () => {
    const { url, received } = await listen(until(/^never$/, undefined));
    await send(url);
    expect(received).toContain('MAIL FROM:<no-reply@vidhi.example>');
    expect(received.some((line) => line.startsWith('X-Bounce-Token'))).toBe(false);
  });

  it('goes to an international domain in punycode', async () => {
    const { url, received } = await listen(until(/^never$/, undefined));
    await send(url, NEVER_MS, { ...MAIL, to: { address: 'user@उदाहरण.भारत', name: null } });
    expect(received).toContain('RCPT TO:<user@xn--p1b6ci4b4b3a.xn--h2brj9c>');
    expect(received).toContain('To: user@xn--p1b6ci4b4b3a.xn--h2brj9c');
  });

  it('may have been accepted when the server does not respond by the deadline', async () => {
    const { url } = await listen(until(/^\.$/, undefined));
    await expect(send(url, 3_000)).rejects.toMatchObject({ isUnavailable: false, mayBeAccepted: true });
  });

  it('was not offered to a server that is not there', async () => {
    const { url } = await listen(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    await expect(send(url)).rejects.toMatchObject({ code: 'ECONNREFUSED', isUnavailable: true });
  });
});
