// A chunk of its own, so that the browser initializes React in a task of its own (`vite.config.ts`).
export { createRoot, hydrateRoot } from 'react-dom/client';
