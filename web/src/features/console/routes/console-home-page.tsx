import { Table } from 'antd';
import * as styles from '../console.module.css';

const COLUMNS = [
  { title: 'Title', dataIndex: 'title' },
  { title: 'Status', dataIndex: 'status' },
  { title: 'Updated', dataIndex: 'updated' },
];

/** `/console`: the table of the posts, which is empty until the console can list them. */
export const ConsoleHomePage = () => (
  <>
    <header className="page-head">
      <h1>Console</h1>
    </header>
    <Table
      className={styles.consoleTable}
      aria-label="Posts"
      columns={COLUMNS}
      dataSource={[]}
      rowKey="id"
      locale={{ emptyText: 'No result found' }}
    />
  </>
);
