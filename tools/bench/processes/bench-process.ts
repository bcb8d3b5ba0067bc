import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { GATEWAY_OPTIONS, MALLOC, NODE_OPTIONS } from '@vidhi/local/services.mjs';

/** A process of the bench that answers messages one at a time. */
export interface BenchProcess {
  /** What it said when it was ready. */
  readonly hello: Readonly<Record<string, number>>;
  ask<Answer>(message: object): Promise<Answer>;
  /** The last that it wrote. */
  tail(): string;
  stop(): Promise<void>;
}

const TAIL = 4_000;
/** The gateway, and the hop that it is compared with. */
const LIKE_GATEWAY = new Set(['gateway', 'bare-hop']);

interface StartOptions {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** False for a process that says nothing. */
  speaks?: boolean;
}

export async function startBenchProcess(
  name: string,
  { args = [], env = {}, speaks = true }: StartOptions = {},
): Promise<BenchProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, `${name}.ts`), [...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // As the launcher starts every service; what they are compared with gets the same.
    env: { ...process.env, ...MALLOC, ...env },
    execArgv: LIKE_GATEWAY.has(name) ? GATEWAY_OPTIONS : NODE_OPTIONS,
  });
  let tail = '';
  const keep = (chunk: Buffer): void => {
    tail = `${tail}${chunk.toString()}`.slice(-TAIL);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);

  const nextMessage = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const hear = (message: unknown): void => {
        child.off('exit', fail);
        resolve(message);
      };
      const fail = (code: number | null): void => {
        child.off('message', hear);
        reject(new Error(`${name} ended with ${code}:\n${tail}`));
      };
      child.once('message', hear);
      child.once('exit', fail);
    });

  return {
    hello: speaks ? ((await nextMessage()) as Record<string, number>) : {},
    async ask<Answer>(message: object) {
      const answer = nextMessage();
      child.send(message);
      const said = (await answer) as Answer & { error?: string };
      if (said.error !== undefined) throw new Error(`${name}: ${said.error}`);
      return said;
    },
    tail: () => tail,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          resolve();
          return;
        }
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
