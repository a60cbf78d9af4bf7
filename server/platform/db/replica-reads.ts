import type { Db } from './open.ts'

export type ReplicaSettings = {
  url: string
  /** Data older than this is not shown, ms. */
  maxAgeMs: number
}

/** Who reads: whoever wrote a moment ago, or asks for the newest, reads the primary. */
export type Asking = { userId: string | null; newest: boolean }

export type Replica = {
  /**
   * Runs `work` on the replica, or on the primary where the replica is too old, does not answer
   * within a second, or the caller must see what they wrote. `work` only reads; it may run twice.
   */
  read<T>(asking: Asking, work: (db: Db) => Promise<T>): Promise<T>
  /** This person changed something: until a replica must have it, they read the primary. */
  noteWrite(userId: string): void
  stop(): Promise<void>
}

/** Reads from the replica under its rules, or from the only database. */
export function readNearly<T>(
  { db, replica }: { db: Db; replica?: Replica },
  asking: Asking,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return replica ? replica.read(asking, work) : work(db)
}
