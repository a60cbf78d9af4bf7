// Names that databases and browsers keep: what is stored under one is lost when it is renamed.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  isCode,
  isTest,
  type Node,
  nameOf,
  readProject,
  type SourceFile,
  violation,
  walk,
} from '../architecture/source.ts'
import { TextResolver } from './resolve-text.ts'

export type StoredNames = Record<string, string[]>

/**
 * Calls whose argument is a stored name. `part`: property of that argument; `data`: some calls are
 * given data of a person instead of a name.
 */
const CALLS: { of: string; call: string; at: number; part?: string; data?: true }[] = [
  { of: 'derived ids', call: 'derivedId', at: 0 },
  { of: 'contexts of sealed columns', call: 'seal', at: 1 },
  { of: 'contexts of sealed columns', call: 'sealAnew', at: 1 },
  { of: 'contexts of sealed columns', call: 'sealedColumn', at: 0 },
  { of: 'contexts of sealed columns', call: 'openDestination', at: 1 },
  { of: 'contexts of keyed digests', call: 'blindIndex', at: 1, data: true },
  { of: 'contexts of keyed digests', call: 'byDigest', at: 0 },
  { of: 'operations of idempotency keys', call: 'claimKey', at: 1, part: 'operation' },
  { of: 'operations of idempotency keys', call: 'resourceIdOf', at: 0, part: 'operation' },
  ...['recordAudit', 'recordStaffAction', 'auditUser', 'auditSession'].map((call) => ({
    ...{ of: 'actions of the trails', call, at: call === 'recordAudit' ? 1 : 2, part: 'action' },
    data: true as const,
  })),
  ...['readStored', 'keepStored', 'storedKeys', 'forgetStored', 'readStoredJson'].map((call) => ({
    ...{ of: 'keys of local and session storage', call, at: 1 },
  })),
  { of: 'cookies of the web', call: 'hasCookie', at: 0 },
  { of: 'cookies of the web', call: 'keepCookie', at: 0 },
  { of: 'databases of the browser', call: 'localDatabase', at: 0 },
]

/**
 * Files that pass a name on which another call here shows: a parameter, a row of a list, or a key
 * that was listed by its prefix.
 */
const PASSES_ON = new RegExp(
  '/(browser-storage|stored-json|token-storage|saved-run-sheets|saved-tickets|kept-chat|' +
    'kept-search|' +
    'incident-outbox|publish\\.route|idempotency\\.queries|crypto|secrets|ids|sealed-value|' +
    'ticket-text|destination|reseal)\\.tsx?$',
)

/** Collects the names of the checkout in `root` by class. Throws where one cannot be read. */
export async function readStoredNames(root: string): Promise<StoredNames> {
  const files = readProject(root)
  const names = new Map<string, Set<string>>()
  const add = (of: string, name: string) => {
    names.set(of, (names.get(of) ?? new Set()).add(name))
  }
  collectCalls(files, add)
  collectSql(files, add)
  collectOperations(files, add)
  await collectProgram(root, files, add)
  return Object.fromEntries(
    [...names].sort().map(([of, its]) => [of, [...its].sort((a, b) => (a < b ? -1 : 1))]),
  )
}

type Add = (of: string, name: string) => void

function collectCalls(files: readonly SourceFile[], add: Add): void {
  const source = new TextResolver(files)
  const shipped = files.filter(
    (file) => isCode(file) && !isTest(file) && /^(server|web)\//.test(file.path),
  )
  for (const file of shipped) {
    walk(file, (node) => {
      if (node.type !== 'CallExpression') return
      const callee = node.callee as Node
      for (const each of CALLS) {
        if (callee.type !== 'Identifier' || nameOf(callee) !== each.call) continue
        const argument = (node.arguments as Node[])[each.at]
        const texts = each.part
          ? source.propertyOf(file, argument, each.part)
          : source.textsOf(file, argument)
        for (const text of texts) {
          if (!text.startsWith('*')) add(each.of, text + storesOf(node, each.call))
          else if (!each.data && !PASSES_ON.test(file.path))
            throw unknownName(file, node, each.call)
        }
      }
    })
  }
}

function unknownName(file: SourceFile, node: Node, call: string): Error {
  const { path, line } = violation(file, node.start, '')
  return new Error(`${path}:${line} ${call}() is given a name that its source does not show`)
}

/** Object stores of an IndexedDB database with their key, which a browser keeps too. */
function storesOf(node: Node, call: string): string {
  if (call !== 'localDatabase') return ''
  const stores = ((node.arguments as Node[])[1]?.properties ?? []) as Node[]
  return stores.map(({ key, value }) => ` ${nameOf(key)}(${(value as Node).value})`).join()
}

const LISTED = /\b([a-z_]+) in \(\s*((?:'[a-z_]+',?\s*)+)\)/g

/** Names inside SQL: namespaces of derived ids, and values that a column may have. */
function collectSql(files: readonly SourceFile[], add: Add): void {
  for (const { path, text } of files) {
    if (!/^(server|database)\//.test(path) || /\.(test\.ts|md|json)$/.test(path)) continue
    for (const [, name = ''] of text.matchAll(/derived_id\(\s*'([^']+)'/g)) add('derived ids', name)
    if (!path.startsWith('database/schema/')) continue
    // A list of what a row must not be is a part of another check.
    for (const table of text
      .replaceAll(/\bnot in\b/g, '<>')
      .split(/^create table /m)
      .slice(1)) {
      const [name = ''] = table.split(' ')
      const [body = ''] = table.split(/^\);/m)
      for (const [, column, list = ''] of body.matchAll(LISTED)) {
        const values = list.matchAll(/'([a-z_]+)'/g)
        for (const [, value] of values) add('values of columns', `${name}.${column} ${value}`)
      }
    }
  }
}

/** Operations and groups of the API, which programs of others call by these names. */
function collectOperations(files: readonly SourceFile[], add: Add): void {
  const text = files.find(({ path }) => path === 'contract/openapi.json')?.text ?? '{}'
  for (const [, name = ''] of text.matchAll(/"operationId": "([^"]+)"/g)) add('operations', name)
}

/** Names in lists of the program: jobs, messages, actions of the team, switches, topics. */
async function collectProgram(root: string, files: readonly SourceFile[], add: Add): Promise<void> {
  type Named = { name: string }
  const load = async (path: string) => (await import(`${root}/${path}`)) as Record<string, unknown>
  const modules = await load('server/modules.ts')
  for (const { name } of modules.jobHandlers as Named[]) add('jobs', name)
  for (const { name } of modules.recurringJobs as Named[]) add('recurring jobs', name)
  for (const name of (modules.messages as Map<string, unknown>).keys()) add('messages', name)
  for (const name of (await load('contract/switch-list.ts')).SWITCHES as string[]) {
    add('switches', name)
  }
  const words = files.find(({ path }) => path === 'contract/staff-action-words.ts')?.text ?? ''
  for (const [, name = ''] of words.matchAll(/^ {2}'([a-z_.-]+)':/gm))
    add('actions of the trails', name)
  const topics = await load('contract/notification-topics.ts')
  for (const name of topics.TOPICS as string[]) add('topics of messages', name)
}

/** Folder of this checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
