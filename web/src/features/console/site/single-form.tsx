import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import type { Field } from '../kit/form-field.ts';
import { KIT } from '../kit/kit-texts.ts';
import { ResourceForm } from '../kit/resource-form.tsx';
import type { resourceApi } from '../kit/resource-api.ts';

type Row = Readonly<Record<string, unknown>>;

interface SingleFormProps {
  /** Part of the ids of its inputs, where a page has several forms of the document. */
  part?: string;
  api: ReturnType<typeof resourceApi<Row>>;
  fields: readonly Field[];
  /** Stores the values that were changed of the row that is shown; as the API does where left out. */
  save?: (values: object, shown: Row) => Promise<SubmitResult>;
}

/** The form of a document of which there is one. */
export function SingleForm({ api, fields, save, part = api.name }: SingleFormProps) {
  const query = api.useRow('');
  const { update } = api.useWrites();
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
      {(row) => (
        <ResourceForm
          id={part}
          fields={fields}
          row={row}
          isNew={false}
          successMessage="Saved"
          submit={(values) => (save === undefined ? update('', values) : save(values, row))}
        />
      )}
    </QueryBoundary>
  );
}
