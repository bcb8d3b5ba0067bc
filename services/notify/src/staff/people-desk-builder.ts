import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { startServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys } from '@vidhi/testing/tokens.ts';
import { notifyEnvironment, startFakeAccounts, startInbox } from '../sending/mail-site-builder.ts';

/** A notify process with its surroundings, for tests of what a colleague does at the desk `people`. */
export interface PeopleDesk {
  mailbox: Awaited<ReturnType<typeof startInbox>>;
  connection: Connection;
  /** Calls the process, with the headers of the colleague unless there are others. */
  call(method: string, path: string, body?: unknown, headers?: object): Promise<Response>;
  close(): Promise<void>;
}

/** @param prepare writes what an earlier release has left, before the process starts */
export async function startPeopleDesk(
  name: string,
  prepare: (connection: Connection) => Promise<unknown> = async () => undefined,
): Promise<PeopleDesk> {
  const accounts = await startFakeAccounts();
  const mailbox = await startInbox();
  const tokens = await createTokenMaker();
  const keys = await serveKeys(tokens.jwks);
  const staff = await tokens.bearer({ userId: 10, role: 10, desks: ['people'] });
  const site = notifyEnvironment(name, { accountsUrl: accounts.url, inbox: mailbox });
  const connection = await createConnection(site.database.url).asPromise();
  await prepare(connection);
  const service = await startServiceProcess({
    script: join(import.meta.dirname, '../server.ts'),
    env: { ...site.env, JWKS_URL: keys.url },
  });
  return {
    mailbox,
    connection,
    call: (method, path, body, headers = staff) =>
      fetch(`${service.url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      await service.end();
      await connection.close();
      await site.database.drop();
      await keys.close();
      await mailbox.close();
      await accounts.close();
    },
  };
}
