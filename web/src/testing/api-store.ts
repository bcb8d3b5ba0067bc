import { configureStore } from '@reduxjs/toolkit';
import { sessionReducer } from '#shared/session/session-slice.ts';
import { baseApi } from '#shared/api/base-api.ts';

/** A fresh store for what a feature reads; the app's own is above the features. */
export const apiStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
