const UTF16_LE = [0xff, 0xfe];

/** Returns the text of a file in UTF-8 or, as some spreadsheets save it, UTF-16; null for another encoding. */
export function decodeCsv(bytes: Uint8Array): string | null {
  const isUtf16 = UTF16_LE.every((byte, index) => bytes[index] === byte);
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
