import type { BucketItem, Client } from 'minio';
import { keyBelow } from './s3-picture-store.ts';
import type { SiteMarks } from './site-marks.ts';

interface S3SiteMarksOptions {
  client: Client;
  bucket: string;
  prefix: string;
}

/** One empty object for each site, so that two that come at once do not overwrite each other's mark. */
export function s3SiteMarks({ client, bucket, prefix }: S3SiteMarksOptions): SiteMarks {
  const start = keyBelow(prefix, 'sites/');
  return {
    place: `${bucket}/${keyBelow(prefix, '')}`,
    async leave(siteId) {
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
