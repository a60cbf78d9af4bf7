// Reads the server's sources with the API of the TypeScript compiler.
import { join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API, type Checker, type Project } from 'typescript/unstable/sync'
import { ROOT } from '../project.ts'

export type Sources = {
  checker: Checker
  /** Files that contain SQL. */
  files: readonly SourceFile[]
  /** Declaration of a name, also in another file. */
  declarationOf: (name: Node) => Node | undefined
}

const WITH_SQL = /\/server\/.*\.queries\.ts$/

/**
 * Calls `work` with the server's sources. Only the server is read: the whole project takes three
 * times as long. `planted`: files, by their path from the project folder, that are read with a
 * different text.
 */
export async function withSources<T>(
  work: (sources: Sources) => Promise<T>,
  planted: Record<string, string> = {},
): Promise<T> {
  const readFile = (path: string) => planted[path.slice(ROOT.length)]
  const api = new API({ cwd: ROOT, fs: { readFile } })
  try {
    const config = join(ROOT, 'scripts', 'sql-check', 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`no project: ${config}`)
    return await work(sourcesOf(project))
  } finally {
    api.close()
  }
}

function sourcesOf(project: Project): Sources {
  const { checker, program } = project
  const names = program.getSourceFileNames().filter((name) => WITH_SQL.test(name))
  return {
    checker,
    files: names.flatMap((name) => program.getSourceFile(name) ?? []),
    declarationOf: (name) => {
      const symbol = checker.getSymbolAtLocation(name)
      if (!symbol) return undefined
      const isImport = symbol.declarations.length > 0 && symbol.valueDeclaration === undefined
      const target = isImport ? checker.getAliasedSymbol(symbol) : symbol
      return (target.valueDeclaration ?? target.declarations[0])?.resolve(project)
    },
  }
}

/** Visits every node of a tree, from the top. */
export function walkTree(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => walkTree(child, visit))
}

/** Place of a node, such as `server/…/x.queries.ts:12`. */
export function placeOf(node: Node): string {
  const file = node.getSourceFile()
  const line = file.text.slice(0, node.getStart(file)).split('\n').length
  return `${file.fileName.slice(ROOT.length)}:${line}`
}
