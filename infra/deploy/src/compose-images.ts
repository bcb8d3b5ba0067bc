import { NODE_OPTIONS } from '@vidhi/local/services.mjs';
import { ENGINE_SECRETS, ENGINE_SETTINGS, optionsOf } from './deployed-processes.ts';

/** Mount point of the volume with the secrets. */
export const SECRETS_FOLDER = '/secrets';
/** Certificates and passwords of managed engines: a folder of the operator, `ENGINE_FILES`, or without it the secrets. */
export const ENGINE_FILES_VOLUME = '${ENGINE_FILES:-secrets}:/run/engines:ro';

const PLAIN_ENGINE_SETTINGS = ['KAFKA_TLS', 'KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'REDIS_USERNAME'];

/** Settings of managed engines, empty until the operator sets variables of the same names. */
export const engineAccess = (declared: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...ENGINE_SETTINGS, ...ENGINE_SECRETS]
      .filter((name) => declared.includes(name))
      .map((name) =>
        PLAIN_ENGINE_SETTINGS.includes(name)
          ? [name, `\${${name}:-}`]
          : [`${name}_FILE`, `\${${name}_FILE-/dev/null}`],
      ),
  );

/** Build argument with Node's options where they are not those of most services, which the Dockerfile has. */
const nodeArgs = (service: string): { NODE_ARGS?: string } => {
  const options = optionsOf(service);
  return options === NODE_OPTIONS ? {} : { NODE_ARGS: options.join(' ') };
};

/** Name and build of an image of the site. */
export const imageOf = (folder: string, script: string, name: string) => ({
  image: `\${IMAGE_PREFIX:-vidhi}/${name}:\${TAG:-local}`,
  build: {
    context: '.',
    dockerfile: folder === 'web' ? 'infra/docker/web.Dockerfile' : 'infra/docker/service.Dockerfile',
    network: '${BUILD_NETWORK:-default}',
    args: {
      BASE: '${BASE:-debian-with-node}',
      ...(folder === 'web' ? {} : { FOLDER: folder, SCRIPT: script, ...nodeArgs(name) }),
    },
  },
});

/** Hardening of every container of the site: a read-only root file system, no capabilities, no new privileges. */
export const HARDENED = {
  read_only: true,
  tmpfs: ['/tmp'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
};
