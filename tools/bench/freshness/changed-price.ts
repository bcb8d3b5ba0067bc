import type { ListBody, Stored } from '@vidhi/collections/all.ts';
import { EVENTS } from '@vidhi/contracts/events.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import type { Observer, Subject } from './observers.ts';
import { textOf, type RunningSite } from './running-site.ts';

type Price = number;

/** Higher than the price of any book, so that it is unique. */
const FIRST = 70_007;
const STEP = 7;

/** Prices as a consumer of the topic receives them, from the first record. */
function startConsumer(kafkaBrokers: string) {
  const prices = new Map<number, number | null>();
  const follower = followTopics({
    client: connectKafka({ brokers: kafkaBrokers, clientId: 'bench-freshness' }),
    topics: [TOPICS.catalogBooks.name],
    events: EVENTS,
    from: 'beginning',
    onReset: () => undefined,
    apply({ data }) {
      const { doc } = data as { doc?: Stored<'book'> };
      if (doc !== undefined) prices.set(doc.id, doc.Price);
    },
  });
  return { prices, caughtUp: follower.caughtUp, close: () => follower.close() };
}

/** Changes a book's price as an editor, and restores it at the end. */
export async function changedPrice(site: RunningSite): Promise<Subject<Price> & { close(): Promise<void> }> {
  const { gateway, editor, kafkaBrokers } = site;
  const { data } = JSON.parse(
    await textOf(`${gateway}/api/books?pagination[pageSize]=1`),
  ) as ListBody<'book'>;
  const [book] = data;
  if (book === undefined) throw new Error('the site has no books: `npm run import` brings some');
  const { id, attributes } = book;
  const consumer = startConsumer(kafkaBrokers);
  await consumer.caughtUp;

  const inResponse =
    (query: string): Observer<Price>['sees'] =>
    async (price) =>
      (await textOf(`${gateway}/api/books${query}`)).includes(`"Price":${price}`);
  const onPage =
    (path: string): Observer<Price>['sees'] =>
    async (price) =>
      (await textOf(`${gateway}${path}`)).includes(price.toLocaleString('en-IN'));
  const title = encodeURIComponent(attributes.Title ?? '');
  const dearest = '?sort=Price:desc&pagination[pageSize]=24&populate=*';

  async function put(price: number | null): Promise<void> {
    const response = await fetch(`${gateway}/api/books/${id}`, {
      method: 'PUT',
      headers: editor,
      body: JSON.stringify({ data: { Price: price } }),
    });
    if (response.status !== 200) throw new Error(`the price change was rejected:  ${await response.text()}`);
  }

  return {
    title: (times) => `${times} changes of a price, ${consumer.prices.size} books on the topic`,
    observers: [
      { name: 'book, gateway', sees: inResponse(`/${id}?populate=*`) },
      { name: 'list, gateway', sees: inResponse(dearest) },
      {
        name: 'list filtered by price, gateway',
        sees: inResponse(`?filters[Price][$gte]=${FIRST}&fields=Price&sort=id`),
      },
      { name: 'search, gateway', sees: inResponse(`?_q=${title}`) },
      { name: 'page of the book, gateway', sees: onPage(`/catalogs/books/${id}/measured`) },
      { name: 'page of the shop, gateway', sees: onPage(`/catalogs/books?q=${title}`) },
      { name: 'consumer of the topic', sees: async (price) => consumer.prices.get(id) === price },
    ],
    next: (round) => FIRST + round * STEP,
    make: put,
    settle: async () => undefined,
    async close() {
      await put(attributes.Price ?? null);
      await consumer.close();
    },
  };
}
