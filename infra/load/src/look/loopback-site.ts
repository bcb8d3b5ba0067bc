import { targetSite } from '../target-site.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Returns the origin of `--url`, else of the site that runs from the data folder. Throws where there is none, and for one that is not
 * on this machine: its look would change for its readers.
 */
export function loopbackSite(url: string | undefined, dataDir: string): string {
  const { gateway } = targetSite(url === undefined ? {} : { url, sandbox: url }, dataDir);
  if (!LOOPBACK.has(new URL(gateway).hostname))
    throw new Error(`${gateway} is not on this machine: its look would change for its readers.`);
  return gateway;
}
