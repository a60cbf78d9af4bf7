// What the documents promise.
import type { Rule, SourceFile, Violation } from './source.ts'

const COMMAND = /\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g

/** Every `npm run x` named in a document exists in package.json. */
export const documentedCommandsExist: Rule = (files) => {
  const manifest = files.find((file) => file.path === 'package.json')
  const scripts: Record<string, string> = manifest ? JSON.parse(manifest.text).scripts : {}
  return files.filter(isDocument).flatMap((file) => unknownCommands(file, scripts))
}

function isDocument(file: SourceFile): boolean {
  return file.path.endsWith('.md')
}

function unknownCommands(file: SourceFile, scripts: Record<string, string>): Violation[] {
  return file.text.split('\n').flatMap((text, index) =>
    [...text.matchAll(COMMAND)]
      .map(([, named, builtIn]) => named ?? builtIn ?? '')
      .filter((name) => !(name in scripts))
      .map((name) => ({
        path: file.path,
        line: index + 1,
        message: `npm run ${name} does not exist`,
      })),
  )
}
