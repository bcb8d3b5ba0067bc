import { connect } from 'node:tls';

export interface Certificate {
  host: string;
  /** Time of its end. */
  validTo: Date;
}

const TIMEOUT_MS = 3_000;
const DEFAULT_PORT = 443;

/**
 * Resolves with the certificate that the site's own address presents, trusted or not; null without https, and where the
 * address cannot be reached from here.
 */
export function readCertificate({ protocol, hostname, port }: URL): Promise<Certificate | null> {
  if (protocol !== 'https:') return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: port === '' ? DEFAULT_PORT : Number(port),
      servername: hostname,
      // An expired or unknown certificate is what this reports; nothing is sent over the connection.
      rejectUnauthorized: false,
    });
    const end = (certificate: Certificate | null): void => {
      socket.destroy();
      resolve(certificate);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => {
      const validTo = new Date(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(validTo.getTime()) ? null : { host: hostname, validTo });
    });
  });
}
