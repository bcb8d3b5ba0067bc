import { readFile } from 'node:fs/promises';
import path from 'node:path';

// Shared code of the operators' commands: they send requests to the internal endpoints of a running site.

/** An error that is printed without a stack trace. */
export class CommandError extends Error {}

/** Addresses of the running site's services and the token of its processes, as recorded by the launcher. */
export interface SiteAddresses {
  gateway: string;
  paymentSandbox: string;
  services: Readonly<Record<string, unknown>>;
  serviceToken: string;
}

const TIMEOUT_MS = 15_000;

/** Finds the site that runs from the folder `DATA_DIR` (`.data` when not set). Rejects with a `CommandError`. */
export async function findSite(env: NodeJS.ProcessEnv): Promise<SiteAddresses> {
  const file = path.join(env['DATA_DIR'] ?? '.data', 'run', 'services.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SiteAddresses;
  } catch {
    throw new CommandError(`No running site was found (${file}). Start it first, with npm start.`);
  }
}

/**
 * Sends a request to an internal endpoint of a service with one instance: POST when there is a body, else GET. Resolves
 * with the body of a successful response; rejects with a `CommandError`.
 */
export async function requestService<Result>(
  { services, serviceToken }: SiteAddresses,
  service: string,
  route: string,
  body?: object,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Result> {
  const url = String(services[service]);
  let response: Response;
  try {
    response = await fetch(`${url}${route}`, {
      headers: {
        'x-service-token': serviceToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new CommandError(`The site does not respond at ${url}. Is it still running?`);
  }
  const result = (await response.json()) as Result & { error?: { message: string } };
  if (!response.ok)
    throw new CommandError(`Rejected: ${result.error?.message ?? `HTTP ${response.status}`}.`);
  return result;
}

/** Runs a command with the arguments of this process and prints the result; an error sets the exit code to 1. */
export async function runCommand(run: (words: readonly string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await run(process.argv.slice(2))}\n`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
