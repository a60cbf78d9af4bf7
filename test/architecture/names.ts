// Rules about names of files and exports.
import { basename } from 'node:path'
import {
  isCode,
  isTest,
  type Node,
  nameOf,
  type Rule,
  type SourceFile,
  statementsOf,
  type Violation,
  violation,
  walk,
} from './source.ts'

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Path of an SQL file: named like its function, or by the time of its release. */
const SQL = /^database\/(functions\/[a-z]+\/[a-z_]+|migrations\/\d{8}T\d{4}_[a-z0-9_]+)\.sql$/
const CAPITALS = /^[A-Z]+\.md$/ // Matches README.md and CONTRIBUTING.md.
const BANNED = /^(utils?|helpers?|common|managers?|base|index|types?|legacy.*|.*[a-z]2)$/

/** What a module lets others use. */
const INDEX = /^server\/modules\/[^/]+\/[^/]+\/index\.ts$/

const ROLES = ['module', 'data', 'routes', 'messages', 'queries', 'present', 'errors']
/** Suffixes of files that a module has once, with its own name. */
const OF_MODULE = ['module', 'data', 'routes', 'messages']
const SUFFIXES = [
  'route',
  'screen',
  'test',
  'db',
  'race',
  'e2e',
  'engine',
  'config',
  'generated',
  'evaluated',
  'd',
  'client',
  'server',
]

function fault(file: SourceFile, message: string): Violation[] {
  return [{ path: file.path, line: 1, message }]
}

/** GitHub defines the names below `.github`. */
function isFreelyNamed(path: string): boolean {
  return SQL.test(path) || CAPITALS.test(basename(path)) || /^(web\/public|\.github)\//.test(path)
}

export const namesAreKebabCase: Rule = (files) =>
  files
    .filter((file) => !isFreelyNamed(file.path))
    .flatMap((file) => {
      const parts = file.path.split('/').flatMap((part) => part.replace(/^\./, '').split('.'))
      const wrong = parts.find((part) => !KEBAB.test(part))
      return wrong === undefined ? [] : fault(file, `${wrong} is not kebab-case`)
    })

export const namesSaySomething: Rule = (files) =>
  files
    .filter(isCode)
    .filter(({ path }) => path !== 'contract/common.ts' && !INDEX.test(path))
    .flatMap((file) => {
      const [name = ''] = basename(file.path).split('.')
      return BANNED.test(name) ? fault(file, `${name} says nothing about its content`) : []
    })

/**
 * Files are called `<name>.<role>.ts`: the roles are a closed list, and a role file has the name of
 * its module or of a folder in it.
 */
export const rolesAreKnown: Rule = (files) =>
  files
    .filter((file) => isCode(file) && file.path.includes('/'))
    .flatMap((file) => {
      const [name = '', ...rest] = basename(file.path).split('.')
      const roles = rest.slice(0, -1)
      const unknown = roles.find((role) => ![...ROLES, ...SUFFIXES].includes(role))
      if (unknown) return fault(file, `.${unknown} is no known role`)
      if (!/^server\/modules\//.test(file.path)) return []
      const folders = file.path.split('/').slice(3, -1)
      const isMisnamed = OF_MODULE.includes(roles[0] ?? '') && !folders.includes(name)
      return isMisnamed ? fault(file, `should be named like its folder, ${folders.at(-1)}`) : []
    })

/** A browser test ends in .e2e.ts and is in test/e2e; a race test is in test/race. */
export const testsLieWhereTheyRun: Rule = (files) =>
  files.filter(isCode).flatMap((file) => {
    if (file.path.endsWith('.e2e.ts') && !file.path.startsWith('test/e2e/')) {
      return fault(file, 'would never run: browser tests lie in test/e2e')
    }
    if (file.path.endsWith('.race.test.ts') && !file.path.startsWith('test/race/')) {
      return fault(file, 'would never run: race tests lie in test/race')
    }
    return /\.spec\.tsx?$/.test(file.path) ? fault(file, 'would never run: .spec') : []
  })

const DEFAULT_EXPORT_ALLOWED =
  /(\.route\.tsx|\.config\.ts|^web\/(root|entry\.server)\.tsx|^web\/routes\.ts)$/

export const exportsAreNamed: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !DEFAULT_EXPORT_ALLOWED.test(file.path))
    .flatMap((file) =>
      statementsOf(file)
        .filter((statement) => isDefaultExport(statement))
        .map((statement) => violation(file, statement.start, 'default export')),
    )

function isDefaultExport(statement: Node): boolean {
  if (statement.type === 'ExportDefaultDeclaration') return true
  const specifiers = (statement.specifiers ?? []) as Node[]
  return (
    statement.type === 'ExportNamedDeclaration' &&
    specifiers.some((specifier) => nameOf(specifier.exported) === 'default')
  )
}

/** Only the `index.ts` of a module re-exports, by name, and it does nothing else. */
export const noBarrels: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !isTest(file))
    .flatMap((file) => {
      const statements = statementsOf(file)
      const stars = statements.filter(({ type }) => type === 'ExportAllDeclaration')
      const found = stars.map(({ start }) => violation(file, start, 'export *'))
      const onlyReExports = statements.length > 0 && statements.every((each) => isReExport(each))
      if (stars.length === 0 && onlyReExports !== INDEX.test(file.path)) {
        found.push(violation(file, 0, onlyReExports ? 'a barrel' : 'does more than re-export'))
      }
      return found
    })

function isReExport(statement: Node): boolean {
  return statement.type === 'ExportNamedDeclaration' && Boolean(statement.source)
}

/** A forgotten `.only` skips all other tests. */
export const noOnly: Rule = (files) =>
  files
    .filter((file) => isCode(file) && isTest(file))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(file, (node) => {
        if (node.type !== 'MemberExpression' || nameOf(node.property) !== 'only') return
        if (!/^(it|test|describe|bench|suite)$/.test(nameOf(node.object))) return
        found.push(violation(file, node.start, '.only'))
      })
      return found
    })

/** Folders of the web without a counterpart in the server: pages without data of a module. */
const SITE_ONLY = {
  features: ['admin', 'browser-reports', 'corridors', 'home', 'links', 'marketing', 'shell'],
  shared: [] as string[],
}

/** A module has the same folder name in web and server. */
export const webFoldersMatchServer: Rule = (files) => {
  const nouns = new Set(
    files.flatMap(({ path }) => /^server\/modules\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? []),
  )
  return files.flatMap(({ path }) => {
    const [, folder, noun] = /^web\/(features|shared)\/([^/]+)\//.exec(path) ?? []
    if (!folder || !noun || nouns.has(noun)) return []
    if (SITE_ONLY[folder as keyof typeof SITE_ONLY].includes(noun)) return []
    return [{ path, line: 1, message: `the server has no module ${noun}` }]
  })
}
