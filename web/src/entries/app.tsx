import { startDocument } from '../app/start.tsx';
import './common-styles.ts';

void startDocument('app');
