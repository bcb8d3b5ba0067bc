import { LIST_NAMES, LISTS, type ListName } from './lists.ts';
import type { ListEntry, ListEntryPage } from '@vidhi/contracts/reference-lists.ts';
import { formatDay } from '#shared/text/dates.ts';
import { filled } from '#shared/forms/checks.ts';
import { defineResource, type Resource } from '../kit/define-resource.ts';
import { fieldOf, type Field } from '../kit/form-field.ts';
import type { ParamsFormProps } from '../kit/jobs.ts';
import { listPath } from '../kit/list-path.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource, toRow } from '../kit/source.ts';
import { MergeEntries } from './merge-entries.tsx';
import { usesText } from './uses-text.ts';

/** An entry as the list has it, or as the content API has one. */
type EntryRow = { id: number } & Partial<ListEntry> & { AuthorName?: string | null };

const nameOf = ({ name, AuthorName: author, id }: EntryRow): string => name ?? author ?? `#${id}`;

const PLACES = {
  country_state: 'country-states',
  state_district: 'state-districts',
  city: 'cities',
} as const;
const PLACE_LABELS = { country_state: 'State', state_district: 'District', city: 'City' } as const;
type PlaceName = keyof typeof PLACES;

function apiOf(list: ListName) {
  const { collection, attribute } = LISTS[list];
  const populate = Object.keys(PLACES).filter((place) => place in collection.attributes);
  return resourceApi<EntryRow>(`list-${list}`, {
    ...strapiSource(collection, { populate, search: [attribute] }),
    toRow: (body) => toRow((body as { data: unknown }).data) as EntryRow,
    list: listPath(`/reference-lists/${list}`),
    toPage: (body) => {
      const { data, meta } = body as ListEntryPage;
      return { rows: data, total: meta.pagination.total };
    },
  });
}

const APIS = Object.fromEntries(LIST_NAMES.map((list) => [list, apiOf(list)])) as Record<
  ListName,
  ReturnType<typeof apiOf>
>;

/** Entries to choose from, with their places, as names repeat. */
const choicesOf = (list: ListName) =>
  recordChoices(APIS[list], 'name', (row) => [nameOf(row), row.place].filter(Boolean).join(', '));

/** Says what will be without a deleted entry; in general where the page does not know its uses. */
function lossText(usedBy: Readonly<Record<string, number>> | undefined): string {
  const users = usedBy === undefined ? 'What names it' : usesText(usedBy);
  return users === '' ? '' : ` ${users} will be without it. To move them to another entry, merge instead.`;
}

function resourceOf(list: ListName): Resource<EntryRow> {
  const { collection, one, many, desk, hint } = LISTS[list];
  const choices = choicesOf(list);
  const hasPlace = 'country_state' in collection.attributes;
  const Merge = (props: ParamsFormProps) => <MergeEntries {...props} list={list} of={choices} />;
  return defineResource<EntryRow>({
    api: APIS[list],
    one,
    many,
    path: `/console/${desk}-lists/${list}`,
    writers: [desk],
    defaultSort: 'name',
    columns: [
      { key: 'name', label: 'Name', sort: 'name', isTitle: true, render: nameOf },
      ...(hasPlace ? [{ key: 'place', label: 'Place', render: ({ place }: EntryRow) => place ?? '' }] : []),
      {
        key: 'uses',
        label: 'Used by',
        sort: 'uses',
        render: ({ used_by: usedBy = {} }) => usesText(usedBy) || 'Nothing',
      },
      {
        key: 'same',
        label: 'Look at',
        render: ({ same_name: count = 0 }) => (count > 0 ? 'Same name twice' : ''),
      },
      {
        key: 'updated',
        label: 'Changed',
        sort: 'updated',
        isOptional: true,
        render: ({ updated_at: at }) => formatDay(at ?? ''),
      },
    ],
    filters: [
      {
        key: 'used',
        label: 'Used',
        kind: 'flag',
        toConditions: (value) => (value === 'true' || value === 'false' ? [['used', value]] : []),
      },
      {
        key: 'same',
        label: 'Same name',
        kind: 'choice',
        choices: [{ value: 'true', label: 'Name of several entries' }],
        toConditions: (value) => (value === 'true' ? [['same_name', 'true']] : []),
      },
    ],
    actions: [
      {
        key: 'delete',
        label: 'Delete',
        isDangerous: true,
        removes: true,
        confirm: (rows) => {
          const usedBy = typeof rows === 'number' ? undefined : rows[0]?.used_by;
          return `It goes to the trash, where it can be restored for 30 days.${lossText(usedBy)}`;
        },
        run: (row, writes) => writes.remove(row.id),
      },
    ],
    jobs: {
      service: 'catalog',
      collection: list,
      actions: [{ key: 'merge', label: 'Merge', ParamsForm: Merge }],
    },
    empty: { title: `No ${many.toLowerCase()} yet`, hint },
  });
}

export const LIST_RESOURCES = Object.fromEntries(
  LIST_NAMES.map((list) => [list, resourceOf(list)]),
) as Readonly<Record<ListName, Resource<EntryRow>>>;

function fieldsOf(list: ListName): readonly Field[] {
  const { collection, attribute } = LISTS[list];
  const places = (Object.keys(PLACES) as PlaceName[]).filter((place) => place in collection.attributes);
  return [
    fieldOf(collection, attribute, { label: 'Name', checks: [filled('Name is required')] }),
    ...('slug' in collection.attributes
      ? [fieldOf(collection, 'slug', { label: 'Address', help: 'As links to lists of profiles have it' })]
      : []),
    ...places.map((place) =>
      fieldOf(collection, place, { label: PLACE_LABELS[place], of: choicesOf(PLACES[place]) }),
    ),
  ];
}

export const LIST_FIELDS = Object.fromEntries(LIST_NAMES.map((list) => [list, fieldsOf(list)])) as Readonly<
  Record<ListName, readonly Field[]>
>;
