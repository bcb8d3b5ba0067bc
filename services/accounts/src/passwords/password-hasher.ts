import { availableParallelism } from 'node:os';
import { parseOptions } from '@node-rs/argon2';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';
import { createWorkerThread } from '@vidhi/service-kit/worker-thread.ts';
import type { PasswordCall } from './password-worker.ts';

const MEMORY_KIB = 47_104;
const PASSES = 1;
const LANES = 1;
/** Leaves a core for requests; each thread takes 46 MB while it hashes. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
const QUEUE_LENGTH = 50;

const ARGON2ID = /^\$argon2id\$/;
/** Costs above 14 would keep a core busy for seconds at each attempt. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  /** Without a hash, takes as long as a comparison and resolves false. */
  verify: (password: string, stored: string | null) => Promise<boolean>;
  /** True for a hash with weaker parameters or another algorithm. */
  isOutdated: (stored: string) => boolean;
}

/** With threads that end when it is closed. */
export interface ThreadedPasswordHasher extends PasswordHasher {
  close: () => Promise<void>;
}

/** Hash formats accepted from an archive; with any other the account has no usable password. */
export const isImportableHash = (stored: unknown): stored is string =>
  typeof stored === 'string' && BCRYPT.test(stored);

const argon2Options = { memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES };

/**
 * Argon2id, with bcrypt accepted for imported accounts that have not logged in since. Hashes in threads of low priority,
 * so that logins slow down other requests less.
 */
export async function createPasswordHasher(threads = THREADS): Promise<ThreadedPasswordHasher> {
  const script = new URL('./password-worker.ts', import.meta.url);
  const workers = Array.from({ length: threads }, () =>
    createWorkerThread<PasswordCall, string | boolean>(script),
  );
  const idle = [...workers];
  const limiter = createConcurrencyLimiter(threads, QUEUE_LENGTH);

  const run = (call: PasswordCall): Promise<string | boolean> =>
    limiter.run(async () => {
      const worker = idle.pop();
      // The limiter admits as many calls as there are threads.
      if (worker === undefined) throw new Error('no thread is idle');
      try {
        return await worker.run(call);
      } finally {
        idle.push(worker);
      }
    });
  const hash = async (password: string): Promise<string> =>
    String(await run({ kind: 'hash', password, options: argon2Options }));
  const verify = async (kind: 'argon2' | 'bcrypt', password: string, stored: string): Promise<boolean> =>
    (await run({ kind, password, stored })) === true;

  const nobody = await hash('nobody has this password');
  return {
    hash,
    async verify(password, stored) {
      if (stored !== null && ARGON2ID.test(stored)) return verify('argon2', password, stored);
      if (isImportableHash(stored)) return verify('bcrypt', password, stored);
      await verify('argon2', password, nobody);
      return false;
    },
    isOutdated(stored) {
      if (!ARGON2ID.test(stored)) return true;
      const { memoryCost, timeCost } = parseOptions(stored);
      return memoryCost * timeCost < MEMORY_KIB * PASSES;
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  };
}
