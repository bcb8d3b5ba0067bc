import process from 'node:process';

// The health check of every image: exits with 0 when the service in this container is ready, else with 1.

const TIMEOUT_MS = 3_000;

try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env['PORT']}/readyz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
