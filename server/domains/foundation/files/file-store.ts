/** Files by name, as they were put: who needs them sealed seals them before. */
export type FileStore = {
  /** Never overwrites: throws when there is a file of that name. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Null when there is none. */
  read(name: string): Promise<Buffer | null>
  /** Nothing happens when there is none. */
  discard(name: string): Promise<void>
  /** Names of the files last written before then. */
  olderThan(before: Date): Promise<string[]>
}
