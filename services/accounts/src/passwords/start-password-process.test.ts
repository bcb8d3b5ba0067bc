import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testPasswordAlgorithms } from './password-algorithms-contract.ts';
import { startPasswordProcess, type PasswordProcess } from './start-password-process.ts';

const NEVER_MS = 600_000;
const children = `/proc/${process.pid}/task/${process.pid}/children`;

/** Ids of this process's children that run a script. */
const processesOf = (script: string): number[] =>
  readFileSync(children, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script))
    .map(Number);

/** Children of the main thread are listed there; test files run in processes, not in worker threads. */
const canFindProcesses = existsSync(children);

describe('startPasswordProcess', () => {
  describe('computes', () => {
    let passwords: PasswordProcess;
    beforeAll(() => {
      const log = { error: () => undefined };
      passwords = startPasswordProcess({ threads: 2, niceness: 10, deadlineMs: NEVER_MS, log });
    });
    afterAll(() => passwords.close());
    testPasswordAlgorithms(() => passwords);
  });

  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'vidhi-passwords-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  let opened: PasswordProcess | null = null;
  let logged: unknown[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    await opened?.close();
    opened = null;
    logged = [];
  });

  function started(
    options: { script?: string; deadlineMs?: number; niceness?: number } = {},
  ): PasswordProcess {
    const log = { error: (entry: unknown) => void logged.push(entry) };
    return (opened = startPasswordProcess({
      threads: 2,
      niceness: 10,
      deadlineMs: NEVER_MS,
      ...options,
      log,
    }));
  }

  /** A process that does as this script says until a file says that it has been replaced once. */
  function scriptThat(name: string, onFirst: string): string {
    const script = join(folder, `${name}.mjs`);
    const marker = join(folder, `${name}.replaced`);
    writeFileSync(
      script,
      `import { existsSync, writeFileSync } from 'node:fs';
       const isFirst = !existsSync(${JSON.stringify(marker)});
       writeFileSync(${JSON.stringify(marker)}, '');
       process.once('disconnect', () => process.exit(0));
       process.on('message', ({ id, task }) => {
         if (isFirst) ${onFirst}
         else process.send({ kind: 'done', id, result: 'replaced ' + task.password }, () => {});
       });
       process.send({ kind: 'ready' }, () => {});`,
    );
    return script;
  }

  /** Hashes as soon as there is a process that does; null before. */
  const tryToHash = (passwords: PasswordProcess) => (): Promise<string | null> =>
    passwords.hash('x').catch(() => null);

  it.runIf(canFindProcesses)(
    'runs in a process of low priority without the environment of this one',
    async () => {
      process.env['PASSWORD_PROCESS_TEST'] = 'secret';
      try {
        const passwords = started({ niceness: 7 });
        await passwords.hash('x');
        const [pid = 0] = processesOf('password-process.ts');
        const threads = readdirSync(`/proc/${pid}/task`).map(Number);
        expect(new Set(threads.map(getPriority))).toEqual(new Set([7]));
        expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PASSWORD_PROCESS_TEST');
      } finally {
        delete process.env['PASSWORD_PROCESS_TEST'];
      }
    },
  );

  it('fails with 503 what a crashed process was computing, and computes the next in another one', async () => {
    const passwords = started({ script: scriptThat('crash', 'process.abort();') });
    await expect(Promise.all([passwords.hash('a'), passwords.hash('b')])).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 1,
    });
    await expect.poll(tryToHash(passwords)).toBe('replaced x');
    expect(logged).toMatchObject([{ failedTasks: 2 }]);
  });

  it('fails with 503 what a hung process does not compute, and replaces it', async () => {
    const passwords = started({ script: scriptThat('hang', 'for (;;);'), deadlineMs: 300 });
    await expect(passwords.verify('a', null)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
    await expect.poll(tryToHash(passwords)).toBe('replaced x');
  });

  it('keeps a process that was slow with one task', async () => {
    const slow = scriptThat(
      'slow',
      `{
        // It is late with its first task and not with others.
        if (id > 1) process.send({ kind: 'done', id, result: 'the same process' });
      }`,
    );
    const passwords = started({ script: slow, deadlineMs: 3_000 });
    await expect(passwords.hash('a')).rejects.toMatchObject({ status: 503 });
    expect(await passwords.hash('b')).toBe('the same process');
    expect(logged).toEqual([]);
  });

  it('fails with 503 while no process can be started, and starts one as soon as it can', async () => {
    const script = join(folder, 'late.mjs');
    const passwords = started({ script });
    await expect(passwords.hash('a')).rejects.toMatchObject({ status: 503 });
    expect(existsSync(script)).toBe(false);
    writeFileSync(join(folder, 'late.replaced'), '');
    scriptThat('late', ';');
    await expect.poll(tryToHash(passwords)).toBe('replaced x');
  });

  describe('by a clock that the test advances', () => {
    const RESTART_MS = 1_000;
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));

    it('starts a process as soon as it can when the start itself fails', async () => {
      const path = process.env['PATH'];
      // No process gets a variable of this length: the start throws, as it does for a lack of memory.
      process.env['PATH'] = 'x'.repeat(4_194_304);
      let passwords: PasswordProcess;
      try {
        passwords = started({ script: scriptThat('unstartable', ';') });
        await expect(passwords.hash('a')).rejects.toMatchObject({ status: 503 });
        vi.advanceTimersByTime(RESTART_MS);
        expect(logged).toMatchObject([{ err: { code: 'E2BIG' } }, { err: { code: 'E2BIG' } }]);
      } finally {
        process.env['PATH'] = path;
      }
      writeFileSync(join(folder, 'unstartable.replaced'), '');
      vi.advanceTimersByTime(RESTART_MS);
      expect(await passwords.hash('x')).toBe('replaced x');
    });

    const ONE_TASK = `{
      if (id > 1) process.exit(7);
      process.send({ kind: 'done', id, result: 'first' }, () => {});
    }`;

    it('pauses before it replaces a process that ended soon after it accepted tasks', async () => {
      const passwords = started({ script: scriptThat('soon', ONE_TASK) });
      expect(await passwords.hash('a')).toBe('first');
      await expect(passwords.hash('b')).rejects.toMatchObject({ status: 503 });
      vi.advanceTimersByTime(RESTART_MS - 1);
      await expect(passwords.hash('c')).rejects.toMatchObject({ status: 503 });
      vi.advanceTimersByTime(1);
      expect(await passwords.hash('d')).toBe('replaced d');
    });

    it('replaces a process at once that has accepted tasks for some seconds', async () => {
      const passwords = started({ script: scriptThat('later', ONE_TASK) });
      expect(await passwords.hash('a')).toBe('first');
      vi.advanceTimersByTime(5_000);
      await expect(passwords.hash('b')).rejects.toMatchObject({ status: 503 });
      expect(await passwords.hash('c')).toBe('replaced c');
    });

    it('replaces a process that hangs before it accepts tasks', async () => {
      const marker = join(folder, 'begun');
      const script = join(folder, 'hang-at-start.mjs');
      writeFileSync(
        script,
        `import { writeFileSync } from 'node:fs';
         writeFileSync(${JSON.stringify(marker)}, '');
         for (;;);`,
      );
      const passwords = started({ script });
      await expect.poll(() => existsSync(marker)).toBe(true);
      writeFileSync(join(folder, 'hang-at-start.replaced'), '');
      scriptThat('hang-at-start', ';');
      vi.advanceTimersByTime(60_000);
      await expect.poll(() => logged).toHaveLength(1);
      vi.advanceTimersByTime(RESTART_MS);
      expect(await passwords.hash('x')).toBe('replaced x');
    });

    it('keeps a process that accepts tasks, however long ago it was started', async () => {
      const passwords = started({ script: scriptThat('lasting', ONE_TASK) });
      expect(await passwords.hash('a')).toBe('first');
      vi.advanceTimersByTime(NEVER_MS);
      // It ends with this task, and not before.
      await expect(passwords.hash('b')).rejects.toMatchObject({ status: 503 });
      expect(logged).toMatchObject([{ failedTasks: 1, err: { message: expect.stringContaining('(7)') } }]);
    });
  });

  it('passes on that a computation has failed, which is no reason to replace the process', async () => {
    const passwords = started();
    await expect(passwords.verify('x', '$argon2id$broken')).rejects.toThrow(/./);
    expect(await passwords.verify('x', null)).toBe(false);
    expect(logged).toEqual([]);
  });

  it.runIf(canFindProcesses)('ends the process, a hung one too, and fails what was pending', async () => {
    const passwords = started({ script: scriptThat('close', 'for (;;);') });
    const failed = passwords.hash('a').catch((error: unknown) => error);
    await expect.poll(() => processesOf('close.mjs')).toHaveLength(1);
    await passwords.close();
    expect(await failed).toMatchObject({ status: 503 });
    expect(processesOf('close.mjs')).toEqual([]);
    await expect(passwords.hash('b')).rejects.toMatchObject({ status: 503 });
    expect(logged).toEqual([]);
  });
});
