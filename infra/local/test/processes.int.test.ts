import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../src/deadline.mjs';
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

/** Runs a launcher that starts a process with a child, and kills the launcher with SIGKILL when both run. */
async function leaveBehind(options: { runDir: string; logFile: string }) {
  const script = `
    const { startProcess } = await import(${JSON.stringify(PROCESSES)});
    const engine = { name: 'engine', command: 'sh', args: ['-c', 'trap "" HUP; sleep 300 & wait'] };
    startProcess({ ...engine, ...${JSON.stringify(options)} });
    setInterval(() => {}, 1000);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const recorded = await pollUntil(() => listRecorded(options.runDir)[0], { withinMs: 60_000 });
  if (recorded === undefined) throw new Error('the launcher started nothing');
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  return recorded;
}

/** Pids of the running processes of this group, without zombies. */
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

describe('a launcher that is stopped during its start', () => {
  it('stops a process that is not recorded yet, and starts no other', async () => {
    const options = folders();
    const script = `
      const { startProcess, stopStarted } = await import(${JSON.stringify(PROCESSES)});
      const start = (name) =>
        startProcess({ name, command: 'sleep', args: ['300'], ...${JSON.stringify(options)} });
      const { pid } = start('engine');
      await stopStarted();
      try { start('other') } catch ({ message }) { console.log(pid, message) }`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [output] = await Promise.all([text(launcher.stdout), once(launcher, 'exit')]);
    expect(output).toMatch(/^\d+ other was stopped during its start/);
    expect(listGroup(Number.parseInt(output, 10))).toEqual([]);
    expect(listRecorded(options.runDir)).toEqual([]);
  });
});

describe('a process left behind by a killed launcher', () => {
  it('is stopped by the next start, with its children', async () => {
    const options = folders();
    const leftover = await leaveBehind(options);
    expect(isAlive(leftover.process)).toBe(true);
    await pollUntil(() => (listGroup(leftover.process.pid).length > 1 ? true : undefined), {
      withinMs: 60_000,
    });
    expect(listGroup(leftover.process.pid).length).toBeGreaterThan(1);

    expect(await cleanUpLeftovers(options.runDir)).toEqual(['engine']);
    expect(
      await pollUntil(() => (listGroup(leftover.process.pid).length === 0 ? true : undefined), {
        withinMs: 60_000,
      }),
    ).toBe(true);
    expect(existsSync(join(options.runDir, 'engine.pid'))).toBe(false);
  });

  it('is killed when it does not stop by itself', async () => {
    const { runDir, logFile } = folders();
    const stubborn = startProcess({
      name: 'deaf',
      command: 'sh',
      args: ['-c', 'trap "" TERM; while :; do sleep 0.1; done'],
      runDir,
      logFile,
    });
    await pollUntil(() => (listRecorded(runDir).length === 1 ? true : undefined), { withinMs: 60_000 });
    await cleanUpLeftovers(runDir, { withinMs: 300 });
    expect(stubborn.isRunning() && startTimeOf(stubborn.pid) !== undefined).toBe(false);
  });

  it('is not confused with another process that reuses its id', async () => {
    const { runDir } = folders();
    const unrelated = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void unrelated.kill());
    await once(unrelated, 'spawn');
    writeFileSync(join(runDir, 'engine.pid'), `${unrelated.pid}\n12345\n999999 1\n`);
    expect(await cleanUpLeftovers(runDir)).toEqual([]);
    expect(startTimeOf(Number(unrelated.pid))).toBeDefined();
    expect(existsSync(join(runDir, 'engine.pid'))).toBe(false);
  });

  it('is not stopped while its launcher lives', async () => {
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
    await pollUntil(() => (listRecorded(runDir).length === 1 ? true : undefined), { withinMs: 60_000 });
    await expect(cleanUpLeftovers(runDir)).rejects.toMatchObject({
      sentence: expect.stringMatching(new RegExp(`already running .*process ${owner.pid}`)),
    });
    expect(engine.isRunning()).toBe(true);
  });
});

describe('a started process', () => {
  it('calls onExit when it dies, and not when it is stopped', async () => {
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
    await pollUntil(() => (listRecorded(runDir).length === 2 ? true : undefined), { withinMs: 60_000 });
    killed.kill('SIGKILL');
    expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await stopped.stop();
    expect(exits).toEqual(['killed']);
    expect(listRecorded(runDir)).toEqual([]);
    await killed.stop();
    expect(readdirSync(runDir)).toEqual([]);
  });

  it('is stopped with its children, even if they ignore SIGTERM', async () => {
    const parent = startProcess({
      name: 'parent',
      command: 'sh',
      args: ['-c', '(trap "" TERM; while :; do sleep 0.1; done) & wait'],
      ...folders(),
    });
    await pollUntil(() => (listGroup(parent.pid).length > 2 ? true : undefined), { withinMs: 60_000 });
    await parent.stop(300);
    expect(listGroup(parent.pid)).toEqual([]);
  });
});
