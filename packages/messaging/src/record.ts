import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Envelope, type EventDeclaration } from '@vidhi/contracts/events.ts';

/** A parsed record. `unknown`: an event type without a declaration; `empty`: no value (a tombstone). */
export type ParsedRecord =
  | { kind: 'event'; envelope: Envelope }
  | { kind: 'unknown'; type: string }
  | { kind: 'empty' }
  | { kind: 'invalid'; reason: string };

const describeFirstError = (schema: TSchema, value: unknown): string => {
  const [error] = Value.Errors(schema, value);
  return error === undefined ? 'is invalid' : `${error.instancePath || '/'} ${error.message}`;
};

function parseJson(value: Buffer): { parsed: unknown } | { reason: string } {
  try {
    return { parsed: JSON.parse(value.toString('utf8')) };
  } catch (error) {
    return { reason: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Parses the value of a record and validates it against the declaration of its event type. Undeclared fields are
 * preserved. Never throws: a malformed envelope or payload, or a newer version than the declared one, is `invalid`.
 */
export function parseRecord(
  value: Buffer | null,
  events: ReadonlyMap<string, EventDeclaration>,
): ParsedRecord {
  if (value === null) return { kind: 'empty' };
  const json = parseJson(value);
  if ('reason' in json) return { kind: 'invalid', reason: json.reason };
  const { parsed } = json;
  if (!Value.Check(Envelope, parsed))
    return { kind: 'invalid', reason: `envelope ${describeFirstError(Envelope, parsed)}` };
  const declaration = events.get(parsed.type);
  if (declaration === undefined) return { kind: 'unknown', type: parsed.type };
  if (parsed.v > declaration.v)
    return { kind: 'invalid', reason: `version ${parsed.v} is newer than ${declaration.v}` };
  if (!Value.Check(declaration.data, parsed.data))
    return { kind: 'invalid', reason: `data ${describeFirstError(declaration.data, parsed.data)}` };
  return { kind: 'event', envelope: parsed };
}
