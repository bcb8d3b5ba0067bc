import { createHash } from 'node:crypto';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { isImportableHash } from '../passwords/password-algorithms.ts';
import { LOCAL_PROVIDER, importableRole, normaliseEmail, type User } from './user.ts';

const MAX_TEXT = 255;
const MAX_ID = 1_999_999_999;

const toText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text.slice(0, MAX_TEXT);
};

const toTime = (value: unknown, fallback: Date): string => {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : fallback;
  return (Number.isNaN(time.getTime()) ? fallback : time).toISOString();
};

/** Returns a hash of the content, independent of key order. */
const contentHash = (item: StoredDocument): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

/** Wider than the rule for new accounts: an account whose address cannot be mailed logs in all the same. */
const ARCHIVED_EMAIL = /^[^\s@,;<>"()[\]\\]+@[^\s@,;<>"()[\]\\]+\.[^\s@,;<>"()[\]\\]{2,}$/;
const isArchivedEmail = (text: string): boolean => text.length <= 254 && ARCHIVED_EMAIL.test(text);

export type ReadArchivedUser = { user: User } | { id: number; reason: string };

/**
 * Parses an account of an archive. Ignores roles above judge, and password hashes that this service cannot
 * verify; such an account has no usable password.
 */
export function readArchivedUser(item: StoredDocument, now: Date): ReadArchivedUser {
  const { id } = item;
  if (!Number.isInteger(id) || id < 1 || id > MAX_ID)
    return { id: Number.isInteger(id) ? id : 0, reason: 'the id is no positive integer below 2,000,000,000' };
  const email = typeof item['email'] === 'string' ? normaliseEmail(item['email']) : null;
  if (email !== null && !isArchivedEmail(email)) return { id, reason: 'the e-mail address is not valid' };
  const username = toText(item['username']);
  if (email === null && username === null) return { id, reason: 'neither e-mail address nor username' };
  const password = item['password'];
  return {
    user: {
      id,
      username,
      email,
      provider: toText(item['provider']) ?? LOCAL_PROVIDER,
      confirmed: item['confirmed'] === true,
      blocked: item['blocked'] === true,
      first_name: toText(item['first_name']),
      last_name: toText(item['last_name']),
      mobile: toText(item['mobile']),
      role: importableRole(item['role']),
      passwordHash: isImportableHash(password) ? password : null,
      tokenVersion: 0,
      createdAt: toTime(item['createdAt'], now),
      updatedAt: toTime(item['updatedAt'], now),
      rev: 1,
      edited: false,
      importHash: contentHash(item),
      mailRequests: [],
      registration: null,
      consents: [],
    },
  };
}
