import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureWebBuild } from '@vidhi/local/web-build.mjs';
import { startProduct, type Product } from './product.ts';
import { restartRolling } from './rolling-restart.ts';
import { breachTable, isContained, runBreach, stolenThings } from './rotation/breach.ts';
import { connectProviders, type LocalProviders } from './rotation/local-providers.ts';
import { openLoadedSite, type LoadedSite } from './rotation/loaded-site.ts';
import {
  isWithoutFailure,
  notRun,
  resultOf,
  rotationTable,
  type RotationResult,
} from './rotation/rotation-report.ts';
import {
  NOT_DRILLED,
  rotationsOf,
  SETTINGS,
  settingsBefore,
  SIGNING_KEYS,
  STORAGE_KEYS,
  STORAGE_KEYS_NAME,
  type Step,
} from './rotation/rotations.ts';
import { ageSigningKeys, keyIdOf, untilSignedByAnother } from './rotation/signing-key-change.ts';

const USAGE = `usage: npm run drill:rotation -- [--only NAME,…] [--json FILE] [--logs FOLDER]
       npm run drill:rotation -- --breach [--json FILE] [--logs FOLDER]

  Starts the product on ports and data of its own under a light load, and changes one secret after the other as section 11
  of docs/operate.md says. Ends with 1 when a request failed. The signing keys take 20 minutes, during which the others are
  changed.

  --only NAME,…   only these: signing-keys, s3-keys, key-encryption-key, mail-link-secret, cart-cookie-secret, webhook-secret,
                  smtp-password, redis-password, metrics-token, service-token
  --breach        carries out section 3 of docs/breach.md instead, and ends with 1 when something stolen is accepted after it
  --json FILE     writes every figure there too
  --logs FOLDER   copies the logs of the processes there`;

const SIGNING_KEYS_NAME = 'signing-keys';
const SECRET_BYTES = 32;
/** Time for which tokens of the new key are used. */
const AFTER_NEW_KEY_MS = 30_000;
const MAX_RESTART_PAUSE_MS = 200;

/** The launcher takes each restart for a failure, and waits longer after each. */
const CLOCK = {
  now: () => performance.now(),
  delay: (ms: number, signal: AbortSignal) =>
    delay(Math.min(ms, MAX_RESTART_PAUSE_MS), undefined, { signal }),
};

function usage(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    breach: { type: 'boolean', default: false },
    json: { type: 'string' },
    logs: { type: 'string' },
  },
});

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
const ended = ending.signal;
const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
const machine = { processors: cpus().length, node: process.version, loadBefore: loadavg()[0] ?? 0 };

const made = new Map<string, string>();
function secretOf(name: string): string {
  const value = made.get(name) ?? randomBytes(SECRET_BYTES).toString('hex');
  made.set(name, value);
  return value;
}

function write(figures: object): void {
  if (options.json === undefined) return;
  const text = JSON.stringify({ at: new Date().toISOString(), machine, ...figures }, undefined, 2);
  writeFileSync(options.json, `${text}\n`);
}

interface Running {
  product: Product;
  providers: LocalProviders;
  site: LoadedSite;
  settings: Record<string, string>;
}

const values = (product: Pick<Product, 'addresses'> | null) => ({
  former: (name: string): string =>
    name === 'SERVICE_TOKEN' && product !== null
      ? product.addresses().serviceToken
      : secretOf(`former ${name}`),
  next: (name: string): string => secretOf(`next ${name}`),
});

async function takeSteps({ product, settings }: Running, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await step.act?.();
    Object.assign(settings, step.settings);
    for (const name of step.restarted ?? []) {
      if (ended.aborted) return;
      await restartRolling(product, name, ended, step.settings);
    }
  }
}

/** Counts the requests that are sent while `change` runs. */
async function count(
  { site }: Running,
  secret: string,
  change: () => Promise<void>,
): Promise<RotationResult> {
  const from = Date.now();
  await change();
  const seconds = (Date.now() - from) / 1_000;
  await site.settle();
  const result = resultOf(secret, seconds, site.log.between(from, Date.now()));
  say(rotationTable([result]).split('\n').slice(2).join('\n'));
  return result;
}

