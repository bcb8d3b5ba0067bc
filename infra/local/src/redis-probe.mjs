import { exchange } from './socket-exchange.mjs';

/**
 * Sends PING and resolves with the reply: `+PONG`, an error such as `-LOADING …`, or undefined when there is
 * no reply.
 * @param {{ host: string, port: number, password?: string, user?: string }} address
 */
export async function pingRedis({ host, port, password, user }) {
  const login =
    password === undefined || password === '' ? '' : `AUTH ${user ? `${user} ` : ''}${password}\r\n`;
  const lines = login === '' ? 1 : 2;
  try {
    const reply = await exchange({
      host,
      port,
      request: Buffer.from(`${login}PING\r\n`),
      isComplete: (bytes) => bytes.toString('latin1').split('\r\n').length > lines,
    });
    return reply
      .toString('latin1')
      .split('\r\n')
      .at(lines - 1);
  } catch {
    return undefined;
  }
}
