import { startDocument } from '../app/start.tsx';
import './shell.css';

void startDocument('console');
