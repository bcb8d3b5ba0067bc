import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askUntil } from '../src/deadline.mjs';
import { cleanUpLeftovers, isAlive, listRecorded, startProcess, startTimeOf } from '../src/processes.mjs';
import { freshDataDir } from './engine-folders.ts';

const PROCESSES = join(import.meta.dirname, '..', 'src', 'processes.mjs');

function folders() {
  const folder = freshDataDir();
  onTestFinished(() => folder[Symbol.dispose]());
  const runDir = join(folder.dataDir, 'run');
  mkdirSync(runDir, { recursive: true });
  return { runDir, logFile: join(folder.dataDir, 'log') };
}

/** A launcher of its own process that starts a sleeper with a child, and is killed with -9 when both run. */
async function leaveBehind(options: { runDir: string; logFile: string }) {
  const script = `
    const { startProcess } = await import(${JSON.stringify(PROCESSES)});
    const engine = { name: 'engine', command: 'sh', args: ['-c', 'trap "" HUP; sleep 300 & wait'] };
    startProcess({ ...engine, ...${JSON.stringify(options)} });
    setInterval(() => {}, 1000);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const recorded = await askUntil(() => listRecorded(options.runDir)[0], { withinMs: 60_000 });
  if (recorded === undefined) throw new Error('the launcher started nothing');
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  return recorded;
}

/** Pids of the processes of this group that still run; one that only waits to be reaped does not. */
function listGroup(group: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => groupOf(pid) === group);
}

function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(group);
  } catch {
    return undefined;
  }
}

describe('a launcher that stops while it starts', () => {
  it('ends what has just been started, before it is recorded, and starts nothing more', async () => {
    const options = folders();
    const script = `
      const { startProcess, stopStarted } = await import(${JSON.stringify(PROCESSES)});
      const start = (name) =>
        startProcess({ name, command: 'sleep', args: ['300'], ...${JSON.stringify(options)} });
      const { pid } = start('engine');
      await stopStarted();
      try { start('other') } catch ({ message }) { console.log(pid, message) }`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [said] = await Promise.all([text(launcher.stdout), once(launcher, 'exit')]);
    expect(said).toMatch(/^\d+ other was stopped on its way up/);
    expect(listGroup(Number.parseInt(said, 10))).toEqual([]);
    expect(listRecorded(options.runDir)).toEqual([]);
  });
});

describe('what a killed launcher left behind', () => {
  it('is stopped by the next start, with its children', async () => {
    const options = folders();
    const leftover = await leaveBehind(options);
    expect(isAlive(leftover.process)).toBe(true);
    await askUntil(() => (listGroup(leftover.process.pid).length > 1 ? true : undefined), {
      withinMs: 60_000,
    });
    expect(listGroup(leftover.process.pid).length).toBeGreaterThan(1);

    expect(await cleanUpLeftovers(options.runDir)).toEqual(['engine']);
    expect(
      await askUntil(() => (listGroup(leftover.process.pid).length === 0 ? true : undefined), {
        withinMs: 60_000,
      }),
    ).toBe(true);
    expect(existsSync(join(options.runDir, 'engine.pid'))).toBe(false);
  });

  it('is killed when it does not stop by itself', async () => {
    const { runDir, logFile } = folders();
    const deaf = startProcess({
      name: 'deaf',
      command: 'sh',
      args: ['-c', 'trap "" TERM; while :; do sleep 0.1; done'],
      runDir,
      logFile,
    });
    await askUntil(() => (listRecorded(runDir).length === 1 ? true : undefined), { withinMs: 60_000 });
    await cleanUpLeftovers(runDir, { withinMs: 300 });
    expect(deaf.isRunning() && startTimeOf(deaf.pid) !== undefined).toBe(false);
  });

  it('is not a stranger who has the same process id by now', async () => {
    const { runDir } = folders();
    const stranger = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill());
    await once(stranger, 'spawn');
    writeFileSync(join(runDir, 'engine.pid'), `${stranger.pid}\n12345\n999999 1\n`);
    expect(await cleanUpLeftovers(runDir)).toEqual([]);
    expect(startTimeOf(Number(stranger.pid))).toBeDefined();
    expect(existsSync(join(runDir, 'engine.pid'))).toBe(false);
  });

  it('is left alone while its launcher lives', async () => {
    const { runDir, logFile } = folders();
    const owner = spawn('sleep', ['300'], { stdio: 'ignore' });
    onTestFinished(() => void owner.kill());
    await once(owner, 'spawn');
    const startedAt = startTimeOf(Number(owner.pid)) ?? '';
    const engine = startProcess({
      name: 'engine',
      command: 'sleep',
      args: ['300'],
      runDir,
      logFile,
      owner: { pid: Number(owner.pid), startedAt },
    });
    onTestFinished(() => engine.stop());
    await askUntil(() => (listRecorded(runDir).length === 1 ? true : undefined), { withinMs: 60_000 });
    await expect(cleanUpLeftovers(runDir)).rejects.toMatchObject({
      sentence: expect.stringMatching(new RegExp(`already running .*process ${owner.pid}`)),
    });
    expect(engine.isRunning()).toBe(true);
  });
});

describe('a started process', () => {
  it('is told about when it dies, and not when it is stopped', async () => {
    const { runDir, logFile } = folders();
    const exits: string[] = [];
    const start = (name: string) =>
      startProcess({
        name,
        command: 'sleep',
        args: ['300'],
        runDir,
        logFile,
        onExit: () => exits.push(name),
      });
    const killed = start('killed');
    const stopped = start('stopped');
    await askUntil(() => (listRecorded(runDir).length === 2 ? true : undefined), { withinMs: 60_000 });
    killed.kill('SIGKILL');
    expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await stopped.stop();
    expect(exits).toEqual(['killed']);
    expect(listRecorded(runDir)).toEqual([]);
    await killed.stop();
    expect(readdirSync(runDir)).toEqual([]);
  });

  it('is stopped with its children, also those that do not listen', async () => {
    const parent = startProcess({
      name: 'parent',
      command: 'sh',
      args: ['-c', '(trap "" TERM; while :; do sleep 0.1; done) & wait'],
      ...folders(),
    });
    await askUntil(() => (listGroup(parent.pid).length > 2 ? true : undefined), { withinMs: 60_000 });
    await parent.stop(300);
    expect(listGroup(parent.pid)).toEqual([]);
  });
});
