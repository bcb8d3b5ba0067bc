import { createSbom, licencesOf } from './sbom.ts';

// npm run --silent licences: prints the packages in the images of services, sandboxes and tools by their licence.

for (const [licence, names] of licencesOf(createSbom()))
  console.log(`${licence} (${names.length})\n${names.map((name) => `  ${name}`).join('\n')}`);
