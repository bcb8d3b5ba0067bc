import { Button, Form, Input, Pagination, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditEntry } from '@vidhi/contracts/audit.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { auditApi } from '../audit/audit-api.ts';
import { actionText, actorText, changeTexts, resourceText } from '../audit/audit-texts.ts';
import * as styles from '../kit.module.css';

const PAGE_SIZE = 50;

const FILTERS = ['resource', 'actor', 'action', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];
type Values = Partial<Record<Filter, string>>;

const COLUMNS = [
  { title: 'When', key: 'when', render: (_: unknown, { at }: AuditEntry) => <DateText iso={at} withTime /> },
  { title: 'Who', key: 'who', render: (_: unknown, entry: AuditEntry) => actorText(entry) },
  { title: 'What', key: 'what', render: (_: unknown, { action }: AuditEntry) => actionText(action) },
  { title: 'On', key: 'on', render: (_: unknown, entry: AuditEntry) => resourceText(entry) },
  {
    title: 'Changes',
    key: 'changes',
    render: (_: unknown, entry: AuditEntry) => (
      <>
        {changeTexts(entry).map((text) => (
          <div key={text}>{text}</div>
        ))}
        {entry.reason !== null && <div>Reason: {entry.reason}</div>}
      </>
    ),
  },
];

/** `/console/audit`: who changed what, with its filters in the address. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const notices = useNotices();
  const [isExporting, setIsExporting] = useState(false);
  const values: Values = {};
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value !== null) values[name] = value;
  }
  const conditions = Object.entries(values);
  const page = Math.max(1, Number(params.get('page')) || 1);
  const { data, isError, isFetching, refetch } = auditApi.useList({
    q: '',
    conditions,
    sort: '',
    page,
    size: PAGE_SIZE,
  });
  const { send } = auditApi.useWrites();

  const show = (filters: Values, at = 1): void => {
    const next = new URLSearchParams();
    for (const name of FILTERS) {
      const value = filters[name]?.trim();
      if (value) next.set(name, value);
    }
    if (at > 1) next.set('page', String(at));
    setParams(next);
  };

  const handleExport = async (): Promise<void> => {
    setIsExporting(true);
    const result = await send({
      url: `/audit/export.csv?${new URLSearchParams(conditions)}`,
      responseHandler: 'text',
    });
    setIsExporting(false);
    if (typeof result.data === 'string') saveFile('audit.csv', new Blob([result.data], { type: 'text/csv' }));
    else notices.error('The log could not be exported. Please try again.');
  };

  return (
    <>
      <header className="page-head">
        <h1>Audit</h1>
      </header>
      <Form
        key={params.toString()}
        layout="inline"
        size="small"
        initialValues={values}
        onFinish={(filters: Values) => show(filters)}
      >
        <Form.Item name="resource" label="Record" tooltip="Like post:41, or post for all articles">
          <Input allowClear />
        </Form.Item>
        <Form.Item name="actor" label="Account">
          <Input allowClear inputMode="numeric" />
        </Form.Item>
        <Form.Item name="action" label="Action">
          <Input allowClear />
        </Form.Item>
        <Form.Item name="from" label="From">
          <Input type="date" />
        </Form.Item>
        <Form.Item name="to" label="To">
          <Input type="date" />
        </Form.Item>
        <Button htmlType="submit" type="primary">
          Filter
        </Button>
        <Button onClick={() => show({})} disabled={conditions.length === 0}>
          Clear filters
        </Button>
        <Button onClick={() => void handleExport()} loading={isExporting}>
          Export CSV
        </Button>
      </Form>
      {isError ? (
        <p role="alert">
          The log could not be loaded: please check the filters.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <>
          <div className={styles.stacked}>
            <Table<AuditEntry>
              aria-label="Audit log"
              size="small"
              columns={COLUMNS}
              dataSource={[...(data?.rows ?? [])]}
              rowKey="id"
              loading={isFetching}
              pagination={false}
              locale={{ emptyText: conditions.length > 0 ? 'Nothing matches these filters' : 'Nothing yet' }}
            />
          </div>
          <Pagination
            current={page}
            pageSize={PAGE_SIZE}
            total={data?.total ?? 0}
            size="small"
            showLessItems
            showSizeChanger={false}
            hideOnSinglePage
            onChange={(at) => show(values, at)}
          />
        </>
      )}
    </>
  );
}
