// Reads the tables and functions of the database that each module declares in its `data.ts`.
import { isNode, type Node, nameOf, type Rule, type SourceFile, violation, walk } from './source.ts'
import { sqlFunctions } from './sql-functions.ts'

const DATA = /^server\/(?:modules\/([a-z]+)\/([a-z-]+)|platform)\/(?:[a-z-]+\.)?data\.ts$/

type Entry = { name: string; kind: 'table' | 'function'; module: string; layer: string } & {
  file: SourceFile
  start: number
}

/** Returns every declaration, in the order of the files. */
export function declarations(files: readonly SourceFile[]): Entry[] {
  return files.flatMap((file) => {
    const [path, layer = 'foundation', module = 'platform'] = DATA.exec(file.path) ?? []
    if (path === undefined) return []
    const found: Entry[] = []
    walk(file, (node) => {
      if (node.type !== 'Property' || !isNode(node.value)) return
      for (const { name, start, kind } of namesIn(nameOf(node.key), node.value)) {
        found.push({ name, start, kind, module, layer, file })
      }
    })
    return found
  })
}

/** Module by name of the table or function. */
export function ownersOf(entries: readonly Entry[], kind: Entry['kind']): Map<string, string> {
  return new Map(
    entries.filter((each) => each.kind === kind).map(({ name, module }) => [name, module]),
  )
}

type Name = Pick<Entry, 'name' | 'start' | 'kind'>

function namesIn(key: string, value: Node): Name[] {
  if (key === 'tables') {
    const properties = (value.properties ?? []) as Node[]
    return properties.map((each) => ({ name: nameOf(each.key), start: each.start, kind: 'table' }))
  }
  if (key !== 'functions' && key !== 'innerFunctions') return []
  const elements = (value.elements ?? []) as Node[]
  return elements.map((each) => {
    const [name = ''] = String(each.value).split('(')
    return { name, start: each.start, kind: 'function' }
  })
}

const SECTION = /^-- Tables of the module ([a-z-]+)\.$/gm
const TABLE = /^create (?:unlogged )?table ([a-z_]+)/gm
const SCHEMA = /^database\/schema\/([a-z]+)\.sql$/
const FUNCTIONS = /^database\/functions\/([a-z]+)\//

type Defined = { name: string; kind: Entry['kind']; file: SourceFile; index: number; at: string }

/** Returns every table with the section that defines it, and every function with its layer. */
function definitions(files: readonly SourceFile[]): Defined[] {
  const tables = files.flatMap((file): Defined[] => {
    if (!SCHEMA.test(file.path)) return []
    const sections = [...file.text.matchAll(SECTION)]
    return [...file.text.matchAll(TABLE)].map(({ index, 1: name = '' }) => {
      const at = sections.findLast((section) => section.index < index)?.[1] ?? 'no section'
      return { name, kind: 'table', file, index, at }
    })
  })
  const functions = sqlFunctions(files).map(({ name, file }): Defined => {
    return { name, kind: 'function', file, index: 0, at: FUNCTIONS.exec(file.path)?.[1] ?? '' }
  })
  return [...tables, ...functions]
}

/**
 * Each table and function is declared by exactly one module, and defined under the name or layer of
 * that module.
 */
export const databaseIsDeclared: Rule = (files) => {
  const entries = declarations(files)
  const twice = entries.filter(
    ({ name, kind, module }) =>
      entries.find((each) => each.name === name && each.kind === kind)?.module !== module,
  )
  const lost = definitions(files).flatMap(({ name, kind, file, index, at }) => {
    const owner = entries.find((each) => each.name === name && each.kind === kind)
    if (!owner) return [violation(file, index, `no module declares the ${kind} ${name}`)]
    const expected = kind === 'table' ? owner.module : owner.layer
    return expected === at
      ? []
      : [violation(file, index, `${name} belongs to ${expected}, not to ${at}`)]
  })
  return [
    ...twice.map(({ file, start, name }) => violation(file, start, `${name} is declared twice`)),
    ...lost,
  ]
}
