import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_MAIL_TEXT } from '@vidhi/contracts/order-mail-texts.ts';
import { readLayout, renderMail } from '../templates/render-mail.ts';
import { orderMailRoutes } from './order-mail-routes.ts';

const SITE = { name: 'Lex House', url: 'https://lex.example/', footerFrom: 2026, footerTo: 2026 };

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    request.principal = { userId: 11, role: 11, tokenVersion: 1, desks: [] };
  });
  await app.register(orderMailRoutes, {
    readSite: async () => ({ identity: SITE }) as never,
    render: (content, site) => renderMail(readLayout(), content, site),
  });
});
afterEach(async () => app.close());

const preview = async (data: object) => {
  const response = await app.inject({ method: 'POST', url: '/api/order-mails/preview', payload: { data } });
  return { status: response.statusCode, body: response.json() };
};

describe('the preview of a mail to a buyer', () => {
  it.each([
    ['confirmed', 'Order Confirmed'],
    ['shipped', 'Shipped: your order 7KM3QX9TRA'],
    ['refunded', 'Refunded: ₹450.00 of your order 7KM3QX9TRA'],
  ])('of %s has the text of the shop in it', async (kind, subject) => {
    const { status, body } = await preview({ kind, text: 'We pack on Mondays.\n\nhttps://lex.example/help' });
    expect([status, body.data.subject]).toEqual([200, subject]);
    expect(body.data.text).toContain('We pack on Mondays.');
    expect(body.data.text).toContain('https://lex.example/help');
  });

  it('is there without a text, too', async () => {
    expect((await preview({ kind: 'confirmed', text: '' })).status).toBe(200);
  });

  it.each([
    { kind: 'other', text: '' },
    { kind: 'confirmed' },
    { kind: 'confirmed', text: 'x'.repeat(MAX_MAIL_TEXT + 1) },
    { kind: 'confirmed', text: 'bell \u0007' },
  ])('is rejected for %j', async (data) => {
    expect((await preview(data)).status).toBe(400);
  });
});
