/** Computation for the password process. */
export type PasswordTask =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; stored: string | null };

/** Message to the password process. */
export interface PasswordRequest {
  id: number;
  task: PasswordTask;
}

/** Messages from the password process: that it accepts tasks, and the outcomes of tasks. */
export type PasswordMessage =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; result: string | boolean }
  | { kind: 'failed'; id: number; reason: string };
