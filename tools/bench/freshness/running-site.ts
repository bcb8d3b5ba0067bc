import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A site that runs on this machine, with an editor's session. */
export interface RunningSite {
  gateway: string;
  readers: readonly string[];
  kafkaBrokers: string;
  /** Headers of an editor's requests. */
  editor: Readonly<Record<string, string>>;
}

interface SiteOptions {
  dataDir: string;
  identifier: string;
  password: string;
}

interface ServicesFile {
  gateway: string;
  services: { news: { read: string[] } };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

export const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** Logs the editor in to the site whose data folder is `dataDir`. */
export async function findSite({ dataDir, identifier, password }: SiteOptions): Promise<RunningSite> {
  const { gateway, services } = readJson(join(dataDir, 'run', 'services.json')) as ServicesFile;
  const { kafka } = readJson(join(dataDir, 'run', 'ports.json')) as { kafka?: number };
  const response = await fetch(`${gateway}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  });
  const body = (await response.json()) as { jwt?: string };
  if (body.jwt === undefined) throw new Error(`${identifier} could not log in: ${JSON.stringify(body)}`);
  return {
    gateway,
    readers: services.news.read,
    kafkaBrokers: process.env['KAFKA_BROKERS'] ?? `127.0.0.1:${kafka}`,
    editor: { authorization: `Bearer ${body.jwt}`, 'content-type': 'application/json' },
  };
}
