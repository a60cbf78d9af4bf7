import type { Config } from '#server/config.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import type { DB } from './db/schema.generated.ts'
import type { Reader, Tx } from './db/tx.ts'
import type { Logger } from './log.ts'
import type { Secrets } from './secrets.ts'

type Column<T extends keyof DB> = keyof DB[T] & string

/** Dependencies for reading and erasing rows, a part of `Deps`. */
export type DataDeps = { db: Db; clock: Clock; config: Config; secrets: Secrets; log: Logger }
export type DataRow = Record<string, unknown>

/** Export, erasure and retention of a table's personal data. Every column is listed once. */
type PersonalTable<T extends keyof DB> = {
  /** Spanish title in the export. */
  title: string
  /** Purpose of the data. */
  why: string
  /** Columns with the id of the person who owns the row. */
  of?: readonly Column<T>[]
  /** Parent tables: the rows belong to rows of these tables, which name the person. */
  within?: Within<T> | readonly Within<T>[]
  /** Columns that name other people or the acting team member; only `open` reads them. */
  others?: readonly Column<T>[]
  /** Columns of the export. */
  take: readonly Column<T>[]
  /** Columns that are not exported, by reason. */
  leave?: Readonly<Record<string, readonly Column<T>[]>>
  /** Adds data to an exported row that only the owner of the table can read. */
  open?: (deps: DataDeps, row: DataRow, userId: string) => DataRow
  /** Ids of the person's rows that an export omits, because the person must not see them. */
  hidden?: (deps: DataDeps, userId: string) => Promise<readonly string[]>
  erase: Erasure<T>
  /** Second erasure, when the person has no card top-up of the last 30 days: digests that tell
   * whether two people are the same hands. */
  eraseLate?: Erasure<T>
  keep: Keeping<T>
  /**
   * Whether a row keeps its account from closing; required of tables with a state. A text is the
   * reason why no row does.
   */
  closing?: ((reader: Reader, asked: ClosingAsked) => Promise<readonly OpenRow[]>) | string
}

/** `since`: movements that began before have ended, with the time to object. */
export type ClosingAsked = { userId: string; since: Date }

/** A row that must end before its account can close. `at`: since when, or when it takes place. */
export type OpenRow = {
  kind: string
  id: string
  at: Date
  /** Id of the row that caused it; the list leaves this row out when it has the cause. */
  cause?: string
}

type Within<T extends keyof DB> = { column: Column<T>; table: keyof DB; key?: string }

type Erasure<T extends keyof DB> =
  /** Deletes the person's rows; with `by`, also rows that name the person in these columns. */
  | { delete: true; by?: readonly Column<T>[] }
  /** Clears columns of the person's rows. */
  | { clear: Readonly<Partial<Record<Column<T>, unknown>>>; by?: readonly Column<T>[] }
  /** Erasure by a function of the module, which must be safe to repeat. */
  | { how: string; run: (tx: Tx, deps: DataDeps, userId: string) => Promise<void> }
  /** Nothing is erased; the text is the reason. */
  | { nothing: string }

type Keeping<T extends keyof DB> =
  /** Rows are deleted this many days after the instant in the column, if there is one. */
  | { days: number; since: Column<T> }
  /** Rows are deleted by the recurring job with this name. */
  | { job: string; time: string }
  /** Rows are kept as long as their parent row. */
  | { with: keyof DB }
  /** Rows are kept until the account is closed. */
  | { account: true }
  /** Rows are kept without a limit; the text is the reason. */
  | { always: string }

/** Rights of the app's role on the rows of a table. */
type Rights<T extends keyof DB> =
  | 'read'
  /** Rights to read and insert. */
  | 'append'
  /** Rights to read, insert, update and delete. */
  | 'write'
  /** Rights to read and insert, and to update these columns. */
  | { update: readonly Column<T>[] }

/** How `npm run keys:rotate` opens a table's encrypted columns. */
type Sealed<T extends keyof DB> = {
  /** Encryption contexts, without the id of the row. Renaming one makes its rows unreadable. */
  sealed?: Readonly<Partial<Record<Column<T>, string>>>
  /** Column whose value ends the context; default `id`. */
  sealedFor?: Column<T>
}

type Table<T extends keyof DB> = { app: Rights<T> } & Sealed<T> &
  (
    | PersonalTable<T>
    /** Reason why the table has no personal data. */
    | { impersonal: string }
  )

/** Tables, views and functions that a module owns, for grants, export, erasure and deletion. */
export type ModuleData = {
  readonly tables?: { readonly [T in keyof DB]?: Table<T> }
  /** Views that the app can read. */
  readonly views?: readonly (keyof DB)[]
  /** Functions that the app can call, with argument types if two functions share a name. */
  readonly functions?: readonly string[]
  /** Trigger functions, and functions that are only called by functions with their own rights. */
  readonly innerFunctions?: readonly string[]
}

/** A table with personal data, with its name and the module that owns it. */
export type OwnedTable = PersonalTable<keyof DB> & { name: string; owner: string }

/** Ten years for money records (Código de Comercio, art. 60), without the person's name. */
export const ACCOUNTS_BY_LAW = 'accounting, kept ten years by law (Código de Comercio, art. 60)'

/** For rows that stay as they are when the account closes, and without a limit: with the reason. */
export const neverErased = (why: string) => ({ erase: { nothing: why }, keep: { always: why } })

/** Reason for digests that `eraseLate` takes. */
export const DIGESTS_LATER = 'digests stay until the youngest card top-up is 30 days old'

/** Reason for rows whose people only have an id that no longer leads to a name. */
export const PSEUDONYMOUS = 'names nobody once the account is closed'

/** An encrypted column; a value is sealed under `<place>:<value of the column key>`. */
export type SealedColumn = { table: string; column: string; key: string; place: string }

/** All tables with personal data, by name. */
export type Registry = ReadonlyMap<string, OwnedTable>
