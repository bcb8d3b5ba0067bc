import { useState } from 'react';

export interface DialogCall {
  isBusy: boolean;
  /** Why the last call failed; null while nothing did. */
  error: string | null;
  /** Runs a call that resolves with why it failed, or with null. Does nothing while another one runs. */
  run: (call: () => Promise<string | null>) => Promise<void>;
}

/** Returns the state of the calls of one dialog, which run one at a time. */
export function useDialogCall(): DialogCall {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (call: () => Promise<string | null>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    setError(await call());
    setBusy(false);
  };
  return { isBusy, error, run };
}
