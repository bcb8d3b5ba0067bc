import { fileSystemPictureStore } from './file-system-picture-store.ts';
import type { PictureStore } from './picture-store.ts';
import { connectS3, s3PictureStore } from './s3-picture-store.ts';
import { s3SiteMarks } from './s3-site-marks.ts';
import type { SiteMarks } from './site-marks.ts';

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
  /** Null where nobody else can keep files. */
  marks: SiteMarks | null;
}

/** On the S3 server that is configured, else in the file system. */
export async function openPictureStores(config: PictureStoreConfig): Promise<PictureStores> {
  const { DATA_DIR: dataDir, S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_PREFIX: prefix = '' } = config;
  const given = [endpoint, bucket, accessKey, secretKey].filter((value) => value !== undefined).length;
  if (given === 0)
    return {
      pictures: await fileSystemPictureStore(dataDir),
      variants: await fileSystemPictureStore(dataDir, 'variants'),
      marks: null,
    };
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined)
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together');
  const client = connectS3({ endpoint, bucket, accessKey, secretKey });
  return {
    pictures: await s3PictureStore({ client, bucket, prefix, folder: 'uploads', dataDir }),
    variants: await s3PictureStore({ client, bucket, prefix, folder: 'variants', dataDir }),
    marks: s3SiteMarks({ client, bucket, prefix }),
  };
}
