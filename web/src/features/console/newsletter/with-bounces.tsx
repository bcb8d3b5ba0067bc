import type { ReactNode } from 'react';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { subscriberOptionApi } from './subscriber-resource.tsx';

/** Renders what depends on whether the site reads the mails that come back; without an answer, as if it did not. */
export function WithBounces({ children }: { children: (readsBounces: boolean) => ReactNode }) {
  const { currentData: options, error } = subscriberOptionApi.useRow('');
  if (options === undefined && error === undefined) return <Skeleton shape="form" label={KIT.loading} />;
  return children(options?.reads_bounces === true);
}
