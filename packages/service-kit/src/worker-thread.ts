import { Worker, parentPort } from 'node:worker_threads';

interface Call<Input> {
  id: number;
  input: Input;
}
type Answer<Output> = { id: number } & ({ output: Output } | { error: string });

export interface WorkerThread<Input, Output> {
  /** Calls the function of the thread. Rejects when it does, and when the thread ends. */
  run(input: Input): Promise<Output>;
  close(): Promise<void>;
}

/**
 * A thread of its own for the function that `script` passes to `answerCalls`. It starts with the first call, and again
 * after it has ended. It does not keep the process running.
 */
export function createWorkerThread<Input, Output>(script: URL): WorkerThread<Input, Output> {
  const pending = new Map<number, PromiseWithResolvers<Output>>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(script);
    let failure: unknown;
    started.unref();
    started.on('message', (answer: Answer<Output>) => {
      const call = pending.get(answer.id);
      pending.delete(answer.id);
      if ('output' in answer) call?.resolve(answer.output);
      else call?.reject(new Error(answer.error));
    });
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const call of pending.values()) call.reject(new Error('the thread ended', { cause: failure }));
      pending.clear();
    });
    return started;
  }

  return {
    run(input) {
      worker ??= start();
      lastId += 1;
      const call = Promise.withResolvers<Output>();
      pending.set(lastId, call);
      worker.postMessage({ id: lastId, input } satisfies Call<Input>);
      return call.promise;
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** Answers the calls of `createWorkerThread`, in the script of the thread. */
export function answerCalls<Input, Output>(execute: (input: Input) => Output | Promise<Output>): void {
  async function answer({ id, input }: Call<Input>): Promise<Answer<Output>> {
    try {
      return { id, output: await execute(input) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }
  parentPort?.on('message', (call: Call<Input>) => {
    void answer(call).then((answered) => parentPort?.postMessage(answered));
  });
}
