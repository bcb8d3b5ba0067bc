import { Checkbox, Form, Input, Modal, Radio } from 'antd';
import { useRef, useState } from 'react';
import { DESKS, EDITOR_DESKS, type Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StaffAccount } from '@vidhi/contracts/staff.ts';
import { isProblem } from '#shared/api/problem.ts';
import { DESK_LABELS } from './staff-api.ts';

export interface StaffValues {
  email?: string;
  first_name?: string;
  last_name?: string;
  role: number;
  desks?: Desk[];
}

interface StaffFormProps {
  /** Null for an invitation. */
  row: StaffAccount | null;
  onSave: (values: StaffValues) => Promise<{ error?: unknown }>;
  onClose: () => void;
}

const NEW: StaffValues = { role: ROLE.editor, desks: [...EDITOR_DESKS] };

const valuesOf = ({ first_name, last_name, role, desks }: StaffAccount): StaffValues => ({
  first_name: first_name ?? '',
  last_name: last_name ?? '',
  role,
  desks: role === ROLE.editor ? [...desks] : [...EDITOR_DESKS],
});

/** Dialog with name, role and desks of an account of staff; for an invitation with the address, too. */
export function StaffForm({ row, onSave, onClose }: StaffFormProps) {
  const [form] = Form.useForm<StaffValues>();
  const role = Form.useWatch('role', form);

  const [isBusy, setBusy] = useState(false);
  // Of two quick clicks the second comes before the button is drawn as busy.
  const isSaving = useRef(false);
  const handleFinish = async (values: StaffValues): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    await save(values).finally(() => {
      isSaving.current = false;
      setBusy(false);
    });
  };
  const save = async ({ desks, ...values }: StaffValues): Promise<void> => {
    const isEditor = values.role === ROLE.editor;
    const { error } = await onSave({ ...values, ...(isEditor && desks !== undefined ? { desks } : {}) });
    if (error === undefined) return onClose();
    const message = isProblem(error) ? error.message : 'The account could not be saved. Please try again.';
    form.setFields([{ name: row === null ? 'email' : 'role', errors: [message] }]);
  };

  return (
    <Modal
      open
      title={row === null ? 'Invite to the staff' : 'Change the account'}
      okText={row === null ? 'Send invitation' : 'Save'}
      onOk={() => form.submit()}
      confirmLoading={isBusy}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={row === null ? NEW : valuesOf(row)}
        onFinish={(values: StaffValues) => void handleFinish(values)}
      >
        {row === null && (
          <Form.Item
            name="email"
            label="E-mail address"
            rules={[{ required: true, message: 'E-mail address is required' }]}
          >
            <Input type="email" autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item name="first_name" label="First name">
          <Input />
        </Form.Item>
        <Form.Item name="last_name" label="Last name">
          <Input />
        </Form.Item>
        <Form.Item name="role" label="Role">
          <Radio.Group
            options={[
              { value: ROLE.editor, label: 'Editor' },
              { value: ROLE.administrator, label: 'Administrator: everything' },
            ]}
          />
        </Form.Item>
        {role === ROLE.editor && (
          <Form.Item name="desks" label="May do">
            <Checkbox.Group options={DESKS.map((desk) => ({ value: desk, label: DESK_LABELS[desk] }))} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