async function changeSecrets(running: Running): Promise<RotationResult[]> {
  const { product, providers, site } = running;
  const selected = options.only?.split(',');
  const rotations = rotationsOf(values(product), providers);
  const names = [SIGNING_KEYS_NAME, STORAGE_KEYS_NAME, ...rotations.map(({ name }) => name)];
  const unknown = selected?.find((name) => !names.includes(name));
  if (unknown !== undefined) usage(`${unknown} is no secret of the drill`);
  const isSelected = (name: string): boolean => selected === undefined || selected.includes(name);
  const results: RotationResult[] = [];
  let keyId: string | null = null;
  if (isSelected(SIGNING_KEYS_NAME)) {
    keyId = keyIdOf(site.members.accessToken() ?? '');
    say('making the signing keys old enough to be changed');
    await ageSigningKeys(product, ended);
  }
  for (const { name, secret, before = [], steps } of rotations) {
    if (!isSelected(name) || ended.aborted) continue;
    if (before.length > 0) say(`${secret}: giving the site a former value`);
    await takeSteps(running, before);
    await site.settle();
    say(`${secret}: changing it`);
    results.push(await count(running, secret, () => takeSteps(running, steps)));
  }
  if (keyId !== null && !ended.aborted) {
    const former = keyId;
    say(`${SIGNING_KEYS}: waiting until the next one signs`);
    const change = async (): Promise<void> => {
      await untilSignedByAnother(former, () => site.members.accessToken(), ended);
      await delay(AFTER_NEW_KEY_MS);
    };
    results.push(await count(running, SIGNING_KEYS, change));
  }
  if (isSelected(STORAGE_KEYS_NAME) && providers.storage === null)
    results.push(notRun(STORAGE_KEYS, 'there is no S3 server'));
  if (selected === undefined)
    results.push(...Object.entries(NOT_DRILLED).map(([secret, reason]) => notRun(secret, reason)));
  return results;
}

async function drillSecrets(running: Running): Promise<boolean> {
  const results = await changeSecrets(running);
  console.log(rotationTable(results));
  write({ results });
  return isWithoutFailure(results) && !ended.aborted;
}

async function drillBreach({ product, settings, site, providers }: Running): Promise<boolean> {
  const { former, next } = values(product);
  const { publicUrl, serviceToken } = product.addresses();
  await site.settle();
  await site.members.stop();
  const accessToken = site.members.accessToken();
  const sessionCookie = site.members.sessionCookie();
  if (accessToken === null || sessionCookie === null) throw new Error('nobody is logged in');
  const stolen = stolenThings({
    client: site.client,
    product,
    origin: new URL(publicUrl).origin,
    accessToken,
    sessionCookie,
    serviceToken,
    scrapeToken: providers.scrapeToken(),
    webhookSecret: former('RAZORPAY_WEBHOOK_SECRET'),
  });
  const { rows, downSeconds } = await runBreach({
    product,
    stolen,
    changeSettings() {
      for (const name of Object.keys(settingsBefore(values(product)))) settings[name] = next(name);
    },
    ended,
    say,
  });
  const canLogIn = await site.editor.renew();
  console.log(breachTable(rows));
  console.log(
    `\nThe site was down for ${downSeconds.toFixed(1)} s; afterwards a login ${canLogIn ? 'succeeds' : 'fails'}.`,
  );
  write({ rows, downSeconds, canLogIn });
  return isContained(rows, stolen) && canLogIn && !ended.aborted;
}

async function drill(): Promise<boolean> {
  await ensureWebBuild({ node: process.execPath });
  const settings = { ...SETTINGS, ...settingsBefore(values(null)) };
  const product = await startProduct({
    config: 'default',
    hasProxies: true,
    settings,
    clock: CLOCK,
    ended,
    say,
  });
  try {
    const providers = await connectProviders(product, {
      firstScrapeToken: secretOf('former METRICS_TOKEN'),
      say,
    });
    const site = await openLoadedSite({ product, scrapeToken: providers.scrapeToken, ended });
    try {
      const running = { product, providers, site, settings };
      await site.settle();
      return await (options.breach ? drillBreach(running) : drillSecrets(running));
    } finally {
      await site.stop();
      providers.close();
    }
  } finally {
    if (options.logs !== undefined) product.copyLogs(options.logs);
    await product.close();
  }
}

const isGood = await drill();
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(isGood ? 0 : 1);
