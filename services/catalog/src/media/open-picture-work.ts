import type { ContentStore } from '@vidhi/content-service/store.ts';
import { redisAccess } from '@vidhi/service-kit/engine-access.ts';
import { addGauge } from '@vidhi/service-kit/metrics.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { Config } from '../config.ts';
import type { PictureStore } from './files/picture-store.ts';
import { mediaCollection } from './media-collection.ts';
import type { RemovePicture } from './remove-picture.ts';
import { createRemoveAbandoned } from './sweep/abandoned-uploads.ts';
import { createRemoveUnreferencedVariants } from './sweep/remove-unreferenced-variants.ts';
import { createRemoveUnreferenced } from './sweep/unreferenced-files.ts';
import { createMakeVariants } from './variants/make-variants.ts';
import { mongoVariantLedger } from './variants/mongo-variants.ts';
import { enabledSteps } from './variants/picture-step.ts';
import { createVariantWork } from './variants/variant-queue.ts';
import { rendererWithNiceness } from './variants/variant-renderer.ts';

interface OpenPictureWorkOptions {
  config: Config;
  store: ContentStore;
  pictures: PictureStore;
  variants: PictureStore;
  isOnlySite: () => Promise<boolean>;
  removePicture: RemovePicture;
}

const VARIANT_CLEANUP_MS = 3_600_000;
/** The longest interval: files with a shorter retention are deleted at intervals of that. */
const FILE_SWEEP_MS = 3_600_000;

/** Prepares the background work on stored pictures. `start` begins it, and needs the database. */
export function openPictureWork(
  { closers, metrics, log }: Pick<ServiceContext, 'closers' | 'metrics' | 'log'>,
  { config, store, pictures, variants, isOnlySite, removePicture }: OpenPictureWorkOptions,
): { start(): void } {
  const steps = enabledSteps(config);
  const ledger = mongoVariantLedger(store, steps);
  const work = createVariantWork({
    redisUrl: config.REDIS_URL,
    redisAccess: redisAccess(config),
    prefix: config.QUEUE_PREFIX,
    ledger,
    makeVariants: createMakeVariants({
      ledger,
      originals: pictures,
      variants,
      render: rendererWithNiceness(config.VARIANTS_NICENESS),
      steps,
    }),
    log,
  });
  store.onWritten((collection, id) => {
    if (collection === mediaCollection) work.enqueue(id);
  });
  addGauge(metrics, 'variants_due', 'Steps of pictures that the last look found undone', work.due);
  const minAgeMs = config.UNREFERENCED_FILES_RETENTION_MS;
  const removeVariants = createRemoveUnreferencedVariants({ ledger, variants, isOnlySite });
  const removeAbandoned = createRemoveAbandoned({ store, removePicture, minAgeMs });
  const removeUnreferenced = createRemoveUnreferenced({ store, pictures, minAgeMs, isOnlySite });

  async function removeFiles(): Promise<void> {
    await removeAbandoned();
    const removed = await removeUnreferenced();
    if (removed > 0) log.info({ removed }, 'deleted unreferenced files');
  }

  return {
    start() {
      work.start();
      closers.add('variants', work.close);
      const atOnce = true;
      closers.every('removal of unreferenced variants', VARIANT_CLEANUP_MS, removeVariants, { atOnce });
      closers.every('removal of unreferenced files', Math.min(FILE_SWEEP_MS, minAgeMs), removeFiles, {
        atOnce,
      });
    },
  };
}
