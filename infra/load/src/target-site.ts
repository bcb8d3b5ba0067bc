import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The site that gets the load. */
export interface TargetSite {
  gateway: string;
  paymentSandbox: string;
}

/**
 * Returns the site of `--url` and `--sandbox`, such as one in containers, else the one that runs from the data folder.
 * Throws when there is none, or when an address is missing: checkouts are paid in the sandbox.
 */
export function targetSite(
  { url, sandbox }: { url?: string | undefined; sandbox?: string | undefined },
  dataDir: string,
): TargetSite {
  if (url !== undefined || sandbox !== undefined) {
    if (url === undefined || sandbox === undefined)
      throw new Error('--url and --sandbox belong together: checkouts are paid in the payment sandbox.');
    return { gateway: originOf(url), paymentSandbox: originOf(sandbox) };
  }
  const file = join(dataDir, 'run', 'services.json');
  if (!existsSync(file))
    throw new Error(
      `No running site was found (${file}). Start it first, with npm start, or name one with --url.`,
    );
  const { gateway, paymentSandbox } = JSON.parse(readFileSync(file, 'utf8')) as TargetSite;
  return { gateway, paymentSandbox };
}

function originOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`${url} is no address of a site.`);
  return new URL(url).origin;
}
