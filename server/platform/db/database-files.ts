// Reads `database/`: the statements that build a database, in an order in which each may run.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256Hex } from '../crypto.ts'

/** The text of a file or of one of its statements, with the file's path from `database/`. */
export type SqlFile = { file: string; text: string }

export type DatabaseFiles = {
  /** Tables, types, functions, views, indexes and triggers, sorted by what they refer to. */
  definitions: readonly SqlFile[]
  /** The functions alone, which each release replaces. */
  functions: readonly SqlFile[]
  /** The rows that the program needs. */
  data: readonly SqlFile[]
  /** What the role of the app may do. */
  grants: readonly SqlFile[]
  /** What an installed database still has to do, oldest first; `file` is the name alone. */
  migrations: readonly (SqlFile & { checksum: string })[]
  /** Changes whenever a file that builds a database changes. */
  checksum: string
}

/** Reads a folder laid out as `database/`. */
export async function readDatabaseFiles(folder: string): Promise<DatabaseFiles> {
  const schema = await readSql(folder, 'schema')
  const functions = await readSql(folder, 'functions')
  const data = await readSql(folder, 'data')
  const grants = [await readOne(folder, 'grants.sql')]
  const migrations = await readSql(folder, 'migrations')
  const all = [...schema, ...functions, ...data, ...grants]
  const definitions = inOrder([...schema, ...functions].flatMap(statementsOf))
  return {
    definitions,
    functions: definitions.filter(({ file }) => functions.some((each) => each.file === file)),
    data: data.flatMap(statementsOf),
    grants: grants.flatMap(statementsOf),
    migrations: migrations.map(({ file, text }) => ({
      file: path.basename(file),
      text,
      checksum: sha256Hex(text),
    })),
    checksum: sha256Hex(all.map(({ file, text }) => `${file}\n${text}`).join('\n')),
  }
}

/** The SQL files of a folder and of those in it, by name. */
async function readSql(folder: string, part: string): Promise<SqlFile[]> {
  const entries = await readdir(path.join(folder, part), { recursive: true })
  const names = entries.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name) => readOne(folder, path.join(part, name))))
}

async function readOne(folder: string, file: string): Promise<SqlFile> {
  return { file, text: await readFile(path.join(folder, file), 'utf8') }
}

/** A comment, a quoted text or function body, the end of a statement, or anything else. */
const TOKEN = /--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^-$';]+|[-$]/g

/** Splits a file at the semicolons outside of quotes and comments, which are left out. */
export function statementsOf({ file, text }: SqlFile): SqlFile[] {
  const statements = ['']
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else if (!token.startsWith('--')) statements.push(statements.pop() + token)
  }
  return statements.flatMap((each) => (each.trim() ? [{ file, text: each.trim() }] : []))
}

const CREATED = /^create (?:or replace )?(?:unlogged )?(table|type|function|aggregate|view) (\w+)/i

/**
 * Sorts statements so that each follows those that create what it refers to; otherwise they keep
 * their order. Throws when statements refer to each other in a circle.
 */
export function inOrder(statements: readonly SqlFile[]): SqlFile[] {
  const creators = Map.groupBy(statements, nameOf)
  creators.delete('')
  const sorted = new Set<SqlFile>()
  const open = new Set<SqlFile>()
  const visit = (statement: SqlFile) => {
    if (sorted.has(statement)) return
    if (open.has(statement)) {
      const circle = [...open].map(({ file, text }) => `${file}: ${text.split('\n', 1)}`)
      throw new Error(`statements refer to each other:\n${circle.join('\n')}`)
    }
    open.add(statement)
    for (const name of referencesOf(statement)) (creators.get(name) ?? []).forEach(visit)
    open.delete(statement)
    sorted.add(statement)
  }
  statements.forEach(visit)
  return [...sorted]
}

/** What the statement creates; '' when nothing refers to it by name. */
function nameOf({ text }: SqlFile): string {
  return CREATED.exec(text)?.[2] ?? ''
}

/**
 * Names that must exist before the statement runs. Quoted bodies of functions are not among them:
 * PostgreSQL looks those names up when the function is called. Columns of a table may have the name
 * of another table, so only its foreign keys and the functions it calls count.
 */
function referencesOf(statement: SqlFile): Set<string> {
  const { text } = statement
  const bare = text.replaceAll(TOKEN, (token) => (/^['$]/.test(token) ? ' ' : token))
  const isTable = CREATED.exec(text)?.[1]?.toLowerCase() === 'table'
  const pattern = isTable ? /(?<=references )\w+|\w+(?=\()/g : /\w+/g
  const names = new Set(bare.match(pattern))
  names.delete(nameOf(statement))
  return names
}
