import { join } from 'node:path';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { RecordFact } from '../audit/audit-log.ts';
import type { Config } from '../config.ts';
import { createStartImport, stopLeftImport } from './import-process.ts';
import { createSiteImports, unavailableSiteImports, type SiteImports } from './site-imports.ts';

interface SiteImportParts {
  config: Pick<Config, 'SITE_IMPORT_TOOL' | 'SITE_IMPORT_DATA_DIR' | 'SITE_IMPORT_LIMIT_BYTES'>;
  recordFact: RecordFact;
}

/** Opens the import of archives; one that is unavailable unless the launcher configured the tool. */
export async function openSiteImports(
  { log, closers }: Pick<ServiceContext, 'log' | 'closers'>,
  { config, recordFact }: SiteImportParts,
): Promise<SiteImports> {
  const {
    SITE_IMPORT_TOOL: tool,
    SITE_IMPORT_DATA_DIR: dataDir,
    SITE_IMPORT_LIMIT_BYTES: limitBytes,
  } = config;
  if (tool === undefined || dataDir === undefined) return unavailableSiteImports();
  const imports = await createSiteImports({
    folder: join(dataDir, 'site-import'),
    limitBytes,
    startImport: createStartImport(tool, dataDir),
    stopLeft: (pid) => stopLeftImport(pid, tool),
    recordFact,
    onFailure: (error) => log.error({ err: error }, 'the outcome of an import could not be stored'),
  });
  return closers.open('site import', () => imports);
}
