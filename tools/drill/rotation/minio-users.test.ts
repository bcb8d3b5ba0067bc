import { expect, it } from 'vitest';
import { signedHeaders } from './minio-users.ts';

it('signs a request by every part of it', () => {
  const administrator = { accessKey: 'key', secretKey: 'secret' };
  const request = {
    url: new URL('http://127.0.0.1:9000/minio/admin/v3/add-user?accessKey=next'),
    method: 'PUT',
    body: Buffer.from('body'),
    at: new Date('2026-11-24T12:00:00.000Z'),
  };
  const signatureOf = (changed: Partial<typeof request> = {}, keys = administrator): string =>
    /Signature=(\w{64})$/.exec(signedHeaders(keys, { ...request, ...changed })['authorization'] ?? '')?.[1] ??
    '';
  const signatures = [
    signatureOf(),
    signatureOf({ method: 'DELETE' }),
    signatureOf({ url: new URL('http://127.0.0.1:9000/minio/admin/v3/add-user?accessKey=former') }),
    signatureOf({ body: Buffer.from('other') }),
    signatureOf({ at: new Date('2026-11-24T12:00:01.000Z') }),
    signatureOf({}, { ...administrator, secretKey: 'other' }),
  ];
  expect(signatures.filter((signature) => signature === '')).toEqual([]);
  expect(new Set(signatures).size).toBe(signatures.length);
  expect(signatureOf()).toBe(signatures[0]);
});
