import { ProfileImportPanel } from '../directory/profile-import-panel.tsx';

/** `/console/profiles/import`: profiles from a CSV file. */
export const ProfileImportPage = () => (
  <>
    <header className="page-head">
      <h1>Import profiles</h1>
    </header>
    <ProfileImportPanel />
  </>
);
