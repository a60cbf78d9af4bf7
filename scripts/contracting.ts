// Finds the statements of a migration after which a program of the release before may fail.
import { loadModule, parseSync } from 'libpg-query'

/** Statements that only add what an older program does not know. All others count as removing. */
const ADDING = [
  ...['CreateStmt', 'ViewStmt', 'CreateEnumStmt', 'CompositeTypeStmt', 'DefineStmt'],
  ...['CreateSeqStmt', 'CreateFunctionStmt', 'CommentStmt', 'GrantStmt'],
]

/** Statements that are harmless for a table of the same migration. */
const OF_NEW_TABLE = ['IndexStmt', 'CreateTrigStmt', 'InsertStmt', 'UpdateStmt', 'AlterTableStmt']

// biome-ignore lint/suspicious/noExplicitAny: the syntax tree has a hundred shapes.
type Node = any

/**
 * Returns the statements that remove, rename or restrict what an older program uses, shortened to
 * one line. A function keeps its arguments and its result without a migration, so its body does not
 * count.
 */
export async function contractingStatements(migration: string): Promise<string[]> {
  await loadModule()
  const bytes = Buffer.from(migration)
  /** Tables of this migration, and columns as `table.column`. */
  const fresh = new Set<string>()
  const { stmts } = parseSync(migration) as Node
  return stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len }: Node) => {
    const [kind = ''] = Object.keys(stmt)
    const body = stmt[kind]
    if (kind === 'CreateStmt') fresh.add(body.relation.relname)
    if (isAdding(kind, body, fresh)) {
      for (const name of columnsOf(body)) fresh.add(`${body.relation.relname}.${name}`)
      return []
    }
    const text = bytes.subarray(from, stmt_len && from + stmt_len).toString()
    const line = text.replace(/--.*/g, '').replace(/\s+/g, ' ').trim()
    return [line.length > 120 ? `${line.slice(0, 119)}…` : line]
  })
}

function isAdding(kind: string, body: Node, fresh: ReadonlySet<string>): boolean {
  if (ADDING.includes(kind)) return true
  if (!OF_NEW_TABLE.includes(kind)) return false
  if (fresh.has(body.relation?.relname)) return true
  if (kind === 'IndexStmt') return !body.unique
  if (kind === 'UpdateStmt') {
    const isFresh = ({ ResTarget: { name } }: Node) => fresh.has(`${body.relation.relname}.${name}`)
    return body.targetList.every(isFresh)
  }
  return kind === 'AlterTableStmt' && body.cmds.every(addsColumn)
}

const columnsOf = ({ cmds = [] }: Node): string[] =>
  cmds.map(({ AlterTableCmd }: Node) => AlterTableCmd.def?.ColumnDef?.colname)

/** Whether a command adds a column that an `insert` without it can fill. */
function addsColumn({ AlterTableCmd: { subtype, def } }: Node): boolean {
  if (subtype !== 'AT_AddColumn') return false
  const { colname, constraints = [] } = def.ColumnDef
  const kinds = constraints.map(({ Constraint }: Node) => Constraint.contype)
  const isFilled = !kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_DEFAULT')
  return isFilled && columnsIn(constraints).every((name) => name === colname)
}

/** Columns that an expression names. */
function columnsIn(node: Node): string[] {
  if (node === null || typeof node !== 'object') return []
  const own = node.ColumnRef?.fields.flatMap((field: Node) => field.String?.sval ?? [])
  return own ?? Object.values(node).flatMap(columnsIn)
}
