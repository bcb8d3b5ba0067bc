import { constants, platform, setPriority } from 'node:os';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { verifySync as verifyBcryptSync } from '@node-rs/bcrypt';
import { answerCalls } from '@vidhi/service-kit/worker-thread.ts';

/** A call of `password-hasher.ts`: `hash` is answered with a hash, the others with whether the password matches. */
export type PasswordCall =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'argon2' | 'bcrypt'; password: string; stored: string };

// On Linux only, where it applies to this thread and not to the whole process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_LOW);

answerCalls((call: PasswordCall): string | boolean => {
  if (call.kind === 'hash') return hashSync(call.password, call.options);
  const { kind, password, stored } = call;
  return kind === 'argon2' ? verifySync(stored, password) : verifyBcryptSync(password, stored);
});
