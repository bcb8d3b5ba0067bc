import { createSbom } from './sbom.ts';

// npm run --silent sbom: prints what the images of services, sandboxes and tools contain of the registry (CycloneDX).

console.log(JSON.stringify(createSbom(), null, 2));
