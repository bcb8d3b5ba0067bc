import type { Session } from '../../shared/session.ts';

export interface Credentials {
  identifier: string;
  password: string;
}

export type Field = keyof Credentials;

export const FIELDS: readonly Field[] = ['identifier', 'password'];

export const isMissing = (value: string): boolean => value.trim() === '';
export const requiredMessage = (field: Field): string => `The ${field} field is required`;

export const missingFields = (credentials: Credentials): Field[] =>
  FIELDS.filter((field) => isMissing(credentials[field]));

export interface WireLogin {
  jwt: string;
  user: { id: number; first_name?: string | null; last_name?: string | null; username?: string | null };
}

export function toSession({ jwt, user }: WireLogin): Session {
  const name = [user.first_name, user.last_name].flatMap((part) => part?.trim() || []).join(' ');
  return { token: jwt, user: { id: user.id, name: name || (user.username ?? '') } };
}
