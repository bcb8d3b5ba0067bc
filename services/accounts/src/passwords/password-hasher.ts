import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';

const MEMORY_KIB = 47_104;
const PASSES = 1;
const LANES = 1;
/**
 * Number of comparisons at a time. At least one core is left to other requests: by measurement, this halves the slowdown
 * of reads during logins.
 */
const CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1));
const QUEUE_LENGTH = 50;

const ARGON2ID = /^\$argon2id\$/;
/** Costs above 14 would keep a core busy for seconds at each attempt. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  /** Verifies a password. Without a hash, takes as long as a comparison and resolves false. */
  verify: (password: string, stored: string | null) => Promise<boolean>;
  /** True for a hash with weaker parameters or another algorithm. */
  isOutdated: (stored: string) => boolean;
}

/** Hash formats accepted from an archive; with any other the account has no usable password. */
export const isImportableHash = (stored: unknown): stored is string =>
  typeof stored === 'string' && BCRYPT.test(stored);

const argon2Options = { memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES };

/** Argon2id, with bcrypt accepted for imported accounts that have not logged in since. */
export async function createPasswordHasher(concurrency = CONCURRENCY): Promise<PasswordHasher> {
  const gate = createConcurrencyLimiter(concurrency, QUEUE_LENGTH);
  const nobody = await hash('nobody has this password', argon2Options);
  return {
    hash: (password) => gate.run(() => hash(password, argon2Options)),
    verify: (password, stored) =>
      gate.run(async () => {
        if (stored !== null && ARGON2ID.test(stored)) return verify(stored, password);
        if (isImportableHash(stored)) return verifyBcrypt(password, stored);
        await verify(nobody, password);
        return false;
      }),
    isOutdated(stored) {
      if (!ARGON2ID.test(stored)) return true;
      const { memoryCost, timeCost } = parseOptions(stored);
      return memoryCost * timeCost < MEMORY_KIB * PASSES;
    },
  };
}
