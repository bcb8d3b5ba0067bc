import { hash, parseOptions, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { hashedForms, toOpaque } from './opaque-password.ts';

/**
 * More memory than the setting of OWASP's list with 12 MiB and 3 passes, which it rates as equal to 46 MiB and 1 pass. By
 * measurement, a hash with 46 MiB takes 17 ms instead of 14 ms, of which the kernel clears its memory for 6 ms; beside many
 * of them, all processes stalled for up to 0.3 s at times.
 */
const MEMORY_KIB = 16_384;
const PASSES = 3;
const LANES = 1;

const ARGON2ID = /^\$argon2id\$/;
/** Costs above 14 would keep a core busy for seconds at each attempt. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

const argon2Options = { memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES };

/** Computations that keep a core busy for about ten milliseconds. */
export interface PasswordAlgorithms {
  hash: (password: string) => Promise<string>;
  /** Verifies a password. Without a usable hash, takes as long as a comparison and resolves false. */
  verify: (password: string, stored: string | null) => Promise<boolean>;
}

/** Hash formats accepted from an archive; with any other the account has no usable password. */
export const isImportableHash = (stored: unknown): stored is string =>
  typeof stored === 'string' && BCRYPT.test(stored);

/** Returns true for a hash with weaker parameters or another algorithm. */
export function isOutdatedHash(stored: string): boolean {
  if (!ARGON2ID.test(stored)) return true;
  const { memoryCost, timeCost } = parseOptions(stored);
  return memoryCost * timeCost < MEMORY_KIB * PASSES;
}

async function verifyForm(form: string, stored: string | null): Promise<boolean> {
  if (stored !== null && ARGON2ID.test(stored)) return verify(stored, form);
  if (isImportableHash(stored)) return verifyBcrypt(form, stored);
  await hash(form, argon2Options);
  return false;
}

/**
 * Argon2id, with bcrypt accepted for imported accounts that have not logged in since; on threads of this process. Passwords
 * are compared in the form of RFC 8265; the number of computations depends on what is typed alone.
 */
export const passwordAlgorithms: PasswordAlgorithms = {
  hash: (password) => hash(toOpaque(password), argon2Options),
  async verify(password, stored) {
    for (const form of hashedForms(password)) if (await verifyForm(form, stored)) return true;
    return false;
  },
};
