import { exchange } from './socket-exchange.mjs';

/**
 * What PING is answered with: `+PONG`, an error such as `-LOADING …`, or undefined when nobody answers.
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
      isWhole: (bytes) => bytes.toString('latin1').split('\r\n').length > lines,
    });
    return reply
      .toString('latin1')
      .split('\r\n')
      .at(lines - 1);
  } catch {
    return undefined;
  }
}
