import { readFileSync } from 'node:fs';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';

/** Lists all missing and invalid environment variables, one a line. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Invalid environment:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const fileOf = (path: string | undefined): string => (path ? readFileSync(path, 'utf8').trim() : '');

/**
 * Reads the environment variables declared by `schema`: converts them to the declared types and applies defaults. When
 * `NAME` is not set, its value is read from the file that `NAME_FILE` names (for mounted secrets). An empty value counts
 * as not set. Throws a `ConfigError` that lists every problem.
 */
export function loadConfig<Schema extends TObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): Readonly<Static<Schema>> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = env[name] || fileOf(env[`${name}_FILE`]);
    if (value) values[name] = value;
  }
  const config = Value.Convert(schema, Value.Default(schema, values));
  if (Value.Check(schema, config)) return Object.freeze(config) as Readonly<Static<Schema>>;
  throw new ConfigError(
    Value.Errors(schema, config).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`),
  );
}
