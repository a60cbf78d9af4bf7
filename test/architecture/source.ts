// Reads and parses the project's sources, for all architecture rules.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface SourceFile {
  /** Path from the project folder, with forward slashes. */
  path: string
  text: string
}

export interface Violation {
  path: string
  line: number
  message: string
}

export type Rule = (files: SourceFile[]) => Violation[]

/** A node of the syntax tree, with the properties that the rules read. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface ImportedModule {
  specifier: string
  /** Path of the imported file; null for a package. */
  target: string | null
  line: number
}

const IGNORED = new Set([
  'node_modules',
  'build',
  '.data',
  '.git',
  '.react-router',
  'screenshots',
  'coverage',
  // Folders of the native projects, in which Capacitor and Xcode choose the names.
  'android',
  'ios',
  'www',
])
const TEXT = /\.(ts|tsx|mts|mjs|css|sql|md|json)$/
const ALIAS = /^#(contract|server|web|test|sandbox)\//

/** Returns every text file of the project. */
export function readProject(root: string, folder = ''): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry): SourceFile[] => {
    if (IGNORED.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return readProject(root, path)
    if (!TEXT.test(entry.name)) return []
    return [{ path, text: readFileSync(join(root, path), 'utf8') }]
  })
}

export function isCode(file: SourceFile): boolean {
  return /\.(ts|tsx|mts|mjs)$/.test(file.path)
}

/** Whether a file is a test or a test helper, which may import anything. */
export function isTest(file: SourceFile): boolean {
  return /\.(test|e2e)\.tsx?$/.test(file.path) || file.path.startsWith('test/')
}

export function isServerCode(file: SourceFile): boolean {
  return isCode(file) && !isTest(file) && file.path.startsWith('server/')
}

const parsed = new WeakMap<SourceFile, ReturnType<typeof parseSync>>()

function parse(file: SourceFile): ReturnType<typeof parseSync> {
  const known = parsed.get(file)
  if (known) return known
  const result = parseSync(basename(file.path), file.text)
  parsed.set(file, result)
  return result
}

/** Offsets of the line breaks of a file, found once: rules ask for the lines of most functions. */
const breaks = new WeakMap<SourceFile, number[]>()

function breaksOf(file: SourceFile): number[] {
  const known = breaks.get(file)
  if (known) return known
  const found = [...file.text.matchAll(/\n/g)].map(({ index }) => index)
  breaks.set(file, found)
  return found
}

/** Line number, counted from 1. */
export function lineAt(file: SourceFile, offset: number): number {
  const offsets = breaksOf(file)
  let [from, to] = [0, offsets.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((offsets[middle] ?? 0) < offset) from = middle + 1
    else to = middle
  }
  return from + 1
}

/** The whole line that has this offset. */
export function lineText({ text }: SourceFile, offset: number): string {
  const end = text.indexOf('\n', offset)
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? undefined : end)
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

export function violation(file: SourceFile, offset: number, message: string): Violation {
  return { path: file.path, line: lineAt(file, offset), message }
}

/** Returns every module that the file names: import, export … from, import(). */
export function importsOf(file: SourceFile): ImportedModule[] {
  const { module } = parse(file)
  const exported = module.staticExports.flatMap((statement) =>
    statement.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest] : [])),
  )
  const fixed = [...module.staticImports.map((entry) => entry.moduleRequest), ...exported]
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"`])([^$]*)\1$/.exec(file.text.slice(start, end))
    return literal?.[2] ? [{ value: literal[2], start }] : []
  })
  return [...fixed, ...dynamic].map(({ value, start }) => ({
    specifier: value,
    target: targetOf(file, value),
    line: lineAt(file, start),
  }))
}

function targetOf(file: SourceFile, specifier: string): string | null {
  if (ALIAS.test(specifier)) return specifier.slice(1)
  if (!specifier.startsWith('.')) return null
  return posix.join(dirname(file.path), specifier)
}

/** Returns the statements of the file. */
export function statementsOf(file: SourceFile): Node[] {
  return parse(file).program.body as unknown as Node[]
}

/** Calls `visit` for every node, with its parent node. */
export function walk(file: SourceFile, visit: (node: Node, parent: Node | null) => void): void {
  const descend = (node: Node, parent: Node | null) => {
    visit(node, parent)
    for (const name in node) {
      const value = node[name]
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value)) {
        if (isNode(value)) descend(value, node)
        continue
      }
      for (const child of value) if (isNode(child)) descend(child, node)
    }
  }
  for (const statement of statementsOf(file)) descend(statement, null)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Returns `name` of an identifier or the last part of `a.b.name`; '' for anything else. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return ''
}
