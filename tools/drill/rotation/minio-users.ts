import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

// Users of MinIO by its admin API: requests signed as those of S3 (AWS Signature Version 4), and bodies encrypted with the
// password of the administrator, as madmin-go does it.

export interface Administrator {
  url: string;
  accessKey: string;
  secretKey: string;
}

export interface MinioUsers {
  /** The user may read and write everything. */
  add(name: string, password: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SCOPE = ['us-east-1', 's3', 'aws4_request'] as const;
const SIGNED_HEADERS = 'host;x-amz-content-sha256;x-amz-date';
const SALT_BYTES = 32;
const NONCE_BYTES = 8;
const COUNTER_BYTES = 4;
const KEY_BYTES = 32;
const ITERATIONS = 8_192;
/** Identifies PBKDF2 with AES-256-GCM in the format. */
const CIPHER_ID = 2;
const LAST_FRAGMENT = 0x80;
/** Until MinIO has loaded its users after a start. */
const TRIES = 40;
const AGAIN_MS = 250;
const NOTHING = Buffer.alloc(0);

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Headers that sign a request. The parameters of the URL must be in alphabetical order. */
export function signedHeaders(
  { accessKey, secretKey }: Pick<Administrator, 'accessKey' | 'secretKey'>,
  { url, method, body, at }: { url: URL; method: string; body: Buffer; at: Date },
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, time.indexOf('T'));
  const scope = [day, ...SCOPE].join('/');
  const hash = sha256(body);
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    `host:${url.host}\nx-amz-content-sha256:${hash}\nx-amz-date:${time}\n`,
    SIGNED_HEADERS,
    hash,
  ].join('\n');
  const key = SCOPE.reduce<Buffer>((former, part) => hmac(former, part), hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    'x-amz-content-sha256': hash,
    'x-amz-date': time,
    authorization: `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
  };
}

/** One fragment of authenticated encryption as sio-go writes it: salt, id, nonce, ciphertext, tag. */
function encrypt(password: string, data: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const prefix = randomBytes(NONCE_BYTES);
  const key = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  function seal(counter: number, plain: Buffer, associated: Buffer): { text: Buffer; tag: Buffer } {
    const nonce = Buffer.concat([prefix, Buffer.alloc(COUNTER_BYTES)]);
    nonce.writeUInt32LE(counter, NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(associated);
    const text = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { text, tag: cipher.getAuthTag() };
  }
  const { tag: first } = seal(0, NOTHING, NOTHING);
  const { text, tag } = seal(1, data, Buffer.concat([Buffer.from([LAST_FRAGMENT]), first]));
  return Buffer.concat([salt, Buffer.from([CIPHER_ID]), prefix, text, tag]);
}

export function minioUsers(administrator: Administrator): MinioUsers {
  async function send(method: string, path: string, body: Buffer = NOTHING): Promise<void> {
    const url = new URL(`/minio/admin/v3/${path}`, administrator.url);
    for (let attempt = 1; ; attempt += 1) {
      const headers = signedHeaders(administrator, { url, method, body, at: new Date() });
      const response = await fetch(url, {
        method,
        headers,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const text = await response.text();
      if (response.ok) return;
      if (attempt === TRIES) throw new Error(`MinIO: ${path}: ${response.status} ${text}`);
      await delay(AGAIN_MS);
    }
  }
  return {
    async add(name, password) {
      const account = JSON.stringify({ secretKey: password, status: 'enabled' });
      await send('PUT', `add-user?accessKey=${name}`, encrypt(administrator.secretKey, Buffer.from(account)));
      await send('PUT', `set-user-or-group-policy?isGroup=false&policyName=readwrite&userOrGroup=${name}`);
    },
    remove: (name) => send('DELETE', `remove-user?accessKey=${name}`),
  };
}
