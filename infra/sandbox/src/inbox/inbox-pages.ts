import { escapeHtml } from '@vidhi/service-kit/escape-html.ts';
import type { Mail } from './mail.ts';

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1b1b1b; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
td { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f5f5f5; padding: 1rem; }
iframe { width: 100%; height: 36rem; border: 1px solid #ccc; background: #fff; }
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** Renders the list of the received mails. */
export function listPage(
  mails: readonly Pick<Mail, 'id' | 'from' | 'to' | 'subject' | 'receivedAt'>[],
): string {
  const rows = mails.map(
    ({ id, from, to, subject, receivedAt }) => `<tr>
<td><a href="/mails/${id}">${escapeHtml(subject === '' ? '(no subject)' : subject)}</a></td>
<td>${escapeHtml(to.join(', '))}</td>
<td>${escapeHtml(from)}</td>
<td><time datetime="${escapeHtml(receivedAt)}">${escapeHtml(receivedAt)}</time></td>
</tr>`,
  );
  return page(
    'Mail inbox',
    `<h1>Mail inbox</h1>
<p>Mails of this site go nowhere else.</p>
${
  mails.length === 0
    ? '<p>No mail yet.</p>'
    : `<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Received</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
}`,
  );
}

const LINK = /https?:\/\/[^\s<>"]+/g;

/** Returns the links of a mail: those of its text part, or of its HTML part where it has no text. */
const linksOf = ({ text, html }: Mail): string[] => [
  ...new Set([...(text === '' ? html : text).matchAll(LINK)].map(([link]) => link)),
];

/** Renders one mail. Its HTML part is in a frame without scripts and without the origin of the inbox. */
export function mailPage(mail: Mail): string {
  const links = linksOf(mail).map(
    (link) => `<li><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a></li>`,
  );
  const headers = mail.headers.map(
    ({ name, value }) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const attachments = mail.attachments.map(
    ({ filename, contentType, bytes }) =>
      `<li>${escapeHtml(filename)} (${escapeHtml(contentType)}, ${bytes} bytes)</li>`,
  );
  return page(
    mail.subject,
    `<p><a href="/">All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p>To ${escapeHtml(mail.to.join(', '))} from ${escapeHtml(mail.from)}</p>
${links.length === 0 ? '' : `<h2>Links</h2>\n<ul>\n${links.join('\n')}\n</ul>`}
${attachments.length === 0 ? '' : `<h2>Attachments</h2>\n<ul>\n${attachments.join('\n')}\n</ul>`}
${
  mail.html === ''
    ? ''
    : `<h2>HTML</h2>\n<iframe sandbox src="/mails/${mail.id}/html" title="HTML part of the mail"></iframe>`
}
<h2>Text</h2>
<pre>${escapeHtml(mail.text)}</pre>
<h2>Headers</h2>
<table><tbody>
${headers.join('\n')}
</tbody></table>
<p><a href="/mails/${mail.id}/source">Source</a></p>`,
  );
}
