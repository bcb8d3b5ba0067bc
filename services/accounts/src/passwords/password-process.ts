import { passwordAlgorithms } from './password-algorithms.ts';
import type { PasswordMessage, PasswordRequest, PasswordTask } from './password-messages.ts';

/**
 * Entry point of the child process that hashes passwords until its parent disconnects, at the priority that its parent
 * sets.
 */

const compute = (task: PasswordTask): Promise<string | boolean> =>
  task.kind === 'hash'
    ? passwordAlgorithms.hash(task.password)
    : passwordAlgorithms.verify(task.password, task.stored);

/** A send error needs no handling: the parent is gone then, which ends this process. */
const send = (message: PasswordMessage): boolean | undefined => process.send?.(message, () => undefined);

process.once('disconnect', () => process.exit(0));
process.on('message', ({ id, task }: PasswordRequest) => {
  compute(task).then(
    (result) => send({ kind: 'done', id, result }),
    (error: unknown) =>
      send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) }),
  );
});
send({ kind: 'ready' });
