import type { Config } from '#server/config.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import type { DB } from './db/schema.generated.ts'
import type { Tx } from './db/tx.ts'
import type { Logger } from './log.ts'
import type { Secrets } from './secrets.ts'

type Column<T extends keyof DB> = keyof DB[T] & string

/** The part of `Deps` that reading and erasing rows takes. */
export type DataDeps = { db: Db; clock: Clock; config: Config; secrets: Secrets; log: Logger }
export type DataRow = Record<string, unknown>

/**
 * Personal data of a table: the columns of an export, the erasure when an account closes, and the
 * retention. Every column has to be named once.
 */
type PersonalTable<T extends keyof DB> = {
  /** In Spanish, as the export calls it. */
  title: string
  /** What the data is for. */
  why: string
  /** Columns with the id of the person whose rows these are. */
  of?: readonly Column<T>[]
  /** The rows belong to rows of this table, which name the person. */
  within?: Within<T> | readonly Within<T>[]
  /** Columns that name other people, or who of the team did something; only `open` reads them. */
  others?: readonly Column<T>[]
  /** Columns of the export. */
  take: readonly Column<T>[]
  /** Columns that are not exported, by the reason. */
  leave?: Readonly<Record<string, readonly Column<T>[]>>
  /** Adds to an exported row what only the owner of the table can read, such as sealed columns. */
  open?: (deps: DataDeps, row: DataRow, userId: string) => DataRow
  /** Ids of the person's rows that an export leaves out, because they may not see them. */
  hidden?: (deps: DataDeps, userId: string) => Promise<readonly string[]>
  erase: Erasure<T>
  keep: Keeping<T>
}

type Within<T extends keyof DB> = { column: Column<T>; table: keyof DB; key?: string }

type Erasure<T extends keyof DB> =
  /** Deletes the person's rows; `by`: also those that name the person there. */
  | { delete: true; by?: readonly Column<T>[] }
  /** Empties columns of the person's rows. */
  | { clear: Readonly<Partial<Record<Column<T>, unknown>>>; by?: readonly Column<T>[] }
  /** Done by a function of the room. A repeat must change nothing. */
  | { how: string; run: (tx: Tx, deps: DataDeps, userId: string) => Promise<void> }
  /** Nothing, because … */
  | { nothing: string }

type Keeping<T extends keyof DB> =
  /** Deleted that many days after the instant in the column; rows without one stay. */
  | { days: number; since: Column<T> }
  /** Deleted by the recurring job of that name. */
  | { job: string; time: string }
  /** As long as the row that it belongs to. */
  | { with: keyof DB }
  /** Until the account is closed. */
  | { account: true }
  /** No limit, because … */
  | { always: string }

/** Rights of the app's role on the rows of a table. */
type Rights<T extends keyof DB> =
  | 'read'
  /** Read and insert. */
  | 'append'
  /** Read, insert, update and delete. */
  | 'write'
  /** Read, insert, and update these columns. */
  | { update: readonly Column<T>[] }

type Table<T extends keyof DB> = { app: Rights<T> } & (
  | PersonalTable<T>
  /** Says nothing of people, because … */
  | { impersonal: string }
)

/**
 * The tables, views and functions of the database that a room owns. `database/grants.sql` and
 * docs/personal-data.md are written from it; the room privacy exports, erases and deletes by it.
 */
export type RoomData = {
  readonly tables?: { readonly [T in keyof DB]?: Table<T> }
  /** Views that the app reads. */
  readonly views?: readonly (keyof DB)[]
  /**
   * Functions that the app may call, itself or in a function that runs with its rights; with their
   * argument types where a name has two.
   */
  readonly functions?: readonly string[]
  /** Functions of triggers, and those that only functions with rights of their own call. */
  readonly innerFunctions?: readonly string[]
}

/** A table with personal data, known by its name only, and the room that owns it. */
export type OwnedTable = PersonalTable<keyof DB> & { name: string; owner: string }

/** Evidence of money: ten years (Código de Comercio, art. 60), without the person's name. */
export const ACCOUNTS_BY_LAW = 'accounting, kept ten years by law (Código de Comercio, art. 60)'

/** The people behind are told apart by an id that leads to no name any more. */
export const PSEUDONYMOUS = 'names nobody once the account is closed'

/** Every table with personal data by its name. */
export type Registry = ReadonlyMap<string, OwnedTable>
