/** Stores files by name, unchanged; the caller encrypts them if needed. */
export type FileStore = {
  /** Never overwrites. Throws when the name exists. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Returns null when the file does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Does nothing when the file does not exist. */
  discard(name: string): Promise<void>
  /** Lists the files whose last write is before this time. */
  olderThan(before: Date): Promise<string[]>
}
