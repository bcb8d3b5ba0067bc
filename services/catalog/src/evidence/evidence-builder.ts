import { createEvidenceFiles, type EvidenceFiles } from './evidence-files.ts';
import { inMemoryEvidenceStore } from './evidence-store.ts';

const unused = async (): Promise<never> => {
  throw new Error('no file is stored here');
};

/** Evidence for tests of other routes: there is none, and none can be added. */
export const noEvidence = (): EvidenceFiles =>
  createEvidenceFiles(inMemoryEvidenceStore(), { receive: unused, open: unused, remove: unused });
