// The module that the build bundles for the server, which loads it as `BuiltApp.renderer`.
import '../features/news/news-api.ts';
import '#shared/site/site-api.ts';
import { addAppPages } from '../app/app-pages.ts';
import { addConsolePages } from '../features/console/page-table.ts';

addAppPages();
addConsolePages();

export { loadRequest, type FetchJson, type LoadedPage } from './load-request.ts';
export { fixedPathOf, itemPathOf } from './fixed-path.ts';
export { isHomeBlocks, loadFrontPreview } from './load-front-preview.ts';
export { loadPreview } from './load-preview.ts';
export { AD_ID, loadAdPreview } from './load-ad-preview.ts';
export { pageStateText } from './page-state-text.ts';
export { renderPage } from './render-page.tsx';
export { STATE_ID } from '../app/page-state.ts';
export { loadAllPages, pageSources } from '../app/routes.tsx';
export { SCRIPTS_ID } from '#shared/browser/boot-contract.ts';
export { CART_PREFETCH } from '#shared/browser/document-prefetch.ts';
export { default as BOOT_SCRIPT } from 'virtual:boot-script';
