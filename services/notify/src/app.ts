import type { FastifyInstance } from 'fastify';
import type { ImportOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { authPlugin, requireService, type AuthOptions, type ServiceTokens } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { emailRoutes } from './contact/email-routes.ts';
import type { ReceiveContact } from './contact/receive-contact.ts';
import {
  grievanceDeskRoutes,
  grievanceRoutes,
  type GrievanceDeskOptions,
  type GrievanceRoutesOptions,
} from './grievances/grievance-routes.ts';
import { inboxRoutes, type InboxRoutesOptions } from './inbox/inbox-routes.ts';
import { replyTemplateRoutes } from './inbox/reply-template-routes.ts';
import type { ReplyTemplateStore } from './inbox/reply-template-store.ts';
import type { MailLedger } from './ledger/mail-ledger.ts';
import { mailRoutes } from './ledger/mail-routes.ts';
import type { RequestLimits } from './limits/request-limits.ts';
import { digestRoutes, type DigestRoutesOptions } from './newsletter/digest-routes.ts';
import { issuePreviewRoutes, type IssuePreviewOptions } from './newsletter/issue-preview-routes.ts';
import { issueRoutes, type IssueRoutesOptions } from './newsletter/issue-routes.ts';
import type { Site } from './sending/send-mail.ts';
import { orderMailRoutes } from './staff/order-mail-routes.ts';
import { internalSubscriberRoutes } from './subscribers/internal-subscriber-routes.ts';
import type { Subscribe } from './subscribers/subscribe.ts';
import { personalDataRoutes, type PersonalDataOptions } from './subscribers/personal-data-routes.ts';
import { subscriberDeskRoutes, type SubscriberDeskOptions } from './subscribers/subscriber-desk-routes.ts';
import { subscriberRoutes } from './subscribers/subscriber-routes.ts';
import type { SubscriberStore } from './subscribers/subscriber-store.ts';
import { webhookRoutes, type WebhookRoutesOptions } from './webhooks/webhook-routes.ts';
import { deadMailRoutes } from './system/dead-mail-routes.ts';
import { mailServerRoutes, type MailServerRoutesOptions } from './system/mail-server-routes.ts';

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  /** Returns whether the unique indexes exist. */
  isReady: () => boolean;
  trustedProxies: string[];
  personalData: PersonalDataOptions;
  serviceToken: ServiceTokens;
  ledger: Pick<
    MailLedger,
    'findKnown' | 'findSent' | 'stats' | 'findDead' | 'requeueDead' | 'listOfPurchase' | 'resend'
  >;
  /** Has the queue send these mails. */
  enqueue: (ids: readonly string[]) => Promise<void>;
  receiveContact: ReceiveContact;
  readSite: () => Promise<Site>;
  subscribe: Subscribe;
  subscribers: Pick<
    SubscriberStore,
    | 'find'
    | 'confirm'
    | 'unsubscribe'
    | 'readPreferences'
    | 'choose'
    | 'import'
    | 'removeImported'
    | 'countImported'
  >;
  limits: RequestLimits;
  nextResponseId: () => Promise<number>;
  importOrigin: ImportOrigin;
  /** Tokens of staff; no other route depends on who is logged in. */
  auth: AuthOptions;
  subscriberDesk: SubscriberDeskOptions;
  newsletter: IssueRoutesOptions & IssuePreviewOptions;
  digests: DigestRoutesOptions['digests'];
  webhooks: WebhookRoutesOptions;
  mailServer: MailServerRoutesOptions['mailServer'];
  grievances: GrievanceDeskOptions & Omit<GrievanceRoutesOptions, 'limits'>;
  inbox: InboxRoutesOptions & { templates: ReplyTemplateStore };
}

/** Largest body of a public request: a contact message. */
const BODY_LIMIT = 65_536;

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, isReady, trustedProxies, serviceToken } = dependencies;
  const { ledger, receiveContact, readSite, subscribe, subscribers, limits } = dependencies;
  const app = await createServiceApp({
    name: 'notify',
    logLevel,
    metrics,
    readiness,
    bodyLimit: BODY_LIMIT,
    server: { trustProxy: trustedProxies },
  });
  await app.register(openapiPlugin, { title: 'Notifications' });
  await app.register(async (notify) => {
    rejectUntilReady(notify, isReady);
    await notify.register(emailRoutes, { receive: receiveContact, readSite, limits });
    await notify.register(grievanceRoutes, { ...dependencies.grievances, limits });
    await notify.register(subscriberRoutes, {
      subscribe,
      subscribers,
      limits,
      nextResponseId: dependencies.nextResponseId,
    });
    await notify.register(async (desk) => {
      await desk.register(authPlugin, dependencies.auth);
      await desk.register(subscriberDeskRoutes, dependencies.subscriberDesk);
      await desk.register(issueRoutes, dependencies.newsletter);
      await desk.register(digestRoutes, { digests: dependencies.digests });
      await desk.register(issuePreviewRoutes, dependencies.newsletter);
      await desk.register(orderMailRoutes, dependencies.newsletter);
      await desk.register(inboxRoutes, dependencies.inbox);
      await desk.register(grievanceDeskRoutes, dependencies.grievances);
      await desk.register(replyTemplateRoutes, dependencies.inbox);
      await desk.register(webhookRoutes, dependencies.webhooks);
      await desk.register(deadMailRoutes, {
        ledger,
        acts: dependencies.subscriberDesk.acts,
        enqueue: dependencies.enqueue,
      });
      await desk.register(mailServerRoutes, { mailServer: dependencies.mailServer });
    });
    await notify.register(async (internal) => {
      internal.addHook('onRequest', requireService(serviceToken));
      await internal.register(mailRoutes, { ledger, enqueue: dependencies.enqueue });
      await internal.register(internalSubscriberRoutes, {
        subscribe,
        subscribers,
        origin: dependencies.importOrigin,
      });
      await internal.register(personalDataRoutes, dependencies.personalData);
    });
  });
  return app;
}
