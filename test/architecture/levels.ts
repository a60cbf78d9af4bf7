// Limits how many files of one module build on each other: who reads the last one may need all.
import { basename } from 'node:path'
import { importsOf, isCode, isTest, type Rule, type SourceFile } from './source.ts'

const LEVELS = 8

/** Folders with more levels than the limit. None is added; one that needs no entry is reported. */
const DEEPER = new Set([
  'server/modules/community/safety',
  'server/modules/community/support',
  'server/modules/money/withdrawals',
  'server/modules/office/desk',
  'server/modules/people/access',
  'server/modules/people/verification',
  'server/modules/travel/trips',
  'web/features/verification',
])

const FOLDER = /^(server\/modules\/[^/]+\/[^/]+|web\/(?:features|shared)\/[^/]+)\//

/**
 * The longest chain of imports inside a module or feature has at most eight files; type imports
 * count too. `noCycles` finds cycles, which this rule cuts.
 */
export const foldersAreShallow: Rule = (files) => {
  const code = files.filter((file) => isCode(file) && !isTest(file))
  const folders = Map.groupBy(code, ({ path }) => FOLDER.exec(path)?.[1] ?? '')
  folders.delete('')
  return [...folders].flatMap(([path, own]) => {
    const chain = longestChain(own)
    const isDeep = chain.length > LEVELS
    if (isDeep === DEEPER.has(path)) return []
    const message = isDeep
      ? `${chain.length} levels, at most ${LEVELS}: ${chain.join(' → ')}`
      : 'is no longer deeper than the limit: take it out of DEEPER (levels.ts)'
    return [{ path, line: 1, message }]
  })
}

/** Returns the names of the files, from the importer to the last import. */
function longestChain(files: SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const known = new Map<SourceFile, string[]>()
  const chainOf = (file: SourceFile): string[] => {
    const done = known.get(file)
    if (done) return done
    known.set(file, [])
    const imported = importsOf(file).flatMap(({ target }) => byPath.get(target ?? '') ?? [])
    const chain = [basename(file.path), ...longest(imported.map(chainOf))]
    known.set(file, chain)
    return chain
  }
  return longest(files.map(chainOf))
}

function longest(chains: string[][]): string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), [])
}
