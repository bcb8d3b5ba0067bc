import { Button, Popconfirm, Table } from 'antd';
import { useState } from 'react';
import { desksOf } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StaffAccount } from '@vidhi/contracts/staff.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { messageOf } from '../kit/message-of.ts';
import { DESK_LABELS, staffApi, staffName, stateText } from '../staff/staff-api.ts';
import { StaffForm } from '../staff/staff-form.tsx';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 1_000 } as const;

/** The account in the dialog; `new` for an invitation. */
type Edited = StaffAccount | 'new' | null;

/** `/console/staff`: who works here, with what rights. */
export function StaffPage() {
  const { data, isError, isFetching, refetch } = staffApi.useList(ALL);
  const { create, update, send } = staffApi.useWrites();
  const [edited, setEdited] = useState<Edited>(null);
  const ownId = useSession()?.user.id;
  const notices = useNotices();

  const report = ({ error }: { error?: unknown }, done: string): { error?: unknown } => {
    if (error === undefined) notices.success(done);
    else notices.error(messageOf(error));
    return error === undefined ? {} : { error };
  };
  const invite = async ({ email, first_name, last_name, role, desks }: Partial<StaffAccount>) =>
    report(
      await create({
        email,
        role,
        ...(role === ROLE.editor ? { desks } : {}),
        ...(first_name ? { first_name } : {}),
        ...(last_name ? { last_name } : {}),
      }),
      'The invitation is on its way',
    );
  const change = async (row: StaffAccount, values: object, done: string) =>
    report(await update(row.id, values), done);

  const columns = [
    { title: 'Name', key: 'name', render: (_: unknown, row: StaffAccount) => staffName(row) },
    { title: 'E-mail address', dataIndex: 'email' },
    {
      title: 'May do',
      key: 'desks',
      render: (_: unknown, row: StaffAccount) =>
        row.role === ROLE.administrator
          ? 'Everything'
          : desksOf(row)
              .map((desk) => DESK_LABELS[desk])
              .join(', ') || 'Nothing',
    },
    { title: 'State', key: 'state', render: (_: unknown, row: StaffAccount) => stateText(row) },
    {
      title: 'Two-step login',
      key: 'second_step',
      render: (_: unknown, row: StaffAccount) => (row.second_step ? 'On' : 'Off'),
    },
    {
      title: 'Logged in',
      key: 'sessions',
      render: (_: unknown, { sessions, last_used_at: at }: StaffAccount) => (
        <>
          {sessions === 0 ? 'Nowhere' : sessions === 1 ? 'In one browser' : `In ${sessions} browsers`}
          {at !== null && (
            <>
              , last on <DateText iso={at} withTime />
            </>
          )}
        </>
      ),
    },
    {
      title: 'Actions',
      key: 'actions',
      render: (_: unknown, row: StaffAccount) => {
        const name = staffName(row);
        return (
          <>
            <Button size="small" onClick={() => setEdited(row)} aria-label={`Change ${name}`}>
              Change
            </Button>
            {row.pending ? (
              <Button size="small" onClick={() => void invite(row)} aria-label={`Invite again: ${name}`}>
                Invite again
              </Button>
            ) : (
              <Button
                size="small"
                aria-label={`Log out everywhere: ${name}`}
                onClick={() =>
                  void send({ url: `/staff/${row.id}/end-sessions`, method: 'POST', body: {} }, row.id).then(
                    (result) => report(result, `${name} is logged out everywhere`),
                  )
                }
              >
                Log out
              </Button>
            )}
            <Button
              size="small"
              aria-label={row.blocked ? `Unblock ${name}` : `Block ${name}`}
              onClick={() =>
                void change(
                  row,
                  { blocked: !row.blocked },
                  row.blocked ? `${name} may log in again` : `${name} is blocked`,
                )
              }
            >
              {row.blocked ? 'Unblock' : 'Block'}
            </Button>
            {row.second_step && row.id !== ownId && (
              <Popconfirm
                title={`Turn off two-step login of ${name}? Only for somebody who has lost phone and recovery codes: make sure that it is them who ask.`}
                okText="Turn off"
                onConfirm={() =>
                  void send(
                    { url: `/staff/${row.id}/reset-second-step`, method: 'POST', body: {} },
                    row.id,
                  ).then((result) =>
                    report(result, `Two-step login of ${name} is off. They have a mail about it.`),
                  )
                }
              >
                <Button size="small" aria-label={`Reset two-step login of ${name}`}>
                  Reset two-step login
                </Button>
              </Popconfirm>
            )}
            <Popconfirm
              title={`Remove ${name} from the staff? The account becomes that of a customer.`}
              okText="Remove"
              onConfirm={() => void change(row, { role: ROLE.customer }, `${name} has left the staff`)}
            >
              <Button size="small" danger aria-label={`Remove ${name}`}>
                Remove
              </Button>
            </Popconfirm>
          </>
        );
      },
    },
  ];

  return (
    <>
      <header className="page-head">
        <h1>Staff</h1>
      </header>
      <p>
        <Button type="primary" onClick={() => setEdited('new')}>
          Invite
        </Button>
      </p>
      {isError ? (
        <p role="alert">
          The accounts could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <Table<StaffAccount>
          aria-label="Staff"
          size="small"
          columns={columns}
          dataSource={[...(data?.rows ?? [])]}
          rowKey="id"
          loading={isFetching}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
      {edited !== null && (
        <StaffForm
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSave={(values) => (edited === 'new' ? invite(values) : change(edited, values, 'Saved'))}
        />
      )}
    </>
  );
}
