import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireDiskSpace, startEngine } from './engine-start.mjs';
import { ensureClassPath } from './jars.mjs';
import { ensureJava, shortLivedOptions } from './java.mjs';
import { claimPort } from './ports.mjs';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.mjs';

const LOOPBACK = '127.0.0.1';
const KEY_BYTES = 16;
const HEAP_MB = 128;
const PROBE_TIMEOUT_MS = 2_000;

/** Logs warnings only; without a file, Logback prints every byte range of every request. */
const LOGBACK = `<configuration>
  <appender name="output" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d %level %logger %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="output"/></root>
</configuration>
`;

/**
 * Finds or downloads Java and S3Proxy's jars (21 MB), without starting it. Safe to interrupt and to run concurrently.
 * @param {Pick<import('./engine-start.mjs').EngineOptions, 'engineDir' | 'env' | 'mayInstall' | 'onStep'>} options
 */
export async function provisionS3Proxy(options) {
  const { env = process.env, mayInstall } = options;
  const java = await ensureJava({ env, ...(mayInstall === undefined ? {} : { mayInstall }) });
  return { java, jars: await ensureClassPath('s3proxy', { ...options, java }) };
}

/**
 * Starts S3Proxy, an S3 server that stores its objects as files and checks AWS signatures (versions 2 and 4), with its own
 * folder, port and random keys.
 * @param {import('./engine-start.mjs').EngineOptions} options
 */
export async function startS3Proxy(options) {
  const { java, jars } = await provisionS3Proxy(options);
  const home = join(options.dataDir, 's3proxy');
  requireDiskSpace(home);
  const objects = join(home, 'objects');
  mkdirSync(objects, { mode: PRIVATE_FOLDER, recursive: true });
  const port = await claimPort(options.dataDir, 's3proxy', options.port);
  const url = `http://${LOOPBACK}:${port}`;
  const accessKey = randomBytes(KEY_BYTES).toString('hex');
  const secretKey = randomBytes(KEY_BYTES).toString('hex');
  const logback = join(home, 'logback.xml');
  writeFileSync(logback, LOGBACK, { mode: PRIVATE_FILE });
  const properties = join(home, 's3proxy.properties');
  const settings = {
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.identity': accessKey,
    's3proxy.credential': secretKey,
    's3proxy.endpoint': url,
    'jclouds.provider': 'filesystem-nio2',
    'jclouds.filesystem.basedir': objects,
  };
  writeFileSync(
    properties,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
    { mode: PRIVATE_FILE },
  );
  const started = await startEngine({
    name: 'S3Proxy',
    file: 's3proxy',
    command: java,
    args: [
      '-cp',
      jars.join(':'),
      '-XX:+UseSerialGC',
      `-Xmx${HEAP_MB}m`,
      ...shortLivedOptions(options.env ?? process.env),
      `-Dlogback.configurationFile=${logback}`,
      'org.gaul.s3proxy.Main',
      '--properties',
      properties,
    ],
    options,
    isReady: () => isReady(url),
  });
  return { url, accessKey, secretKey, stop: () => started.stop() };
}

/** @param {string} url */
async function isReady(url) {
  try {
    // Every answer will do: without a signature it is 403.
    await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
