// Rules about allowed imports.
import { posix } from 'node:path'
import { cyclesOf, type Graph } from './cycles.ts'
import {
  type ImportedModule,
  importsOf,
  isCode,
  isTest,
  type Rule,
  type SourceFile,
  type Violation,
} from './source.ts'

type Check = (file: SourceFile, target: string) => string | null

/** Applies `check` to every import of our own files in non-test code. */
function forImports(check: Check): Rule {
  return (files) =>
    files
      .filter((file) => isCode(file) && !isTest(file))
      .flatMap((file) => importsOf(file).flatMap((found) => judge(file, found, check)))
}

function judge(file: SourceFile, found: ImportedModule, check: Check): Violation[] {
  const message = found.target === null ? null : check(file, found.target)
  return message ? [{ path: file.path, line: found.line, message }] : []
}

/** Layers from the lowest to the highest. A module is in `server/modules/<layer>/<module>`. */
const LAYERS = [
  'foundation',
  'bank',
  'people',
  'money',
  'roads',
  'travel',
  'community',
  'office',
] as const

/** Returns `layer/module` of a file in server/modules. */
function moduleOf(path: string): string | null {
  return /^server\/modules\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null
}

function layerOf(module: string): number {
  return LAYERS.findIndex((layer) => module.startsWith(`${layer}/`))
}

/**
 * A module imports only modules of lower layers and of its own layer; `modulesHaveNoCycle` checks
 * the own layer.
 */
export const modulesImportDownwards = forImports((file, target) => {
  const from = moduleOf(file.path)
  const to = moduleOf(target)
  if (!from || !to || from === to) return null
  const unknown = [from, to].find((module) => layerOf(module) < 0)
  if (unknown) return `${unknown} is on no layer (test/architecture/imports.ts)`
  return layerOf(to) > layerOf(from) ? `${from} imports ${to}, which is above it` : null
})

/** Finds folders that import each other, through any files; `folderOf` gives that of a path. */
function foldersHaveNoCycle(folderOf: (path: string) => string | null): Rule {
  return (files) => {
    const folders: Graph = new Map()
    for (const file of files.filter((each) => isCode(each) && !isTest(each))) {
      const from = folderOf(file.path)
      if (!from) continue
      const targets = importsOf(file).flatMap(({ target }) => folderOf(target ?? '') ?? [])
      folders.set(from, [...(folders.get(from) ?? []), ...targets.filter((to) => to !== from)])
    }
    return cyclesOf(folders).map((group) => ({
      path: group[0] ?? '',
      line: 1,
      message: `import each other: ${group.join(', ')}`,
    }))
  }
}

/** Modules of one layer do not import each other in a cycle, through any files. */
export const modulesHaveNoCycle = foldersHaveNoCycle((path) => moduleOf(path))

