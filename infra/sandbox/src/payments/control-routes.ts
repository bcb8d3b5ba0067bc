import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { ApiError } from './api-error.ts';
import type { Disputes } from './disputes.ts';
import {
  DECLINED,
  DELIVERIES,
  DISPUTE_STATUSES,
  METHODS,
  TEST_CARDS,
  type Dispute,
  type Order,
  type Refund,
  type WebhookMode,
} from './entities.ts';
import { ApiFault, type ApiFaults } from './faults.ts';
import type { Confirmation, Provider } from './provider.ts';
import type { Webhooks } from './webhooks.ts';

export interface ControlRoutesOptions {
  provider: Provider;
  disputes: Disputes;
  webhooks: Webhooks;
  faults: ApiFaults;
  /** Moves the provider's clock. */
  setSkew: (seconds: number) => void;
}

const Webhook = {
  webhook: Type.Enum([...DELIVERIES], { default: 'sent' }),
  /** Delay of `late`. */
  late_ms: Type.Integer({ minimum: 0, maximum: 600_000, default: 5_000 }),
  /** `order.paid` first, `payment.authorized` last. */
  reversed: Type.Boolean({ default: false }),
  /** The bodies are changed after they were signed. */
  tampered: Type.Boolean({ default: false }),
};

const Pay = Type.Object(
  {
    order_id: Type.String(),
    outcome: Type.Enum(['captured', 'authorized', 'failed']),
    method: Type.Enum([...METHODS], { default: 'card' }),
    ...Webhook,
    /** Amount of a payment that differs from that of its order. */
    amount: Type.Optional(Type.Integer({ minimum: 1 })),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    /** A second payment of an order that is paid. */
    force: Type.Boolean({ default: false }),
    /** Kind of failure: a key of the test cards, which are listed by number. */
    card: Type.Optional(Type.String({ pattern: '^\\d{12,19}$' })),
    /** Number of refunds of the payment that the bank returns. */
    refund_failures: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
  },
  { additionalProperties: false },
);
const ForeignOrder = Type.Object({ amount: Type.Integer({ minimum: 100 }) }, { additionalProperties: false });
const Transition = Type.Object(Webhook, { additionalProperties: false });
const RefundEnd = Type.Object(
  { status: Type.Enum(['processed', 'failed']), ...Webhook },
  { additionalProperties: false },
);
const DashboardRefund = Type.Object(
  {
    /** Absent: all that is left of the payment. */
    amount: Type.Optional(Type.Integer({ minimum: 1 })),
    ...Webhook,
  },
  { additionalProperties: false },
);
const DisputeEnd = Type.Object(
  { status: Type.Enum(DISPUTE_STATUSES.filter((status) => status !== 'open')), ...Webhook },
  { additionalProperties: false },
);
const Secret = Type.Object({ secret: Type.String({ minLength: 16 }) });
const Clock = Type.Object({ skew_seconds: Type.Integer({ minimum: -86_400, maximum: 86_400 }) });
const Id = Type.Object({ id: Type.String() });
type Id = Static<typeof Id>;

const modeOf = (body: Static<typeof Transition>): WebhookMode => ({
  delivery: body.webhook,
  lateMs: body.late_ms,
  reversed: body.reversed,
  tampered: body.tampered,
});

