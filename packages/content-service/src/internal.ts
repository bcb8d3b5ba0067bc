// Parts of the live model that the bench measures by themselves. Services never import it (.dependency-cruiser.cjs).

export { createModelSnapshots } from './live/model-snapshots.ts';
export { createRevisedModel } from './live/revised-model.ts';
