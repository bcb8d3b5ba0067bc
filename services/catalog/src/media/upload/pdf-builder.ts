interface PdfOptions {
  /** Number of pages that the file claims to have. */
  pages?: number;
  /** Bytes between its header and its trailer. */
  content?: Buffer;
  /** Makes files different. */
  title?: string;
}

/** Creates a small PDF of one page, with a cross-reference table at the place that its trailer names. */
export function aPdf({ pages = 1, content = Buffer.alloc(0), title = 'Order' }: PdfOptions = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R] /Count ${pages} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Title (${title}) >>`,
  ];
  const head = Buffer.concat([Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'), content]);
  let body = '';
  const positions: number[] = [];
  for (const [index, object] of objects.entries()) {
    positions.push(head.length + body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = [
    `xref\n0 ${objects.length + 1}`,
    '0000000000 65535 f ',
    ...positions.map((position) => `${String(position).padStart(10, '0')} 00000 n `),
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>`,
    `startxref\n${head.length + body.length}\n%%EOF\n`,
  ].join('\n');
  return Buffer.concat([head, Buffer.from(body + table, 'latin1')]);
}
