import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf, inRoot } from '@vidhi/local/paths.mjs';
import { seriesIn } from './series.ts';

// npm run series: writes the names of all series of the running site of DATA_DIR to infra/prometheus/series.txt, which
// tests compare the alerts and the dashboard with.

const TIMEOUT_MS = 10_000;
const file = join(dataDirOf(process.env), 'run', 'services.json');
if (!existsSync(file))
  throw new Error(`No running site was found (${file}). Start it first, with npm start.`);
const { gateway, services, serviceToken } = JSON.parse(readFileSync(file, 'utf8')) as {
  gateway: string;
  services: Record<string, string | { write: string }>;
  serviceToken: string;
};

async function seriesOf(url: string): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, {
    headers: { 'x-service-token': serviceToken },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${url}/metrics responds ${response.status}`);
  return seriesIn(await response.text());
}

const urls = [gateway, ...Object.values(services).map((url) => (typeof url === 'string' ? url : url.write))];
const names = new Set((await Promise.all(urls.map(seriesOf))).flat());
writeFileSync(inRoot('infra/prometheus/series.txt'), `${[...names].toSorted().join('\n')}\n`);
console.log(`${names.size} series of ${urls.length} processes.`);
