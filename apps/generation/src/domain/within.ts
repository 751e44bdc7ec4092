/** What fits, in its order. One that does not fit is passed over; a smaller one after it may still fit. */
export function within<T extends { readonly publishedBytes: number }>(all: readonly T[], budgetBytes: number): T[] {
  let left = budgetBytes;
  return all.filter(({ publishedBytes }) => {
    if (publishedBytes > left) return false;
    left -= publishedBytes;
    return true;
  });
}
