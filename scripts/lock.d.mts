/**
 * Runs `work` while it holds the lock `file`. Waits for another living owner, and ignores a dead
 * one.
 */
export function withLock<T>(file: string, work: () => Promise<T> | T): Promise<T>
