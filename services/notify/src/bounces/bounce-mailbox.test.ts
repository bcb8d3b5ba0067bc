import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBounceMailbox, type ReceivedReport } from './bounce-mailbox.ts';
import { anImapServer, type ImapServer } from './imap-server-builder.ts';

let server: ImapServer;
beforeEach(async () => {
  server = await anImapServer();
});
afterEach(() => server.close());

const STATUS = 'Reporting-MTA: dns; mx.example\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n';

async function readAll(url = server.url): Promise<ReceivedReport[]> {
  const reports: ReceivedReport[] = [];
  await createBounceMailbox({ url }).read(async (report) => void reports.push(report));
  return reports;
}

describe('the mailbox of what came back', () => {
  it('has reports with the places in which a token may be, and flags them as read', async () => {
    server.add({
      to: 'bounces+abc@site.example',
      status: STATUS,
      returned: 'X-Bounce-Token: folded-\r\n here\r\n',
    });
    server.add({ to: 'bounces@site.example' });
    const [report, other] = await readAll();
    expect(report?.deliveryStatus).toBe(STATUS);
    expect(report?.traces).toContain('bounces+abc@site.example');
    expect(report?.traces).toContain('X-Bounce-Token: folded-here');
    expect(other?.deliveryStatus).toBeNull();
    expect(server.unseen()).toBe(0);
    expect(await readAll()).toEqual([]);
  });

  it('leaves mails unread that could not be handled', async () => {
    server.add({ to: 'a@site.example', status: STATUS });
    server.add({ to: 'b@site.example', status: STATUS });
    const down = createBounceMailbox({ url: server.url }).read(async () => {
      throw new Error('the database is away');
    });
    await expect(down).rejects.toThrow('the database is away');
    expect(server.unseen()).toBe(2);
    expect(await readAll()).toHaveLength(2);
  });

  it('reads the mails after one that cannot be handled, each time', async () => {
    const handled: string[] = [];
    const read = () =>
      createBounceMailbox({ url: server.url }).read(async ({ traces }) => {
        if (traces.includes('poison@site.example')) throw new Error('cannot be handled');
        handled.push(traces.split('@')[0] ?? '');
      });
    for (const name of ['poison', 'a', 'b']) server.add({ to: `${name}@site.example`, status: STATUS });
    await expect(read()).rejects.toThrow('cannot be handled');
    expect(server.unseen()).toBe(1);
    server.add({ to: 'c@site.example', status: STATUS });
    await expect(read()).rejects.toThrow('cannot be handled');
    expect(server.unseen()).toBe(1);
    expect(handled.map((to) => to.replace(/^To: /, ''))).toEqual(['a', 'b', 'c']);
  });

  it('reads a mail again whose flag was lost with the connection', async () => {
    server.add({ to: 'a@site.example', status: STATUS });
    server.breakAt = /^UID STORE/;
    await expect(readAll()).rejects.toThrow(/./);
    server.breakAt = null;
    expect(await readAll()).toHaveLength(1);
    expect(server.unseen()).toBe(0);
  });

  it('rejects with a wrong password, and without a server', async () => {
    await expect(readAll(server.url.replace('secret', 'guess'))).rejects.toThrow('Command failed');
    expect(server.commands.some((command) => command.startsWith('SELECT'))).toBe(false);
    await expect(readAll('imap://bounces:secret@127.0.0.1:1/INBOX')).rejects.toThrow('ECONNREFUSED');
  });

  it('sends no password over an open connection to another machine', async () => {
    // The name of this machine that is not its loopback address; the server offers no STARTTLS.
    await expect(readAll(server.url.replace('127.0.0.1', '0.0.0.0'))).rejects.toThrow(/TLS/);
    expect(server.commands.join('\n')).not.toContain('AUTHENTICATE');
  });
});
