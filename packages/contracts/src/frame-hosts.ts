import type { Checked } from './checked-value.ts';

/** A host with a dot, and a port: nothing that could end a directive of a security policy or match other hosts. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}(?::\d{1,5})?$/;
const MAX_HOSTS = 20;

/** Returns the hosts of a text, one a line or separated by commas; others are left out. */
export const frameHostsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => HOST.test(host));

/** Checks hosts whose documents may be framed, and returns them one a line. Addresses become their hosts. */
export function checkedFrameHosts(value: unknown): Checked<string | null> {
  if (typeof value !== 'string') return { problem: 'Hosts are a text, one a line' };
  const given = value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => part.replace(/^https:\/\//, '').replace(/\/.*$/, ''));
  const wrong = given.find((part) => !HOST.test(part));
  if (wrong !== undefined) return { problem: `${wrong.slice(0, 80)} is no host, such as forms.example.com` };
  if (given.length > MAX_HOSTS) return { problem: `At most ${MAX_HOSTS} hosts` };
  return { value: given.length === 0 ? null : [...new Set(given)].join('\n') };
}
