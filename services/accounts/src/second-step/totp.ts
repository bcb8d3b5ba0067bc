import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes are accepted: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Creates the secret of an authenticator app, in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, labels: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...labels,
    secret: Secret.fromBase32(secret),
    // What every authenticator app supports; several ignore other values.
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
  });

/** Returns the `otpauth:` address that an authenticator app reads from a QR code. */
export const otpauthUri = (secret: string, labels: { issuer: string; label: string }): string =>
  totpOf(secret, labels).toString();

/** Returns the code of a secret at a time. */
export const codeAt = (secret: string, at: Date): string =>
  totpOf(secret).generate({ timestamp: at.getTime() });

/** Returns the time step (RFC 6238) whose code this is, near the present one; null for a wrong code. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(at.getTime() / 1_000 / STEP_SECONDS) + delta;
}
