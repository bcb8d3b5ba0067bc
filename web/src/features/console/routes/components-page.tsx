import { Button, Checkbox, DatePicker, Input, Modal, Select, Table, Upload } from 'antd';
import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { filled } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

interface Sample {
  name?: string;
  court?: string;
  since?: object;
  picture?: readonly object[];
  agreement?: boolean;
}

const sampleForm: FormDefinition<Sample> = {
  id: 'sample',
  fields: {
    name: { label: 'Name', checks: [filled('Name is required')] },
    court: { label: 'Court', help: 'Type to search', checks: [filled('Court is required')] },
    since: { label: 'Practice Since', checks: [filled('Practice Since is required')] },
    picture: { label: 'Profile Image' },
    agreement: { label: 'Legal agreement', checks: [filled('Accept Legal Agreement')] },
  },
};

const COURTS = ['Supreme Court', 'High Court of Kerala', 'High Court of Delhi'].map((label) => ({
  label,
  value: label,
}));
const ROWS = COURTS.map(({ label }, id) => ({ id, court: label, cases: 12 - id }));
const COLUMNS = [
  { title: 'Court', dataIndex: 'court' },
  {
    title: 'Cases',
    dataIndex: 'cases',
    sorter: (a: { cases: number }, b: { cases: number }) => a.cases - b.cases,
  },
];

const filesOf = (event: { fileList: readonly object[] }) => event.fileList;

/** `/console/components`: the antd components that the site uses, under its security policy, for developers. */
export function ComponentsPage() {
  const [isOpen, setOpen] = useState(false);
  const notices = useNotices();
  const submit = async () => ({});
  return (
    <>
      <header className="page-head">
        <h1>Components</h1>
      </header>
      <AntdForm
        form={sampleForm}
        submit={submit}
        submitLabel="Save"
        busyLabel="Saving"
        successMessage="Saved"
      >
        <AntdField name="name">
          <Input autoComplete="name" />
        </AntdField>
        <AntdField name="court">
          <Select showSearch options={COURTS} />
        </AntdField>
        <AntdField name="since">
          <DatePicker />
        </AntdField>
        <AntdField name="picture" valuePropName="fileList" getValueFromEvent={filesOf}>
          <Upload accept=".png,.jpeg,.jpg,.gif" beforeUpload={() => false} maxCount={1}>
            <Button>Choose a picture</Button>
          </Upload>
        </AntdField>
        <AntdField name="agreement" valuePropName="checked">
          <Checkbox>I accept</Checkbox>
        </AntdField>
      </AntdForm>
      <p>
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>{' '}
        <Button onClick={() => notices.success('Saved successfully')}>Show a notice</Button>
      </p>
      <Modal title="A dialog" open={isOpen} onOk={() => setOpen(false)} onCancel={() => setOpen(false)}>
        <p>The page behind does not scroll.</p>
      </Modal>
      <Table
        aria-label="Courts"
        columns={COLUMNS}
        dataSource={ROWS}
        rowKey="id"
        pagination={false}
        // It covers what is above the table; `aria-sort` says the same.
        showSorterTooltip={false}
      />
    </>
  );
}
