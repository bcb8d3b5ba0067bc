import { ShellPage } from '../app/page-shell.tsx';
import { startDocument } from '../app/start.tsx';
import './shell.css';

void startDocument('console', ShellPage);
