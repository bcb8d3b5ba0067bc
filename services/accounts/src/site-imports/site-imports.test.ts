import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditFact } from '@vidhi/contracts/audit.ts';
import type { WireError } from '@vidhi/contracts/errors.ts';
import { createStartImport, type ImportJob, type ImportProcess } from './import-process.ts';
import { createSiteImports, unavailableSiteImports, type SiteImports } from './site-imports.ts';

const ACTOR = { id: 7, role: 11, via: 'console' } as const;
const ARCHIVE = { name: 'site.tar.gz', bytes: 10 };

let folder: string;
let opened: SiteImports[];
let facts: AuditFact[];
let left: number[];
/** The imports that were started. */
let jobs: { job: ImportJob; end: (outcome: Awaited<ImportProcess['ended']>) => void; isStopped: boolean }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-site-import-'));
  [opened, facts, left, jobs] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all(opened.map((imports) => imports.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<SiteImports> {
  const imports = await createSiteImports({
    folder,
    limitBytes: 1_000,
    startImport: (job) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<Awaited<ImportProcess['ended']>>();
      const started = { job, end, isStopped: false };
      jobs.push(started);
      const stop = (): void => {
        started.isStopped = true;
        end({ error: 'stopped' });
      };
      return { pid: 4_000_000 + jobs.length, ended, stop };
    },
    stopLeft: (pid) => left.push(pid),
    recordFact: async ({ fact }) => void facts.push(fact),
    onFailure: (error) => {
      throw error;
    },
  });
  opened.push(imports);
  return imports;
}

async function withArchive(): Promise<SiteImports> {
  const imports = await open();
  await imports.begin(ARCHIVE, ACTOR);
  await imports.receive(0, Buffer.from('0123456789'));
  return imports;
}

const statusOf = async (call: Promise<unknown>): Promise<number | undefined> =>
  call.then(
    () => 200,
    (error: WireError) => error.status,
  );
const runOf = async (imports: SiteImports) => (await imports.read()).run;

describe('an archive', () => {
  it('is received in parts, and continues after an interruption', async () => {
    const imports = await open();
    await imports.begin(ARCHIVE, ACTOR);
    await imports.receive(0, Buffer.from('0123'));
    const later = await open();
    expect((await later.read()).archive).toEqual({ ...ARCHIVE, received_bytes: 4 });
    expect(await statusOf(later.receive(0, Buffer.from('0123')))).toBe(409);
    await later.receive(4, Buffer.from('456789'));
    expect(readFileSync(join(folder, 'archive.tar.gz'), 'utf8')).toBe('0123456789');
  });

  it('can be read by the owner of the process alone', async () => {
    await withArchive();
    expect(statSync(join(folder, 'archive.tar.gz')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'state.json')).mode & 0o077).toBe(0);
  });

  it('is rejected beyond the limit of the site, and beyond its own length', async () => {
    const imports = await open();
    expect(await statusOf(imports.begin({ ...ARCHIVE, bytes: 1_001 }, ACTOR))).toBe(413);
    await imports.begin(ARCHIVE, ACTOR);
    expect(await statusOf(imports.receive(0, Buffer.alloc(11)))).toBe(400);
    expect(await statusOf(imports.start({ kind: 'check' }, ACTOR))).toBe(409);
  });

  it('is deleted on request, and after it was imported', async () => {
    const imports = await withArchive();
    expect((await imports.remove(ACTOR)).archive).toBeNull();
    expect(existsSync(join(folder, 'archive.tar.gz'))).toBe(false);
    await imports.begin(ARCHIVE, ACTOR);
    await imports.receive(0, Buffer.from('0123456789'));
    await imports.start({ kind: 'import' }, ACTOR);
    jobs[0]?.end({ report: 'Done' });
    await expect.poll(() => existsSync(join(folder, 'archive.tar.gz'))).toBe(false);
    expect((await imports.read()).archive).toBeNull();
  });
});

it('deletes at its start an archive of which only the file is left, as after a kill', async () => {
  const imports = await withArchive();
  await imports.remove(ACTOR);
  writeFileSync(join(folder, 'archive.tar.gz'), '0123456789');
  await open();
  expect(existsSync(join(folder, 'archive.tar.gz'))).toBe(false);
});

it('leaves nothing of the former archive under the name of the next one', async () => {
  const imports = await open();
  mkdirSync(join(folder, 'archive.tar.gz'));
  await expect(imports.begin(ARCHIVE, ACTOR)).rejects.toThrow('EISDIR');
  expect((await imports.read()).archive).toBeNull();
  rmSync(join(folder, 'archive.tar.gz'), { recursive: true });
});

it('starts without a state where its file has lost its content', async () => {
  await withArchive();
  writeFileSync(join(folder, 'state.json'), '');
  expect(await (await open()).read()).toMatchObject({ archive: null, run: null });
});

