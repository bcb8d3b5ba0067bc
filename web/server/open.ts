import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { imageOriginsOf } from '@vidhi/contracts/image-origins.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createApiClient } from './api-client.ts';
import { buildApp } from './app.ts';
import { loadBuiltApp } from './built-app.ts';
import { analyticsOf, listOf, TAGLINE, type Config } from './config.ts';

/** Opens the web server. */
export async function open({ metrics, closers }: ServiceContext, config: Config): Promise<FastifyInstance> {
  const analytics = analyticsOf(config);
  const api = closers.open('API client', () =>
    createApiClient({
      apiUrls: listOf(config.API_URL),
      catalogUrl: config.CATALOG_URL,
      notifyUrl: config.NOTIFY_URL,
      timeoutMs: config.API_TIMEOUT_MS,
      maxSilenceMs: config.MAX_SILENCE_MS,
      probeIntervalMs: config.PROBE_INTERVAL_MS,
    }),
  );
  return buildApp({
    app: await loadBuiltApp(fileURLToPath(new URL('../dist', import.meta.url))),
    api,
    site: {
      name: config.SITE_NAME,
      description: config.SITE_DESCRIPTION,
      tagline: TAGLINE,
      computedReadTime: false,
      profilesNoindex: false,
      publicUrl: config.PUBLIC_URL.replace(/\/$/, ''),
      frameHosts: listOf(config.FRAME_HOSTS),
      ...(analytics === undefined ? {} : { analytics }),
    },
    texts: {
      securityContact: config.SECURITY_CONTACT,
      securityPolicy: config.SECURITY_POLICY_URL,
      adsTxt: config.ADS_TXT,
    },
    imageOrigins: imageOriginsOf(config.IMAGE_ORIGINS),
    checkoutScript: config.CHECKOUT_SCRIPT_URL,
    logLevel: config.LOG_LEVEL,
    metrics,
    renderBudgetMs: config.RENDER_BUDGET_MS,
  });
}
