import { readFileSync } from 'node:fs';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';

/** Every bad name of the environment at once, so that one failed start is enough to mend them all. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Invalid environment:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the names of `schema` from the environment: text becomes the declared type, defaults fill in,
 * and `NAME_FILE` is read where `NAME` itself is absent (for mounted secrets).
 * Throws `ConfigError` that lists every problem.
 */
export function loadConfig<Schema extends TObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): Readonly<Static<Schema>> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const file = env[`${name}_FILE`];
    const value = env[name] ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim());
    if (value !== undefined && value !== '') given[name] = value;
  }
  const config = Value.Convert(schema, Value.Default(schema, given));
  if (Value.Check(schema, config)) return Object.freeze(config) as Readonly<Static<Schema>>;
  throw new ConfigError(
    Value.Errors(schema, config).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`),
  );
}
