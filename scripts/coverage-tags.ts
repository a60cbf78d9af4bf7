// Tags in tests: `// covers: S2.1, V1.2.3` above an `it` or a `describe` names rows of the tables
// in docs/. The tables list the files with the tag, so that a test can be renamed freely.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.ts'

/** States that a test file covers a row of a table. */
export type Tag = { id: string; path: string; line: number }

/** Text of project files by path. */
export type Sources = ReadonlyMap<string, string>

const TAG = /^\s*\/\/ covers: (.+)$/
const COMMENT = /^\s*\/\//
const ID = /^(?:S\d\.\d+|C\d+|V\d+\.\d+\.\d+)$/
const RUNS = /^\s*(?:it|test|describe)(?:\.(?:each|for|concurrent|sequential))*[(<`]/
const TESTS = '{contract,server,web,sandbox,scripts,test}/**/*.{test,e2e}.{ts,tsx}'

/** Reads every test file of the project. */
export function readTests(): Sources {
  const paths = globSync(TESTS, { cwd: ROOT }).sort()
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

/**
 * Returns the tags of one file, and one sentence for each tag that names no row or is above no
 * test.
 */
export function tagsOf(path: string, source: string): { tags: Tag[]; problems: string[] } {
  const tags: Tag[] = []
  const problems: string[] = []
  const lines = source.split('\n')
  for (const [index, text] of lines.entries()) {
    const named = TAG.exec(text)?.[1]
    if (!named) continue
    const line = index + 1
    const below = lines.slice(line).find((each) => !COMMENT.test(each)) ?? ''
    if (!RUNS.test(below)) problems.push(`${path}:${line} stands above no test that runs`)
    for (const id of named.split(',').map((each) => each.trim())) {
      if (ID.test(id)) tags.push({ id, path, line })
      else problems.push(`${path}:${line} "${id}" is no id of a row`)
    }
  }
  return { tags, problems }
}

/** Returns the tags of the whole project: the files by row, and the problems of tags. */
export function collectTags(sources: Sources): {
  tags: Tag[]
  files: ReadonlyMap<string, readonly string[]>
  problems: string[]
} {
  const found = [...sources].map(([path, source]) => tagsOf(path, source))
  const tags = found.flatMap((each) => each.tags)
  const files = new Map<string, string[]>()
  for (const { id, path } of tags) {
    const known = files.get(id) ?? []
    if (!known.includes(path)) files.set(id, [...known, path].sort())
  }
  return { tags, files, problems: found.flatMap((each) => each.problems) }
}
