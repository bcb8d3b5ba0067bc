import type { FastifyBaseLogger } from 'fastify';

/** Registry of the sites that share one bucket prefix: each writes a marker there. */
export interface SiteMarkers {
  /** Bucket and prefix, for log messages. */
  readonly place: string;
  write(siteId: string): Promise<void>;
  /** Ids of all sites that wrote a marker. */
  list(): Promise<string[]>;
}

interface IsOnlySiteDependencies {
  markers: SiteMarkers;
  siteId: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * The function it returns writes the marker of this site and checks that no other site has one. Every deletion of
 * unreferenced files checks this first, because the files of another site look unreferenced.
 */
export function createIsOnlySite({ markers, siteId, log }: IsOnlySiteDependencies): () => Promise<boolean> {
  const { place } = markers;
  return async () => {
    await markers.write(siteId);
    const others = (await markers.list()).filter((id) => id !== siteId);
    if (others.length === 0) return true;
    log.warn(
      { place, siteId, others },
      'other sites store files under the same bucket prefix: none are deleted. Give each site its own S3_PREFIX',
    );
    return false;
  };
}
