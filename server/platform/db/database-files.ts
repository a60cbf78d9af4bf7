// Reads `database/`: the statements that build a database, in an order in which each can run.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256Hex } from '../crypto.ts'

/** Text of a file or of one statement, with the path of the file below `database/`. */
export type SqlFile = { file: string; text: string }

export type DatabaseFiles = {
  /** Tables, types, functions, views, indexes and triggers, sorted by their references. */
  definitions: readonly SqlFile[]
  /** Only the functions, which each release replaces. */
  functions: readonly SqlFile[]
  data: readonly SqlFile[]
  grants: readonly SqlFile[]
  /** Pending changes of installed databases, oldest first; `file` is the name without a folder. */
  migrations: readonly (SqlFile & { checksum: string })[]
  /** Checksum of tables, types, views, indexes, triggers and data: a change needs a migration. */
  schemaChecksum: string
  /** Checksum of functions and grants, which a release replaces without a migration. */
  functionsChecksum: string
}

/** Reads a folder with the layout of `database/`. */
export async function readDatabaseFiles(folder: string): Promise<DatabaseFiles> {
  const schema = await readSql(folder, 'schema')
  const functions = await readSql(folder, 'functions')
  const data = await readSql(folder, 'data')
  const grants = [await readOne(folder, 'grants.sql')]
  const migrations = await readSql(folder, 'migrations')
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
    schemaChecksum: checksumOf([...schema, ...data]),
    functionsChecksum: checksumOf([...functions, ...grants]),
  }
}

/** Checksum of the statements. Comments, white space and the place of a statement do not count. */
function checksumOf(files: readonly SqlFile[]): string {
  const statements = files
    .flatMap(statementsOf)
    .map(({ text }) =>
      text.replaceAll(TOKEN, (token) => (isQuoted(token) ? token : token.replaceAll(/\s+/g, ' '))),
    )
  return sha256Hex(statements.sort().join(';\n'))
}

/** Reads the SQL files of a folder and its subfolders, by name. */
/** Names of the SQL files of a part of the folder, in their order. */
export async function sqlNames(folder: string, part: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, part), { recursive: true })
  return entries.filter((name) => name.endsWith('.sql')).sort()
}

async function readSql(folder: string, part: string): Promise<SqlFile[]> {
  const names = await sqlNames(folder, part)
  return Promise.all(names.map((name) => readOne(folder, path.join(part, name))))
}

async function readOne(folder: string, file: string): Promise<SqlFile> {
  return { file, text: await readFile(path.join(folder, file), 'utf8') }
}

/** Matches a comment, a quoted text or function body, the end of a statement, or other text. */
const TOKEN = /--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^-$';]+|[-$]/g

/** Returns whether a token of SQL is a string literal or a function body in dollar quotes. */
function isQuoted(token: string): boolean {
  return token.startsWith("'") || /^\$\w*\$/.test(token)
}

/** Splits a file at the semicolons outside of quotes and comments, and removes comments. */
export function statementsOf({ file, text }: SqlFile): SqlFile[] {
  const statements = ['']
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else if (!token.startsWith('--')) statements.push(statements.pop() + token)
  }
  return statements.flatMap((each) => (each.trim() ? [{ file, text: each.trim() }] : []))
}

const CREATED = /^create (?:or replace )?(?:unlogged )?(table|type|function|aggregate|view) (\w+)/i

/** Sorts statements so that references exist first. Throws when they refer in a circle. */
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

/** Returns the name that the statement creates; '' when nothing refers to it by name. */
function nameOf({ text }: SqlFile): string {
  return CREATED.exec(text)?.[2] ?? ''
}

/**
 * Lists the names that must exist before the statement runs. Names in function bodies do not count,
 * since PostgreSQL looks them up when the function is called. A column can have the name of another
 * table, so only foreign keys and called functions of a table count.
 */
function referencesOf(statement: SqlFile): Set<string> {
  const { text } = statement
  const bare = text.replaceAll(TOKEN, (token) => (isQuoted(token) ? ' ' : token))
  const isTable = CREATED.exec(text)?.[1]?.toLowerCase() === 'table'
  const pattern = isTable ? /(?<=references )\w+|\w+(?=\()/g : /\w+/g
  const names = new Set(bare.match(pattern))
  names.delete(nameOf(statement))
  return names
}
