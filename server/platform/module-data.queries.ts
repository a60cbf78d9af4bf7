import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Reader, Tx } from './db/tx.ts'
import type { DataRow, OwnedTable, Registry, SealedColumn } from './module-data.ts'

type Loose = Record<string, DataRow>
type Builder = ExpressionBuilder<Loose, string>
type Where = (eb: Builder) => Expression<SqlBool>

/** Removes the column types; a test compares the registry with the database. */
const loosely = (reader: Reader) => reader as unknown as Kysely<Loose>

const anyIs = (columns: readonly string[], userId: string): Where => {
  return (eb) => eb.or(columns.map((column) => eb(column, '=', userId)))
}

/** Tells whether a row belongs to the person, by its own columns or by its parent row. */
function isOf(tables: Registry, table: OwnedTable, userId: string): Where {
  return (eb) => {
    const parents = [table.within ?? []].flat().map(({ column, table: name, key = 'id' }) => {
      const parent = tables.get(name)
      if (!parent) throw new Error(`${name} is in no registry`)
      const rows = subquery(eb, name, key).where(isOf(tables, parent, userId) as never)
      return eb(column, 'in', rows as never)
    })
    return eb.or([anyIs(table.of ?? [], userId)(eb), ...parents])
  }
}

function subquery(eb: Builder, table: string, key: string) {
  return eb.selectFrom(table).select(key)
}

/** Lists the next encrypted values of a column, in the order of the column `key`. */
export async function listSealedAfter(
  reader: Reader,
  { table, column, key }: SealedColumn,
  after: string,
): Promise<{ id: string; sealed: Buffer }[]> {
  const query = loosely(reader)
    .selectFrom(table)
    .where(key, '>', after)
    .where(column, 'is not', null)
  const rows = await query
    .select([`${key} as id`, `${column} as sealed`])
    .orderBy(key)
    .limit(20)
    .execute()
  return rows as { id: string; sealed: Buffer }[]
}

/** Replaces an encrypted value; answers false if the row has changed since it was read. */
export async function replaceSealed(
  reader: Reader,
  { table, column, key }: SealedColumn,
  { id, sealed, anew }: { id: string; sealed: Buffer; anew: Buffer },
): Promise<boolean> {
  const update = loosely(reader)
    .updateTable(table)
    .set({ [column]: anew })
  const done = await update.where(key, '=', id).where(column, '=', sealed).executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Reads columns of the person's rows, ordered by the first column. */
export async function listPersonalRows(
  reader: Reader,
  tables: Registry,
  input: { table: OwnedTable; userId: string; columns: readonly string[] },
): Promise<DataRow[]> {
  const { table, userId, columns } = input
  const query = loosely(reader)
    .selectFrom(table.name)
    .select([...columns])
  return await query
    .where(isOf(tables, table, userId) as never)
    .orderBy(columns[0] as string)
    .execute()
}

/** Deletes or clears the person's rows as the registry entry says. Safe to repeat. */
export async function erasePersonalRows(
  tx: Tx,
  tables: Registry,
  { table, userId }: { table: OwnedTable; userId: string },
): Promise<void> {
  const { erase } = table
  if (!('delete' in erase) && !('clear' in erase)) return
  const mine = (erase.by ? anyIs(erase.by, userId) : isOf(tables, table, userId)) as never
  if ('delete' in erase) await loosely(tx).deleteFrom(table.name).where(mine).execute()
  else await loosely(tx).updateTable(table.name).set(erase.clear).where(mine).execute()
}

/** Deletes rows that are older than the registry entry allows, and their dependent rows first. */
export async function purgePersonalRows(
  tx: Tx,
  tables: Registry,
  { table, before }: { table: OwnedTable; before: Date },
): Promise<void> {
  if (!('days' in table.keep)) return
  const { since } = table.keep
  const isOld = ((eb: Builder) => eb(since, '<', before as never)) as never
  for (const child of tables.values()) {
    if (!('with' in child.keep) || child.keep.with !== table.name) continue
    for (const { column, key = 'id' } of [child.within ?? []].flat()) {
      const ofOld = (eb: Builder) =>
        eb(column, 'in', subquery(eb, table.name, key).where(isOld) as never)
      await loosely(tx)
        .deleteFrom(child.name)
        .where(ofOld as never)
        .execute()
    }
  }
  await loosely(tx).deleteFrom(table.name).where(isOld).execute()
}
