import { configureStore } from '@reduxjs/toolkit';
import { sessionReducer } from '#shared/session/session-slice.ts';
import { baseApi } from '#shared/api/base-api.ts';

/** Returns a store for tests of features, which must not import that of `app/`. */
export const apiStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
