import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { GATEWAY_OPTIONS, MALLOC, NODE_OPTIONS } from '@vidhi/local/services.mjs';

/** A child process that replies to messages one at a time. */
export interface BenchProcess {
  /** First message of the process, sent when it is ready. */
  readonly firstMessage: Readonly<Record<string, number>>;
  request<Reply>(message: object): Promise<Reply>;
  /** The end of its output. */
  tail(): string;
  stop(): Promise<void>;
}

const TAIL = 4_000;
/** Processes that start with the gateway's options. */
const WITH_GATEWAY_OPTIONS = new Set(['gateway', 'bare-hop']);

interface StartOptions {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** False for a process that sends no messages. */
  sendsMessages?: boolean;
}

export async function startBenchProcess(
  name: string,
  { args = [], env = {}, sendsMessages = true }: StartOptions = {},
): Promise<BenchProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, `${name}.ts`), [...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The launcher's options for every service, also for the processes with which they are compared.
    env: { ...process.env, ...MALLOC, ...env },
    execArgv: WITH_GATEWAY_OPTIONS.has(name) ? GATEWAY_OPTIONS : NODE_OPTIONS,
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
    firstMessage: sendsMessages ? ((await nextMessage()) as Record<string, number>) : {},
    async request<Reply>(message: object) {
      const reply = nextMessage();
      child.send(message);
      const said = (await reply) as Reply & { error?: string };
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
