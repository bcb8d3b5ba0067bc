import { fileSystemPictureStore } from './file-system-picture-store.ts';
import { EVIDENCE_FILES, type PictureStore, VARIANTS } from './picture-store.ts';
import type { SiteMarkers } from './site-markers.ts';

export interface PictureStoreConfig {
  DATA_DIR: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY?: string;
  S3_SECRET_KEY?: string;
  S3_PREFIX?: string;
}

export interface PictureStores {
  pictures: PictureStore;
  variants: PictureStore;
  evidence: PictureStore;
  /** Null for the file system, which no other site shares. */
  siteMarkers: SiteMarkers | null;
}

/**
 * Opens all stores in the configured S3 bucket, or below DATA_DIR when no S3 variable is set. Throws when only some are.
 */
export async function openPictureStores(config: PictureStoreConfig): Promise<PictureStores> {
  const { DATA_DIR: dataDir, S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_PREFIX: prefix = '' } = config;
  const configured = [endpoint, bucket, accessKey, secretKey].filter((value) => value !== undefined).length;
  if (configured === 0)
    return {
      pictures: await fileSystemPictureStore(dataDir),
      variants: await fileSystemPictureStore(dataDir, VARIANTS),
      evidence: await fileSystemPictureStore(dataDir, EVIDENCE_FILES),
      siteMarkers: null,
    };
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined)
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together');
  // The S3 client takes a third of the time that the service needs to load.
  const { connectS3, s3PictureStore } = await import('./s3-picture-store.ts');
  const { s3SiteMarkers } = await import('./s3-site-markers.ts');
  const client = connectS3({ endpoint, bucket, accessKey, secretKey });
  return {
    pictures: await s3PictureStore({ client, bucket, prefix, dataDir }),
    variants: await s3PictureStore({ client, bucket, prefix, folders: VARIANTS, dataDir }),
    evidence: await s3PictureStore({ client, bucket, prefix, folders: EVIDENCE_FILES, dataDir }),
    siteMarkers: s3SiteMarkers({ client, bucket, prefix }),
  };
}
