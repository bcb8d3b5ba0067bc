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
