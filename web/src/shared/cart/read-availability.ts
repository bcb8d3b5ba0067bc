/** Whether a copy of the book can be bought; null when the request fails. */
export async function readAvailability(bookId: number): Promise<boolean | null> {
  try {
    const response = await fetch(`/api/book-availability?ids=${bookId}`);
    const { data } = (await response.json()) as { data: { available: boolean }[] };
    return data[0]?.available ?? null;
  } catch {
    return null;
  }
}
