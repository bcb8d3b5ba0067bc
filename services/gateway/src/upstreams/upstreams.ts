import { byUpstream, type UpstreamName } from '@vidhi/contracts/services.mjs';
import type { Route } from '../routing/routes.ts';
import {
  closeInstance,
  createInstance,
  type Instance,
  type UpstreamLimits,
} from '@vidhi/upstreams/instance.ts';
import {
  createInstanceSet,
  type InstanceSet,
  type InstanceSetOptions,
} from '@vidhi/upstreams/instance-set.ts';

export interface UpstreamAddresses {
  newsReaders: readonly string[];
  /** URLs by service; for news, that of its writer. */
  services: Readonly<Record<UpstreamName, string>>;
}

/** All processes behind the gateway. */
export interface Upstreams {
  readonly newsReaders: InstanceSet;
  /** The instances of each service, for `/docs`. */
  readonly services: Readonly<Record<UpstreamName, InstanceSet>>;
  /** All sets of instances, to be probed. */
  readonly sets: readonly InstanceSet[];
  readersOf(route: Route): InstanceSet;
  writersOf(route: Route): InstanceSet;
  close(): Promise<void>;
}

export function createUpstreams(
  addresses: UpstreamAddresses,
  limits: UpstreamLimits,
  options: InstanceSetOptions = {},
): Upstreams {
  const all: Instance[] = [];
  const setOf = (...urls: string[]): InstanceSet => {
    const instances = urls.map((url) => createInstance(url, limits));
    all.push(...instances);
    return createInstanceSet(instances, options);
  };
  const newsReaders = setOf(...addresses.newsReaders);
  const services = byUpstream(({ name }) => setOf(addresses.services[name]));
  return {
    newsReaders,
    services,
    sets: [newsReaders, ...Object.values(services)],
    readersOf: ({ service }) => (service === 'news' ? newsReaders : services[service]),
    writersOf: ({ service }) => services[service],
    close: async () => {
      await Promise.all(all.map(closeInstance));
    },
  };
}
