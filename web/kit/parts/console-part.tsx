import { Button, Checkbox, DatePicker, Input, Modal, Select, Upload } from 'antd';
import { useState } from 'react';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { ConsoleAntd } from '#shared/antd/console-antd.tsx';
import { filled } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { Part, Sample } from '../sample.tsx';

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
const filesOf = (event: { fileList: readonly object[] }) => event.fileList;

/** Components of antd as the console uses them. */
export const ConsolePart = () => (
  <Part title="Console">
    <AppPage>
      <ConsoleAntd>
        <Samples />
      </ConsoleAntd>
    </AppPage>
  </Part>
);

function Samples() {
  const [isOpen, setOpen] = useState(false);
  const notices = useNotices();
  const submit = async () => ({});
  return (
    <>
      <Sample name="Form: send it empty for its messages">
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
      </Sample>
      <Sample name="Dialog and notice">
        <p>
          <Button onClick={() => setOpen(true)}>Open a dialog</Button>{' '}
          <Button onClick={() => notices.success('Saved successfully')}>Show a notice</Button>
        </p>
        <Modal title="A dialog" open={isOpen} onOk={() => setOpen(false)} onCancel={() => setOpen(false)}>
          <p>The page behind does not scroll.</p>
        </Modal>
      </Sample>
    </>
  );
}
