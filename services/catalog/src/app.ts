import type { FastifyInstance } from 'fastify';
import { authPlugin, requireService } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import type { ImportPicture } from './media/import-picture.ts';
import { mediaRoutes, type MediaReader } from './media/media-routes.ts';
import { pictureImportRoutes, type PictureOrigin } from './media/picture-import-routes.ts';
import type { PictureStore } from './media/picture-store.ts';
import { uploadsRoutes } from './media/uploads-routes.ts';

/** Large pictures on slow lines: longer than other services wait. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  verifyToken: VerifyToken;
  serviceToken: string;
  media: MediaReader;
  pictures: PictureStore;
  variants: Pick<PictureStore, 'open'>;
  importPicture: ImportPicture;
  importOrigin: PictureOrigin;
  countPictures: () => Promise<number>;
  pictureMaxBytes: number;
}

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, verifyToken, serviceToken, media, pictures, variants } = dependencies;
  const { importPicture, importOrigin, countPictures, pictureMaxBytes } = dependencies;
  const app = await createServiceApp({
    name: 'catalog',
    logLevel,
    metrics,
    readiness,
    server: { requestTimeout: REQUEST_TIMEOUT_MS },
  });
  await app.register(openapiPlugin, { title: 'Catalogue and media' });
  await app.register(authPlugin, { verifyToken });
  await app.register(uploadsRoutes, { pictures, variants });
  await app.register(mediaRoutes, { media });
  await app.register(async (internal) => {
    internal.addHook('onRequest', requireService(serviceToken));
    await internal.register(pictureImportRoutes, {
      importPicture,
      pictures,
      origin: importOrigin,
      countPictures,
      maxBytes: pictureMaxBytes,
    });
  });
  return app;
}
