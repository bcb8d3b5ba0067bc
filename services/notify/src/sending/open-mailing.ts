import type { Connection } from 'mongoose';
import { Counter } from 'prom-client';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { redisAccess } from '@vidhi/service-kit/engine-access.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { bounceSettings, mailAddresses, mailDomain, retryPauses, type Config } from '../config.ts';
import { createContactResolver, createReceiveContact } from '../contact/receive-contact.ts';
import { mongoContactStore, prepareContactMessages } from '../contact/contact-store.ts';
import { GRIEVANCES } from '../grievances/grievance-collection.ts';
import { createGrievanceResolver } from '../grievances/grievance-resolver.ts';
import { createReceiveGrievance } from '../grievances/receive-grievance.ts';
import { createReplyResolver } from '../inbox/reply-resolver.ts';
import { createRecordRejection } from '../bounces/apply-bounce.ts';
import { createBounces } from '../bounces/create-bounces.ts';
import { createMailEvents } from '../ledger/mail-events.ts';
import { addLedgerMetrics } from '../ledger/ledger-metrics.ts';
import { createMailLedger, type MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import { createNewsletterResolver, createTestResolver } from '../newsletter/issue-resolvers.ts';
import { createFindArticles, createFindPublished } from '../newsletter/published-articles.ts';
import { createSendDigest } from '../newsletter/send-digest.ts';
import { createSendIssues } from '../newsletter/send-issues.ts';
import { createAcceptanceLookup } from './acceptance.ts';
import { createMailQueue } from './mail-queue.ts';
import { createMailRequestResolver } from './mail-request-resolver.ts';
import { createPaymentLinkResolver } from './payment-link-resolver.ts';
import { createMentionResolver } from './mention-resolver.ts';
import { createInvitationResolver, createProfileResolver } from './profile-resolver.ts';
import { createPurchaseResolver, type PurchaseResolverOptions } from './purchase-resolver.ts';
import { ATTEMPT_RESULTS, createSendMail, type SendMailOptions } from './send-mail.ts';
import { createSmtpSender, type SmtpSender } from './smtp-sender.ts';
import { createSiteCopy } from '../site/site-copy.ts';
import type { PeopleStores } from '../staff/open-people.ts';
import { createSubscriberResolver } from '../subscribers/subscriber-links.ts';
import { mongoSubscriberStore } from '../subscribers/subscriber-store.ts';
import { createSubscribe } from '../subscribers/subscribe.ts';
import { MAIL_TEMPLATES } from '../templates/mail-templates.ts';
import { createDeadMailReports, createDeadMailResolver } from '../undeliverable/report-dead-mails.ts';
import {
  createFindUnprintable,
  createUnprintableReports,
  createUnprintableResolver,
} from '../unprintable/report-unprintable.ts';
import { readLayout, renderMail } from '../templates/render-mail.ts';

/** Replaces parts, for tests that crash a process between them. */
export interface MailingParts {
  wrapLedger?: (ledger: MailLedger) => MailLedger;
  wrapSmtp?: (smtp: SmtpSender) => SmtpSender;
  /** Appended to the name of the consumer group: a killed member keeps its partitions until its session ends. */
  groupSuffix?: string;
}

const STATS_MS = 10_000;
/** Shorter than the pause between two batches of a newsletter at any pace. */
const NEWSLETTER_MS = 500;
const DIGEST_MS = 5_000;
const RETENTION_SWEEP_MS = 3_600_000;
const UNPRINTABLE_MS = 900_000;
const DAY_MS = 86_400_000;

/**
 * Builds everything between an event and the mail server. Opens no connection but the queue's, which `start` opens when the
 * database is prepared.
 */
export function openMailing(
  { log, metrics, closers }: ServiceContext,
  config: Config,
  connection: Connection,
  people: Pick<PeopleStores, 'issues' | 'digests' | 'keys' | 'grievances'>,
  { wrapLedger = (ledger) => ledger, wrapSmtp = (smtp) => smtp }: MailingParts = {},
) {
  const addresses = mailAddresses(config);
  const mailbox = bounceSettings(config);
  const ledger = wrapLedger(
    createMailLedger({
      connection,
      domain: mailDomain(config),
      leaseMs: config.MAIL_LEASE_MS,
      smtpDeadlineMs: config.SMTP_DEADLINE_MS,
      retryMs: retryPauses(config),
    }),
  );
  const site = createSiteCopy(connection, {
    siteName: config.SITE_NAME,
    publicUrl: config.PUBLIC_URL,
    contactAddress: addresses.contact,
    footerFrom: config.FOOTER_YEAR_FROM,
    footerTo: config.FOOTER_YEAR_TO,
  });
  const subscribers = mongoSubscriberStore(connection, undefined, people.keys);
  const messages = mongoContactStore(connection);
  const bounces =
    mailbox === null
      ? null
      : createBounces({ mailbox, keys: people.keys, ledger, subscribers, metrics, signal: closers.signal });

  const findUnprintable = createFindUnprintable(config.CART_ORDERS_URL, config.SERVICE_TOKEN);

  const attempts = new Counter({
    name: `${metrics.prefix}_mail_attempts_total`,
    help: 'Attempts to send a mail, by result',
    labelNames: ['result'],
    registers: [metrics.registry],
  });
  // A series that begins with 1 has no increase: without this the first dead mail would raise no alert.
  for (const result of ATTEMPT_RESULTS) attempts.inc({ result }, 0);
  const layout = readLayout();
  const render: SendMailOptions['render'] = (content, identity) => renderMail(layout, content, identity);
  const { MAIL_LOOKUP_URL } = config;
  const findPublished = createFindPublished(config.NEWS_URL, config.SERVICE_TOKEN);
  const purchaseResolver = (
    recipient: PurchaseResolverOptions['recipient'],
    about: PurchaseResolverOptions['about'] = 'purchase',
  ) =>
    createPurchaseResolver({
      cartOrdersUrl: config.CART_ORDERS_URL,
      accountsUrl: config.ACCOUNTS_URL,
      serviceToken: config.SERVICE_TOKEN,
      publicUrl: config.PUBLIC_URL,
      recipient,
      about,
    });
  const sendMail = createSendMail({
    ledger,
    templates: MAIL_TEMPLATES,
    render,
    resolvers: new Map([
      [
        SOURCE.mailRequest,
        createMailRequestResolver({ accountsUrl: config.ACCOUNTS_URL, serviceToken: config.SERVICE_TOKEN }),
      ],
      [SOURCE.contactMessage, createContactResolver(messages)],
      [
        SOURCE.contactReply,
        createReplyResolver({ messages, readSite: site.read, domain: mailDomain(config) }),
      ],
      [
        SOURCE.grievance,
        createGrievanceResolver({
          grievances: people.grievances,
          readSite: site.read,
          publicUrl: config.PUBLIC_URL,
          domain: mailDomain(config),
        }),
      ],
      [SOURCE.deadMails, createDeadMailResolver(ledger)],
      [SOURCE.unprintable, createUnprintableResolver(findUnprintable)],
      [SOURCE.purchaseForBuyer, purchaseResolver('buyer')],
      [SOURCE.purchaseForSite, purchaseResolver('site')],
      [SOURCE.cancelledPurchase, purchaseResolver('buyer', 'cancelled')],
      [SOURCE.shippedLine, purchaseResolver('buyer', 'shipped-line')],
      [SOURCE.parcel, purchaseResolver('buyer', 'parcel')],
      [SOURCE.refundedPurchase, purchaseResolver('buyer', 'refund')],
      [SOURCE.requestForBuyer, purchaseResolver('buyer', 'request')],
      [SOURCE.requestForSite, purchaseResolver('site', 'request')],
      [
        SOURCE.paymentLink,
        createPaymentLinkResolver({
          cartOrdersUrl: config.CART_ORDERS_URL,
          serviceToken: config.SERVICE_TOKEN,
          publicUrl: config.PUBLIC_URL,
        }),
      ],
      [SOURCE.disputedPurchase, purchaseResolver('site', 'dispute')],
      [
        SOURCE.newsletter,
        createNewsletterResolver({ ...people, subscribers, findPublished, publicUrl: config.PUBLIC_URL }),
      ],
      [
        SOURCE.newsletterTest,
        createTestResolver(people.issues, {
          accountsUrl: config.ACCOUNTS_URL,
          serviceToken: config.SERVICE_TOKEN,
        }),
      ],
      [
        SOURCE.profileDecision,
        createProfileResolver({
          catalogUrl: config.CATALOG_URL,
          accountsUrl: config.ACCOUNTS_URL,
          serviceToken: config.SERVICE_TOKEN,
          publicUrl: config.PUBLIC_URL,
        }),
      ],
      [
        SOURCE.profileInvitation,
        createInvitationResolver({
          catalogUrl: config.CATALOG_URL,
          serviceToken: config.SERVICE_TOKEN,
          publicUrl: config.PUBLIC_URL,
        }),
      ],
      [
        SOURCE.commentMention,
        createMentionResolver({
          accountsUrl: config.ACCOUNTS_URL,
          serviceToken: config.SERVICE_TOKEN,
          publicUrl: config.PUBLIC_URL,
        }),
      ],
      [SOURCE.subscriber, createSubscriberResolver(subscribers, config.PUBLIC_URL)],
    ]),
    readSite: site.read,
    smtp: wrapSmtp(
      createSmtpSender({
        url: config.SMTP_URL,
        from: async () => ({ address: addresses.from, name: (await site.read()).identity.name }),
        deadlineMs: config.SMTP_DEADLINE_MS,
      }),
    ),
    wasAccepted: MAIL_LOOKUP_URL === undefined ? undefined : createAcceptanceLookup(MAIL_LOOKUP_URL),
    onAttempt: (result) => attempts.inc({ result }),
    returnPathOf: bounces?.returnPathOf,
    recordRejection: createRecordRejection(subscribers),
    log,
  });

  const queue = createMailQueue({
    redisUrl: config.REDIS_URL,
    redisAccess: redisAccess(config),
    prefix: config.QUEUE_PREFIX,
    sweepMs: config.MAIL_SWEEP_MS,
    concurrency: config.SMTP_CONNECTIONS,
    ledger,
    sendMail,
    log,
  });
  const { enqueue } = queue;
  const sendIssues = createSendIssues({
    issues: people.issues,
    subscribers,
    ledger,
    enqueue: (ids) => queue.enqueue(ids, { isBulk: true }),
    findPublished,
    mailsPerMinute: config.NEWSLETTER_MAILS_PER_MINUTE,
    readsBounces: bounces !== null,
  });
  const sendDigest = createSendDigest({
    digests: people.digests,
    issues: people.issues,
    subscribers,
    findArticles: createFindArticles(config.NEWS_URL, config.SERVICE_TOKEN),
    publicUrl: config.PUBLIC_URL,
  });
  const newsletter = createSubscribe({ subscribers, ledger, enqueue });
  const contact = createReceiveContact({ messages, ledger, enqueue });
  const grievances = createReceiveGrievance({
    grievances: people.grievances,
    ledger,
    enqueue,
    nextNumber: () => nextId(connection, GRIEVANCES.name),
  });
  const deadMails = createDeadMailReports({ ledger, enqueue });
  const unprintable = createUnprintableReports({ ledger, enqueue, findUnprintable });
  const countMails = addLedgerMetrics(metrics, ledger);

  return {
    ledger,
    site,
    subscribers,
    messages,
    subscribe: newsletter.subscribe,
    receiveContact: contact.receive,
    planContactMails: contact.planMails,
    receiveGrievance: grievances.receive,
    planGrievanceMails: grievances.planMails,
    sendIssues,
    enqueue,
    findPublished,
    render,
    readsBounces: bounces !== null,
    handleEvent: createMailEvents(ledger, enqueue),
    start(): void {
      queue.start();
      closers.add('queue', queue.close);
      const atOnce = true;
      const planMissing = async (): Promise<void> => {
        await newsletter.planMissing();
        await contact.planMissing();
        await grievances.planMissing();
        await deadMails.planMissing();
      };
      closers.every('mails that a dead process left out', config.MAIL_SWEEP_MS, planMissing, { atOnce });
      closers.every('ledger statistics', STATS_MS, countMails, { atOnce });
      closers.every('digest', DIGEST_MS, sendDigest, { atOnce });
      if (bounces !== null)
        closers.every('mails that came back', config.BOUNCE_POLL_MS, bounces.read, { atOnce });
      closers.every('newsletter', NEWSLETTER_MS, sendIssues.run, { atOnce });
      closers.every('report of unprintable documents', UNPRINTABLE_MS, unprintable.planMissing, { atOnce });
      const removeExpired = async (): Promise<void> => {
        const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
        await subscribers.removeUnconfirmed(daysAgo(config.UNCONFIRMED_RETENTION_DAYS));
        await sendIssues.trimEndedBefore(daysAgo(config.SENT_RETENTION_DAYS));
        await ledger.trimEndedBefore(daysAgo(config.SENT_RETENTION_DAYS));
        // A process of an earlier release may have added some since the start.
        await prepareContactMessages(connection);
        await messages.removeReceivedBefore(daysAgo(config.CONTACT_RETENTION_DAYS));
        await people.grievances.removeClosedBefore(daysAgo(config.CONTACT_RETENTION_DAYS));
      };
      closers.every('retention', RETENTION_SWEEP_MS, removeExpired, { atOnce });
    },
  };
}
