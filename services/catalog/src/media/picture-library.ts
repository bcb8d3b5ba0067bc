import { storedAs, type StoredOf } from '@vidhi/collections/stored.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { presentFile } from './file-response.ts';
import { ROOT_FOLDER } from './folder.ts';
import { mediaCollection } from './media-collection.ts';
import { PDF_MIME } from './files/pdf-file.ts';
import { contentOf, cropOf, focusOf } from './variants/picture-step.ts';

export interface LibraryQuery {
  /** Words of name, alternative text, caption and credit. */
  q: string;
  /** Path of a folder, with those below it; null for all. */
  folder: string | null;
  kind: 'all' | 'pictures' | 'documents';
  /** Pictures alone: a document has its name. */
  missingAlternative: boolean;
  duplicates: boolean;
  sort: 'name' | '-name' | 'created' | '-created' | 'size' | '-size';
  page: number;
  pageSize: number;
}

export interface LibraryPage {
  files: Record<string, unknown>[];
  total: number;
  folders: { path: string; count: number }[];
}

type StoredFile = StoredOf<typeof mediaCollection>;

const typed = (document: StoredDocument): StoredFile => storedAs(mediaCollection, document);
const folderOf = ({ folderPath }: StoredFile): string => folderPath || ROOT_FOLDER;

const isDocument = ({ mime }: StoredFile): boolean => mime === PDF_MIME;
/** An empty text says that the picture is only decoration. */
const isDescribed = ({ alternativeText: text }: StoredFile): boolean =>
  text === '' || (text ?? '').trim() !== '';
const isOfKind = (file: StoredFile, kind: LibraryQuery['kind']): boolean =>
  kind === 'all' || (kind === 'documents') === isDocument(file);

const isWithin = (path: string, folder: string): boolean =>
  folder === ROOT_FOLDER || path === folder || path.startsWith(`${folder}/`);

const SEARCHED = ['name', 'alternativeText', 'caption', 'credit'] as const;
const fold = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en');

const COMPARATORS: Readonly<Record<string, (a: StoredFile, b: StoredFile) => number>> = {
  name: (a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en', { numeric: true }),
  created: (a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''),
  size: (a, b) => (a.size ?? 0) - (b.size ?? 0),
};

/** Returns one page of the media library, with the folders of all files. */
export function searchLibrary(documents: readonly StoredDocument[], query: LibraryQuery): LibraryPage {
  const files = documents.map(typed);
  const ofContent = new Map<string, number[]>();
  const folders = new Map<string, number>();
  for (const file of files) {
    const content = contentOf(file);
    if (content !== null) ofContent.set(content, [...(ofContent.get(content) ?? []), file.id]);
    folders.set(folderOf(file), (folders.get(folderOf(file)) ?? 0) + 1);
  }
  const otherIdsOf = (file: StoredFile): number[] =>
    (ofContent.get(contentOf(file) ?? '') ?? []).filter((id) => id !== file.id);
  const words = fold(query.q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = files.filter((file) => {
    if (query.folder !== null && !isWithin(folderOf(file), query.folder)) return false;
    if (!isOfKind(file, query.kind)) return false;
    if (query.missingAlternative && (isDocument(file) || isDescribed(file))) return false;
    if (query.duplicates && otherIdsOf(file).length === 0) return false;
    const text = fold(SEARCHED.map((name) => file[name] ?? '').join(' '));
    return words.every((word) => text.includes(word));
  });
  const isDescending = query.sort.startsWith('-');
  const compare = COMPARATORS[query.sort.replace('-', '')] ?? (() => 0);
  const sorted = found.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)) || b.id - a.id);
  const start = (query.page - 1) * query.pageSize;
  return {
    files: sorted.slice(start, start + query.pageSize).map((file) => ({
      ...presentLibraryFile(file),
      duplicates: otherIdsOf(file),
    })),
    total: found.length,
    folders: [...folders]
      .map(([path, count]) => ({ path, count }))
      .toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true })),
  };
}

/** Returns the ids of the other pictures with the same bytes. */
export function duplicatesOf(file: StoredDocument, files: readonly StoredDocument[]): number[] {
  const content = contentOf(file);
  if (content === null) return [];
  return files.filter((other) => other.id !== file.id && contentOf(other) === content).map(({ id }) => id);
}

/** Returns a file with what staff see in addition. */
export function presentLibraryFile(document: StoredDocument): Record<string, unknown> {
  const file = typed(document);
  return {
    ...presentFile(document),
    credit: file.credit ?? null,
    folder: folderOf(file),
    focus: focusOf(document),
    crop: cropOf(document),
  };
}
