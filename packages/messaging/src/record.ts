import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Envelope, type EventDeclaration } from '@vidhi/contracts/events.ts';

/** What came off a topic, as far as the reader knows it. */
export type ReadRecord =
  | { kind: 'event'; envelope: Envelope }
  | { kind: 'unknown'; type: string }
  | { kind: 'empty' }
  | { kind: 'invalid'; reason: string };

const firstProblem = (schema: TSchema, value: unknown): string => {
  const [problem] = Value.Errors(schema, value);
  return problem === undefined ? 'does not fit' : `${problem.instancePath || '/'} ${problem.message}`;
};

function parse(value: Buffer): { parsed: unknown } | { reason: string } {
  try {
    return { parsed: JSON.parse(value.toString('utf8')) };
  } catch (error) {
    return { reason: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Sorts a record: an event that fits its declaration, one that this reader does not know (to skip),
 * or one that it knows and that does not fit (to park). Fields beyond the declaration are kept.
 */
export function readRecord(value: Buffer | null, events: ReadonlyMap<string, EventDeclaration>): ReadRecord {
  if (value === null) return { kind: 'empty' };
  const json = parse(value);
  if ('reason' in json) return { kind: 'invalid', reason: json.reason };
  const { parsed } = json;
  if (!Value.Check(Envelope, parsed))
    return { kind: 'invalid', reason: `envelope ${firstProblem(Envelope, parsed)}` };
  const declaration = events.get(parsed.type);
  if (declaration === undefined) return { kind: 'unknown', type: parsed.type };
  if (parsed.v > declaration.v)
    return { kind: 'invalid', reason: `version ${parsed.v} is newer than ${declaration.v}` };
  if (!Value.Check(declaration.data, parsed.data))
    return { kind: 'invalid', reason: `data ${firstProblem(declaration.data, parsed.data)}` };
  return { kind: 'event', envelope: parsed };
}
