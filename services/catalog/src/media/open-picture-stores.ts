import { fileSystemPictureStore } from './file-system-picture-store.ts';
import type { PictureStore } from './picture-store.ts';
import { connectS3, s3PictureStore } from './s3-picture-store.ts';

export interface PictureStoreConfig {
  DATA_DIR: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY?: string;
  S3_SECRET_KEY?: string;
}

export interface PictureStores {
  pictures: PictureStore;
  variants: PictureStore;
}

/** On the S3 server that is configured, else in the file system. */
export async function openPictureStores(config: PictureStoreConfig): Promise<PictureStores> {
  const { DATA_DIR: dataDir, S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  const given = [endpoint, bucket, accessKey, secretKey].filter((value) => value !== undefined).length;
  if (given === 0)
    return {
      pictures: await fileSystemPictureStore(dataDir),
      variants: await fileSystemPictureStore(dataDir, 'variants'),
    };
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined)
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together');
  const client = connectS3({ endpoint, bucket, accessKey, secretKey });
  return {
    pictures: await s3PictureStore({ client, bucket, folder: 'uploads', dataDir }),
    variants: await s3PictureStore({ client, bucket, folder: 'variants', dataDir }),
  };
}
