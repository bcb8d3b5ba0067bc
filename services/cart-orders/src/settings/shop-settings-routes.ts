import type { FastifyInstance } from 'fastify';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { SellerState } from '@vidhi/contracts/seller.ts';
import {
  ShopOptionsResponse,
  ShopSettingsBody,
  ShopSettingsResponse,
  type ShopSettings,
} from '@vidhi/contracts/shop-settings.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { documentedForShop } from '../desk/desk-routes.ts';
import { missingOfSeller } from './seller.ts';
import { readSettings } from './shop-settings.ts';
import type { ShopSettingsStore } from './shop-settings-store.ts';

export interface ShopSettingsRoutesOptions {
  settings: ShopSettingsStore;
}

const present = (settings: ShopSettings): ShopSettingsResponse => ({
  data: { ...settings, missing: missingOfSeller(settings) },
});

/** Settings of the shop for administrators, and what buyers see of them. */
export async function shopSettingsRoutes(
  app: FastifyInstance,
  { settings }: ShopSettingsRoutesOptions,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/shop-options',
    {
      schema: {
        summary: 'Shipping charge and time for returns of the shop',
        operationId: 'readShopOptions',
        tags: ['orders'],
        security: [{}],
        response: { 200: ShopOptionsResponse },
      },
    },
    async () => {
      const { shipping_paise, free_shipping_from_paise, return_days } = await settings.read();
      return { data: { shipping_paise, free_shipping_from_paise, return_days } };
    },
  );

  app.get(
    '/api/shop-settings',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        ...documentedForShop('Settings of the shop', 'readShopSettings'),
        response: { 200: ShopSettingsResponse },
      },
    },
    async () => present(await settings.read()),
  );

  app.put<{ Body: ShopSettingsBody }>(
    '/api/shop-settings',
    {
      onRequest: requireRole(ROLE.administrator),
      schema: {
        ...documentedForShop('Change settings of the shop; null is the installed one', 'changeShopSettings'),
        body: ShopSettingsBody,
        response: { 200: ShopSettingsResponse },
      },
    },
    async (request) => present(await settings.change(readSettings(request.body.data), actorOf(request))),
  );
}

/** The seller for payments; the enclosing scope requires the service token. */
export async function internalSellerRoutes(
  app: FastifyInstance,
  { settings }: { settings: Pick<ShopSettingsStore, 'read'> },
): Promise<void> {
  app.get('/internal/seller', { schema: { response: { 200: SellerState } } }, async () => ({
    missing: missingOfSeller(await settings.read()).map((name) => name.toUpperCase()),
  }));
}
