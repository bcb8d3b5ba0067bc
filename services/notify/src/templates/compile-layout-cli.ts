import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileLayout } from './compile-layout.ts';

// `npm run mail-layout -w @vidhi/notify`: compiles layout.mjml, so that the service needs no mjml to send mails.

const file = join(import.meta.dirname, 'compiled-layout.json');
await writeFile(file, `${JSON.stringify(await compileLayout(), undefined, 2)}\n`);
