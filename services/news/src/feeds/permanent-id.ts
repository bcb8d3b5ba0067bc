import { createHash } from 'node:crypto';

/** The name space of this product's ids (RFC 4122, 4.3): made up once, and never to be changed. */
const NAMESPACE = Buffer.from('5f1d3c5a0b7e4f3a9c0d6a2e8b9475d1', 'hex');

/**
 * A version 5 UUID as a URN, of what never changes of a document: its collection, its id and when it was created,
 * which tells sites apart that have a document of the same id.
 */
export function permanentId(collection: string, id: number, createdAt: unknown): string {
  const name = `${collection}/${id}/${typeof createdAt === 'string' ? createdAt : ''}`;
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
