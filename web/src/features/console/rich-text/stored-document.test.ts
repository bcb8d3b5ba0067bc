// @vitest-environment jsdom
import fc from 'fast-check';
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import type { Node } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';
import { ATTRIBUTE_TAGS, elementExtensions, MARKS, NODES } from './element-nodes.ts';
import { canonicalHtml } from './same-html.ts';
import { loadDocument } from './stored-document.ts';
import { anyStoredHtml, EDITABLE_SHAPES, RAW_SHAPES } from './stored-html-builder.ts';
import { parseInert } from './trusted-html.ts';

const schema = getSchema(elementExtensions());
const rawBlocks = (doc: Node) => doc.children.filter(({ type }) => type.name === 'rawBlock');

/** Positions within words of the document, where a letter can be typed. */
function positionsInWords(doc: Node): number[] {
  const found: number[] = [];
  doc.descendants((node, at) => {
    for (const { index } of (node.text ?? '').matchAll(/(?<=\w)\w/g)) found.push(at + index);
  });
  return found;
}

/** Text of HTML without captions of tables, which are attributes in the editor. */
function withoutCaptions(html: string): string {
  const body = parseInert(html);
  for (const caption of body.querySelectorAll('caption')) caption.remove();
  return body.textContent;
}

describe('the schema', () => {
  it('has a place for every allowed element', () => {
    const placed = new Set([
      ...NODES.flatMap(({ tag, tags = [tag] }) => tags),
      ...MARKS.flatMap(({ tags }) => tags),
      ...ATTRIBUTE_TAGS,
    ]);
    const all = [...CONTENT_HTML.blockTags, ...CONTENT_HTML.inlineTags];
    expect(all.filter((tag) => !placed.has(tag))).toEqual([]);
  });

  it('has an editable example of every allowed element', () => {
    const html = EDITABLE_SHAPES.join('');
    const all = [...CONTENT_HTML.blockTags, ...CONTENT_HTML.inlineTags];
    expect(all.filter((tag) => !new RegExp(`<${tag}[ >]`).test(html))).toEqual([]);
  });
});

describe('a stored document', () => {
  it.each(EDITABLE_SHAPES)('is editable, and unchanged after load and save: %s', (html) => {
    const { doc, toHtml } = loadDocument(schema, html);
    expect(rawBlocks(doc)).toEqual([]);
    expect(toHtml(doc)).toBe(html);
  });

  it.each(RAW_SHAPES)('is a block of HTML where the editor would lose something: %s', (html) => {
    const { doc, toHtml } = loadDocument(schema, `<p>before</p>\n${html}\n<p>after</p>`);
    expect(rawBlocks(doc).map((node) => node.attrs['html'] as string)).toEqual([html]);
    expect(toHtml(doc)).toBe(`<p>before</p>\n${html}\n<p>after</p>`);
  });

  it('is the same after load and save, whatever the nesting of allowed elements', () => {
    fc.assert(
      fc.property(anyStoredHtml, (html) => {
        const { doc, toHtml } = loadDocument(schema, html);
        doc.check();
        expect(toHtml(doc)).toBe(html);
      }),
      { numRuns: 400 },
    );
  });

  it('has one letter more, and no other byte changed, after one letter was typed', () => {
    fc.assert(
      fc.property(anyStoredHtml, fc.nat(), (html, seed) => {
        const { doc, toHtml } = loadDocument(schema, html);
        const positions = positionsInWords(doc);
        const at = positions[seed % Math.max(1, positions.length)];
        if (at === undefined) return;
        const typed = toHtml(EditorState.create({ doc }).tr.insertText('\u00A7', at).doc);
        expect(typed.split('\u00A7').join('')).toBe(html);
      }),
      { numRuns: 400 },
    );
  });

  it('means what the editor shows after any block was removed, split or joined', () => {
    fc.assert(
      fc.property(anyStoredHtml, fc.nat(), fc.nat(), (html, one, other) => {
        const { doc, toHtml } = loadDocument(schema, html);
        const { tr } = EditorState.create({ doc });
        const [from = 0, to = 0] = [one, other]
          .map((at) => at % (doc.content.size + 1))
          .sort((a, b) => a - b);
        const changed = tr.deleteRange(from, to).doc;
        const again = loadDocument(schema, toHtml(changed));
        expect(again.toHtml(again.doc)).toBe(toHtml(changed));
        if (rawBlocks(doc).length > 0) return;
        const text = withoutCaptions(toHtml(changed)).replaceAll(/\s/g, '');
        expect(text).toBe(changed.textContent.replaceAll(/\s/g, ''));
        expect([toHtml(changed), rawBlocks(again.doc)]).toEqual([toHtml(changed), []]);
      }),
      { numRuns: 300 },
    );
  });

  it('of nothing is one empty paragraph, and nothing again', () => {
    const { doc, toHtml } = loadDocument(schema, '');
    expect([doc.childCount, toHtml(doc)]).toEqual([1, '']);
  });

  it('loses the empty paragraph at its end in which nobody wrote', () => {
    const { doc, toHtml } = loadDocument(schema, '<p>x</p>');
    const { tr } = EditorState.create({ doc });
    const paragraph = schema.nodes['paragraph']?.create();
    expect(toHtml(tr.insert(doc.content.size, paragraph ?? []).doc)).toBe('<p>x</p>');
  });
});

describe('the meaning of HTML', () => {
  const meaning = (html: string) => canonicalHtml(parseInert(html));
  it.each([
    ['<p><b>x</b></p>', '<p><strong>x</strong></p>'],
    ['<p><em><b>x</b></em></p>', '<p><strong><em>x</em></strong></p>'],
    ['<p>a\n b </p>', '<p>a b</p>'],
    ['<p>a <br> b</p>', '<p>a<br>b</p>'],
    ['<p><b>a</b><b>b</b></p>', '<p><b>ab</b></p>'],
  ])('is that of %s and %s', (one, other) => expect(meaning(one)).toBe(meaning(other)));

  it.each([
    ['<p>a b</p>', '<p>ab</p>'],
    ['<p><b>a </b>b</p>', '<p><b>a</b> b</p>'],
    ['<p>a<br>b</p>', '<p>a b</p>'],
    ['<p><del>x</del></p>', '<p><s>x</s></p>'],
    ['<p lang="hi">x</p>', '<p>x</p>'],
    ['<pre>a  b</pre>', '<pre>a b</pre>'],
    ['<p>x<a id="t-1"></a></p>', '<p>x</p>'],
  ])('is not the same for %s and %s', (one, other) => expect(meaning(one)).not.toBe(meaning(other)));
});
