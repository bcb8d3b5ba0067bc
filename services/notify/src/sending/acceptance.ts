/**
 * Queries the mail server whether it has accepted a mail. Rejects when it does not respond, so that the mail is not sent
 * again without a result.
 */
export type WasAccepted = (messageId: string) => Promise<boolean>;

const TIMEOUT_MS = 5_000;

/**
 * Creates a look-up by Message-ID at `GET <url>/<Message-ID>`: 200 for an accepted mail, 404 for an unknown one, as the
 * mail inbox responds.
 */
export const createAcceptanceLookup =
  (url: string): WasAccepted =>
  async (messageId) => {
    const response = await fetch(`${url}/${encodeURIComponent(messageId)}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.status === 404) return false;
    if (!response.ok) throw new Error(`the look-up by Message-ID responded ${response.status}`);
    return true;
  };
