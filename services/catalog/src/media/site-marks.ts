import type { FastifyBaseLogger } from 'fastify';

/** Which sites keep files in one place; each leaves a mark of its own there. */
export interface SiteMarks {
  /** Where that is, for people. */
  readonly place: string;
  leave(siteId: string): Promise<void>;
  /** The ids of all sites that left one. */
  list(): Promise<string[]>;
}

interface AloneDependencies {
  marks: SiteMarks;
  siteId: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Asks whether nobody else keeps files in the place. What is another site's looks like what nobody names, so whoever
 * removes such asks first.
 */
export function createIsAlone({ marks, siteId, log }: AloneDependencies): () => Promise<boolean> {
  const { place } = marks;
  return async () => {
    await marks.leave(siteId);
    const others = (await marks.list()).filter((id) => id !== siteId);
    if (others.length === 0) return true;
    log.warn(
      { place, siteId, others },
      'other sites keep files in the same place: none are removed. Give each site an S3_PREFIX of its own',
    );
    return false;
  };
}
