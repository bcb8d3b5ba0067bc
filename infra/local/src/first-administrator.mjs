const TIMEOUT_MS = 10_000;

/** @typedef {{ data: { token: string, expires_at: string } | null }} LinkBody `data` is null for a site that has an administrator */

/**
 * @param {string} accountsUrl
 * @param {string} serviceToken
 */
const requestLink = (accountsUrl, serviceToken) =>
  fetch(`${accountsUrl}/internal/first-administrator-link`, {
    method: 'POST',
    headers: { 'x-service-token': serviceToken },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

/**
 * Resolves with whether the site has an administrator; false while accounts is unavailable.
 * @param {{ accountsUrl: string, serviceToken: string }} options
 */
export async function hasAdministrator({ accountsUrl, serviceToken }) {
  const response = await requestLink(accountsUrl, serviceToken).catch(() => null);
  if (response === null || !response.ok) return false;
  return /** @type {LinkBody} */ (await response.json()).data === null;
}

/**
 * Resolves with the address of the page that makes the first administrator, and until when it is good; null for a site
 * that has an administrator, and while accounts is unavailable: the next start prints another one.
 * @param {{ accountsUrl: string, gatewayUrl: string, serviceToken: string }} options
 * @returns {Promise<{ url: string, expiresAt: Date } | null>}
 */
export async function findFirstAdministratorLink({ accountsUrl, gatewayUrl, serviceToken }) {
  try {
    const response = await requestLink(accountsUrl, serviceToken);
    if (!response.ok) return null;
    const { data } = /** @type {LinkBody} */ (await response.json());
    if (data === null) return null;
    return {
      // The token is in the fragment, which is in no log.
      url: `${gatewayUrl}/console#first-administrator=${data.token}`,
      expiresAt: new Date(data.expires_at),
    };
  } catch {
    return null;
  }
}
