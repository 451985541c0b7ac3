/** What came under each name of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** The wanted members in their order, as long as they fit into so many bytes of JSON: what a device sends is kept for years. */
export function membersWithin(
  value: Members,
  maxBytes: number,
  isWanted: (name: string, member: unknown) => boolean,
): Members {
  let size = 0;
  const kept = Object.entries(value).filter(([name, member]) => {
    if (!isWanted(name, member)) return false;
    const bytes = Buffer.byteLength(JSON.stringify([name, member]));
    if (size + bytes > maxBytes) return false;
    size += bytes;
    return true;
  });
  return Object.fromEntries(kept);
}