describe('a run', () => {
  it('shows its progress, and its report at the end', async () => {
    const imports = await withArchive();
    await imports.start({ kind: 'check' }, ACTOR);
    expect(jobs[0]?.job).toMatchObject({ kind: 'check', replacesDemo: false });
    jobs[0]?.job.onProgress(0.4, 'posts: 4 of 10');
    expect(await runOf(imports)).toMatchObject({ state: 'running', share: 0.4, note: 'posts: 4 of 10' });
    jobs[0]?.end({ report: 'Nothing was imported' });
    await expect.poll(() => runOf(imports)).toMatchObject({ state: 'done', report: 'Nothing was imported' });
    expect((await imports.read()).archive).not.toBeNull();
  });

  it('is the only one', async () => {
    const imports = await withArchive();
    const statuses = await Promise.all(
      [1, 2, 3].map(() => statusOf(imports.start({ kind: 'import', replaces_demo: true }, ACTOR))),
    );
    expect(statuses).toEqual([200, 409, 409]);
    expect(jobs).toHaveLength(1);
    expect(await statusOf(imports.begin(ARCHIVE, ACTOR))).toBe(409);
    expect(await statusOf(imports.remove(ACTOR))).toBe(409);
  });

  it('shows the error of a failure, and can be started again', async () => {
    const imports = await withArchive();
    await imports.start({ kind: 'import' }, ACTOR);
    jobs[0]?.end({ error: 'This archive cannot be imported.' });
    await expect
      .poll(() => runOf(imports))
      .toMatchObject({
        state: 'failed',
        error: 'This archive cannot be imported.',
        report: null,
      });
    expect(await statusOf(imports.start({ kind: 'import' }, ACTOR))).toBe(200);
  });

  it('is shown as interrupted after a restart, also when the process was killed', async () => {
    const killed = await withArchive();
    await killed.start({ kind: 'import' }, ACTOR);
    const next = await open();
    expect(await runOf(next)).toMatchObject({ kind: 'import', state: 'interrupted' });
    expect((await runOf(next))?.error).toContain('Start it again');
    expect(left).toEqual([4_000_001]);
    expect(await statusOf(next.start({ kind: 'import' }, ACTOR))).toBe(200);
  });

  it('ends with the process', async () => {
    const imports = await withArchive();
    await imports.start({ kind: 'import' }, ACTOR);
    await imports.close();
    expect(jobs[0]?.isStopped).toBe(true);
    expect(await runOf(await open())).toMatchObject({ state: 'interrupted' });
  });

  it('is in the audit log with its outcome', async () => {
    const imports = await withArchive();
    await imports.start({ kind: 'check' }, ACTOR);
    jobs[0]?.end({ report: 'x' });
    await expect
      .poll(() => facts.map(({ action }) => action))
      .toEqual(['upload', 'check_start', 'check_done']);
    expect(facts[0]).toMatchObject({ actor: ACTOR, type: 'site-import', label: 'site.tar.gz' });
  });
});

describe('the process of an import', () => {
  const start = (script: string, replacesDemo = false) => {
    const tool = join(folder, 'tool.mjs');
    writeFileSync(tool, script);
    const progress: [number, string][] = [];
    const run = createStartImport(
      tool,
      folder,
    )({
      file: '/archives/site.tar.gz',
      kind: 'check',
      replacesDemo,
      onProgress: (...facts) => progress.push(facts),
    });
    return { progress, ...run };
  };

  it('passes on progress and report, and receives no settings of the service', async () => {
    vi.stubEnv('A_SECRET_OF_THE_SERVICE', 'x');
    const { ended, progress } = start(
      `console.log(JSON.stringify({ progress: { done: 0.5, total: 1, note: 'half' } }));
       console.log(JSON.stringify({ report: [process.argv.slice(2), process.env.DATA_DIR, process.env.A_SECRET_OF_THE_SERVICE ?? 'none'].join() }));`,
      true,
    );
    expect(await ended).toEqual({
      report: `--progress-lines,--report-line,--dry-run,--replace,/archives/site.tar.gz,${folder},none`,
    });
    expect(progress).toEqual([[0.5, 'half']]);
    vi.unstubAllEnvs();
  });

  it('resolves with the error output of a failure', async () => {
    const { ended } = start(`console.error('This archive cannot be imported.'); process.exit(1);`);
    expect(await ended).toEqual({ error: 'This archive cannot be imported.' });
  });

  it('resolves with the signal that stopped it', async () => {
    const { ended, stop } = start('setInterval(() => undefined, 1_000);');
    stop();
    expect(await ended).toEqual({ error: 'the import was ended (SIGTERM)' });
  });
});

it('changes nothing where the site cannot import by itself', async () => {
  const imports = unavailableSiteImports();
  expect(await imports.read()).toMatchObject({ is_available: false });
  expect(await statusOf(imports.begin(ARCHIVE, ACTOR))).toBe(409);
});
