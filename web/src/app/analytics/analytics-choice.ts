const KEY = 'vidhi.analytics';

/** The reader's decision; null before there is one. */
export type AnalyticsChoice = 'yes' | 'no' | null;

/** Whether the browser asks all sites to leave its reader out (Global Privacy Control). */
const optsOutOfTracking = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** Returns the choice in this browser. Without storage it cannot be remembered, so nothing is asked and nothing is loaded. */
export function readChoice(): AnalyticsChoice {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored === 'yes' || stored === 'no') return stored;
    return optsOutOfTracking() ? 'no' : null;
  } catch {
    return 'no';
  }
}

export function storeChoice(choice: 'yes' | 'no'): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // The choice holds for this document.
  }
}
