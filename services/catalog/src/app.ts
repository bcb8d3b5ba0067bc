import type { FastifyInstance } from 'fastify';
import { currentTokensOf } from '@vidhi/content-service/collections/current-tokens.ts';
import type { ContentWriter } from '@vidhi/content-service/http/content-writer.ts';
import { withContent } from '@vidhi/content-service/openapi/openapi.ts';
import { importRoutes, type ImportRoutesOptions } from '@vidhi/content-service/import/import-routes.ts';
import type { LiveModel } from '@vidhi/content-service/live/live-model.ts';
import { authPlugin, requireService } from '@vidhi/service-kit/auth.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { catalogCollections, ownedCollections } from './collections/catalog-collections.ts';
import type { ImportPicture } from './media/import-picture.ts';
import { mediaRoutes, type MediaReader } from './media/media-routes.ts';
import { pictureImportRoutes, type PictureOrigin } from './media/picture-import-routes.ts';
import type { PictureStore } from './media/picture-store.ts';
import type { UploadPictures } from './media/upload-pictures.ts';
import { uploadRoutes } from './media/upload-routes.ts';
import { sitemapRoutes } from './sitemaps/sitemap-routes.ts';
import { uploadsRoutes } from './media/uploads-routes.ts';

/** Large pictures on slow lines: longer than other services wait. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  verifyToken: VerifyToken;
  serviceToken: string;
  media: MediaReader;
  pictures: PictureStore;
  variants: Pick<PictureStore, 'open'>;
  importPicture: ImportPicture;
  importOrigin: PictureOrigin;
  live: LiveModel;
  /** What addresses in sitemaps begin with. */
  publicUrl: string;
  writer: ContentWriter;
  /** The bulk door of everything but pictures; absent in tests of the other routes. */
  imports?: ImportRoutesOptions;
  pictureMaxBytes: number;
  uploads: UploadPictures;
  uploadMaxBytes: number;
}

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, verifyToken, serviceToken, media, pictures, variants } = dependencies;
  const { importPicture, importOrigin, pictureMaxBytes, live, writer, imports } = dependencies;
  const app = await createServiceApp({
    name: 'catalog',
    logLevel,
    metrics,
    readiness: () => ({ data: live.readiness() }),
    server: { requestTimeout: REQUEST_TIMEOUT_MS },
  });
  await app.register(openapiPlugin, {
    title: 'Catalogue and media',
    extend: (document) =>
      withContent(document, { collections: ownedCollections, related: catalogCollections }),
  });
  await app.register(authPlugin, { verifyToken, isCurrent: currentTokensOf(live.model) });
  await app.register(catalogRoutes, { prefix: '/api', live, writer });
  await app.register(sitemapRoutes, { live, publicUrl: dependencies.publicUrl });
  await app.register(uploadsRoutes, { pictures, variants });
  await app.register(mediaRoutes, { media });
  await app.register(uploadRoutes, { uploads: dependencies.uploads, maxBytes: dependencies.uploadMaxBytes });
  await app.register(async (internal) => {
    internal.addHook('onRequest', requireService(serviceToken));
    await internal.register(pictureImportRoutes, {
      importPicture,
      pictures,
      origin: importOrigin,
      maxBytes: pictureMaxBytes,
    });
  });
  if (imports !== undefined) await app.register(async (internal) => importRoutes(internal, imports));
  return app;
}
