import { useCallback, useState } from 'react';
import type { ViewArrangement } from '@vidhi/contracts/console-views.ts';
import type { Resource } from './define-resource.ts';
import type { RowId } from './source.ts';
import { useConsoleViews } from './view-api.ts';
import { viewTabs, type ViewTabs } from './view-tabs.ts';

const NONE: ReadonlySet<string> = new Set();

export interface ListViews extends ViewTabs {
  arrangement: ViewArrangement;
  canSave: boolean;
  /** Takes a deleted view out at once: the list would open with it until the views are read again. */
  noteRemoved: (id: string) => void;
}

/** Returns the views of a list as the person that looks at it has arranged them. */
export function useListViews<Row extends { id: RowId }>(resource: Resource<Row>): ListViews {
  const { canSave, isKnown, data, meta } = useConsoleViews(resource.api.name);
  const [removed, setRemoved] = useState(NONE);
  const noteRemoved = useCallback((id: string) => setRemoved((before) => new Set([...before, id])), []);
  const tabs = viewTabs(resource, { data: data.filter(({ id }) => !removed.has(id)), meta }, isKnown);
  return { ...tabs, arrangement: meta.arrangement, canSave, noteRemoved };
}
