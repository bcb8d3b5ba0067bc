// In the chunk of React, so that the browser initializes it in the task of that chunk (`vite.config.ts`).
export { createRoot, hydrateRoot } from 'react-dom/client';
