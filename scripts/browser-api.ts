// What JavaScript of a browser the built web may use (web/lib/baseline.ts). The build translates
// syntax, but no function that an old browser lacks.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { BASELINE } from '#web/lib/baseline.ts'

const MIN = { chrome: BASELINE.chrome, firefox: BASELINE.firefox, safari_ios: BASELINE.safari }

/** Read as text: as a module, 20 MB would take a test's transformer a minute. */
function readData(): Record<'javascript' | 'api', Identifier> {
  const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
  return JSON.parse(readFileSync(file, 'utf8')) as CompatData
}

function isOld(support: SimpleSupportStatement, min: number): boolean {
  const { version_added, flags, alternative_name } = support
  if (flags || alternative_name || typeof version_added !== 'string') return false
  return Number.parseFloat(version_added.replace('≤', '')) <= min
}

function hasAll({ __compat }: Identifier): boolean {
  return Object.entries(MIN).every(([browser, min]) => {
    const support = __compat?.support[browser as keyof typeof MIN] ?? []
    return [support].flat().some((each) => isOld(each, min))
  })
}

/** The names of a class; without what MDN files beside them: events, and the class again. */
function membersOf(name: string, node: Identifier): [string, Identifier][] {
  const members = Object.entries(node) as [string, Identifier][]
  return members.filter(
    ([member, { __compat }]) => __compat && member !== name && !member.endsWith('_event'),
  )
}

/**
 * Lists what is newer than the baseline: `statics` as `Map.groupBy` and `Intl.Segmenter`, and
 * `methods`, names that no older class has, as `toSorted`.
 */
export function newerThanBaseline(): { statics: Set<string>; methods: Set<string> } {
  const { javascript, api } = readData()
  const statics = new Set<string>()
  const methods = new Set<string>()
  const older = new Set<string>()
  const { Intl: intl = {}, ...classes } = javascript.builtins ?? {}
  const known = [...Object.entries(classes), ...membersOf('Intl', intl)]
  for (const [name, node] of known as [string, Identifier][]) {
    for (const [member, each] of membersOf(name, node)) {
      if (hasAll(each)) older.add(member)
      else {
        methods.add(member)
        statics.add(`${name}.${member}`)
      }
    }
  }
  for (const [name, node] of membersOf('Intl', intl)) {
    if (!hasAll(node)) statics.add(`Intl.${name}`)
  }
  for (const [name, node] of Object.entries(api) as [string, Identifier][]) {
    for (const [member, each] of membersOf(name, node)) {
      if (!member.endsWith('_static')) older.add(member)
      else if (!hasAll(each)) statics.add(`${name}.${member.replace('_static', '')}`)
    }
  }
  return { statics, methods: methods.difference(older) }
}

/** Helpers of iterators have names that arrays have too; found by what they are called on. */
const ITERATOR = /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|reduce)\b/g

/** Names that mean something else in the built code, or are tested in another way. */
const elsewhere: Record<string, string> = {
  escape: 'CSS.escape, not RegExp.escape',
  grow: 'WebAssembly.Memory',
  segment: 'Intl.Segmenter, which is found by its own name',
  use: 'React.use',
  'Symbol.dispose': 'tested before its use by the loader of WebAssembly',
}

/** Returns what a script uses of these; a use behind a test for the same name is none. */
export function newerIn(
  script: string,
  { statics, methods }: ReturnType<typeof newerThanBaseline>,
): string[] {
  const named = [...script.matchAll(/\b[A-Z][A-Za-z]+\.[a-zA-Z]+\b/g)].map(([name]) => name)
  const called = [...script.matchAll(/(?<!\b[A-Z]\w*)\.([a-zA-Z]+)\(/g)].map(
    ([, name = '']) => name,
  )
  const isTested = (name: string) =>
    script.includes(`typeof ${name}`) || script.includes(`\`${name.split('.')[1]}\`in `)
  const found = [
    ...named.filter((name) => statics.has(name) && !isTested(name) && !elsewhere[name]),
    ...called.filter((name) => methods.has(name) && !elsewhere[name]),
    ...[...script.matchAll(ITERATOR)].map(([text]) => text),
  ]
  return [...new Set(found)].sort()
}