/** Serves the endpoints with which developers and tests force the behaviour of the provider. */
export async function controlRoutes(
  app: FastifyInstance,
  { provider, disputes, webhooks, faults, setSkew }: ControlRoutesOptions,
): Promise<void> {
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body);
    throw error;
  });

  app.post<{ Body: Static<typeof ForeignOrder> }>(
    '/control/orders',
    { schema: { summary: 'Create an order as another site of the account would', body: ForeignOrder } },
    async ({ body: { amount } }): Promise<Order> =>
      provider.createOrder({
        amount,
        currency: 'INR',
        receipt: 'another-site',
        notes: [],
        uniqueReceipt: false,
        manualCapture: false,
      }),
  );
  app.post<{ Body: Static<typeof Pay> }>(
    '/control/pay',
    { schema: { summary: 'Pay an order as a customer would', body: Pay } },
    async ({ body }): Promise<Confirmation> => {
      const { order_id, outcome, method, amount, currency, force, card, refund_failures: left } = body;
      const { id } = provider.startPayment(order_id, {
        method,
        force,
        ...(amount === undefined ? {} : { amount }),
        ...(currency === undefined ? {} : { currency }),
        ...(card === undefined ? {} : { cardNumber: card }),
      });
      if (left > 0) provider.ledger.put('refundFailures', { id, left });
      const failure = TEST_CARDS[card ?? '']?.failure ?? DECLINED;
      const payment =
        outcome === 'failed'
          ? provider.fail(id, failure, modeOf(body))
          : provider.authorize(id, modeOf(body), outcome === 'captured');
      return provider.confirmation(payment);
    },
  );
  app.post<{ Params: Id; Body: Static<typeof Transition> }>(
    '/control/payments/:id/authorize',
    { schema: { summary: 'Let a failed payment succeed late', params: Id, body: Transition } },
    async ({ params, body }) => provider.authorize(params.id, modeOf(body)),
  );
  app.post<{ Params: Id; Body: Static<typeof RefundEnd> }>(
    '/control/refunds/:id',
    { schema: { summary: 'End a pending refund', params: Id, body: RefundEnd } },
    async ({ params, body }) => provider.settleRefund(params.id, body.status, modeOf(body)),
  );

  app.post<{ Params: Id; Body: Static<typeof DashboardRefund> }>(
    '/control/payments/:id/refund',
    {
      schema: {
        summary: 'Refund a payment, or a part of it, as in the dashboard',
        params: Id,
        body: DashboardRefund,
      },
    },
    async ({ params, body }): Promise<Refund> =>
      provider.refund(
        params.id,
        { amount: body.amount, speed: 'normal', notes: [], receipt: null, key: null },
        modeOf(body),
      ),
  );
  app.post<{ Params: Id; Body: Static<typeof DashboardRefund> }>(
    '/control/payments/:id/dispute',
    { schema: { summary: 'Dispute a payment as its bank would', params: Id, body: DashboardRefund } },
    async ({ params, body }): Promise<Dispute> => disputes.raise(params.id, body.amount, modeOf(body)),
  );
  app.post<{ Params: Id; Body: Static<typeof DisputeEnd> }>(
    '/control/disputes/:id',
    { schema: { summary: 'Move or end a dispute', params: Id, body: DisputeEnd } },
    async ({ params, body }): Promise<Dispute> => disputes.move(params.id, body.status, modeOf(body)),
  );

  app.get('/control/webhooks', async () => provider.ledger.list('deliveries'));
  app.post<{ Params: Id }>(
    '/control/webhooks/:id/replay',
    { schema: { params: Id } },
    async ({ params }, reply) => {
      if (!webhooks.replay(params.id)) throw notFound();
      return reply.code(202).send({});
    },
  );
  app.post<{ Body: Static<typeof Secret> }>(
    '/control/webhook-secret',
    { schema: { summary: 'Sign webhooks with another secret', body: Secret } },
    async ({ body }, reply) => {
      webhooks.rotate(body.secret);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: Static<typeof Clock> }>(
    '/control/clock',
    { schema: { summary: 'Move the clock of the provider', body: Clock } },
    async ({ body }, reply) => {
      setSkew(body.skew_seconds);
      return reply.code(204).send();
    },
  );

  app.get('/control/faults', async () => faults.list());
  app.post<{ Body: ApiFault }>(
    '/control/faults',
    { schema: { summary: 'Fail the next calls of the API', body: ApiFault } },
    async ({ body }, reply) => {
      faults.add(body);
      return reply.code(201).send(faults.list());
    },
  );
  app.delete('/control/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