/** Folders of the web do not import each other in a cycle. */
export const webFoldersHaveNoCycle = foldersHaveNoCycle(
  (path) => /^web\/((shared|features)\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null,
)

const ENTRY = /^server\/modules\/[^/]+\/[^/]+\/(index|module)\.ts$/

/** A module is imported only through its index; the app also imports its manifest. */
export const modulesArePrivate = forImports((file, target) => {
  const from = moduleOf(file.path)
  const to = moduleOf(target)
  // The bench may import queries, because it measures the SQL itself.
  if (!to || from === to || file.path.startsWith('bench/')) return null
  const entry = ENTRY.exec(target)?.[1]
  const isApp = from === null && file.path.startsWith('server/')
  const allowed = entry === 'index' || (isApp && entry === 'module')
  return allowed ? null : `imports the inside of ${to}: ${target}`
})

/** Only the files directly in server/ (app.ts, main.ts …) compose the parts. */
export const serverPartsStayBelow = forImports((file, target) => {
  const inPlatform = file.path.startsWith('server/platform/')
  if (!inPlatform && !moduleOf(file.path)) return null
  if (inPlatform && moduleOf(target)) return `platform imports a module: ${target}`
  if (/^(sandbox|test|bench|scripts)\//.test(target)) return `imports ${target}`
  const isRoot = target.startsWith('server/') && !/^server\/(platform|modules)\//.test(target)
  return isRoot && target !== 'server/config.ts' ? `imports the app: ${target}` : null
})

/** web and server share only the contract. */
export const sidesStayApart = forImports((file, target) => {
  const [side] = file.path.split('/')
  const [other] = target.split('/')
  if (side === 'web' && /^(server|sandbox|test|scripts|bench)$/.test(other ?? '')) {
    return `web imports ${target}`
  }
  if (side === 'server' && other === 'web') return `server imports ${target}`
  if (side === 'sandbox' && (moduleOf(target) || other === 'web'))
    return `sandbox imports ${target}`
  return null
})

function featureOf(path: string): string | null {
  return /^web\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/**
 * List of the back office's screens. It may import screens of other features, as web/routes.ts
 * does.
 */
const ADMIN_SCREENS = 'web/features/admin/admin-screens.ts'

/** A feature imports shared, ui, lib and contract, but no other feature. */
export const featuresStayApart = forImports((file, target) => {
  const to = featureOf(target)
  if (!to) return null
  const from = featureOf(file.path)
  if (file.path === ADMIN_SCREENS && target.endsWith('.screen.tsx')) return null
  if (from && from !== to) return `feature ${from} imports feature ${to}`
  return /^web\/(ui|lib|shared)\//.test(file.path) ? `${target} is a feature` : null
})

/** A part of web/shared that one feature uses belongs into that feature. */
export const domainPartsAreShared: Rule = (files) => {
  const users = new Map<string, Set<string>>()
  for (const file of files.filter((each) => isCode(each) && !isTest(each))) {
    for (const { target } of importsOf(file)) {
      if (!target?.startsWith('web/shared/')) continue
      const user = featureOf(file.path) ?? file.path
      users.set(target, (users.get(target) ?? new Set()).add(user))
    }
  }
  return [...users].flatMap(([path, [first = '', ...others]]) =>
    others.length > 0 || first.includes('/')
      ? []
      : [{ path, line: 1, message: `only web/features/${first} uses it` }],
  )
}

/** web/ui and web/lib import nothing from web/shared. */
export const uiAndLibKnowNoDomain = forImports((file, target) => {
  const folder = /^web\/(ui|lib)\//.exec(file.path)?.[1]
  if (!folder) return null
  const isForeign =
    target.startsWith('web/shared/') || (folder === 'ui' && target.startsWith('contract/'))
  return isForeign ? `web/${folder} imports ${target}` : null
})

/** contract/ imports only zod and its own files. */
export const contractStandsAlone: Rule = (files) =>
  files
    .filter((file) => file.path.startsWith('contract/') && isCode(file) && !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ specifier, target }) => {
          if (target !== null) return !target.startsWith('contract/')
          return specifier !== 'zod' && !specifier.startsWith('zod/')
        })
        .map(({ specifier, line }) => ({
          path: file.path,
          line,
          message: `contract imports ${specifier}`,
        })),
    )

/**
 * Imports use `#alias/…` across folders and a relative path inside one area, always with the
 * extension.
 */
export const importsAreSpelledAlike: Rule = (files) =>
  files.filter(isCode).flatMap((file) =>
    importsOf(file).flatMap(({ specifier, target, line }) => {
      if (target === null || target.includes('/+types/')) return []
      const message = spellingFault(file, specifier, target)
      return message ? [{ path: file.path, line, message }] : []
    }),
  )

function spellingFault(file: SourceFile, specifier: string, target: string): string | null {
  if (!/\.[a-z]+(\?.+)?$/.test(posix.basename(target))) return `${specifier} has no extension`
  const hasAlias = /^(contract|server|web|test|sandbox)\//.test(target)
  // native/ has its own package.json, whose aliases cannot leave its folder.
  const mustClimb = file.path.startsWith('native/')
  const climbs = specifier.startsWith('../') && areaOf(file.path) !== areaOf(target) && !mustClimb
  return hasAlias && climbs ? `${specifier} leaves its folder: use #${target}` : null
}

/** Folder inside which relative imports are allowed. */
function areaOf(path: string): string {
  const nested = /^(server\/modules\/[^/]+\/[^/]+|server\/platform|web\/(?:features\/)?[^/]+)\//
  return nested.exec(path)?.[1] ?? path.split('/')[0] ?? ''
}
