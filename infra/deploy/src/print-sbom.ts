import { spawnSync } from 'node:child_process';
import { SERVICES } from '@vidhi/contracts/services.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';

// npm run --silent sbom: prints what the images of all services contain of the registry, from the lockfile (CycloneDX).

const folders = SERVICES.map(({ script }) => script.replace(/\/(?:src|server)\/server\.ts$/, ''));
const { status } = spawnSync(
  'npm',
  [
    'sbom',
    '--package-lock-only',
    '--omit=dev',
    '--sbom-format=cyclonedx',
    ...folders.map((folder) => `--workspace=${folder}`),
  ],
  { cwd: inRoot(), stdio: 'inherit' },
);
process.exit(status ?? 1);
