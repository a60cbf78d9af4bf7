// All modules loaded in production come from `dependencies`, and `dependencies` has no other
// package.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { importsOf, isCode, readProject, type SourceFile } from './architecture/source.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Entry points on an operator's machine: the server, and the commands of docs/operations.md. */
const ENTRIES = [
  'server/main.ts',
  ...[
    'allows-release',
    'db-migrate',
    'doctor',
    'end-sessions',
    'keys-rotate',
    'ledger-verify',
    'move-documents',
    'staff-grant',
    'verify-month',
  ].map((name) => `scripts/${name}.ts`),
]

/** Packages that an imported package needs as peers, so we must install them. */
const PEERS: Record<string, string> = {
  '@aws-sdk/client-s3': 'flydrive',
  '@aws-sdk/s3-request-presigner': 'flydrive',
}

/** Imported only with SANDBOX=1, which production refuses. */
const DEVELOPMENT = /^sandbox\//

/**
 * Programs of threads and processes, started by path: `new URL('./a.ts', …)`, `join(…, 'a.ts')`.
 */
const STARTED = /(?:new URL\(|import\.meta\.dirname, )'(?:\.\/)?([\w-]+\.ts)'/g

const files = new Map(readProject(ROOT).map((file): [string, SourceFile] => [file.path, file]))

function nextOf(file: SourceFile): { paths: string[]; packages: string[] } {
  const imports = importsOf(file).filter(({ specifier }) => !specifier.startsWith('node:'))
  const started = [...file.text.matchAll(STARTED)].map(([, name = '']) =>
    posix.join(posix.dirname(file.path), name),
  )
  return {
    paths: [...imports.flatMap(({ target }) => target ?? []), ...started],
    packages: imports.filter(({ target }) => target === null).map(({ specifier }) => specifier),
  }
}

/** Packages reached from `entries`, each with a file that imports it. */
function packagesFrom(entries: string[]): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path) || DEVELOPMENT.test(path)) continue
    seen.add(path)
    const file = files.get(path)
    if (!file) throw new Error(`${path} is imported and not there`)
    if (!isCode(file)) continue
    const next = nextOf(file)
    open.push(...next.paths)
    for (const specifier of next.packages) found.set(packageOf(specifier), path)
  }
  return found
}

/** Package name of an import, such as `@scope/name` from `@scope/name/part`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const { dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
const reached = packagesFrom(ENTRIES)

it('has every package that production imports in dependencies', () => {
  const missing = [...reached].filter(([name]) => !(name in dependencies))
  expect(missing.map(([name, path]) => `${name}, imported by ${path}`)).toEqual([])
})

it('has in dependencies only packages that production or its packages need', () => {
  const idle = Object.keys(dependencies).filter(
    (name) => !reached.has(name) && !reached.has(PEERS[name] ?? ''),
  )
  expect(idle).toEqual([])
})

it('follows imports into the programs of threads and processes', () => {
  expect(reached.get('@node-rs/argon2')).toBe('server/modules/people/access/auth/hash-worker.ts')
  expect(reached.has('sharp')).toBe(true)
})
