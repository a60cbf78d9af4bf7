/** Run `work` while holding `file`; waits for another living owner, ignores a dead one. */
export function withLock<T>(file: string, work: () => Promise<T> | T): Promise<T>
