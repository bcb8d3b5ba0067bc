import { NotFound } from '../components/missing.tsx';

/** No such page. */
export const MissingPage = () => <NotFound />;
