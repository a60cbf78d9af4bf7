import type { DB } from './db/schema.generated.ts'
import type { Tx } from './db/tx.ts'
import type { Deps } from './deps.ts'

type Column<T extends keyof DB> = keyof DB[T] & string
export type DataDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'log'>
export type DataRow = Record<string, unknown>

/**
 * What a table knows of people: what an export takes, what closing an account does and how long a
 * row stays. Every domain declares its tables in `personal-data.ts`; the domain privacy acts on it,
 * and docs/personal-data.md is written from it. Every column has to be named once.
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
  /** Done by the domain. Repeating it must change nothing. */
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

export type PersonalData = { readonly [T in keyof DB]?: PersonalTable<T> }

/** An entry whose table is known by its name only. */
export type AnyPersonalTable = PersonalTable<keyof DB> & { name: string }

/** Evidence of money: ten years (Código de Comercio, art. 60), without the person's name. */
export const ACCOUNTS_BY_LAW = 'accounting, kept ten years by law (Código de Comercio, art. 60)'

/** The people behind are told apart by an id that leads to no name any more. */
export const PSEUDONYMOUS = 'names nobody once the account is closed'

/** Every table of the registry by its name. */
export type Registry = ReadonlyMap<string, AnyPersonalTable>
