// Entry of documents of kind `console` (`DocumentKind`). Starts the client, and lists the style sheets of the kind.
import { ShellPage } from '../app/page-shell.tsx';
import { startDocument } from '../app/start.tsx';
import { ConsoleFrame } from '../features/console/frame/console-frame.tsx';
import { addConsolePages } from '../features/console/page-table.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/fonts.css';
import '#shared/styles/base.css';
import '#shared/ui/ui.css';
import '#shared/ui/search.css';
import '#shared/ui/social.css';
import './shell.css';

addConsolePages();
void startDocument('console', { Shell: ShellPage, Layout: ConsoleFrame });
