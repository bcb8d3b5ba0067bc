import { describe, expect, it } from 'vitest';
import { supervise, type ChildExit } from '../src/supervise.mjs';
import { createFakeClock, settle } from './fake-clock.ts';

const KILLED: ChildExit = { code: null, signal: 'SIGKILL' };

/** A program whose starts and exits the test controls. */
function createProgram() {
  let failing: string | null = null;
  let starts = 0;
  let stops = 0;
  let exit: (exit: ChildExit) => void = () => undefined;
  return {
    starts: () => starts,
    stops: () => stops,
    /** Makes starts fail with this message; null lets them succeed. */
    failWith: (message: string | null) => (failing = message),
    async exit() {
      exit(KILLED);
      await settle();
    },
    start: async ({ onExit }: { onExit: (exit: ChildExit) => void }) => {
      starts += 1;
      if (failing !== null) throw new Error(failing);
      exit = onExit;
      return {
        pid: 1,
        stop: async () => {
          stops += 1;
        },
      };
    },
  };
}

describe('a supervised process', () => {
  it('is restarted for ever with increasing delays up to a limit, and is reported once', async () => {
    const clock = createFakeClock();
    const program = createProgram();
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const supervised = await supervise({ name: 'payments', start: program.start, say, clock });
    program.failWith('no disk');
    await program.exit();
    const pauses: number[] = [];
    for (let round = 0; round < 40; round += 1) pauses.push(await clock.next());
    expect(pauses.slice(0, 9)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
    expect(program.starts()).toBe(41);
    expect(supervised.state()).toBe('failing');
    expect(supervised.failure()?.message).toBe('no disk');
    expect(lines.filter((line) => line.includes('keeps failing'))).toEqual([
      'payments keeps failing: the site runs without it, and it is retried every 15 s. no disk',
    ]);
    expect(lines).toHaveLength(4);
    await supervised.stop();
  });

  it('is reported as back when it has stayed up, and then starts with short delays again', async () => {
    const clock = createFakeClock();
    const program = createProgram();
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const supervised = await supervise({ name: 'notify', start: program.start, say, clock });
    program.failWith('no disk');
    await program.exit();
    for (let round = 0; round < 6; round += 1) await clock.next();
    program.failWith(null);
    await clock.next();
    expect(supervised.state()).toBe('failing');
    await clock.next();
    expect(supervised.state()).toBe('up');
    expect(lines.at(-1)).toBe('notify is back.');

    clock.skip(60_000);
    await program.exit();
    expect(await clock.next()).toBe(0);
    expect(lines.slice(-2)).toEqual([
      'notify stopped unexpectedly (signal SIGKILL); starting it again.',
      'notify is back.',
    ]);
    await supervised.stop();
  });

  it('that does not start at first is listed as failed, and starts later', async () => {
    const clock = createFakeClock();
    const program = createProgram();
    program.failWith('no broker');
    const supervised = await supervise({ name: 'news', start: program.start, say: () => undefined, clock });
    expect(supervised.state()).toBe('restarting');
    expect(supervised.failure()?.message).toBe('no broker');
    program.failWith(null);
    await clock.next();
    expect(supervised.state()).toBe('up');
    expect(supervised.failure()).toBeUndefined();
    await supervised.stop();
    expect(program.stops()).toBe(1);
  });

  it('is not started again when it is stopped during a delay', async () => {
    const clock = createFakeClock();
    const program = createProgram();
    const supervised = await supervise({ name: 'news', start: program.start, say: () => undefined, clock });
    program.failWith('no broker');
    await program.exit();
    await clock.next();
    const starts = program.starts();
    await supervised.stop();
    await clock.next();
    expect(program.starts()).toBe(starts);
    expect(supervised.state()).toBe('stopped');
  });

  it('stops a child that starts up after the stop', async () => {
    const program = createProgram();
    const ending = new AbortController();
    const start = async (context: { onExit: (exit: ChildExit) => void }) => {
      ending.abort();
      return program.start(context);
    };
    const options = { name: 'news', start, say: () => undefined, ending: ending.signal };
    await expect(supervise(options)).rejects.toThrow('news was stopped during its start.');
    expect(program.stops()).toBe(1);
  });
});

describe('a strictly supervised process', () => {
  it('that does not start is an error', async () => {
    const program = createProgram();
    program.failWith('bad setting');
    const options = { name: 'news', start: program.start, say: () => undefined };
    await expect(supervise({ ...options, onGiveUp: () => undefined })).rejects.toThrow('bad setting');
  });

  it('calls onGiveUp when it keeps failing', async () => {
    const clock = createFakeClock();
    const program = createProgram();
    const failures: string[] = [];
    const onGiveUp = (error: Error): void => void failures.push(error.message);
    const options = { name: 'news', start: program.start, say: () => undefined, clock, onGiveUp };
    const supervised = await supervise(options);
    program.failWith('no broker');
    await program.exit();
    for (let round = 0; round < 10; round += 1) await clock.next();
    expect(failures).toEqual(['no broker']);
    expect(program.starts()).toBe(7);
    await supervised.stop();
  });
});
