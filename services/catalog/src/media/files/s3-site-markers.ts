import type { BucketItem, Client } from 'minio';
import { keyBelow } from './s3-picture-store.ts';
import type { SiteMarkers } from './site-markers.ts';

interface S3SiteMarkersOptions {
  client: Client;
  bucket: string;
  prefix: string;
}

/**
 * Creates a store of site markers in S3: one empty object per site, `{prefix}/sites/{siteId}`, so that concurrent writers
 * never overwrite each other.
 */
export function s3SiteMarkers({ client, bucket, prefix }: S3SiteMarkersOptions): SiteMarkers {
  const start = keyBelow(prefix, 'sites/');
  return {
    place: `${bucket}/${keyBelow(prefix, '')}`,
    async write(siteId) {
      await client.putObject(bucket, `${start}${siteId}`, Buffer.alloc(0), 0);
    },
    async list() {
      const found: string[] = [];
      for await (const object of client.listObjectsV2(bucket, start, true)) {
        const { name = '' } = object as BucketItem;
        if (name.length > start.length) found.push(name.slice(start.length));
      }
      return found;
    },
  };
}
