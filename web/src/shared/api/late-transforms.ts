/** Changes of responses whose code is loaded with the first client navigation: one request for all of it. */
export { addPictureFiles } from './picture-variants.ts';
export { completePosts } from './complete-posts.ts';
