import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preprocessCSS, resolveConfig } from 'vite';
import { cssOptions } from './style-sheets.ts';

// Writes the types of all `*.module.css` beside them: `npm run style-types -w web`.

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

export interface StyleNames {
  file: string;
  /** The names that builds give to its classes, by what components call them. */
  names: ReadonlyMap<string, string>;
}

const camelCase = (name: string): string =>
  name.replaceAll(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Reads the names of all sheets as Vite exports them. */
export async function readStyleNames(): Promise<StyleNames[]> {
  const config = await resolveConfig({ configFile: false, css: cssOptions('short') }, 'build');
  const files = globSync('**/*.module.css', { cwd: SOURCES }).map((name) => join(SOURCES, name));
  return Promise.all(
    files.toSorted().map(async (file) => {
      const css = readFileSync(file, 'utf8');
      const { modules = {} } = await preprocessCSS(css, file, config);
      const keyframes = new Set(
        Array.from(css.matchAll(/@keyframes ([\w-]+)/g), ([, name = '']) => camelCase(name)),
      );
      return { file, names: new Map(Object.entries(modules).filter(([name]) => !keyframes.has(name))) };
    }),
  );
}

/** Returns the declarations by which a component that uses a class that its sheet lacks does not compile. */
export const typesOf = ({ names }: StyleNames): string =>
  `${[...names.keys()]
    .toSorted()
    .map((name) => `export declare const ${name}: string;`)
    .join('\n')}\n`;

export const typesFile = (sheet: string): string => `${sheet}.d.ts`;

if (import.meta.main)
  for (const sheet of await readStyleNames()) writeFileSync(typesFile(sheet.file), typesOf(sheet));
