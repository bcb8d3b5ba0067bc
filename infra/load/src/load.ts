import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_VISITORS } from '@vidhi/local/demo-staff.mjs';
import { dataDirOf, inRoot } from '@vidhi/local/paths.mjs';
import { watchGenerator } from './generator-share.ts';
import { findK6 } from './k6-program.ts';
import { reportOf, type K6Summary } from './load-report.ts';
import { targetSite, type TargetSite } from './target-site.ts';

const USAGE = `usage: npm run load -- smoke|load|stress|spike|soak [--rate N] [--duration TIME] [--out FOLDER]
       npm run load -- PROFILE --url ORIGIN --sandbox ORIGIN

  Puts load on the running site of DATA_DIR with k6, and fails when a threshold is missed.
  --rate N         multiplies the load of the profile, 1 by default
  --duration TIME  such as 2m, of smoke, load and soak
  --out FOLDER     where report.md, report.html and summary.json go, .data/load by default
  --url ORIGIN     of another site, such as one in containers; --sandbox is its payment sandbox`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '1' },
    duration: { type: 'string' },
    out: { type: 'string' },
    url: { type: 'string' },
    sandbox: { type: 'string' },
  },
});
const [profile, ...rest] = positionals;
if (profile === undefined || rest.length > 0 || !(Number(values.rate) > 0)) {
  console.error(USAGE);
  process.exit(2);
}

async function run(site: TargetSite, name: string): Promise<number> {
  const out = resolve(process.env['INIT_CWD'] ?? '.', values.out ?? join(dataDirOf(process.env), 'load'));
  mkdirSync(out, { recursive: true });
  const k6 = await findK6(inRoot('.engines'), console.error);
  const member = DEMO_VISITORS.find(({ role }) => role === 'customer');
  const summaryFile = join(out, 'summary.json');
  const settings: Record<string, string> = {
    PROFILE: name,
    RATE: values.rate,
    BASE_URL: site.gateway,
    PAYMENT_SANDBOX: site.paymentSandbox,
    MEMBER_EMAIL: process.env['MEMBER_EMAIL'] ?? member?.email ?? '',
    MEMBER_PASSWORD: process.env['MEMBER_PASSWORD'] ?? member?.password ?? '',
    SUMMARY_FILE: summaryFile,
    ...(values.duration === undefined ? {} : { DURATION: values.duration }),
  };
  const machine = {
    Processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    Kernel: release(),
    'Load before': (loadavg()[0] ?? 0).toFixed(1),
  };
  const child = spawn(
    k6,
    ['run', '--quiet', '--no-usage-report', inRoot('infra/load/scenarios/site-load.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ...settings,
        // Without a server; only the report is wanted.
        K6_WEB_DASHBOARD: 'true',
        K6_WEB_DASHBOARD_PORT: '-1',
        K6_WEB_DASHBOARD_EXPORT: join(out, 'report.html'),
      },
    },
  );
  const generator = watchGenerator(Number(child.pid));
  const [code] = (await once(child, 'exit')) as [number | null];
  const generatorShare = generator.stop();
  if (code !== 0 && code !== THRESHOLDS_MISSED) throw new Error(`k6 ended with ${code}.`);
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8')) as K6Summary;
  const report = reportOf({ profile: name, site: site.gateway, machine, generatorShare, summary });
  writeFileSync(join(out, 'report.md'), report);
  console.log(report);
  console.log(`${out}: report.md, report.html, summary.json`);
  return code === 0 ? 0 : 1;
}

/** Exit code of k6 when a threshold was crossed. */
const THRESHOLDS_MISSED = 99;

try {
  process.exitCode = await run(targetSite(values, dataDirOf(process.env)), profile);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
