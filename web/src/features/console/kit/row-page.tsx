import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { Forbidden } from '#shared/ui/forbidden.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { mayAccess } from '../access.ts';
import { usePageName } from '../frame/page-name.ts';
import * as styles from '../kit.module.css';
import { actionsFor, textOf, titleColumnOf, type Resource } from './define-resource.ts';
import type { Field } from './form-field.ts';
import { KIT } from './kit-texts.ts';
import { ResourceForm } from './resource-form.tsx';
import type { RowId } from './source.ts';
import { useActions } from './use-actions.tsx';
import { useGuardedUpdate } from './use-guarded-update.ts';

interface RowPageProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  /** Fields of the form, or a function that returns those of a row; a stable one. */
  fields: readonly Field[] | ((row: Partial<Row>) => readonly Field[]);
  /** Rendered below the fields, inside of the form. */
  children?: ReactNode;
}

/** The page of one row or, at `/new`, of a new one: a form, and the actions of the row. */
export function RowPage<Row extends { id: RowId }>(props: RowPageProps<Row>) {
  const { resource } = props;
  const { id = 'new' } = useRouteParams();
  const session = useSession();
  if (session !== null && !mayAccess(session, resource.writers ?? 'staff')) return <Forbidden />;
  return id === 'new' ? <NewRow {...props} /> : <ExistingRow {...props} id={id} />;
}

const NO_ROW = {};

const fieldsOf = <Row extends { id: RowId }>(
  fields: RowPageProps<Row>['fields'],
  row: Partial<Row>,
): readonly Field[] => (typeof fields === 'function' ? fields(row) : fields);

function NewRow<Row extends { id: RowId }>({ resource, fields, children }: RowPageProps<Row>) {
  const { create } = resource.api.useWrites();
  const navigate = useNavigate();
  const notices = useNotices();
  const shown = useMemo(() => fieldsOf(fields, NO_ROW), [fields]);
  return (
    <>
      <header className="page-head">
        <h1>{KIT.create(resource.one)}</h1>
      </header>
      <ResourceForm
        id={resource.api.name}
        fields={shown}
        row={NO_ROW}
        isNew
        submit={async (values) => {
          const result = await create(values);
          if (result.error === undefined) {
            notices.success(`${resource.one} created`);
            void navigate(resource.path);
          }
          return result;
        }}
      >
        {children}
      </ResourceForm>
    </>
  );
}

function ExistingRow<Row extends { id: RowId }>({ id, ...props }: RowPageProps<Row> & { id: string }) {
  const query = props.resource.api.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
      {(row) => <RowForm key={row.id} {...props} row={row} />}
    </QueryBoundary>
  );
}

function RowForm<Row extends { id: RowId }>(props: RowPageProps<Row> & { row: Row }) {
  const { resource, fields, row, children } = props;
  const save = useGuardedUpdate(resource.api, row);
  // Of the row that the form began with: it may be read again while somebody types.
  const [shown] = useState(() => fieldsOf(fields, row));
  const { runOne } = useActions(resource);
  const navigate = useNavigate();
  const title = textOf(titleColumnOf(resource), row) || KIT.untitled;
  usePageName(title);
  const session = useSession();
  const actions = (session === null ? [] : actionsFor(resource, session)).filter(
    ({ isPossible }) => isPossible?.(row) !== false,
  );
  return (
    <>
      <header className={`page-head ${styles.head}`}>
        <h1>{title}</h1>
        <span className={styles.rowActions}>
          {actions.map((action) => (
            <button
              key={action.key}
              type="button"
              className={action.isDangerous === true ? `${styles.tool} ${styles.toolDanger}` : styles.tool}
              onClick={() =>
                void runOne(action, row).then((isDone) => {
                  if (isDone && action.removes === true) void navigate(resource.path);
                })
              }
            >
              {action.label}
            </button>
          ))}
        </span>
      </header>
      <ResourceForm
        id={resource.api.name}
        fields={shown}
        row={row as Readonly<Record<string, unknown>>}
        isNew={false}
        successMessage="Saved"
        submit={save}
      >
        {children}
      </ResourceForm>
    </>
  );
}
