import { readFileSync } from 'node:fs';

/**
 * The value of a setting: that of `NAME`, else the content of the file that `NAME_FILE` names, as services read
 * it; undefined when neither is set.
 * @param {Record<string, string | undefined>} env
 * @param {string} name
 */
export function settingOf(env, name) {
  if (env[name]) return env[name];
  const file = env[`${name}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}
