import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DEMO_STAFF, DEMO_VISITORS } from '../local/src/demo-staff.mjs';
import { ensureDemo } from '../local/src/demo.mjs';

// Imports the demo site into the site that tools.mjs has recorded, unless there is another site in it.

const dataDir = String(process.env['DATA_DIR']);
const services = JSON.parse(readFileSync(join(dataDir, 'run', 'services.json'), 'utf8'));
const isDemo = await ensureDemo({ node: process.execPath, dataDir, services, onProgress: () => {} });
if (!isDemo) {
  console.error('Another site is there: the demo is not imported.');
  process.exit(1);
}
console.log('The demo site is imported. Its accounts:');
for (const { email, password, role } of [...DEMO_STAFF, ...DEMO_VISITORS])
  console.log(`  ${role.padEnd(16)}${email.padEnd(28)}password ${password}`);
