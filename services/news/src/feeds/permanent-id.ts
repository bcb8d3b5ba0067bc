import { createHash } from 'node:crypto';

/** Namespace of this product's UUIDs (RFC 4122, 4.3). Must never change. */
const NAMESPACE = Buffer.from('5f1d3c5a0b7e4f3a9c0d6a2e8b9475d1', 'hex');

/**
 * Returns a version 5 UUID as a URN, derived from the immutable properties of a document: its collection, its id and its
 * creation time, which differs between sites.
 */
export function permanentId(collection: string, id: number, createdAt: unknown): string {
  const name = `${collection}/${id}/${typeof createdAt === 'string' ? createdAt : ''}`;
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
